/**
 * A case as the runner needs it, whatever it was read from: a CERB case file, or the queries and
 * judgments of a BEIR folder, which state no scope. A system sees query and explicit scope only.
 */
import type { CurriculumScope, ScopeField } from "#core/scope/curriculum-scope.ts";
import type { CaseLabels } from "#measures/judged-result.ts";
import type { CerbCase } from "../cases/case-schema.ts";
import { labelsOf } from "../cases/load-cases.ts";

export interface BenchmarkCase {
  readonly id: string;
  readonly query: string;
  readonly language: string;
  readonly slice: string;
  readonly taskType: string | null;
  readonly explicitScope: CurriculumScope;
  readonly labels: CaseLabels;
  /** Fields that the words of the query state. */
  readonly named: readonly (ScopeField | "question_number")[];
  /** The text contradicts the explicit scope. */
  readonly isConflicting: boolean;
  readonly notes: string;
}

export const MODES = ["as_given", "oracle", "query_only"] as const;
export type Mode = (typeof MODES)[number];

export function fromCerbCase(item: CerbCase): BenchmarkCase {
  return {
    id: item.id,
    query: item.query,
    language: item.language,
    slice: item.slice,
    taskType: item.task_type,
    explicitScope: item.explicit_scope as CurriculumScope,
    labels: labelsOf(item),
    named: item.named_in_query,
    isConflicting: item.ambiguity.kind === "conflicting",
    notes: item.notes,
  };
}

/** What the request sends as its scope. */
export function requestScope(
  { explicitScope, labels }: BenchmarkCase,
  mode: Mode,
): CurriculumScope {
  if (mode === "oracle") return labels.scope;
  return mode === "as_given" ? explicitScope : {};
}

/** Without the request's scope a conflict is no conflict any more. */
export function casesOfMode(cases: readonly BenchmarkCase[], mode: Mode): BenchmarkCase[] {
  return cases.filter(({ isConflicting }) => mode !== "query_only" || !isConflicting);
}
