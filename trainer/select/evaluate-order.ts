/** nDCG of an order of candidates over queries: what a night selects and compares by. Pure. */
import { normalizedDiscountedGain } from "#measures/ndcg.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";

/**
 * Value of each query by its id. A relevant document that the first stage missed lowers the value
 * (the ideal counts it); a query without a relevant document is left out.
 */
export function evaluateOrder(
  groups: readonly CandidateGroup[],
  orderOf: (group: CandidateGroup) => readonly string[],
  cutoff: number,
): ReadonlyMap<string, number> {
  return new Map(
    groups.flatMap((group) => {
      const { queryId, grades } = group.judged;
      const value = normalizedDiscountedGain(orderOf(group), grades, cutoff);
      return value === null ? [] : [[queryId, value] as const];
    }),
  );
}

/** 0 for no query. */
export function meanOf(values: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const value of values.values()) sum += value;
  return values.size === 0 ? 0 : sum / values.size;
}
