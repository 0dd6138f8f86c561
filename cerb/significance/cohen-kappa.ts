/**
 * Cohen's kappa κ = 1 − Σ w_ij·o_ij / Σ w_ij·e_ij over the items that both annotators judged, with
 * o the observed and e the chance shares, and disagreement weights w over the positions of the
 * labels: 1 for i ≠ j, |i − j| (linear) or (i − j)² (quadratic). (Cohen, 1960 and 1968.) With
 * weights 1 this is (p_o − p_e) / (1 − p_e). Undefined (null) when nothing was judged by both, or
 * when chance disagreement is 0: both use one and the same label.
 */

export type KappaWeights = "none" | "linear" | "quadratic";

export interface Agreement {
  readonly items: number;
  readonly judgedByBoth: number;
  /** Judged by both / items; null without items. */
  readonly coverage: number | null;
  /** Share of equal labels among those judged by both; null when there are none. */
  readonly observed: number | null;
  readonly kappa: number | null;
}

type Label = string | number;

function disagreement(i: number, j: number, weights: KappaWeights): number {
  if (weights === "none") return i === j ? 0 : 1;
  return weights === "linear" ? Math.abs(i - j) : (i - j) ** 2;
}

function positionOf(labels: readonly Label[], label: Label): number {
  const position = labels.indexOf(label);
  if (position < 0) throw new RangeError(`label ${label} is not in the list of labels`);
  return position;
}

/** null in `a` or `b` = not judged. Labels are in their order of size where weights use it. */
export function cohenKappa(
  a: readonly (Label | null)[],
  b: readonly (Label | null)[],
  labels: readonly Label[],
  weights: KappaWeights = "none",
): Agreement {
  if (a.length !== b.length) throw new RangeError(`${a.length} and ${b.length} judgments`);
  const countA = labels.map(() => 0);
  const countB = labels.map(() => 0);
  let judged = 0;
  let equal = 0;
  let observed = 0;
  for (const [index, labelA] of a.entries()) {
    const labelB = b[index] ?? null;
    if (labelA === null || labelB === null) continue;
    const i = positionOf(labels, labelA);
    const j = positionOf(labels, labelB);
    countA[i]! += 1;
    countB[j]! += 1;
    judged += 1;
    if (i === j) equal += 1;
    observed += disagreement(i, j, weights);
  }
  let chance = 0;
  for (const [i, inA] of countA.entries()) {
    for (const [j, inB] of countB.entries()) chance += disagreement(i, j, weights) * inA * inB;
  }
  return {
    items: a.length,
    judgedByBoth: judged,
    coverage: a.length === 0 ? null : judged / a.length,
    observed: judged === 0 ? null : equal / judged,
    kappa: chance === 0 ? null : 1 - (observed * judged) / chance,
  };
}
