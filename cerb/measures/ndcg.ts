/**
 * nDCG@k = DCG@k / IDCG@k, DCG@k = Σ_{i ≤ k} grade_i / log2(i + 1); IDCG is the same sum over the
 * judged documents in descending order of grade, cut at k, never at the length of the list.
 * (Järvelin and Kekäläinen, TOIS 2002, with linear gain, as trec_eval's ndcg_cut.)
 * Ties: none, the list is taken in its order. Undefined (null) when no document is relevant;
 * trec_eval gives 0 there.
 */
import { type Grades, gainOf, relevantCount } from "./judged-list.ts";

function discounted(gains: readonly number[]): number {
  let sum = 0;
  for (const [index, gain] of gains.entries()) sum += gain / Math.log2(index + 2);
  return sum;
}

export function normalizedDiscountedGain(
  ids: readonly string[],
  grades: Grades,
  k: number,
): number | null {
  if (relevantCount(grades) === 0) return null;
  const ideal = [...grades.keys()].map((id) => gainOf(id, grades)).toSorted((a, b) => b - a);
  const gains = ids.slice(0, k).map((id) => gainOf(id, grades));
  return discounted(gains) / discounted(ideal.slice(0, k));
}
