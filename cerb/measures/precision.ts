/**
 * P@k = relevant documents among the first k / k, however short the list (trec_eval's P).
 * Ties: none, the list is taken in its order. Undefined (null) when no document is relevant;
 * trec_eval gives 0 there.
 */
import { type Grades, relevantCount, relevantReturned } from "./judged-list.ts";

export function precision(ids: readonly string[], grades: Grades, k: number): number | null {
  if (relevantCount(grades) === 0) return null;
  return relevantReturned(ids, grades, k) / k;
}
