/**
 * The certificate of one solution, in float64 and from the original data only: it knows no solver,
 * so whatever produced (v, α) is judged by the same numbers. Notation as in `problem.ts`.
 *
 *   gap = primal(v) − dual(α) ≥ primal(v) − optimum, hence also ‖v − v*‖ ≤ √(2·gap)
 */
import { rowProduct } from "#trainer/backend/dense-kernels.ts";
import { hinge, type PairMatrix, type RankingSvmProblem } from "./problem.ts";
import type { SolverStatus } from "./status.ts";

export interface Certificate {
  readonly primal: number;
  readonly dual: number;
  /** primal − dual; a value below 0 is rounding. */
  readonly gap: number;
  /** gap / primal; 0 where both are 0. */
  readonly gapRel: number;
  /** Largest distance of a dual variable to its box, divided by the largest bound c_t. */
  readonly dualInfeasibility: number;
  /** Largest relative violation of v = v₀ + Σ α_t d_t and of complementarity (per unit of c_t). */
  readonly kktResidual: number;
  /** Pairs with α_t = 0, between the bounds, and at c_t. Pairs of weight 0 count as the first. */
  readonly atZeroCount: number;
  readonly betweenCount: number;
  readonly atCostCount: number;
  readonly iterations: number;
  readonly ms: number;
  readonly status: SolverStatus;
}

/** What the residuals need of any shape; every field is computed from the original data. */
export interface CertifiedPoint {
  /** m_t − d_t·v. */
  readonly slacks: Float64Array;
  /** m_t − d_t·v₀; absent where it is 1 for every pair. */
  readonly centreSlacks?: Float64Array | undefined;
  readonly dual: Float64Array;
  /** c_t = unitCost·w_t; absent weights are 1. */
  readonly unitCost: number;
  readonly pairWeights?: Float64Array | undefined;
  /** ‖v − v₀‖² and ‖Σ α_t d_t‖². */
  readonly squaredDistance: number;
  readonly squaredDualDistance: number;
  /** Largest entry of |v − v₀ − Σ α_t d_t|, divided by max(1, largest |v_j|). */
  readonly stationarity: number;
}

export type Residuals = Omit<Certificate, "iterations" | "ms" | "status">;

/** Dual variables may leave their box by rounding only. */
export const DUAL_INFEASIBILITY_MAX = 1e-12;

export function residuals(point: CertifiedPoint): Residuals {
  const { slacks, centreSlacks, dual, unitCost, pairWeights } = point;
  let loss = 0;
  let linear = 0;
  let boundMax = 0;
  let outside = 0;
  let complementarity = 0;
  let atZeroCount = 0;
  let atCostCount = 0;
  for (let t = 0; t < dual.length; t++) {
    const alpha = dual[t];
    const bound = pairWeights === undefined ? unitCost : unitCost * pairWeights[t];
    const slack = slacks[t];
    const excess = hinge(slack);
    loss += bound * excess;
    linear += centreSlacks === undefined ? alpha : alpha * centreSlacks[t];
    boundMax = Math.max(boundMax, bound);
    outside = Math.max(outside, -alpha, alpha - bound);
    atZeroCount += Number(alpha <= 0);
    atCostCount += Number(alpha >= bound) & Number(alpha > 0);
    const violation = bound > 0 ? excess - (alpha / bound) * slack : 0;
    if (violation > complementarity) complementarity = violation;
  }
  const primal = 0.5 * point.squaredDistance + loss;
  const dualObjective = linear - 0.5 * point.squaredDualDistance;
  const gap = primal - dualObjective;
  return {
    primal,
    dual: dualObjective,
    gap,
    gapRel: gap === 0 ? 0 : gap / Math.abs(primal),
    dualInfeasibility: outside > 0 ? outside / boundMax : 0,
    kktResidual: Math.max(complementarity, point.stationarity),
    atZeroCount,
    betweenCount: dual.length - atZeroCount - atCostCount,
    atCostCount,
  };
}

