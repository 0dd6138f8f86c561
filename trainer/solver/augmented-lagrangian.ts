/**
 * Semismooth Newton on the augmented Lagrangian of the ranking SVM, restricted to the band.
 *
 * With shares β_t = α_t/c_t and a smoothing width δ (the penalty of pair t is c_t/δ), one round
 * minimises over v
 *
 *   φ(v) = ½‖v − base‖² + Σ_band ψ_t(m_t − d_t·v),   ψ_t′(r) = c_t·clip(β_t + r/δ, 0, 1)
 *
 * a strongly convex, once differentiable, piecewise quadratic function: Newton's method with the
 * active pairs (0 < β_t + r_t/δ < 1) in the Hessian H = I + Σ_active (c_t/δ) d_t d_tᵀ and an exact
 * line search ends after finitely many steps. Then β_t ← clip(β_t + r_t/δ, 0, 1) and δ shrinks.
 * Li, Sun & Toh, A highly efficient semismooth Newton augmented Lagrangian method, SIAM J. Optim.
 * 28(1), 2018, Algorithms SSNAL and SSN; the width per margin unit instead of one σ is ours and
 * makes a round indifferent to the weights w_t. Cost of a step: O(n·d) + O(active·d²) + O(d³).
 */
import type { Band } from "./band.ts";
import { rowProduct } from "./band.ts";
import { choleskyFactor, choleskySolve } from "./cholesky.ts";

export interface NewtonSpace {
  readonly hessian: Float64Array;
  readonly gradient: Float64Array;
  readonly step: Float64Array;
}

export function createNewtonSpace(columns: number): NewtonSpace {
  return {
    hessian: new Float64Array(columns * columns),
    gradient: new Float64Array(columns),
    step: new Float64Array(columns),
  };
}

/** A round has converged when no margin of the band moved by more than this share of δ. */
const MOVE_SHARE = 0.1;
const LINE_SEARCH_COUNT_MAX = 20;
/** The line search accepts a point whose slope fell to this share of the first. */
const SLOPE_SHARE = 0.2;

export interface RoundResult {
  readonly newtonCount: number;
  readonly activeCount: number;
  /** The last step moved no margin by more than a share of the width. */
  readonly isConverged: boolean;
  readonly isFinite: boolean;
}

/** One round: v, the band's slacks and shares are updated in place. */
export function solveRound(
  band: Band,
  v: Float64Array,
  width: number,
  newtonCountMax: number,
  space: NewtonSpace,
): RoundResult {
  const columns = v.length;
  const { gradient, hessian, step } = space;
  let newtonCount = 0;
  let isConverged = false;
  while (!isConverged && newtonCount < newtonCountMax) {
    assemble(band, v, width, space);
    for (let j = 0; j < columns; j++) step[j] = -gradient[j];
    if (!choleskyFactor(hessian, columns)) {
      return { newtonCount, activeCount: 0, isConverged, isFinite: false };
    }
    choleskySolve(hessian, columns, step);
    const moved = bandChange(band, step, columns);
    const length = lineSearch(band, v, step, width);
    for (let j = 0; j < columns; j++) v[j] += length * step[j];
    for (let i = 0; i < band.count; i++) band.slack[i] -= length * band.change[i];
    newtonCount++;
    isConverged = moved * length <= MOVE_SHARE * width;
  }
  let activeCount = 0;
  for (let i = 0; i < band.count; i++) {
    const share = clip(band.share[i] + band.slack[i] / width);
    if (share > 0 && share < 1) activeCount++;
    // Multipliers of a point that is no minimum of φ would send the next round astray.
    if (isConverged) band.share[i] = share;
  }
  return { newtonCount, activeCount, isConverged, isFinite: true };
}

