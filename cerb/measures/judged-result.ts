/**
 * One returned list of one case, with everything judged that the scope measures need. Built once;
 * each measure is then a short function of it. Whether a document is in scope is computed from its
 * metadata, never from what the system says about itself.
 */
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import { cutList, gainOf, type Grades } from "./judged-list.ts";
import {
  type ExpectedTarget,
  isGateField,
  isOpenTarget,
  matchesTarget,
  type ScopedDocument,
  type Violation,
  violations,
} from "./scope-match.ts";

/** K of the CHSR-RRF paper. */
export const CERB_CUTOFF = 8;

export interface CaseLabels {
  /** γ: what the query and the request ask for, all fields. */
  readonly scope: CurriculumScope;
  /** Target tuple of exact-scope success. */
  readonly expected: ExpectedTarget;
  readonly grades: Grades;
}

export interface ReturnedDocument {
  readonly id: string;
  /** Fields that the system itself marks as outside the scope asked for. */
  readonly leaks: readonly string[];
  /** Fields in which the system says that it could not verify the document; absent: none. */
  readonly unverified?: readonly string[];
}

export interface JudgedDocument {
  readonly id: string;
  readonly document: ScopedDocument;
  readonly isRelevant: boolean;
  readonly violations: readonly Violation[];
  readonly isInGate: boolean;
  readonly isAdmissible: boolean;
  readonly isScopeCorrect: boolean;
  /** Whether the system marked every violated field, as outside or as not verified. */
  readonly isFlagged: boolean;
  /** Whether it said of every violated field that the document is outside; both true without any. */
  readonly isStated: boolean;
  /** Whether it carries any mark. */
  readonly isMarked: boolean;
}

export interface JudgedResult {
  readonly labels: CaseLabels;
  readonly hasOpenTarget: boolean;
  /** In the order returned, without repetitions, at most CERB_CUTOFF. */
  readonly returned: readonly JudgedDocument[];
  /** Metadata of the relevant documents that the corpus holds. */
  readonly relevant: readonly ScopedDocument[];
}

function judge(
  { id, leaks, unverified = [] }: ReturnedDocument,
  document: ScopedDocument,
  { scope, expected, grades }: CaseLabels,
): JudgedDocument {
  const violated = violations(document, scope);
  const isAdmissible = violated.length === 0;
  return {
    id,
    document,
    isRelevant: gainOf(id, grades) >= 1,
    violations: violated,
    isInGate: !violated.some(({ field }) => isGateField(field)),
    isAdmissible,
    isScopeCorrect: isAdmissible && matchesTarget(document, expected),
    isFlagged: violated.every(({ field }) => leaks.includes(field) || unverified.includes(field)),
    isStated: violated.every(({ field }) => leaks.includes(field)),
    isMarked: leaks.length + unverified.length > 0,
  };
}

/**
 * Judges a returned list. `documentOf` gives the metadata of a corpus document; a returned id that
 * the corpus lacks is an error of the run and throws.
 */
export function judgeResult(
  labels: CaseLabels,
  returned: readonly ReturnedDocument[],
  documentOf: (id: string) => ScopedDocument | undefined,
): JudgedResult {
  const firstOf = new Map<string, ReturnedDocument>();
  for (const one of returned) if (!firstOf.has(one.id)) firstOf.set(one.id, one);
  const ids = cutList([...firstOf.keys()], CERB_CUTOFF);
  return {
    labels,
    hasOpenTarget: isOpenTarget(labels.expected),
    returned: ids.map((id) => {
      const document = documentOf(id);
      if (!document) throw new RangeError(`returned document ${id} is not in the corpus`);
      return judge(firstOf.get(id)!, document, labels);
    }),
    relevant: [...labels.grades.keys()]
      .filter((id) => gainOf(id, labels.grades) >= 1)
      .flatMap((id) => documentOf(id) ?? []),
  };
}

export function returnedIds({ returned }: JudgedResult): string[] {
  return returned.map(({ id }) => id);
}
