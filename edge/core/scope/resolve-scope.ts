/**
 * Decides the scope of one search from three sources, field by field: the token's lock stands above
 * the request, the request above what the words say. A lock can only be narrowed. The result holds
 * the gate as the values that the store compares with, and everything a caller needs to see why.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import {
  type CurriculumScope,
  normalForm,
  SCOPE_FIELDS,
  SCOPE_VALUES_MAX,
  SITTING_FIELDS,
  type ScopeField,
} from "./curriculum-scope.ts";
import {
  admittedByWords,
  corpusComplement,
  corpusYears,
  type FieldScope,
  resolveNamed,
  type UnknownValue,
} from "./admitted-values.ts";
import {
  type ExtractedValue,
  HARD_CONFIDENCE,
  READ_CONFIDENCE,
  type ScopeExtraction,
} from "./scope-extraction.ts";

/**
 * Per constrained field the normal forms that a document may carry (numbers for years); the store
 * tests `field = ANY`. An empty list admits nothing; an absent field is unconstrained.
 */
export type GateValues = Readonly<Partial<Record<ScopeField, readonly (string | number)[]>>>;

/** Scope as a request or a token writes it: one value or a list per field. */
export type RequestedScope = Readonly<
  Partial<Record<ScopeField, string | number | readonly (string | number)[] | undefined>>
>;

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

export interface ResolvedScope {
  /** Canonical values of the request. */
  readonly requested: CurriculumScope;
  /** Canonical values in force. */
  readonly effective: CurriculumScope;
  readonly gate: GateValues;
  /**
   * What the words probably mean in fields that nothing else fixes: not sure enough to exclude a
   * document, but hits outside are marked. Never a question number, which points at one document.
   */
  readonly presumed: GateValues;
  /** Fields that the token locks. */
  readonly locked: readonly ScopeField[];
  /** Of subject and level, those that nothing fixes. */
  readonly unresolved: readonly ScopeField[];
  readonly extracted: readonly ExtractedValue[];
  readonly notes: readonly ScopeNote[];
  /** Request values that the vocabulary does not know, in fields where that is an error. */
  readonly unknown: readonly UnknownValue[];
  /** Fields where the words name other values than the request or the lock. */
  readonly conflicts: readonly ScopeField[];
  /** Fields whose lock and request have no value in common: nothing is admitted. */
  readonly emptied: readonly ScopeField[];
}

export interface ScopeSources {
  readonly locked: RequestedScope;
  readonly requested: RequestedScope;
  readonly extraction: ScopeExtraction;
  readonly vocabulary: CompiledVocabulary;
}

interface Draft {
  readonly requested: Record<string, readonly (string | number)[]>;
  readonly effective: Record<string, readonly (string | number)[]>;
  readonly gate: Record<string, readonly (string | number)[]>;
  readonly presumed: Record<string, readonly (string | number)[]>;
  readonly locked: ScopeField[];
  readonly notes: ScopeNote[];
  readonly unknown: UnknownValue[];
  readonly conflicts: ScopeField[];
  readonly emptied: ScopeField[];
}

export function resolveScope(sources: ScopeSources): ResolvedScope {
  const draft: Draft = {
    requested: {},
    effective: {},
    gate: {},
    presumed: {},
    locked: [],
    notes: [],
    unknown: [],
    conflicts: [],
    emptied: [],
  };
  for (const field of SCOPE_FIELDS) resolveField(field, sources, draft);
  return {
    ...draft,
    unresolved: (["subject", "level"] as const).filter((field) => draft.gate[field] === undefined),
    extracted: sources.extraction.extracted,
  };
}

function resolveField(field: ScopeField, sources: ScopeSources, draft: Draft): void {
  const { vocabulary } = sources;
  const lock = given(field, sources.locked[field], vocabulary);
  const request = given(field, sources.requested[field], vocabulary);
  if (lock !== null) draft.locked.push(field);
  if (request !== null) {
    draft.requested[field] = request.shown;
    draft.unknown.push(...request.unknown);
  }
  let scope: FieldScope | null = lock === null ? request : narrowed(field, lock, request, draft);
  const words = readWords(field, sources, draft);
  if (scope === null) {
    scope = words;
  } else if (words !== null && !overlaps(scope, words)) {
    draft.conflicts.push(field);
    draft.notes.push({ code: "conflicts_with_request", field, values: words.shown });
  } else if (words !== null && request === null) {
    // Locked to two subjects, a student may ask for one of them.
    scope = within(scope, words);
  }
  if (scope === null) {
    const likely = presumedValues(field, sources);
    if (likely.length > 0) draft.presumed[field] = likely;
    return;
  }
  draft.effective[field] = scope.shown;
  draft.gate[field] = scope.admitted;
}

