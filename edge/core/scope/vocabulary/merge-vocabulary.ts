/**
 * Joins what was learned from ingested documents with what people edited (or what ships as a default
 * vocabulary) into the vocabulary of one tenant. Values are one entry per field and normal form;
 * the edited spelling is shown.
 */
import { normalForm, SCOPE_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { type Vocabulary, VOCABULARY_ENTRIES_MAX, type VocabularyEntry } from "./vocabulary.ts";

/** A value that documents carry. */
export interface LearnedValue {
  readonly field: string;
  readonly value: string;
  /** At least 1; 1 where it was not counted. */
  readonly documents?: number;
}

/** An entry as it is stored in vocabulary files and sent through the API. */
export type EditedEntry = Pick<VocabularyEntry, "field" | "value"> &
  Partial<Omit<VocabularyEntry, "field" | "value" | "documents">>;

export interface VocabularySources {
  readonly version: string;
  readonly learned: readonly LearnedValue[];
  readonly edited: readonly EditedEntry[];
  readonly years: Vocabulary["years"];
  readonly languages: readonly string[];
}

const ENTRY_FIELDS: ReadonlySet<string> = new Set(
  SCOPE_FIELDS.filter((field) => field !== "year" && field !== "question_number"),
);

/** Edited entries come first; learned values beyond VOCABULARY_ENTRIES_MAX are left out. */
export function mergeVocabulary(sources: VocabularySources): Vocabulary {
  const entries = new Map<string, VocabularyEntry>();
  for (const entry of mergeEntries(sources.edited)) {
    entries.set(entryKey(entry.field, entry.value), { ...entry, documents: 0 });
  }
  for (const { field, value, documents = 1 } of sources.learned) {
    if (!ENTRY_FIELDS.has(field) || normalForm(value) === "") continue;
    const key = entryKey(field, value);
    const entry = entries.get(key);
    if (entry !== undefined) {
      entries.set(key, { ...entry, documents: entry.documents + documents });
    } else if (entries.size < VOCABULARY_ENTRIES_MAX) {
      const learnedField = field as VocabularyEntry["field"];
      entries.set(key, { field: learnedField, value, covers: [], aliases: [], documents });
    }
  }
  return {
    version: sources.version,
    entries: [...entries.values()],
    years: sources.years,
    languages: sources.languages,
  };
}

/** One entry per field and value: lists are united, the first spelling and implications win. */
export function mergeEntries(
  entries: readonly EditedEntry[],
): Omit<VocabularyEntry, "documents">[] {
  const merged = new Map<string, Omit<VocabularyEntry, "documents">>();
  for (const entry of entries) {
    const key = entryKey(entry.field, entry.value);
    const known = merged.get(key);
    const implies = known?.implies ?? entry.implies;
    merged.set(key, {
      field: entry.field,
      value: known?.value ?? entry.value,
      covers: union(known?.covers, entry.covers),
      aliases: union(known?.aliases, entry.aliases),
      ordinary: union(known?.ordinary, entry.ordinary),
      cased: union(known?.cased, entry.cased),
      people: union(known?.people, entry.people),
      lookalikes: union(known?.lookalikes, entry.lookalikes),
      ...(implies === undefined ? {} : { implies }),
    });
  }
  return [...merged.values()];
}

function entryKey(field: ScopeField | string, value: string): string {
  return `${field}\n${normalForm(value)}`;
}

function union(a: readonly string[] = [], b: readonly string[] = []): string[] {
  return [...new Set([...a, ...b])];
}
