/**
 * The certified path of C for a dense problem: values of C ascending, each warm-started from the
 * one before, because the solution moves little and the shares α_t/c_t hardly at all. A round is
 * an augmented-Lagrangian solve on the band (`augmented-lagrangian.ts`), then an attempt at the
 * exact optimum (`active-set-polish.ts`); the gap decides when to stop, and `certificate.ts`
 * recomputes everything from the original data afterwards.
 */
import { polish, createPolishSpace } from "./active-set-polish.ts";
import type { PolishSpace } from "./active-set-polish.ts";
import { createNewtonSpace, solveRound, squaredStationarity } from "./augmented-lagrangian.ts";
import type { NewtonSpace } from "./augmented-lagrangian.ts";
import { createPathState, gatherBand, refreshSlacks, scatterShares } from "./band.ts";
import type { PathState } from "./band.ts";
import type { Certificate } from "./certificate.ts";
import { certifiedStatus, certifyDense } from "./certificate.ts";
import type { RankingSvmProblem } from "./problem.ts";
import { boxBounds, checkCosts, checkProblem } from "./problem.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";
import type { SolverStatus } from "./status.ts";

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
  const path = createPath(problem);
  const ascending = costs.map((_, i) => i).toSorted((a, b) => costs[a] - costs[b]);
  const solutions: PathSolution[] = [];
  for (const i of ascending) solutions[i] = solveAtCost(path, costs[i], chosen);
  return solutions;
}

/** The band keeps at least this many pairs per column while T allows it. */
const BAND_PER_COLUMN = 8;

/** The warm state that is carried from one C to the next. */
interface Path {
  readonly state: PathState;
  readonly newton: NewtonSpace;
  readonly polish: PolishSpace;
  /** The point of the smallest gap so far at this C, to return to when a band was too narrow. */
  readonly bestV: Float64Array;
  readonly bestShare: Float64Array;
}

function createPath(problem: RankingSvmProblem): Path {
  const { rows, columns } = problem.differences;
  return {
    state: createPathState(problem),
    newton: createNewtonSpace(columns),
    polish: createPolishSpace(rows, columns),
    bestV: new Float64Array(columns),
    bestShare: new Float64Array(rows),
  };
}

function solveAtCost(path: Path, cost: number, settings: SolverSettings): PathSolution {
  const started = performance.now();
  const { state } = path;
  boxBounds(state.problem, cost, state.bounds);
  const { iterations, stopped } = runRounds(path, cost, settings);
  const dual = new Float64Array(state.rows);
  for (let t = 0; t < state.rows; t++) dual[t] = state.share[t] * state.bounds[t];
  const weights = state.v.slice();
  const found = certifyDense(state.problem, cost, weights, dual);
  const status = certifiedStatus(found, settings.tolGapRel, stopped);
  const ms = performance.now() - started;
  return { cost, weights, dual, status, certificate: { ...found, iterations, ms, status } };
}

type Stopped = Exclude<SolverStatus, "optimal">;

function runRounds(
  path: Path,
  cost: number,
  settings: SolverSettings,
): { iterations: number; stopped: Stopped } {
  const { state, newton } = path;
  const { band, v, problem, rows } = state;
  const unit = cost / rows;
  const margins = (row: number) =>
    problem.margins === undefined ? 1 : problem.margins[band.index[row]];
  let width = firstWidth(path);
  let radius = settings.bandWidths * width;
  let iterations = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < settings.roundCountMax; round++) {
    gatherBand(state, radius, unit);
    const result = solveRound(band, v, width, settings.newtonCountMax, newton);
    iterations += result.newtonCount;
    if (!result.isFinite) return { iterations, stopped: "numerical-error" };
    const isExact =
      result.activeCount <= 2 * v.length &&
      polish(band, v, margins, settings.polishCountMax, path.polish);
    const inexactness = isExact ? 0 : 0.5 * squaredStationarity(band, v, newton.gradient);
    scatterShares(state);
    refreshSlacks(state);
    const gapRel = relativeGap(state, inexactness);
    if (gapRel <= 0.5 * settings.tolGapRel) return { iterations, stopped: "inaccurate" };
    if (gapRel < best || band.count === rows) {
      if (gapRel < best) saveBest(path);
      best = Math.min(best, gapRel);
      width *= settings.widthShrink;
      if (band.count > BAND_PER_COLUMN * v.length) radius *= settings.widthShrink;
    } else {
      restoreBest(path);
      radius /= settings.widthShrink;
    }
  }
  return { iterations, stopped: "iteration-limit" };
}

function saveBest(path: Path): void {
  path.bestV.set(path.state.v);
  path.bestShare.set(path.state.share);
}

function restoreBest(path: Path): void {
  path.state.v.set(path.bestV);
  path.state.share.set(path.bestShare);
  refreshSlacks(path.state);
}

function firstWidth(path: Path): number {
  const { slack, rows, problem } = path.state;
  let sum = 0;
  let marginSum = 0;
  for (let t = 0; t < rows; t++) {
    sum += slack[t] * slack[t];
    const margin = problem.margins === undefined ? 1 : problem.margins[t];
    marginSum += margin * margin;
  }
  return Math.max(0.5 * Math.sqrt(sum / rows), 0.1 * Math.sqrt(marginSum / rows), Number.MIN_VALUE);
}

/**
 * The gap by way of complementarity, Σ (c_t·max(0, r_t) − α_t r_t) + ½‖v − v₀ − Σ α_t d_t‖², which
 * has no cancellation, relative to the primal objective.
 */
function relativeGap(state: PathState, inexactness: number): number {
  const { rows, slack, share, bounds, v, problem } = state;
  let gap = inexactness;
  let primal = 0;
  for (let t = 0; t < rows; t++) {
    const r = slack[t];
    const loss = r > 0 ? bounds[t] * r : 0;
    gap += loss - share[t] * bounds[t] * r;
    primal += loss;
  }
  for (let j = 0; j < v.length; j++) {
    const step = v[j] - (problem.centre === undefined ? 0 : problem.centre[j]);
    primal += 0.5 * step * step;
  }
  return gap === 0 ? 0 : gap / primal;
}
