/**
 * Whether a trained model may replace what is served. Three demands, each with its own sentence:
 * the gap is proved at every C, there is enough to judge by, and validation is not worse than plain
 * fusion. The held-out test is reported, never decided on: a decision would use it up.
 */
import type { PathSolution } from "../solver/regularization-path.ts";
import type { TrainingSettings } from "../settings.ts";
import type { Comparison } from "./compare-with-fusion.ts";

export interface Decision {
  readonly decision: "publish" | "keep";
  readonly reason: string;
}

type DecisionSettings = Pick<TrainingSettings, "gapRelMax" | "validationQueriesMin">;

export function decide(
  path: readonly PathSolution[],
  validation: Comparison,
  { gapRelMax, validationQueriesMin }: DecisionSettings,
): Decision {
  const unproved = path.find(({ certificate }) => !(Math.abs(certificate.gapRel) <= gapRelMax));
  if (unproved !== undefined) {
    const { cost, status, certificate } = unproved;
    const gap = certificate.gapRel.toExponential(1);
    return keep(`not certified at C = ${cost}: relative gap ${gap}, status ${status}`);
  }
  if (validation.queries < validationQueriesMin) {
    const { queries } = validation;
    return keep(`${queries} validation queries, at least ${validationQueriesMin} are needed`);
  }
  const { value, low, high } = validation.difference;
  const figures =
    `${signed(value)} nDCG against plain fusion on ${validation.queries} validation queries ` +
    `(95 % interval ${signed(low)} to ${signed(high)})`;
  return value < 0 ? keep(`worse: ${figures}`) : { decision: "publish", reason: figures };
}

const keep = (reason: string): Decision => ({ decision: "keep", reason });

const signed = (value: number): string => (value < 0 ? "" : "+") + value.toFixed(4);