interface GivenScope extends FieldScope {
  readonly unknown: readonly UnknownValue[];
}

/** A lock or request for one field; null when it is absent or an empty list. */
function given(
  field: ScopeField,
  value: RequestedScope[ScopeField],
  vocabulary: CompiledVocabulary,
): GivenScope | null {
  if (value === undefined) return null;
  const values = typeof value === "object" ? value : [value];
  if (values.length === 0) return null;
  const resolved = values.map((one) => resolveNamed(field, one, vocabulary));
  return {
    shown: unique(resolved.flatMap(({ shown }) => shown)),
    admitted: unique(resolved.flatMap(({ admitted }) => admitted)),
    unknown: resolved.flatMap(({ unknown }) => unknown ?? []),
  };
}

/** The lock, narrowed by the request where the two meet; nothing at all where they do not. */
function narrowed(
  field: ScopeField,
  lock: FieldScope,
  request: FieldScope | null,
  draft: Draft,
): FieldScope {
  if (request === null) return lock;
  const admitted = request.admitted.filter((value) => lock.admitted.includes(value));
  const outside = request.admitted.filter((value) => !lock.admitted.includes(value));
  if (outside.length > 0) draft.notes.push({ code: "outside_lock", field, values: outside });
  if (admitted.length === 0) {
    draft.emptied.push(field);
    return { shown: [], admitted: [] };
  }
  return within(lock, request);
}

/** What `outer` and `inner` both admit, by the names of `inner`. */
function within(outer: FieldScope, inner: FieldScope): FieldScope {
  const admitted = inner.admitted.filter((value) => outer.admitted.includes(value));
  const shown = inner.shown.filter((value) =>
    admitted.includes(typeof value === "number" ? value : normalForm(value)),
  );
  return { shown: shown.length > 0 ? shown : admitted, admitted };
}

/** What the words say about one field, as far as it is sure enough to exclude documents. */
function readWords(
  field: ScopeField,
  { extraction, vocabulary }: ScopeSources,
  draft: Draft,
): FieldScope | null {
  const found = extraction.extracted.filter((value) => value.field === field);
  const hard = found.filter(({ confidence }) => confidence >= HARD_CONFIDENCE);
  const soft = found.filter(({ confidence }) => confidence < HARD_CONFIDENCE);
  for (const { values } of soft) draft.notes.push({ code: "soft", field, values });
  const excluded = extraction.excluded
    .filter((value) => value.field === field && value.confidence >= HARD_CONFIDENCE)
    .flatMap(({ values }) => values);
  if (excluded.length > 0) draft.notes.push({ code: "excluded", field, values: excluded });
  if (hard.length > 0) {
    const shown = unique(hard.flatMap(({ values }) => values));
    if (shown.length > SCOPE_VALUES_MAX) {
      draft.notes.push({ code: "too_many_values", field, values: shown.slice(0, 1) });
      return null;
    }
    return {
      shown,
      admitted: unique(shown.flatMap((one) => admittedByWords(field, one, vocabulary))),
    };
  }
  if (excluded.length === 0) return null;
  if (field !== "year") return corpusComplement(field, excluded, vocabulary);
  // Books carry no year, and "not 2016" shall not hide them: only a query for exam papers means years.
  const asksForPapers = extraction.extracted.some(
    (value) => SITTING_FIELDS.has(value.field) && value.confidence >= HARD_CONFIDENCE,
  );
  return asksForPapers ? corpusYears(excluded, vocabulary) : null;
}

function presumedValues(
  field: ScopeField,
  { extraction, vocabulary }: ScopeSources,
): (string | number)[] {
  if (field === "question_number") return [];
  const values = extraction.extracted
    .filter((value) => value.field === field && value.confidence >= READ_CONFIDENCE)
    .flatMap((value) => value.values);
  return unique(values.flatMap((value) => admittedByWords(field, value, vocabulary)));
}

function overlaps(a: FieldScope, b: FieldScope): boolean {
  return b.admitted.some((value) => a.admitted.includes(value));
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
