/**
 * Semismooth Newton on the augmented Lagrangian of the ranking SVM, restricted to the band.
 *
 * With shares β_t = α_t/c_t and a smoothing width δ (the penalty of pair t is c_t/δ), one round
 * minimises over v
 *
 *   φ(v) = ½‖v − b‖² + Σ_band ψ_t(m_t − d_t·v),   ψ_t′(r) = c_t·clip(β_t + r/δ, 0, 1)
 *
 * with b = v₀ + Σ α_t d_t over the pairs outside the band:
 * a strongly convex, once differentiable, piecewise quadratic function: Newton's method with the
 * active pairs (0 < β_t + r_t/δ < 1) in the Hessian H = I + Σ_active (c_t/δ) d_t d_tᵀ and an exact
 * line search ends after finitely many steps. Then β_t ← clip(β_t + r_t/δ, 0, 1) and δ shrinks.
 * Li, Sun & Toh, A highly efficient semismooth Newton augmented Lagrangian method, SIAM J. Optim.
 * 28(1), 2018, Algorithms SSNAL and SSN; the width per margin unit instead of one σ is ours and
 * makes a round indifferent to the weights w_t. Cost of a step: O(n·d) + O(active·d²) + O(d³).
 */
import type { DenseKernels } from "#trainer/backend/dense-kernels.ts";
import type { Band } from "./band.ts";
import { setPulling } from "./band.ts";
import { choleskyFactor, choleskySolve } from "./cholesky.ts";

export interface NewtonSpace {
  readonly hessian: Float64Array;
  /** Band rows in the Hessian, and their c_t/δ. */
  readonly active: Int32Array;
  readonly curvature: Float64Array;
  readonly gradient: Float64Array;
  readonly step: Float64Array;
}

export function createNewtonSpace(
  kernels: DenseKernels,
  rows: number,
  columns: number,
): NewtonSpace {
  return {
    active: kernels.int32(rows + 1),
    curvature: kernels.float64(rows + 1),
    hessian: kernels.float64(columns * columns),
    gradient: new Float64Array(columns),
    step: kernels.float64(columns),
  };
}

/**
 * A round has converged when no margin of the band moved by more than this share of δ; that is also
 * the error it leaves in the shares, which matters once the shares are to be the answer.
 */
export const MOVE_SHARES = { rough: 0.1, exact: 1e-6 } as const;
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

export interface RoundSettings {
  /** δ. */
  readonly width: number;
  readonly moveShare: number;
  readonly newtonCountMax: number;
}

/** One round: v, the band's slacks and shares are updated in place. */
export function solveRound(
  band: Band,
  v: Float64Array,
  { width, moveShare, newtonCountMax }: RoundSettings,
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
    const moved = bandChange(band, step);
    const length = lineSearch(band, v, space, width);
    for (let j = 0; j < columns; j++) v[j] += length * step[j];
    for (let i = 0; i < band.count; i++) band.slack[i] -= length * band.change[i];
    newtonCount++;
    isConverged = moved * length <= moveShare * width;
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
  const { gradient, hessian, active, curvature } = space;
  const { count, data, bound, share, slack, isPulling, base } = band;
  let activeCount = 0;
  for (let i = 0; i < count; i++) {
    const z = share[i] + slack[i] / width;
    if ((isPulling[i] === 1) !== z >= 1) setPulling(band, i, z >= 1);
    if (z > 0 && z < 1 && bound[i] > 0) {
      active[activeCount] = i;
      curvature[activeCount++] = bound[i] / width;
    }
  }
  hessian.fill(0);
  for (let j = 0; j < columns; j++) {
    gradient[j] = v[j] - base[j];
    hessian[j * columns + j] = 1;
  }
  for (let n = 0; n < activeCount; n++) {
    const i = active[n];
    const at = i * columns;
    const alpha = bound[i] * (share[i] + slack[i] / width);
    for (let j = 0; j < columns; j++) gradient[j] -= alpha * data[at + j];
  }
  band.kernels.outerProducts(
    data,
    { index: active, scale: curvature, count: activeCount },
    hessian,
  );
}

/** ‖v − v₀ − Σ α_t d_t‖² at the shares of the band. */
export function squaredStationarity(band: Band, v: Float64Array, scratch: Float64Array): number {
  const columns = v.length;
  for (let i = 0; i < band.count; i++) setPulling(band, i, band.share[i] === 1);
  for (let j = 0; j < columns; j++) scratch[j] = v[j] - band.base[j];
  for (let i = 0, at = 0; i < band.count; i++, at += columns) {
    const alpha = band.isPulling[i] === 1 ? 0 : band.share[i] * band.bound[i];
    if (alpha === 0) continue;
    for (let j = 0; j < columns; j++) scratch[j] -= alpha * band.data[at + j];
  }
  let sum = 0;
  for (let j = 0; j < columns; j++) sum += scratch[j] * scratch[j];
  return sum;
}

/** d_t·p for the band; returns the largest absolute value. */
function bandChange({ kernels, data, count, change }: Band, step: Float64Array): number {
  kernels.products(data, count, step, change);
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(change[i]));
  return largest;
}

/**
 * A zero of the increasing, piecewise linear slope s ↦ φ′(v + s·p): the full step where its slope
 * is small enough, else a safeguarded secant.
 */
function lineSearch(
  band: Band,
  v: Float64Array,
  { gradient, step }: NewtonSpace,
  width: number,
): number {
  let distance = 0;
  let squared = 0;
  let first = 0;
  // At the start of the step the rows that pull are those with z ≥ 1, which is what `base` holds.
  for (let j = 0; j < v.length; j++) {
    distance += (v[j] - band.base[j]) * step[j];
    squared += step[j] * step[j];
    first += gradient[j] * step[j];
  }
  const slopeAt = (s: number) => distance + s * squared - bandSlope(band, width, s);
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

/** Σ c_t·clip(β_t + (r_t − s·q_t)/δ)·q_t over the band, without the pull that `base` holds. */
function bandSlope(band: Band, width: number, s: number): number {
  const { count, bound, share, slack, change, isPulling } = band;
  const inverse = 1 / width;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const z = share[i] + (slack[i] - s * change[i]) * inverse;
    const clipped = z <= 0 ? 0 : z >= 1 ? 1 : z;
    sum += (clipped - isPulling[i]) * bound[i] * change[i];
  }
  return sum;
}

function clip(share: number): number {
  if (share <= 0) return 0;
  return share >= 1 ? 1 : share;
}
