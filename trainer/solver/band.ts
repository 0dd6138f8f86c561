/**
 * The band: the pairs near the margin, gathered into contiguous rows, so that Newton steps touch
 * only them. All other pairs are linear: those below their margin pull with their full c_t (kept as
 * the running sum Σ w_t d_t, which does not depend on C), those above do not pull at all.
 */
import type { RankingSvmProblem } from "./problem.ts";

/** One solve's mutable arrays, allocated once and reused for every C and round. */
export interface PathState {
  readonly problem: RankingSvmProblem;
  readonly rows: number;
  readonly columns: number;
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
  readonly slack: Float64Array;
  readonly share: Float64Array;
  /** Change of the margins along a step. */
  readonly change: Float64Array;
  /** v₀ + Σ of α_t d_t over the pairs outside the band. */
  readonly base: Float64Array;
}

export function createPathState(problem: RankingSvmProblem): PathState {
  const { rows, columns } = problem.differences;
  const v = new Float64Array(columns);
  if (problem.centre !== undefined) v.set(problem.centre);
  const state: PathState = {
    problem,
    rows,
    columns,
    v,
    share: new Float64Array(rows),
    slack: new Float64Array(rows),
    bounds: new Float64Array(rows),
    pull: new Float64Array(columns),
    isPulling: new Uint8Array(rows),
    band: {
      count: 0,
      index: new Int32Array(rows),
      data: new Float64Array(rows * columns),
      bound: new Float64Array(rows),
      slack: new Float64Array(rows),
      share: new Float64Array(rows),
      change: new Float64Array(rows),
      base: new Float64Array(columns),
    },
  };
  refreshSlacks(state);
  for (let t = 0; t < rows; t++) state.share[t] = state.slack[t] > 0 ? 1 : 0;
  return state;
}

/** r_t = m_t − d_t·v for every pair. */
export function refreshSlacks(state: PathState): void {
  const { rows, columns, v, slack, problem } = state;
  const { data } = problem.differences;
  const { margins } = problem;
  for (let t = 0, at = 0; t < rows; t++, at += columns) {
    slack[t] = (margins === undefined ? 1 : margins[t]) - rowProduct(data, at, v, columns);
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
  const { rows, columns, slack, share, bounds, isPulling, problem, band } = state;
  const { data } = problem.differences;
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
    band.slack[count] = r;
    band.share[count] = share[t];
    const from = t * columns;
    const to = count * columns;
    for (let j = 0; j < columns; j++) band.data[to + j] = data[from + j];
    count++;
  }
  band.count = count;
  const { centre } = problem;
  for (let j = 0; j < columns; j++) {
    band.base[j] = unit * state.pull[j] + (centre === undefined ? 0 : centre[j]);
  }
}

/** Writes the dual variables of the band back to their pairs. */
export function scatterShares(state: PathState): void {
  const { band, share } = state;
  for (let i = 0; i < band.count; i++) share[band.index[i]] = band.share[i];
}

function movePull(state: PathState, t: number, shouldPull: boolean): void {
  const { columns, pull, isPulling, problem } = state;
  const { data } = problem.differences;
  const weight = problem.weights === undefined ? 1 : problem.weights[t];
  const sign = shouldPull ? weight : -weight;
  const at = t * columns;
  if (sign !== 0) for (let j = 0; j < columns; j++) pull[j] += sign * data[at + j];
  isPulling[t] = shouldPull ? 1 : 0;
}
