/**
 * Which values a document may carry for a value that a caller names. A request or lock that spells a
 * corpus value means exactly that value; any other name means what its entry covers. Words of a
 * query are read generously: a value and everything its entry covers.
 */
import type { CompiledVocabulary } from "./vocabulary/compile-vocabulary.ts";
import { normalForm, SCOPE_VALUES_MAX, type ScopeField } from "./curriculum-scope.ts";
import { paperNumber } from "./vocabulary/paper-number.ts";
import { foldedKey } from "./query-tokens.ts";
import { editDistance } from "./vocabulary/typo-index.ts";
import type { VocabularyEntry } from "./vocabulary/vocabulary.ts";

/** Fields whose values are a closed set: a name that nobody knows is a mistake of the caller. */
const CLOSED_FIELDS: ReadonlySet<ScopeField> = new Set([
  "subject",
  "level",
  "board",
  "exam",
  "content_type",
  "language",
]);

export interface UnknownValue {
  readonly field: ScopeField;
  readonly value: string;
  /** The value that was probably meant. */
  readonly suggestion: string | null;
}

/** One field on its way to the gate. */
export interface FieldScope {
  /** Canonical values, as they are shown. */
  readonly shown: readonly (string | number)[];
  /** Normal forms (numbers for years) that documents may carry. */
  readonly admitted: readonly (string | number)[];
}

export interface NamedScope extends FieldScope {
  readonly unknown?: UnknownValue;
}

/** What one value of a request or a lock stands for. */
export function resolveNamed(
  field: ScopeField,
  value: string | number,
  vocabulary: CompiledVocabulary,
): NamedScope {
  if (field === "year") return { shown: [Number(value)], admitted: [Number(value)] };
  const text = String(value);
  const form = normalForm(text);
  const entry = vocabulary.entries.get(field)?.get(form);
  if (entry !== undefined && entry.documents > 0) {
    return { shown: [entry.value], admitted: languageTags(field, form, vocabulary) };
  }
  const entries = entry === undefined ? entriesNamed(field, text, vocabulary) : [entry];
  if (entries.length > 0) {
    return {
      shown: entries.map((one) => one.value),
      admitted: entries.flatMap((one) => covered(field, one, vocabulary)),
    };
  }
  if (field === "paper") return paperScope(text, vocabulary);
  const scope: FieldScope = { shown: [text.trim()], admitted: [form] };
  if (!CLOSED_FIELDS.has(field)) return scope;
  const suggestion = suggest(field, text, vocabulary);
  return { ...scope, unknown: { field, value: text, suggestion } };
}

/** Normal forms that documents may carry when the words of a query name `value`. */
export function admittedByWords(
  field: ScopeField,
  value: string | number,
  vocabulary: CompiledVocabulary,
): (string | number)[] {
  if (field === "year") return [Number(value)];
  const form = normalForm(value);
  const own = vocabulary.entries.get(field)?.get(form);
  const entries = [...(own === undefined ? [] : [own]), ...translations(field, form, vocabulary)];
  if (entries.length === 0) return [form];
  return [...new Set(entries.flatMap((entry) => covered(field, entry, vocabulary)))];
}

/**
 * A value is read as its covering entry only where it has no names of its own: "Mathématiques" is
 * Mathematics, but microeconomics stays narrower than Economics.
 */
function translations(
  field: ScopeField,
  form: string,
  { covering, entries }: CompiledVocabulary,
): readonly VocabularyEntry[] {
  const own = entries.get(field)?.get(form);
  if (own !== undefined && own.aliases.length + (own.ordinary?.length ?? 0) > 0) return [];
  return covering.get(field)?.get(form) ?? [];
}

/** The latest corpus years except those that are excluded; null where that would exclude nothing. */
export function corpusYears(
  excluded: readonly (string | number)[],
  { vocabulary: { years } }: CompiledVocabulary,
): FieldScope | null {
  if (years === null) return null;
  const first = Math.max(years.first, years.last - SCOPE_VALUES_MAX + 1);
  const all = Array.from({ length: years.last - first + 1 }, (_, at) => first + at);
  const kept = all.filter((year) => !excluded.map(Number).includes(year));
  return kept.length === all.length ? null : { shown: kept, admitted: kept };
}

/** All corpus values except those that are excluded; null where that would exclude nothing. */
export function corpusComplement(
  field: ScopeField,
  excluded: readonly (string | number)[],
  vocabulary: CompiledVocabulary,
): FieldScope | null {
  if (field === "year" || field === "question_number") return null;
  const out = new Set(excluded.flatMap((value) => admittedByWords(field, value, vocabulary)));
  const occurring = [...(vocabulary.entries.get(field)?.values() ?? [])].filter(
    ({ documents }) => documents > 0,
  );
  const kept = occurring.filter(({ value }) => !out.has(normalForm(value)));
  if (kept.length === occurring.length) return null;
  return {
    shown: kept.map(({ value }) => value),
    admitted: kept.map(({ value }) => normalForm(value)),
  };
}

function covered(
  field: ScopeField,
  entry: VocabularyEntry,
  vocabulary: CompiledVocabulary,
): string[] {
  const forms = [entry.value, ...entry.covers].map(normalForm);
  return [...new Set(forms.flatMap((form) => languageTags(field, form, vocabulary)))];
}

/** The language "en" admits documents that are tagged "en+zh", too. */
function languageTags(field: ScopeField, form: string, vocabulary: CompiledVocabulary): string[] {
  if (field !== "language") return [form];
  const tags = [...(vocabulary.entries.get(field)?.keys() ?? [])];
  return [form, ...tags.filter((tag) => tag !== form && tag.split("+").includes(form))];
}

function entriesNamed(
  field: ScopeField,
  text: string,
  vocabulary: CompiledVocabulary,
): readonly VocabularyEntry[] {
  const named =
    vocabulary.named.get(field)?.get(foldedKey(text)) ??
    vocabulary.covering.get(field)?.get(normalForm(text)) ??
    [];
  const occurring = named.filter((entry) => vocabulary.occurring.get(entry)!.length > 0);
  return occurring.length > 0 ? occurring : named;
}

/** "Paper 2" finds a corpus value "2" or "P2"; a number that never occurs is legal and empty. */
function paperScope(text: string, { papers }: CompiledVocabulary): FieldScope {
  const number = paperNumber(text);
  const values = (number === null ? undefined : papers.get(number)) ?? [text.trim()];
  return { shown: values, admitted: values.map(normalForm) };
}

/** The known name nearest to `text`: at most a third of its letters away. */
function suggest(
  field: ScopeField,
  text: string,
  { named, occurring }: CompiledVocabulary,
): string | null {
  const wanted = foldedKey(text).slice(0, SUGGESTION_CHARS_MAX);
  let best: string | null = null;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  let compared = 0;
  for (const [name, entries] of named.get(field) ?? []) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    compared += 1;
    if (compared > SUGGESTIONS_COMPARED_MAX) break;
    const distance = editDistance(wanted, name);
    if (distance >= bestDistance) continue;
    bestDistance = distance;
    best = occurring.get(entries[0]!)?.[0] ?? entries[0]!.value;
  }
  return best;
}

const SUGGESTION_CHARS_MAX = 60;
const SUGGESTIONS_COMPARED_MAX = 2000;
