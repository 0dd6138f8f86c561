/**
 * One problem at one C from a warm start. Outer loop: gather the pairs near the margin, solve the
 * band, look at all pairs again. A wide band is solved at one smoothing width only, to learn where
 * the margin will be; a narrow band is solved to its exact optimum. Where pairs outside the band
 * changed sides so much that the primal objective grew, the band was too narrow and the step is
 * taken back.
 */
import { createPolishSpace, polish } from "./active-set-polish.ts";
import type { PolishSpace } from "./active-set-polish.ts";
import {
  createNewtonSpace,
  MOVE_SHARES,
  solveRound,
  squaredStationarity,
} from "./augmented-lagrangian.ts";
import type { NewtonSpace } from "./augmented-lagrangian.ts";
import { createPathState, gatherBand, refreshSlacks, scatterBand, setBounds } from "./band.ts";
import type { Band, PathState } from "./band.ts";
import { hinge, type RankingSvmProblem } from "./problem.ts";
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
  /** Room for the slacks that a certificate computes. */
  readonly certifiedSlacks: Float64Array;
}

export interface SolveOutcome {
  /** Newton steps. */
  readonly iterations: number;
  /** Why the loop ended; the certificate decides whether the point is optimal. */
  readonly stopped: Exclude<SolverStatus, "optimal">;
}

/** The first smoothing width is at least this share of the root mean square of the margins m_t. */
const FIRST_WIDTH_OF_MARGIN = 0.01;
/** Smaller widths than this share of the first only add rounding. */
const NARROWEST_WIDTH = 1e-9;
/** A band of at most this many pairs per column is solved to its exact optimum. */
const EXACT_PAIRS_PER_COLUMN = 32;
/** The band keeps at least this many pairs per column while T allows it. */
const BAND_PAIRS_PER_COLUMN = 8;
/** With at most this many more active pairs than columns the exact optimum is tried. */
const POLISH_PAIRS_SPARE = 4;

/** Runs `solve` on a fresh warm state, whose memory serves the next problem afterwards. */
export function withWarmState<T>(problem: RankingSvmProblem, solve: (warm: WarmState) => T): T {
  const warm = createWarmState(problem);
  try {
    return solve(warm);
  } finally {
    warm.state.kernels.release();
  }
}

function createWarmState(problem: RankingSvmProblem): WarmState {
  const { rows, columns } = problem.differences;
  const state = createPathState(problem);
  return {
    state,
    newton: createNewtonSpace(state.kernels, rows, columns),
    polish: createPolishSpace(state.kernels, rows, columns),
    bestV: new Float64Array(columns),
    bestShare: state.kernels.float64(rows),
    certifiedSlacks: state.kernels.float64(rows),
  };
}

/** Solves with c_t = unit·w_t, unit = C/T; v and the shares of the state are updated. */
export function solveWarm(warm: WarmState, unit: number, settings: SolverSettings): SolveOutcome {
  const { state } = warm;
  const { band, v, rows } = state;
  const shrink = settings.widthShrink;
  setBounds(state, unit);
  const widest = widestWidth(state, settings.firstWidth);
  const narrowest = NARROWEST_WIDTH * widest;
  const isSmall = rows <= BAND_PAIRS_PER_COLUMN * v.length;
  let width = widest;
  let radius = isSmall ? Number.POSITIVE_INFINITY : settings.bandWidths * width;
  let iterations = 0;
  let bestPrimal = Number.POSITIVE_INFINITY;
  saveBest(warm);
  for (let round = 0; round < settings.roundCountMax; round++) {
    gatherBand(state, radius, unit);
    const solved = solveBand(warm, width, narrowest, settings);
    iterations += solved.newtonCount;
    scatterBand(state);
    refreshSlacks(state);
    const { complementarity, primal, mismatch } = complementarityGap(state);
    if (!solved.isFinite || !Number.isFinite(primal)) {
      restoreBest(warm);
      if (width >= widest) return { iterations, stopped: "numerical-error" };
      width = widest;
      continue;
    }
    const isClosed = complementarity + solved.inexactness <= 0.5 * settings.tolGapRel * primal;
    // An exact optimum over all pairs leaves only rounding, which no further round removes.
    if (isClosed || (solved.isExact && band.count === rows)) {
      return { iterations, stopped: "inaccurate" };
    }
    if (primal < bestPrimal || band.count === rows) {
      bestPrimal = Math.min(bestPrimal, primal);
      saveBest(warm);
      if (!solved.isConverged) width = solved.width / shrink;
      else if (solved.isExact) width = Math.min(widest, mismatch);
      else width = solved.width * shrink;
      if (!solved.isExact && band.count > BAND_PAIRS_PER_COLUMN * v.length) radius *= shrink;
    } else {
      const isTooNarrow = complementarity > 2 * bandComplementarity(band);
      restoreBest(warm);
      if (isTooNarrow) radius /= shrink;
      else width *= solved.isConverged ? shrink : 1 / shrink;
    }
    width = Math.max(narrowest, Math.min(widest / shrink, width));
  }
  return { iterations, stopped: "iteration-limit" };
}

