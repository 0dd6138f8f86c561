/**
 * A measure over a run of many queries, with trec_eval's two means: over the queries that are in
 * both judgments and run, and over all judged queries, where one that the run lacks counts 0
 * (trec_eval -c). A query without a relevant document counts 0 in both. Queries of the run without
 * judgments are ignored.
 */
import type { Grades } from "./judged-list.ts";

export interface RunEvaluation {
  /** Queries in judgments and run, in the order of the judgments. */
  readonly perQuery: ReadonlyMap<string, number>;
  /** Null when the run has none of the judged queries. */
  readonly mean: number | null;
  /** Null when nothing is judged. */
  readonly meanOfAllJudged: number | null;
}

/** `run` holds the ids of each query, best first (runOrder). */
export function evaluateRun(
  judgments: ReadonlyMap<string, Grades>,
  run: ReadonlyMap<string, readonly string[]>,
  measure: (ids: readonly string[], grades: Grades) => number | null,
): RunEvaluation {
  const perQuery = new Map<string, number>();
  let sum = 0;
  for (const [query, grades] of judgments) {
    const ids = run.get(query);
    if (!ids) continue;
    const value = measure(ids, grades) ?? 0;
    perQuery.set(query, value);
    sum += value;
  }
  return {
    perQuery,
    mean: perQuery.size === 0 ? null : sum / perQuery.size,
    meanOfAllJudged: judgments.size === 0 ? null : sum / judgments.size,
  };
}
