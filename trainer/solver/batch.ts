/**
 * B problems that share their pairs: every C for every resample of the pairs' weights (a bootstrap
 * draw, or a validation fold as a 0/1 weight; scale the weights where T should be the fold's own).
 * Each problem starts from the base problem's solution at the same C, moved by how far the last C of
 * the same resample lay from the base: resamples shift the whole path, so this guess is close and a
 * quarter of the usual first width is enough. Every problem gets its own certificate.
 */
import { refreshSlacks, replaceWeights } from "./band.ts";
import type { Certificate } from "./certificate.ts";
import {
  checkCosts,
  checkMemory,
  checkPairVectors,
  checkProblem,
  SolverInputError,
} from "./problem.ts";
import type { RankingSvmProblem } from "./problem.ts";
import { solveAtCost, solvePath } from "./regularization-path.ts";
import type { PathSolution } from "./regularization-path.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";
import type { SolverStatus } from "./status.ts";
import type { WarmState } from "./warm-solve.ts";
import { createWarmState } from "./warm-solve.ts";

/** One problem of a batch; the dual variables are certified and dropped (T numbers each). */
export interface BatchSolution {
  readonly resample: number;
  readonly cost: number;
  readonly weights: Float64Array;
  readonly status: SolverStatus;
  readonly certificate: Certificate;
}

export const RESAMPLE_COUNT_MAX = 10_000;
/** The guess of a resample is this much closer than the guess from the C before. */
const GUESS_WIDTH_SHARE = 0.25;

/** A warm start for one problem: v, and α_t/c_t for every pair. */
export interface StartingPoint {
  readonly weights: Float64Array;
  readonly shares: Float64Array;
}

/** Solves all costs for all resamples; the result runs over costs first, then over resamples. */
export function solveBatch(
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
  settings: Partial<SolverSettings> = {},
): BatchSolution[] {
  const chosen = withDefaults(settings);
  checkProblem(problem, chosen.memoryBytesMax);
  checkCosts(costs);
  checkResamples(problem, costs, resamples, chosen);
  const starts = solvePath(problem, costs, chosen).map((base) => startingPoint(problem, base));
  return solveResamples(problem, costs, resamples, starts, chosen);
}

export function checkResamples(
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
  settings: SolverSettings,
): void {
  const { rows, columns } = problem.differences;
  if (resamples.length > RESAMPLE_COUNT_MAX) {
    const reason = `${resamples.length} resamples, at most ${RESAMPLE_COUNT_MAX}`;
    throw new SolverInputError("limit_exceeded", "resamples", reason);
  }
  for (const weights of resamples) checkPairVectors({ weights }, rows);
  const numbers = costs.length * (rows + columns * resamples.length);
  checkMemory(8 * numbers, settings.memoryBytesMax);
}

/** The resamples from given starting points, one for each cost. */
export function solveResamples(
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
  starts: readonly StartingPoint[],
  settings: SolverSettings,
): BatchSolution[] {
  const warm = createWarmState(problem);
  const guessed = { ...settings, firstWidth: settings.firstWidth * GUESS_WIDTH_SHARE };
  const ascending = costs.map((_, i) => i).toSorted((a, b) => costs[a] - costs[b]);
  const shift = new Float64Array(problem.differences.columns);
  const solutions: BatchSolution[] = [];
  for (const [resample, weights] of resamples.entries()) {
    const resampled = { ...problem, weights };
    replaceWeights(warm.state, weights);
    shift.fill(0);
    for (const i of ascending) {
      placeAt(warm, starts[i], shift);
      const solved = solveAtCost(resampled, warm, costs[i], guessed);
      for (let j = 0; j < shift.length; j++) {
        shift[j] = solved.weights[j] - starts[i].weights[j];
      }
      const { cost, status, certificate } = solved;
      solutions[resample * costs.length + i] = {
        resample,
        cost,
        weights: solved.weights,
        status,
        certificate,
      };
    }
  }
  return solutions;
}

function startingPoint(problem: RankingSvmProblem, base: PathSolution): StartingPoint {
  const { dual, weights, cost } = base;
  const unit = cost / dual.length;
  // A pair of weight 0 in the base problem may count in a resample: its side decides its share.
  const shares = dual.map((alpha, t) => {
    const weight = problem.weights === undefined ? 1 : problem.weights[t];
    return weight > 0 ? Math.min(1, alpha / (unit * weight)) : 0;
  });
  return { weights, shares };
}

function placeAt({ state }: WarmState, start: StartingPoint, shift: Float64Array): void {
  for (let j = 0; j < shift.length; j++) state.v[j] = start.weights[j] + shift[j];
  state.share.set(start.shares);
  refreshSlacks(state);
}