/** Gradient and lower triangle of the Hessian of φ at v. */
function assemble(band: Band, v: Float64Array, width: number, space: NewtonSpace): void {
  const columns = v.length;
  const { gradient, hessian } = space;
  const { count, data, bound, share, slack, base } = band;
  hessian.fill(0);
  for (let j = 0; j < columns; j++) {
    gradient[j] = v[j] - base[j];
    hessian[j * columns + j] = 1;
  }
  for (let i = 0, at = 0; i < count; i++, at += columns) {
    const z = share[i] + slack[i] / width;
    if (z <= 0 || bound[i] === 0) continue;
    if (z >= 1) {
      const alpha = bound[i];
      for (let j = 0; j < columns; j++) gradient[j] -= alpha * data[at + j];
      continue;
    }
    const alpha = bound[i] * z;
    const curvature = bound[i] / width;
    for (let j = 0; j < columns; j++) {
      const value = data[at + j];
      gradient[j] -= alpha * value;
      const scaled = curvature * value;
      const row = j * columns;
      for (let k = 0; k <= j; k++) hessian[row + k] += scaled * data[at + k];
    }
  }
}

/** ‖v − base − Σ_band α_t d_t‖² at the shares of the band. */
export function squaredStationarity(band: Band, v: Float64Array, scratch: Float64Array): number {
  const columns = v.length;
  for (let j = 0; j < columns; j++) scratch[j] = v[j] - band.base[j];
  for (let i = 0, at = 0; i < band.count; i++, at += columns) {
    const alpha = band.share[i] * band.bound[i];
    if (alpha === 0) continue;
    for (let j = 0; j < columns; j++) scratch[j] -= alpha * band.data[at + j];
  }
  let sum = 0;
  for (let j = 0; j < columns; j++) sum += scratch[j] * scratch[j];
  return sum;
}

/** d_t·p for the band; returns the largest absolute value. */
function bandChange(band: Band, step: Float64Array, columns: number): number {
  let largest = 0;
  for (let i = 0, at = 0; i < band.count; i++, at += columns) {
    const change = rowProduct(band.data, at, step, columns);
    band.change[i] = change;
    largest = Math.max(largest, Math.abs(change));
  }
  return largest;
}

/**
 * A zero of the increasing, piecewise linear slope s ↦ φ′(v + s·p): the full step where its slope
 * is small enough, else a safeguarded secant.
 */
function lineSearch(band: Band, v: Float64Array, step: Float64Array, width: number): number {
  let distance = 0;
  let squared = 0;
  for (let j = 0; j < v.length; j++) {
    distance += (v[j] - band.base[j]) * step[j];
    squared += step[j] * step[j];
  }
  const slopeAt = (s: number) => distance + s * squared - bandSlope(band, width, s);
  const first = slopeAt(0);
  let [low, lowSlope, high, highSlope] = [0, first, 1, slopeAt(1)];
  if (Math.abs(highSlope) <= SLOPE_SHARE * Math.abs(first) || first >= 0) return 1;
  for (let k = 0; k < LINE_SEARCH_COUNT_MAX && highSlope < 0; k++) {
    [low, lowSlope] = [high, highSlope];
    high *= 2;
    highSlope = slopeAt(high);
  }
  let s = high;
  for (let k = 0; k < LINE_SEARCH_COUNT_MAX; k++) {
    const secant = low - (lowSlope * (high - low)) / (highSlope - lowSlope);
    // Kept off the ends, so that the bracket shrinks even where the slope is very uneven.
    const margin = 0.05 * (high - low);
    s = Math.min(high - margin, Math.max(low + margin, secant));
    const slope = slopeAt(s);
    if (Math.abs(slope) <= SLOPE_SHARE * Math.abs(first)) break;
    if (slope < 0) [low, lowSlope] = [s, slope];
    else [high, highSlope] = [s, slope];
  }
  return s;
}

/** Σ c_t·clip(β_t + (r_t − s·q_t)/δ)·q_t over the band. */
function bandSlope(band: Band, width: number, s: number): number {
  const { count, bound, share, slack, change } = band;
  const inverse = 1 / width;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const z = share[i] + (slack[i] - s * change[i]) * inverse;
    if (z <= 0) continue;
    sum += (z >= 1 ? bound[i] : bound[i] * z) * change[i];
  }
  return sum;
}

function clip(share: number): number {
  if (share <= 0) return 0;
  return share >= 1 ? 1 : share;
}
