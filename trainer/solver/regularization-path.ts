/**
 * The certified path of C for a dense problem: values of C ascending, each warm-started from the
 * ones before (`path-prediction.ts`), because the solution moves little and the shares α_t/c_t
 * hardly at all. A round is
 * an augmented-Lagrangian solve on the band (`augmented-lagrangian.ts`), then an attempt at the
 * exact optimum (`active-set-polish.ts`); the gap decides when to stop, and `certificate.ts`
 * recomputes everything from the original data afterwards.
 */
import type { Certificate, Residuals } from "./certificate.ts";
import { certifiedStatus, certifyDense } from "./certificate.ts";
import { createPrediction, learnMiss, predict } from "./path-prediction.ts";
import type { RankingSvmProblem } from "./problem.ts";
import { checkCosts, checkProblem } from "./problem.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";
import type { SolverStatus } from "./status.ts";
import type { WarmState } from "./warm-solve.ts";
import { solveWarm, withWarmState } from "./warm-solve.ts";

export interface PathSolution {
  readonly cost: number;
  /** v. */
  readonly weights: Float64Array;
  /** α_t, one for each pair. */
  readonly dual: Float64Array;
  readonly status: SolverStatus;
  readonly certificate: Certificate;
}

/**
 * Solves the problem at every C, in the order given. Bad input throws `SolverInputError` before any
 * work; not converging is a status.
 */
export function solvePath(
  problem: RankingSvmProblem,
  costs: readonly number[],
  settings: Partial<SolverSettings> = {},
): PathSolution[] {
  const chosen = withDefaults(settings);
  checkProblem(problem, chosen.memoryBytesMax);
  checkCosts(costs);
  return withWarmState(problem, (warm) => solveCosts(problem, costs, warm, chosen));
}

function solveCosts(
  problem: RankingSvmProblem,
  costs: readonly number[],
  warm: WarmState,
  chosen: SolverSettings,
): PathSolution[] {
  const ascending = costs.map((_, i) => i).toSorted((a, b) => costs[a] - costs[b]);
  const solutions: PathSolution[] = [];
  const prediction = createPrediction(warm.state, chosen.firstWidth);
  for (const i of ascending) {
    predict(prediction, warm.state, costs[i]);
    const { firstWidth } = prediction;
    solutions[i] = solveAtCost(problem, warm, costs[i], { ...chosen, firstWidth });
    learnMiss(prediction, warm.state);
  }
  return solutions;
}

/** Solves and certifies at one C; the warm state carries over to the next. */
export function solveAtCost(
  problem: RankingSvmProblem,
  warm: WarmState,
  cost: number,
  settings: SolverSettings,
): PathSolution {
  const started = performance.now();
  const { state } = warm;
  const { iterations, stopped } = solveWarm(warm, cost / state.rows, settings);
  const dual = new Float64Array(state.rows);
  for (let t = 0; t < state.rows; t++) dual[t] = state.share[t] * state.bounds[t];
  const { weights, found } = certifyBest(problem, cost, warm, dual, settings.tolGapRel);
  const status = certifiedStatus(found, settings.tolGapRel, stopped);
  const ms = performance.now() - started;
  return { cost, weights, dual, status, certificate: { ...found, iterations, ms, status } };
}

/**
 * Certifies v, or v moved away from the centre by a few units of rounding: where c_t is huge beside
 * the objective (separable pairs, large C) a margin that falls short by one unit would cost more
 * than the tolerance, and a slightly longer v costs nothing.
 */
function certifyBest(
  problem: RankingSvmProblem,
  cost: number,
  { state: { v }, certifiedSlacks }: WarmState,
  dual: Float64Array,
  tolGapRel: number,
): { weights: Float64Array; found: Residuals } {
  let best = { weights: v.slice(), found: certifyDense(problem, cost, v, dual, certifiedSlacks) };
  for (const stretch of ROUNDING_STRETCHES) {
    if (Math.abs(best.found.gapRel) <= tolGapRel) break;
    const weights = v.map((value, j) => {
      const centre = problem.centre === undefined ? 0 : problem.centre[j];
      return value + stretch * (value - centre);
    });
    const found = certifyDense(problem, cost, weights, dual, certifiedSlacks);
    if (found.gap < best.found.gap) best = { weights, found };
  }
  return best;
}

const ROUNDING_STRETCHES = [1e-15, 1e-14, 1e-13, 1e-12];
