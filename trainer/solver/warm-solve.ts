/**
 * One problem at one C from a warm start. Outer loop: gather the pairs near the margin, solve the
 * band, look at all pairs again. A wide band is solved at one smoothing width only, to learn where
 * the margin will be; a narrow band is solved to its exact optimum. The complementarity gap over
 * all pairs judges the outcome: where pairs outside the band changed sides so much that it grew,
 * the band was too narrow and the step is taken back.
 */
import { createPolishSpace, polish } from "./active-set-polish.ts";
import type { PolishSpace } from "./active-set-polish.ts";
import { createNewtonSpace, solveRound, squaredStationarity } from "./augmented-lagrangian.ts";
import type { NewtonSpace } from "./augmented-lagrangian.ts";
import { createPathState, gatherBand, refreshSlacks, scatterShares } from "./band.ts";
import type { PathState } from "./band.ts";
import type { RankingSvmProblem } from "./problem.ts";
import type { SolverSettings } from "./settings.ts";
import type { SolverStatus } from "./status.ts";

/** What is carried from one C, or one resample, to the next. */
export interface WarmState {
  readonly state: PathState;
  readonly newton: NewtonSpace;
  readonly polish: PolishSpace;
  /** The point of the smallest gap so far, to return to when a band was too narrow. */
  readonly bestV: Float64Array;
  readonly bestShare: Float64Array;
}

export interface SolveOutcome {
  /** Newton steps. */
  readonly iterations: number;
  /** Why the loop ended; the certificate decides whether the point is optimal. */
  readonly stopped: Exclude<SolverStatus, "optimal">;
}

/** First smoothing width, as a share of the root mean square of the slacks, and its floor. */
const FIRST_WIDTH_OF_SLACK = 0.2;
const FIRST_WIDTH_OF_MARGIN = 0.02;
/** A band of at most this many pairs per column is solved to its exact optimum. */
const EXACT_PAIRS_PER_COLUMN = 32;
/** The band keeps at least this many pairs per column while T allows it. */
const BAND_PAIRS_PER_COLUMN = 8;
/** With at most this many more active pairs than columns the exact optimum is tried. */
const POLISH_PAIRS_SPARE = 4;

export function createWarmState(problem: RankingSvmProblem): WarmState {
  const { rows, columns } = problem.differences;
  return {
    state: createPathState(problem),
    newton: createNewtonSpace(columns),
    polish: createPolishSpace(rows, columns),
    bestV: new Float64Array(columns),
    bestShare: new Float64Array(rows),
  };
}

/** Solves at the bounds that `state.bounds` holds (c_t = unit·w_t); v and the shares are updated. */
export function solveWarm(warm: WarmState, unit: number, settings: SolverSettings): SolveOutcome {
  const { state } = warm;
  const { band, v, rows } = state;
  const shrink = settings.widthShrink;
  let width = firstWidth(state);
  let radius = settings.bandWidths * width;
  let iterations = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < settings.roundCountMax; round++) {
    gatherBand(state, radius, unit);
    const solved = solveBand(warm, width, settings);
    iterations += solved.newtonCount;
    if (!solved.isFinite) return { iterations, stopped: "numerical-error" };
    scatterShares(state);
    refreshSlacks(state);
    const { complementarity, primal } = complementarityGap(state);
    if (complementarity + solved.inexactness <= 0.5 * settings.tolGapRel * primal) {
      return { iterations, stopped: "inaccurate" };
    }
    if (complementarity < best || band.count === rows) {
      if (complementarity < best) saveBest(warm);
      best = Math.min(best, complementarity);
      width = solved.width * shrink;
      if (band.count > BAND_PAIRS_PER_COLUMN * v.length) radius *= shrink;
    } else {
      restoreBest(warm);
      if (best === Number.POSITIVE_INFINITY) width /= shrink;
      radius /= shrink;
    }
  }
  return { iterations, stopped: "iteration-limit" };
}

interface BandOutcome {
  readonly newtonCount: number;
  readonly isFinite: boolean;
  /** The last smoothing width. */
  readonly width: number;
  /** ½‖v − v₀ − Σ α_t d_t‖²; 0 at an exact optimum of the band. */
  readonly inexactness: number;
}

function solveBand(warm: WarmState, firstWidth: number, settings: SolverSettings): BandOutcome {
  const { state, newton } = warm;
  const { band, v, problem } = state;
  const margins = (row: number) =>
    problem.margins === undefined ? 1 : problem.margins[band.index[row]];
  const isNarrow = band.count <= EXACT_PAIRS_PER_COLUMN * v.length;
  const roundCountMax = isNarrow ? settings.bandRoundCountMax : 1;
  let width = firstWidth;
  let newtonCount = 0;
  for (let k = 0; k < roundCountMax; k++) {
    if (k > 0) width *= settings.widthShrink;
    const result = solveRound(band, v, width, settings.newtonCountMax, newton);
    newtonCount += result.newtonCount;
    if (!result.isFinite) return { newtonCount, isFinite: false, width, inexactness: 0 };
    // Many more active pairs than columns: too early, or duplicates, which the last width sorts out.
    const isWorthATry =
      result.activeCount <= v.length + POLISH_PAIRS_SPARE || (isNarrow && k + 1 === roundCountMax);
    const isExact = isWorthATry && polish(band, v, margins, settings.polishCountMax, warm.polish);
    if (isExact) return { newtonCount, isFinite: true, width, inexactness: 0 };
  }
  const inexactness = 0.5 * squaredStationarity(band, v, newton.gradient);
  return { newtonCount, isFinite: true, width, inexactness };
}

function saveBest({ state, bestV, bestShare }: WarmState): void {
  bestV.set(state.v);
  bestShare.set(state.share);
}

function restoreBest({ state, bestV, bestShare }: WarmState): void {
  state.v.set(bestV);
  state.share.set(bestShare);
  refreshSlacks(state);
}

function firstWidth({ slack, rows, problem }: PathState): number {
  let sum = 0;
  let marginSum = 0;
  for (let t = 0; t < rows; t++) {
    sum += slack[t] * slack[t];
    const margin = problem.margins === undefined ? 1 : problem.margins[t];
    marginSum += margin * margin;
  }
  return Math.max(
    FIRST_WIDTH_OF_SLACK * Math.sqrt(sum / rows),
    FIRST_WIDTH_OF_MARGIN * Math.sqrt(marginSum / rows),
    Number.MIN_VALUE,
  );
}

/** Σ (c_t·max(0, r_t) − α_t r_t), the gap of an exact v(α) without cancellation; and primal(v). */
function complementarityGap(state: PathState): { complementarity: number; primal: number } {
  const { rows, slack, share, bounds, v, problem } = state;
  let complementarity = 0;
  let primal = 0;
  for (let t = 0; t < rows; t++) {
    const r = slack[t];
    const loss = r > 0 ? bounds[t] * r : 0;
    complementarity += loss - share[t] * bounds[t] * r;
    primal += loss;
  }
  for (let j = 0; j < v.length; j++) {
    const step = v[j] - (problem.centre === undefined ? 0 : problem.centre[j]);
    primal += 0.5 * step * step;
  }
  return { complementarity, primal };
}
