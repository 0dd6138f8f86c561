/**
 * Finds vocabulary names in a query, longest first, and misspelt single-word names. One place can
 * name values of several fields ("French": subject and language); weigh-evidence.ts chooses.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { type Name, type NameKind, type TrieNode, trieKey } from "../vocabulary/name-trie.ts";
import type { QueryToken } from "../query-tokens.ts";
import { COMPOUND_NOUNS } from "../words/scope-words.ts";
import { isMisspelling } from "../vocabulary/typo-index.ts";
import { unique } from "../unique.ts";
import type { VocabularyEntry } from "../vocabulary/vocabulary.ts";

/** Mentions of the longest name that starts at token `at`, one per field; empty without a name. */
export function readNames(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention[] {
  let node = vocabulary.trie;
  let names: readonly Name[] = [];
  let to = at;
  let corrected: QueryToken | null = null;
  let misspelt: QueryToken | null = null;
  for (let index = at; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    // A sentence may end at a full stop; "12. Klasse" and "Am. du Sud" have one inside.
    const isAbbreviated = /^\.\s$/u.test(token.gap) && isShortToken(tokens[index - 1]);
    if (index > at && !isAbbreviated && /[?!;:()=]|\.\s/u.test(token.gap)) break;
    const key = index === at ? token.folded : trieKey(token, tokens[index - 1]);
    const exact = node.next.get(key);
    const next = exact ?? (index > at && corrected === null ? nearestWord(node, token) : undefined);
    if (next === undefined) break;
    if (exact === undefined) corrected = token;
    node = next;
    if (node.names.length > 0) {
      names = node.names;
      to = index + 1;
      misspelt = corrected;
    }
  }
  if (names.length === 0) return readInflectedLanguage(tokens, at, vocabulary);
  const byField = new Map<ScopeField, Name[]>();
  for (const name of names) {
    const list = byField.get(name.entry.field);
    if (list === undefined) byField.set(name.entry.field, [name]);
    else list.push(name);
  }
  const mentions = [...byField].map(([field, list]) =>
    toMention(field, list, tokens, [at, to], vocabulary),
  );
  return misspelt === null ? mentions : mentions.map((mention) => asTypo(mention, misspelt));
}

/** Index behind the longest phrase at token `at` that only looks like a name; `at` without one. */
export function lookalikeEnd(
  tokens: readonly QueryToken[],
  at: number,
  { lookalikes }: CompiledVocabulary,
): number {
  let node: TrieNode | undefined = lookalikes;
  let end = at;
  for (let index = at; index < tokens.length; index += 1) {
    const key = index === at ? tokens[at]!.folded : trieKey(tokens[index]!, tokens[index - 1]);
    node = node.next.get(key);
    if (node === undefined) break;
    if (node.names.length > 0 && isOnePhrase(tokens, at, index)) end = index + 1;
  }
  return end;
}

const isOnePhrase = (tokens: readonly QueryToken[], from: number, last: number): boolean =>
  tokens.slice(from + 1, last + 1).every(({ gap }) => !/[?!;:(),]|\.\s/u.test(gap));

const isShortToken = (token: QueryToken | undefined): boolean =>
  token !== undefined && (token.isNumber || token.raw.length <= ABBREVIATION_CHARS_MAX);
const ABBREVIATION_CHARS_MAX = 4;

/** Words that may follow in a name are few: at most this many are compared with a misspelt one. */
const FOLLOWERS_COMPARED_MAX = 64;

/** "computer sceince": one misspelt word inside a name, not the first one. */
function nearestWord(node: TrieNode, { folded }: QueryToken): TrieNode | undefined {
  if (folded.length < 5) return undefined;
  let compared = 0;
  for (const [word, next] of node.next) {
    compared += 1;
    if (compared > FOLLOWERS_COMPARED_MAX) return undefined;
    if (isMisspelling(folded, word)) return next;
  }
  return undefined;
}

/** "worked exmaple": beside the other words of a kind's name a long word is sure enough to stand for it. */
function asTypo(mention: Mention, { folded }: QueryToken): Mention {
  if (mention.field === "content_type" && folded.length >= SURE_CHARS_MIN) {
    return { ...mention, rule: `${mention.field}_misspelt` };
  }
  return { ...mention, kind: "typo", rule: `${mention.field}_typo_1`, isExplicit: false };
}

const SURE_CHARS_MIN = 6;

const KIND_ORDER: readonly NameKind[] = ["plain", "ordinary", "cased", "people"];

function toMention(
  field: ScopeField,
  names: readonly Name[],
  tokens: readonly QueryToken[],
  [from, to]: readonly [number, number],
  vocabulary: CompiledVocabulary,
): Mention {
  const chosen = preferred(names, tokens.slice(from, to), vocabulary);
  const kind = KIND_ORDER.find((candidate) => chosen.some((name) => name.kind === candidate))!;
  const entries = unique(chosen.map((name) => name.entry));
  const typed = tokens.slice(from, to).map((token) => token.folded);
  return {
    field,
    values: unique(entries.flatMap((entry) => shownValues(entry, typed.join(" "), vocabulary))),
    entries,
    from,
    to,
    kind:
      kind === "ordinary" && isHyphenated(tokens, from, to) && !UNTOLD_BY_HYPHEN.has(field)
        ? "plain"
        : kind,
    rule: field,
    isExplicit: kind === "plain",
  };
}

/**
 * The corpus value that was typed literally; else the canonical value, unless only values that it
 * covers occur ("septembre" is shown as the corpus writes it).
 */
export function shownValues(
  entry: VocabularyEntry,
  typed: string,
  { occurring, spellings }: CompiledVocabulary,
): readonly string[] {
  const values = occurring.get(entry) ?? [];
  const literal = spellings.get(entry)?.get(typed);
  if (literal !== undefined) return [literal];
  return entry.documents > 0 || values.length === 0 ? [entry.value] : values;
}

/** Names with the same accents win ("collège" over "college"), then values that occur. */
function preferred(
  names: readonly Name[],
  tokens: readonly QueryToken[],
  { occurring }: CompiledVocabulary,
): readonly Name[] {
  const text = tokens.map((token) => token.plain).join(" ");
  const sameAccents = names.filter((name) => name.plain === text);
  const candidates = sameAccents.length > 0 ? sameAccents : names;
  const inCorpus = candidates.filter((name) => occurring.get(name.entry)!.length > 0);
  return inCorpus.length > 0 ? inCorpus : candidates;
}

/** "A-level", "form-5": the hyphen makes it one name; a place has it anyway ("Nouvelle-Calédonie"). */
function isHyphenated(tokens: readonly QueryToken[], from: number, to: number): boolean {
  if (to - from < 2) return false;
  for (let at = from + 1; at < to; at += 1) if (tokens[at]!.gap !== "-") return false;
  return true;
}

/** Fields whose hyphenated names are no surer than others: "Nouvelle-Calédonie", "Serbo-Croatian". */
const UNTOLD_BY_HYPHEN: ReadonlySet<ScopeField> = new Set(["paper", "language"]);

const INFLECTED_LANGUAGE =
  /^(?:(?<adjective>.+sch)e[mnrs]?|(?<speech>.+)(?:sprachig(?:e[mnrs]?)?|(?:habl|parl)antes?))$/u;

/** "englische", "deutschsprachiger", "rusohablantes": built from the name of a language. */
function readInflectedLanguage(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention[] {
  const parts = INFLECTED_LANGUAGE.exec(tokens[at]!.folded)?.groups;
  if (parts === undefined) return [];
  const names = vocabulary.trie.next.get(parts["adjective"] ?? parts["speech"]!)?.names ?? [];
  const named = names.filter(({ entry }) => entry.field === "language");
  if (named.length === 0) return [];
  return [toMention("language", named, tokens, [at, at + 1], vocabulary)];
}

const COMPOUND_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level", "exam"]);

/** "Physikfrage", "Brevetprüfung", "Collegeniveau": German writes a name and its noun as one word. */
export function readCompound(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { folded, plain } = tokens[at]!;
  const noun = COMPOUND_NOUNS.find((one) => folded.length > one.length + 2 && folded.endsWith(one));
  if (noun === undefined) return null;
  const stem = folded.slice(0, -noun.length);
  for (const word of [stem, stem.replace(/s$/u, "e"), stem.replace(/s$/u, "")]) {
    const names = vocabulary.trie.next.get(word)?.names ?? [];
    const named = names.filter(({ entry }) => COMPOUND_FIELDS.has(entry.field));
    if (named.length === 0) continue;
    const { field } = named[0]!.entry;
    const ofField = named.filter(({ entry }) => entry.field === field);
    const sameAccents = ofField.filter((name) => plain.startsWith(name.plain));
    const list = sameAccents.length > 0 ? sameAccents : ofField;
    const mention = toMention(field, list, tokens, [at, at + 1], vocabulary);
    return { ...mention, kind: "plain", rule: `${field}_compound`, isExplicit: true };
  }
  return null;
}

/** A misspelt single-word name, never read with the confidence of a correct one. */
export function readTypo(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const match = vocabulary.typos.find(tokens[at]!.folded);
  if (match === null) return null;
  const inCorpus = match.entries.filter((entry) => vocabulary.occurring.get(entry)!.length > 0);
  const candidates = inCorpus.length > 0 ? inCorpus : match.entries;
  const { field } = candidates[0]!;
  const entries = candidates.filter((entry) => entry.field === field);
  return {
    field,
    values: unique(entries.flatMap((entry) => shownValues(entry, "", vocabulary))),
    entries,
    from: at,
    to: at + 1,
    kind: "typo",
    rule: `${field}_typo_${match.distance}`,
    isExplicit: false,
  };
}
