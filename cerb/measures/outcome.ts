/**
 * How a case ended: exactly one class, the first whose condition holds.
 *
 *   with relevant documents     nothing returned                        empty_failure
 *                               a relevant, scope-correct document      exact_hit
 *                               a relevant document, all flagged        leakage_flagged_recovery
 *                               all admissible                          clean_miss
 *                               else                                    contaminated_failure
 *   without relevant documents  nothing returned                        correct_empty
 *                               all admissible                          clean_miss
 *                               all flagged                             flagged_offer
 *                               else                                    contaminated_failure
 *
 * "All flagged": every inadmissible document carries a mark for each field that it violates.
 * (Three classes are from CHSR-RRF and CERB, arXiv:2609.02913; the open protocol completes them.)
 */
import { relevantCount } from "./judged-list.ts";
import type { JudgedResult } from "./judged-result.ts";

export const OUTCOMES = [
  "exact_hit",
  "leakage_flagged_recovery",
  "clean_miss",
  "contaminated_failure",
  "empty_failure",
  "correct_empty",
  "flagged_offer",
] as const;

export type Outcome = (typeof OUTCOMES)[number];

export function outcomeOf({ labels, returned }: JudgedResult): Outcome {
  const hasRelevant = relevantCount(labels.grades) > 0;
  const isAllFlagged = returned.every(({ isFlagged }) => isFlagged);
  const isAllAdmissible = returned.every(({ isAdmissible }) => isAdmissible);
  if (returned.length === 0) return hasRelevant ? "empty_failure" : "correct_empty";
  if (returned.some(({ isRelevant, isScopeCorrect }) => isRelevant && isScopeCorrect)) {
    return "exact_hit";
  }
  if (isAllFlagged && returned.some(({ isRelevant }) => isRelevant)) {
    return "leakage_flagged_recovery";
  }
  if (isAllAdmissible) return "clean_miss";
  return !hasRelevant && isAllFlagged ? "flagged_offer" : "contaminated_failure";
}
