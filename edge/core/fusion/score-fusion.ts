/**
 * Fusion by normalised scores: the sum over the lists that hold a document of its normalised score.
 *
 *   min-max   (s − min) / (max − min)                    a list with max = min: a stated constant
 *   z-score   (s − mean) / population standard deviation  a list with max = min: 0
 *
 * (Fox and Shaw, TREC-2 1994, CombSUM.) A list that lacks a document adds nothing. Benchmarks
 * compare these with reciprocal rank fusion; search does not use them.
 */
import { sumInFixedOrder } from "./reciprocal-rank-fusion.ts";
import { standardScores } from "./standard-score.ts";
import { inTotalOrder, type Scored } from "./total-order.ts";

export type ScoredList = readonly Scored[];

/** The ids of a list, best first. */
export function rankedIds(list: ScoredList): string[] {
  return inTotalOrder(list).map(({ id }) => id);
}

function minMaxScores(scores: readonly number[], constantListScore: number): number[] {
  let low = Infinity;
  let high = -Infinity;
  for (const score of scores) {
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  if (low === high) return scores.map(() => constantListScore);
  return scores.map((score) => (score - low) / (high - low));
}

function sumOf(
  lists: readonly ScoredList[],
  normalise: (scores: readonly number[]) => readonly number[],
): Scored[] {
  const partsOf = new Map<string, number[]>();
  for (const list of lists) {
    const scores = normalise(list.map(({ score }) => score));
    for (const [index, { id }] of list.entries()) {
      const parts = partsOf.get(id) ?? [];
      parts.push(scores[index]!);
      partsOf.set(id, parts);
    }
  }
  return inTotalOrder([...partsOf].map(([id, parts]) => ({ id, score: sumInFixedOrder(parts) })));
}

/** Ids must be distinct inside a list. `constantListScore` is what a list with max = min gives. */
export function minMaxFusion(lists: readonly ScoredList[], constantListScore: 0 | 1): Scored[] {
  return sumOf(lists, (scores) => minMaxScores(scores, constantListScore));
}

/** Ids must be distinct inside a list. */
export function standardScoreFusion(lists: readonly ScoredList[]): Scored[] {
  return sumOf(lists, standardScores);
}