interface BandOutcome {
  readonly newtonCount: number;
  readonly isFinite: boolean;
  readonly isConverged: boolean;
  /** The polish found the exact optimum of the band. */
  readonly isExact: boolean;
  /** The last smoothing width. */
  readonly width: number;
  /** ½‖v − v₀ − Σ α_t d_t‖²; 0 at an exact optimum of the band. */
  readonly inexactness: number;
}

function solveBand(
  warm: WarmState,
  firstWidth: number,
  narrowest: number,
  settings: SolverSettings,
): BandOutcome {
  const { state, newton } = warm;
  const { band, v } = state;
  const isNarrow = band.count <= EXACT_PAIRS_PER_COLUMN * v.length;
  const roundCountMax = isNarrow ? settings.bandRoundCountMax : 1;
  const moveShare = isNarrow ? MOVE_SHARES.exact : MOVE_SHARES.rough;
  let width = firstWidth;
  let newtonCount = 0;
  let isConverged = true;
  for (let k = 0; k < roundCountMax && isConverged; k++) {
    if (k > 0) width = Math.max(narrowest, width * settings.widthShrink);
    const { newtonCountMax } = settings;
    const result = solveRound(band, v, { width, moveShare, newtonCountMax }, newton);
    newtonCount += result.newtonCount;
    isConverged = result.isConverged;
    if (!result.isFinite) return { ...FAILED, newtonCount, width };
    // Many more active pairs than columns: too early, or duplicates, which the last width sorts
    // out.
    const isWorthATry =
      result.activeCount <= v.length + POLISH_PAIRS_SPARE || (isNarrow && k + 1 === roundCountMax);
    if (isWorthATry && polish(band, v, settings.polishCountMax, warm.polish)) {
      return { ...EXACT, newtonCount, width };
    }
  }
  const inexactness = 0.5 * squaredStationarity(band, v, newton.gradient);
  return { newtonCount, isFinite: true, isConverged, isExact: false, width, inexactness };
}

const FAILED = { isFinite: false, isConverged: false, isExact: false, inexactness: 0 } as const;
const EXACT = { isFinite: true, isConverged: true, isExact: true, inexactness: 0 } as const;

function saveBest({ state, bestV, bestShare }: WarmState): void {
  bestV.set(state.v);
  bestShare.set(state.share);
}

function restoreBest({ state, bestV, bestShare }: WarmState): void {
  state.v.set(bestV);
  state.share.set(bestShare);
  refreshSlacks(state);
}

function widestWidth({ slack, margins }: PathState, shareOfSlack: number): number {
  return Math.max(
    shareOfSlack * rootMeanSquare(slack),
    FIRST_WIDTH_OF_MARGIN * rootMeanSquare(margins),
    Number.MIN_VALUE,
  );
}

function rootMeanSquare(values: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) sum += values[t] * values[t];
  return Math.sqrt(sum / values.length);
}

interface Progress {
  /** Σ (c_t·max(0, r_t) − α_t r_t): the gap of an exact v(α), without cancellation. */
  readonly complementarity: number;
  readonly primal: number;
  /** Largest max(0, r_t) − β_t r_t: how far a pair is on the side that its α_t denies. */
  readonly mismatch: number;
}

function complementarityGap(state: PathState): Progress {
  const { rows, slack, share, bounds, v, centre } = state;
  let complementarity = 0;
  let primal = 0;
  let mismatch = 0;
  for (let t = 0; t < rows; t++) {
    const r = slack[t];
    const loss = hinge(r);
    const denied = loss - share[t] * r;
    complementarity += bounds[t] * denied;
    primal += bounds[t] * loss;
    mismatch = Math.max(mismatch, denied);
  }
  for (let j = 0; j < v.length; j++) {
    const step = v[j] - centre[j];
    primal += 0.5 * step * step;
  }
  return { complementarity, primal, mismatch };
}

/** The part of the complementarity gap that the band itself accounts for. */
function bandComplementarity({ count, slack, share, bound }: Band): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += bound[i] * (Math.max(0, slack[i]) - share[i] * slack[i]);
  }
  return sum;
}
