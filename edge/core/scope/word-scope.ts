/** What the words of a query say about one field: values, all but some values, or likely values. */
import {
  admittedByWords,
  corpusComplement,
  corpusYears,
  type FieldScope,
} from "./admitted-values.ts";
import type { CompiledVocabulary } from "./vocabulary/compile-vocabulary.ts";
import { SCOPE_VALUES_MAX, SITTING_FIELDS, type ScopeField } from "./curriculum-scope.ts";
import { unique } from "./unique.ts";
import {
  HARD_CONFIDENCE,
  MENTION_CONFIDENCE,
  READ_CONFIDENCE,
  type ScopeExtraction,
} from "./scope-extraction.ts";

export interface ScopeNote {
  readonly code:
    | "outside_lock"
    | "conflicts_with_request"
    | "excluded"
    | "soft"
    | "too_many_values";
  readonly field: ScopeField;
  readonly values: readonly (string | number)[];
}

export interface WordSources {
  readonly extraction: ScopeExtraction;
  readonly vocabulary: CompiledVocabulary;
}

export interface WordScope extends FieldScope {
  /** All values but those that the words rule out. */
  readonly isComplement: boolean;
}

/** What the words say about one field, as far as it is sure enough to exclude documents. */
export function readWords(
  field: ScopeField,
  { extraction, vocabulary }: WordSources,
  notes: ScopeNote[],
): WordScope | null {
  const found = extraction.extracted.filter((value) => value.field === field);
  const hard = found.filter(({ confidence }) => confidence >= HARD_CONFIDENCE);
  const soft = found.filter(({ confidence }) => confidence < HARD_CONFIDENCE);
  for (const { values } of soft) notes.push({ code: "soft", field, values });
  const excluded = extraction.excluded
    .filter((value) => value.field === field && value.confidence >= HARD_CONFIDENCE)
    .flatMap(({ values }) => values);
  if (excluded.length > 0) notes.push({ code: "excluded", field, values: excluded });
  if (hard.length > 0) {
    const shown = unique(hard.flatMap(({ values }) => values));
    if (shown.length > SCOPE_VALUES_MAX) {
      notes.push({ code: "too_many_values", field, values: shown.slice(0, 1) });
      return null;
    }
    return {
      shown,
      admitted: unique(shown.flatMap((one) => admittedByWords(field, one, vocabulary))),
      isComplement: false,
    };
  }
  if (excluded.length === 0) return null;
  const kept = keptValues(field, excluded, { extraction, vocabulary });
  return kept === null ? null : { ...kept, isComplement: true };
}

/** What is left where words only rule values out. */
function keptValues(
  field: ScopeField,
  excluded: readonly (string | number)[],
  { extraction, vocabulary }: WordSources,
): FieldScope | null {
  if (field !== "year") return corpusComplement(field, excluded, vocabulary);
  // Books carry no year, and "not 2016" shall not hide them: only a query for exam papers means years.
  const asksForPapers = extraction.extracted.some(
    (value) => SITTING_FIELDS.has(value.field) && value.confidence >= HARD_CONFIDENCE,
  );
  return asksForPapers ? corpusYears(excluded, vocabulary) : null;
}

/**
 * What the words may mean in a field that nothing fixes: likely readings or, without one, mere mentions.
 * In queries that no rule had seen, 25 of 65 mentions were meant (ARCHITECTURE.md). A subject that is
 * merely mentioned says less than an unknown one: all hits are marked then.
 */
export function presumedValues(
  field: ScopeField,
  { extraction, vocabulary }: WordSources,
): (string | number)[] {
  if (field === "question_number") return [];
  const found = extraction.extracted.filter((value) => value.field === field);
  const likely = found.filter(({ confidence }) => confidence >= READ_CONFIDENCE);
  const mentioned = field === "subject" ? [] : found;
  const values = (likely.length > 0 ? likely : mentioned)
    .filter(({ confidence }) => confidence >= MENTION_CONFIDENCE)
    .flatMap((value) => value.values);
  return unique(values.flatMap((value) => admittedByWords(field, value, vocabulary)));
}
