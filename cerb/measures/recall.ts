/**
 * R@k = relevant documents among the first k / all relevant documents (trec_eval's recall), and
 * capped recall with min(k, all relevant documents) below, which 1 can always reach.
 * Ties: none, the list is taken in its order. Undefined (null) when no document is relevant;
 * trec_eval gives 0 there.
 */
import { type Grades, relevantCount, relevantReturned } from "./judged-list.ts";

export function recall(ids: readonly string[], grades: Grades, k: number): number | null {
  const relevant = relevantCount(grades);
  return relevant === 0 ? null : relevantReturned(ids, grades, k) / relevant;
}

export function cappedRecall(ids: readonly string[], grades: Grades, k: number): number | null {
  const relevant = relevantCount(grades);
  return relevant === 0 ? null : relevantReturned(ids, grades, k) / Math.min(k, relevant);
}
