/**
 * The band: the pairs near the margin, gathered into contiguous rows, so that Newton steps touch
 * only them. All other pairs are linear: those below their margin pull with their full c_t (kept as
 * the running sum Σ w_t d_t, which does not depend on C), those above do not pull at all.
 */
import type { RankingSvmProblem } from "./problem.ts";

/** One solve's mutable arrays, allocated once and reused for every C and round. */
export interface PathState {
  readonly rows: number;
  readonly columns: number;
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
  /** v₀ + Σ of α_t d_t over the pairs outside the band. */
  readonly base: Float64Array;
}

export function createPathState(problem: RankingSvmProblem): PathState {
  const { rows, columns, data } = problem.differences;
  const centre = problem.centre?.slice() ?? new Float64Array(columns);
  const state: PathState = {
    rows,
    columns,
    data,
    margins: problem.margins ?? new Float64Array(rows).fill(1),
    centre,
    weights: problem.weights?.slice() ?? new Float64Array(rows).fill(1),
    v: centre.slice(),
    share: new Float64Array(rows),
    slack: new Float64Array(rows),
    bounds: new Float64Array(rows),
    pull: new Float64Array(columns),
    isPulling: new Uint8Array(rows),
    band: createBand(rows, columns),
  };
  refreshSlacks(state);
  for (let t = 0; t < rows; t++) state.share[t] = state.slack[t] > 0 ? 1 : 0;
  return state;
}

function createBand(rows: number, columns: number): Band {
  return {
    count: 0,
    index: new Int32Array(rows),
    data: new Float64Array(rows * columns),
    bound: new Float64Array(rows),
    margin: new Float64Array(rows),
    slack: new Float64Array(rows),
    share: new Float64Array(rows),
    change: new Float64Array(rows),
    base: new Float64Array(columns),
  };
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
export function refreshSlacks({ rows, columns, data, margins, v, slack }: PathState): void {
  for (let t = 0, at = 0; t < rows; t++, at += columns) {
    slack[t] = margins[t] - rowProduct(data, at, v, columns);
  }
}

/** data[at .. at + n)·v with four running sums. */
export function rowProduct(data: Float64Array, at: number, v: Float64Array, n: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    s0 += data[at + j] * v[j];
    s1 += data[at + j + 1] * v[j + 1];
    s2 += data[at + j + 2] * v[j + 2];
    s3 += data[at + j + 3] * v[j + 3];
  }
  for (; j < n; j++) s0 += data[at + j] * v[j];
  return s0 + s1 + (s2 + s3);
}

/**
 * Gathers the pairs with |r_t| ≤ radius, and those strictly between the bounds; gives every other
 * pair the dual variable that its side of the margin demands.
 */
export function gatherBand(state: PathState, radius: number, unit: number): void {
  const { rows, columns, data, margins, slack, share, bounds, isPulling, centre, band } = state;
  let count = 0;
  for (let t = 0; t < rows; t++) {
    const r = slack[t];
    const isInside = Math.abs(r) <= radius || (share[t] > 0 && share[t] < 1);
    const shouldPull = !isInside && r > 0;
    if ((isPulling[t] === 1) !== shouldPull) movePull(state, t, shouldPull);
    if (!isInside) {
      share[t] = shouldPull ? 1 : 0;
      continue;
    }
    band.index[count] = t;
    band.bound[count] = bounds[t];
    band.margin[count] = margins[t];
    band.slack[count] = r;
    band.share[count] = share[t];
    const from = t * columns;
    const to = count * columns;
    for (let j = 0; j < columns; j++) band.data[to + j] = data[from + j];
    count++;
  }
  band.count = count;
  for (let j = 0; j < columns; j++) band.base[j] = unit * state.pull[j] + centre[j];
}

/** Writes the dual variables of the band back to their pairs. */
export function scatterShares(state: PathState): void {
  const { band, share } = state;
  for (let i = 0; i < band.count; i++) share[band.index[i]] = band.share[i];
}

function movePull(state: PathState, t: number, shouldPull: boolean): void {
  const { columns, data, weights, pull, isPulling } = state;
  const signed = shouldPull ? weights[t] : -weights[t];
  const at = t * columns;
  if (signed !== 0) for (let j = 0; j < columns; j++) pull[j] += signed * data[at + j];
  isPulling[t] = shouldPull ? 1 : 0;
}
