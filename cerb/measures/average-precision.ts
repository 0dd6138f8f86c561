/**
 * AP = Σ over the ranks of relevant returned documents of P@rank / all relevant documents, over the
 * whole list (trec_eval's map for one query; its mean is MAP).
 * Ties: none, the list is taken in its order. Undefined (null) when no document is relevant;
 * trec_eval gives 0 there.
 */
import { type Grades, isRelevant, relevantCount } from "./judged-list.ts";

export function averagePrecision(ids: readonly string[], grades: Grades): number | null {
  const relevant = relevantCount(grades);
  if (relevant === 0) return null;
  let found = 0;
  let sum = 0;
  for (const [index, id] of ids.entries()) {
    if (!isRelevant(id, grades)) continue;
    found += 1;
    sum += found / (index + 1);
  }
  return sum / relevant;
}