/** Residuals of a dense problem at C = cost; `slacks` is room for T numbers. */
export function certifyDense(
  problem: RankingSvmProblem,
  cost: number,
  weights: Float64Array,
  dual: Float64Array,
  slacks: Float64Array = new Float64Array(dual.length),
): Residuals {
  const { differences, margins, centre } = problem;
  const { rows, columns } = differences;
  const combination = new Float64Array(columns);
  passOver(differences, { margins, weights, dual, slacks, combination });
  let centreSlacks = margins;
  if (centre !== undefined) {
    centreSlacks = new Float64Array(rows);
    const scratch = new Float64Array(columns);
    passOver(differences, {
      margins,
      weights: centre,
      dual,
      slacks: centreSlacks,
      combination: scratch,
    });
  }
  return residuals({
    slacks,
    centreSlacks,
    dual,
    unitCost: cost / rows,
    pairWeights: problem.weights,
    ...distances(weights, combination, centre),
  });
}

interface Pass {
  readonly margins: Float64Array | undefined;
  readonly weights: Float64Array;
  readonly dual: Float64Array;
  readonly slacks: Float64Array;
  readonly combination: Float64Array;
}

/** slacks_t = m_t − d_t·weights and combination += Σ α_t d_t, each row read once, four at a time. */
function passOver({ rows, columns, data }: PairMatrix, pass: Pass): void {
  const { margins, weights, dual, slacks, combination } = pass;
  let t = 0;
  for (; t + 3 < rows; t += 4) {
    const at0 = t * columns;
    const at1 = at0 + columns;
    const at2 = at1 + columns;
    const at3 = at2 + columns;
    const alpha0 = dual[t];
    const alpha1 = dual[t + 1];
    const alpha2 = dual[t + 2];
    const alpha3 = dual[t + 3];
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let j = 0; j < columns; j++) {
      const weight = weights[j];
      const x0 = data[at0 + j];
      const x1 = data[at1 + j];
      const x2 = data[at2 + j];
      const x3 = data[at3 + j];
      sum0 += x0 * weight;
      sum1 += x1 * weight;
      sum2 += x2 * weight;
      sum3 += x3 * weight;
      combination[j] += alpha0 * x0 + alpha1 * x1 + (alpha2 * x2 + alpha3 * x3);
    }
    slacks[t] = -sum0;
    slacks[t + 1] = -sum1;
    slacks[t + 2] = -sum2;
    slacks[t + 3] = -sum3;
  }
  for (; t < rows; t++) {
    const at = t * columns;
    slacks[t] = -rowProduct(data, at, weights, columns);
    for (let j = 0; j < columns; j++) combination[j] += dual[t] * data[at + j];
  }
  for (t = 0; t < rows; t++) slacks[t] += margins === undefined ? 1 : margins[t];
}

/** ‖v − v₀‖², ‖Σ α_t d_t‖² and the stationarity residual from v, v₀ and Σ α_t d_t. */
export function distances(
  weights: Float64Array,
  combination: Float64Array,
  centre: Float64Array | undefined,
): Pick<CertifiedPoint, "squaredDistance" | "squaredDualDistance" | "stationarity"> {
  let squaredDistance = 0;
  let squaredDualDistance = 0;
  let difference = 0;
  let largest = 0;
  for (let j = 0; j < weights.length; j++) {
    const step = weights[j] - (centre === undefined ? 0 : centre[j]);
    squaredDistance += step * step;
    squaredDualDistance += combination[j] * combination[j];
    difference = Math.max(difference, Math.abs(step - combination[j]));
    largest = Math.max(largest, Math.abs(weights[j]));
  }
  return { squaredDistance, squaredDualDistance, stationarity: difference / Math.max(1, largest) };
}

/** `optimal` only where the gap is proved; otherwise the solver's own reason for stopping. */
export function certifiedStatus(
  found: Residuals,
  tolGapRel: number,
  stopped: Exclude<SolverStatus, "optimal">,
): SolverStatus {
  const { primal, dual, gapRel, dualInfeasibility } = found;
  if (!Number.isFinite(primal) || !Number.isFinite(dual)) return "numerical-error";
  // |gapRel|: a gap far below 0 would mean a wrong dual, not a better proof.
  const isProved = Math.abs(gapRel) <= tolGapRel && dualInfeasibility <= DUAL_INFEASIBILITY_MAX;
  return isProved ? "optimal" : stopped;
}
