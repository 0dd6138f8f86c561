/**
 * B problems that share their pairs: every C for every resample of the pairs' weights (a bootstrap
 * draw, or a validation fold as a 0/1 weight; scale the weights where T should be the fold's own).
 * Each problem starts from the base problem's solution at the same C, moved by how far the last C
 * of the same resample lay from the base: resamples shift the whole path, so this guess is close
 * and a quarter of the usual first width is enough. Every problem gets its own certificate.
 */
import type { PathState } from "./band.ts";
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
import { withWarmState } from "./warm-solve.ts";

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

/** Where each problem of a batch starts, and what is learnt from its solution. */
export interface WarmStarts {
  /** Sets v and the shares α_t/c_t; the slacks are those of v afterwards. */
  place(state: PathState, resample: number, costIndex: number): void;
  learn(resample: number, costIndex: number, weights: Float64Array): void;
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
  const starts = shiftedStarts(problem, solvePath(problem, costs, chosen));
  return solveResamples(problem, costs, resamples, starts, chosen);
}

/** Refuses resamples that do not fit the problem, before any work. */
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

/** Every problem from its start, certified in float64. */
export function solveResamples(
  problem: RankingSvmProblem,
  costs: readonly number[],
  resamples: readonly Float64Array[],
  starts: WarmStarts,
  settings: SolverSettings,
): BatchSolution[] {
  const guessed = { ...settings, firstWidth: settings.firstWidth * GUESS_WIDTH_SHARE };
  const ascending = costs.map((_, i) => i).toSorted((a, b) => costs[a] - costs[b]);
  const solutions: BatchSolution[] = [];
  return withWarmState(problem, (warm) => {
    for (const [resample, pairWeights] of resamples.entries()) {
      const resampled = { ...problem, weights: pairWeights };
      replaceWeights(warm.state, pairWeights);
      for (const i of ascending) {
        starts.place(warm.state, resample, i);
        const { cost, weights, status, certificate } = solveAtCost(
          resampled,
          warm,
          costs[i],
          guessed,
        );
        starts.learn(resample, i, weights);
        solutions[resample * costs.length + i] = { resample, cost, weights, status, certificate };
      }
    }
    return solutions;
  });
}

/** The base solution at the same C, moved by how far the resample lay from it at the C before. */
function shiftedStarts(problem: RankingSvmProblem, base: readonly PathSolution[]): WarmStarts {
  const shares = base.map((solution) => sharesOf(problem, solution));
  const shift = new Float64Array(problem.differences.columns);
  let shifted = -1;
  return {
    place(state, resample, costIndex) {
      if (resample !== shifted) shift.fill(0);
      shifted = resample;
      const { weights } = base[costIndex];
      for (let j = 0; j < shift.length; j++) state.v[j] = weights[j] + shift[j];
      state.share.set(shares[costIndex]);
      refreshSlacks(state);
    },
    learn(_resample, costIndex, weights) {
      for (let j = 0; j < shift.length; j++) shift[j] = weights[j] - base[costIndex].weights[j];
    },
  };
}

/** α_t/c_t; a pair of weight 0 in the base problem gets 0 and is sorted out by its side. */
function sharesOf(problem: RankingSvmProblem, { dual, cost }: PathSolution): Float64Array {
  const unit = cost / dual.length;
  return dual.map((alpha, t) => {
    const weight = problem.weights === undefined ? 1 : problem.weights[t];
    return weight > 0 ? Math.min(1, alpha / (unit * weight)) : 0;
  });
}
