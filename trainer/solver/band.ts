/**
 * The band: the pairs near the margin, gathered into contiguous rows, so that Newton steps touch
 * only them. All other pairs are linear: those below their margin pull with their full c_t (kept as
 * the running sum Σ w_t d_t, which does not depend on C), those above do not pull at all.
 */
import type { DenseKernels } from "#trainer/backend/dense-kernels.ts";
import {
  arrayBytes,
  createDenseKernels,
  createTypescriptKernels,
} from "#trainer/backend/dense-kernels.ts";
import type { RankingSvmProblem } from "./problem.ts";

/** One solve's mutable arrays, allocated once and reused for every C and round. */
export interface PathState {
  readonly rows: number;
  readonly columns: number;
  readonly kernels: DenseKernels;
  /** d_t, row-major. */
  readonly data: Float64Array;
  readonly margins: Float64Array;
  readonly centre: Float64Array;
  /** w_t of the current problem of a batch. */
  readonly weights: Float64Array;
  /** v. */
  readonly v: Float64Array;
  /** α_t / c_t in [0, 1], for every pair. */
  readonly share: Float64Array;
  /** r_t = m_t − d_t·v, for every pair. */
  readonly slack: Float64Array;
  /** c_t of the current C. */
  readonly bounds: Float64Array;
  /** Σ w_t d_t over the pairs with isPulling = 1. */
  readonly pull: Float64Array;
  readonly isPulling: Uint8Array;
  readonly band: Band;
}

export interface Band {
  readonly kernels: DenseKernels;
  count: number;
  /** Pair number of each band row. */
  readonly index: Int32Array;
  /** Gathered rows, row-major. */
  readonly data: Float64Array;
  readonly bound: Float64Array;
  readonly margin: Float64Array;
  readonly slack: Float64Array;
  readonly share: Float64Array;
  /** Change of the margins along a step. */
  readonly change: Float64Array;
  /** Like `isPulling` of the state, for the band's rows; the state learns of it by scattering. */
  readonly isPulling: Uint8Array;
  /** v₀ + the full pull c_t d_t of all pairs that pull, inside the band and outside. */
  readonly base: Float64Array;
}

/** Below this many numbers a WebAssembly memory costs more than its kernels save. */
const WASM_SIZE_MIN = 4_096;
/** Vectors of at most rows + columns + 1 numbers that one solve asks its kernels for. */
const VECTOR_COUNT = 20;

export function createPathState(problem: RankingSvmProblem): PathState {
  const { rows, columns } = problem.differences;
  const centre = problem.centre?.slice() ?? new Float64Array(columns);
  const isSmall = rows * columns < WASM_SIZE_MIN;
  const kernels = isSmall
    ? createTypescriptKernels(columns)
    : createDenseKernels(columns, stateBytes(rows, columns));
  const data = kernels.float64(rows * columns);
  data.set(problem.differences.data);
  const v = kernels.float64(columns);
  v.set(centre);
  const state: PathState = {
    rows,
    columns,
    kernels,
    data,
    margins: onesUnless(problem.margins, kernels, rows),
    centre,
    weights: onesUnless(problem.weights, kernels, rows),
    v,
    share: kernels.float64(rows),
    slack: kernels.float64(rows),
    bounds: kernels.float64(rows),
    pull: new Float64Array(columns),
    isPulling: new Uint8Array(rows),
    band: createBand(kernels, rows, columns),
  };
  refreshSlacks(state);
  for (let t = 0; t < rows; t++) state.share[t] = state.slack[t] > 0 ? 1 : 0;
  return state;
}

function onesUnless(
  given: Float64Array | undefined,
  kernels: DenseKernels,
  length: number,
): Float64Array {
  const out = kernels.float64(length);
  if (given === undefined) out.fill(1);
  else out.set(given);
  return out;
}

function createBand(kernels: DenseKernels, rows: number, columns: number): Band {
  return {
    kernels,
    count: 0,
    index: kernels.int32(rows + 1),
    data: kernels.float64(rows * columns),
    bound: kernels.float64(rows),
    margin: kernels.float64(rows),
    slack: kernels.float64(rows),
    share: kernels.float64(rows),
    change: kernels.float64(rows),
    isPulling: new Uint8Array(rows),
    base: new Float64Array(columns),
  };
}

