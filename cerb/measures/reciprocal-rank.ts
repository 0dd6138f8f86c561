/**
 * RR = 1 / rank of the first relevant document in the whole list, 0 when none was returned
 * (trec_eval's recip_rank; its mean is MRR).
 * Ties: none, the list is taken in its order. Undefined (null) when no document is relevant;
 * trec_eval gives 0 there.
 */
import { type Grades, isRelevant, relevantCount } from "./judged-list.ts";

export function reciprocalRank(ids: readonly string[], grades: Grades): number | null {
  if (relevantCount(grades) === 0) return null;
  const index = ids.findIndex((id) => isRelevant(id, grades));
  return index < 0 ? 0 : 1 / (index + 1);
}
