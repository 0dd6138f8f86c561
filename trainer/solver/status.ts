/**
 * How a solve ended. Not converging is a value with a sentence, never an exception and never a
 * silent result; only `optimal` may be published without a second look.
 */

export const SOLVER_STATUS_SENTENCES = {
  optimal: "The relative duality gap was proved to be within the tolerance from the original data.",
  inaccurate:
    "The best point is feasible and its gap is proved, but the gap exceeds the tolerance.",
  "iteration-limit": "The iteration limit was reached before the gap closed; raise it or rescale.",
  "numerical-error": "A number stopped being finite; look at the scale of the features.",
} as const satisfies Record<string, string>;

export type SolverStatus = keyof typeof SOLVER_STATUS_SENTENCES;

/** The sentence that a report prints beside a status. */
export function describeStatus(status: SolverStatus): string {
  return SOLVER_STATUS_SENTENCES[status];
}