/** Two matrices, the Newton matrix, and the vectors of state, band, Newton space and solve. */
function stateBytes(rows: number, columns: number): number {
  const matrices = 2 * arrayBytes(8 * rows * columns) + arrayBytes(8 * columns * columns);
  return matrices + VECTOR_COUNT * arrayBytes(8 * (rows + columns + 1));
}

/** Another resample of the same pairs: only the weights change, so only the pull is forgotten. */
export function replaceWeights(state: PathState, weights: Float64Array): void {
  state.weights.set(weights);
  state.pull.fill(0);
  state.isPulling.fill(0);
}

/** c_t = unit·w_t with unit = C/T. */
export function setBounds(state: PathState, unit: number): void {
  for (let t = 0; t < state.rows; t++) state.bounds[t] = unit * state.weights[t];
}

/** r_t = m_t − d_t·v for every pair. */
export function refreshSlacks({ rows, kernels, data, margins, v, slack }: PathState): void {
  kernels.products(data, rows, v, slack);
  for (let t = 0; t < rows; t++) slack[t] = margins[t] - slack[t];
}

/**
 * Gathers the pairs with |r_t| ≤ radius, and those strictly between the bounds; gives every other
 * pair the dual variable that its side of the margin demands.
 */
export function gatherBand(state: PathState, radius: number, unit: number): void {
  const { columns, data, pull, centre, band } = state;
  band.count = selectBand(state, radius);
  state.kernels.gatherRows(data, band.index, band.count, band.data);
  for (let j = 0; j < columns; j++) band.base[j] = unit * pull[j] + centre[j];
}

/** Everything of the band but its rows; returns their count. */
function selectBand(state: PathState, radius: number): number {
  const { margins, slack, share, bounds, isPulling, band } = state;
  const count = indexBand(state, radius);
  for (let i = 0; i < count; i++) {
    const t = band.index[i];
    band.bound[i] = bounds[t];
    band.margin[i] = margins[t];
    band.slack[i] = slack[t];
    band.share[i] = share[t];
    band.isPulling[i] = isPulling[t];
  }
  return count;
}

/** Lists the pairs of the band and settles all others; without a branch that mispredicts. */
function indexBand(state: PathState, radius: number): number {
  const { rows, slack, share, isPulling, band } = state;
  let count = 0;
  for (let t = 0; t < rows; t++) {
    const r = slack[t];
    const current = share[t];
    const isInside = Number(Math.abs(r) <= radius) | Number(current * (1 - current) !== 0);
    band.index[count] = t;
    count += isInside;
    const side = Number(r > 0);
    const differs = Number(current !== side) | Number(isPulling[t] !== side);
    if ((differs & (1 - isInside)) === 0) continue;
    if (isPulling[t] !== side) movePull(state, t, side === 1);
    share[t] = side;
  }
  return count;
}

/** Moves a band row in or out of the sum of full pulls. */
export function setPulling(band: Band, i: number, shouldPull: boolean): void {
  if ((band.isPulling[i] === 1) === shouldPull) return;
  const columns = band.base.length;
  const signed = shouldPull ? band.bound[i] : -band.bound[i];
  const at = i * columns;
  for (let j = 0; j < columns; j++) band.base[j] += signed * band.data[at + j];
  band.isPulling[i] = shouldPull ? 1 : 0;
}

/** Writes what the band's solve changed back to its pairs. */
export function scatterBand(state: PathState): void {
  const { band, share, isPulling } = state;
  for (let i = 0; i < band.count; i++) {
    const t = band.index[i];
    share[t] = band.share[i];
    if (isPulling[t] !== band.isPulling[i]) movePull(state, t, band.isPulling[i] === 1);
  }
}

function movePull(state: PathState, t: number, shouldPull: boolean): void {
  const { columns, data, weights, pull, isPulling } = state;
  const signed = shouldPull ? weights[t] : -weights[t];
  const at = t * columns;
  if (signed !== 0) for (let j = 0; j < columns; j++) pull[j] += signed * data[at + j];
  isPulling[t] = shouldPull ? 1 : 0;
}
