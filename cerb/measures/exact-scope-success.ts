/**
 * Exact-scope success: whether (1 or 0) a list holds a scope-correct document: admissible, and
 * equal to the target in every field that the target states, question number included. It needs
 * metadata only; ESS+ asks that the same document is relevant too. (CHSR-RRF and CERB,
 * arXiv:2609.02913; ESS+ is the open protocol's.) Undefined (null) when the target states nothing.
 * Ties: the list is taken in its order and cut to K = 8.
 */
import type { JudgedResult } from "./judged-result.ts";

export function exactScopeSuccess({ hasOpenTarget, returned }: JudgedResult): number | null {
  return hasOpenTarget ? null : Number(returned.some(({ isScopeCorrect }) => isScopeCorrect));
}

export function exactScopeSuccessWithRelevance({
  hasOpenTarget,
  returned,
}: JudgedResult): number | null {
  if (hasOpenTarget) return null;
  return Number(returned.some(({ isScopeCorrect, isRelevant }) => isScopeCorrect && isRelevant));
}
