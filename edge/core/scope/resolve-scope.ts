/**
 * Decides the scope of one search from three sources, field by field: the token's lock stands above
 * the request, the request above what the words say. A lock can only be narrowed. The result holds
 * the gate as the values that the store compares with, and everything a caller needs to see why.
 */
import type { CompiledVocabulary } from "./vocabulary/compile-vocabulary.ts";
import {
  type CurriculumScope,
  normalForm,
  SCOPE_FIELDS,
  type ScopeField,
} from "./curriculum-scope.ts";
import { type FieldScope, resolveNamed, type UnknownValue } from "./admitted-values.ts";
import { unique } from "./unique.ts";
import { presumedValues, readWords, type ScopeNote } from "./word-scope.ts";
import type { ExtractedValue, ScopeExtraction } from "./scope-extraction.ts";

/**
 * Per constrained field the normal forms that a document may carry (numbers for years); the store
 * tests `field = ANY`. An empty list admits nothing; an absent field is unconstrained.
 */
export type GateValues = Readonly<Partial<Record<ScopeField, readonly (string | number)[]>>>;

/** Scope as a request or a token writes it: one value or a list per field. */
export type RequestedScope = Readonly<
  Partial<Record<ScopeField, string | number | readonly (string | number)[] | undefined>>
>;

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
  /** Subject and level where nothing fixes them, detected fields where nothing makes a value likely either. */
  readonly unresolved: readonly ScopeField[];
  readonly extracted: readonly ExtractedValue[];
  readonly notes: readonly ScopeNote[];
  /** Request values that the vocabulary does not know, in fields where that is an error. */
  readonly unknown: readonly UnknownValue[];
  /** Fields where the words name other values than the request or the lock. */
  readonly conflicts: readonly ScopeField[];
  /** Fields whose lock and request have no value in common: nothing is admitted. */
  readonly emptied: readonly ScopeField[];
  /** Fields gated on all values but those that the words rule out: nothing names one. */
  readonly complements: readonly ScopeField[];
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
  readonly complements: ScopeField[];
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
    complements: [],
  };
  for (const field of SCOPE_FIELDS) resolveField(field, sources, draft);
  return {
    ...draft,
    unresolved: unresolvedFields(sources.extraction, draft),
    extracted: sources.extraction.extracted,
  };
}

/** In the order of SCOPE_FIELDS. */
function unresolvedFields({ detected }: ScopeExtraction, { gate, presumed }: Draft): ScopeField[] {
  return SCOPE_FIELDS.filter((field) => {
    if (gate[field] !== undefined) return false;
    if (field === "subject" || field === "level") return true;
    return presumed[field] === undefined && detected.includes(field);
  });
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
  const words = readWords(field, sources, draft.notes);
  if (scope === null) {
    scope = words;
    if (words?.isComplement === true) draft.complements.push(field);
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

function overlaps(a: FieldScope, b: FieldScope): boolean {
  return b.admitted.some((value) => a.admitted.includes(value));
}
