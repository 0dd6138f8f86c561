/**
 * The dual of a ranking SVM whose columns outnumber its pairs:
 *
 *   min over α   f(α) = ½ αᵀKα − bᵀα,   0 ≤ α_t ≤ c_t,   K = D·Dᵀ positive semidefinite
 *
 * Coordinate descent finds out which α_t are free (Hsieh et al., A dual coordinate descent method
 * for large-scale linear SVM, ICML 2008, Algorithm 1), conjugate gradients then solve for the free
 * ones together, K_FF d = r_F, followed by a projected line search (Moré & Toraldo, On the solution
 * of large quadratic programming problems with bound constraints, SIAM J. Optim. 1(1), 1991). With
 * r = b − Kα the gap is Σ (c_t·max(0, r_t) − α_t r_t) and free of cancellation. The operator K is a
 * port: sparse rows and a Gram matrix implement it.
 */
import { mulberry32 } from "./seeded-order.ts";
import type { SolverSettings } from "./settings.ts";
import type { SolverStatus } from "./status.ts";

/** K, b and the current α of one problem; implementations keep what makes r_t cheap. */
export interface BoxQuadratic {
  readonly size: number;
  /** K_tt. */
  readonly diagonal: Float64Array;
  readonly linear: Float64Array;
  readonly bounds: Float64Array;
  /** α, changed only through `add`. */
  readonly dual: Float64Array;
  /** r_t = b_t − (Kα)_t. */
  slackAt(t: number): number;
  /** α_t += delta. */
  add(t: number, delta: number): void;
  /** All r_t. */
  slacks(out: Float64Array): void;
  /** out_k = Σ_l K[free_k, free_l]·p_l. */
  multiplyFree(free: Int32Array, p: Float64Array, out: Float64Array): void;
}

export interface BoxOutcome {
  /** Sweeps of coordinate descent and steps of conjugate gradients. */
  readonly iterations: number;
  readonly stopped: Exclude<SolverStatus, "optimal">;
}

const SWEEP_COUNT = 6;
/** Steps of conjugate gradients: few while the free set still changes, more once it holds. */
const CG_COUNT_FIRST = 10;
const CG_COUNT_MAX = 400;
const CG_RESIDUAL_SHARE = 1e-4;
const HALVING_COUNT_MAX = 8;
/** Rounds without a smaller gap before the search is called stalled. */
const STALL_COUNT_MAX = 25;

/** Minimises f from the α that the operator holds; the certificate judges the result. */
export function minimiseBox(qp: BoxQuadratic, settings: SolverSettings): BoxOutcome {
  const slack = new Float64Array(qp.size);
  const order = Int32Array.from({ length: qp.size }, (_, t) => t);
  const random = mulberry32(qp.size);
  let candidates = order;
  let cgCount = CG_COUNT_FIRST;
  let iterations = 0;
  let best = Number.POSITIVE_INFINITY;
  let stallCount = 0;
  for (let round = 0; round < settings.sweepRoundCountMax; round++) {
    for (let k = 0; k < SWEEP_COUNT; k++) sweep(qp, candidates, random);
    iterations += SWEEP_COUNT;
    qp.slacks(slack);
    let progress = measureProgress(qp, slack);
    if (!Number.isFinite(progress.primal)) return { iterations, stopped: "numerical-error" };
    if (progress.gap > 0.5 * settings.tolGapRel * progress.primal) {
      const { count, isInside } = stepOnFree(qp, slack, cgCount);
      iterations += count;
      cgCount = isInside ? Math.min(CG_COUNT_MAX, 2 * cgCount) : CG_COUNT_FIRST;
      progress = measureProgress(qp, slack);
    }
    if (progress.gap <= 0.5 * settings.tolGapRel * progress.primal) {
      return { iterations, stopped: "inaccurate" };
    }
    stallCount = progress.gap < best ? 0 : stallCount + 1;
    best = Math.min(best, progress.gap);
    if (stallCount > STALL_COUNT_MAX) return { iterations, stopped: "inaccurate" };
    candidates = order.filter((t) => !isSettled(qp, slack, t, progress.violation));
  }
  return { iterations, stopped: "iteration-limit" };
}

/** One pass of coordinate descent over the candidates in a new random order. */
function sweep(qp: BoxQuadratic, candidates: Int32Array, random: () => number): void {
  const { dual, bounds, diagonal } = qp;
  for (let k = candidates.length - 1; k >= 0; k--) {
    const other = random() % (k + 1);
    const t = candidates[other];
    candidates[other] = candidates[k];
    candidates[k] = t;
    const r = qp.slackAt(t);
    const alpha = dual[t];
    // A row of zeros: its r never changes, so the bound on r's side is optimal.
    const wanted = diagonal[t] > 0 ? alpha + r / diagonal[t] : r > 0 ? bounds[t] : 0;
    const next = Math.min(bounds[t], Math.max(0, wanted));
    if (next !== alpha) qp.add(t, next - alpha);
  }
}

export interface BoxProgress {
  readonly gap: number;
  readonly primal: number;
  /** Largest |r_t| that contradicts the bound α_t sits at or the freedom it has. */
  readonly violation: number;
}

export function measureProgress(
  { dual, bounds, linear, size }: BoxQuadratic,
  slack: Float64Array,
): BoxProgress {
  let gap = 0;
  let primal = 0;
  let violation = 0;
  for (let t = 0; t < size; t++) {
    const r = slack[t];
    const loss = r > 0 ? bounds[t] * r : 0;
    gap += loss - dual[t] * r;
    primal += loss + 0.5 * dual[t] * (linear[t] - r);
    const isAllowed = (dual[t] <= 0 && r < 0) || (dual[t] >= bounds[t] && r > 0);
    if (!isAllowed) violation = Math.max(violation, Math.abs(r));
  }
  return { gap, primal, violation };
}

/** At a bound, and further on its side of the margin than any pair violates: skipped next time. */
function isSettled(qp: BoxQuadratic, slack: Float64Array, t: number, violation: number): boolean {
  const { dual, bounds } = qp;
  return (dual[t] <= 0 && slack[t] < -violation) || (dual[t] >= bounds[t] && slack[t] > violation);
}

interface FreeStep {
  /** Steps of conjugate gradients. */
  readonly count: number;
  /** The full step was taken and no variable was stopped by its bound. */
  readonly isInside: boolean;
}

/** Conjugate gradients on the free variables, then a projected line search. */
function stepOnFree(qp: BoxQuadratic, slack: Float64Array, cgCount: number): FreeStep {
  const { dual, bounds } = qp;
  const free = freeIndices(dual, bounds);
  if (free.length === 0) return { count: 0, isInside: false };
  const { direction, count } = conjugateGradients(qp, free, slack, cgCount);
  if (!direction.every((value) => Number.isFinite(value))) return { count, isInside: false };
  const start = Float64Array.from(free, (t) => dual[t]);
  const before = objective(qp, slack);
  let length = 1;
  for (let k = 0; k < HALVING_COUNT_MAX; k++) {
    const isInside = moveFree(qp, free, start, direction, length);
    qp.slacks(slack);
    // Near the optimum the change of f drowns in rounding; such a step is as good as none.
    if (objective(qp, slack) <= before + 1e-15 * Math.abs(before)) {
      return { count, isInside: isInside && k === 0 };
    }
    length /= 2;
  }
  moveFree(qp, free, start, direction, 0);
  qp.slacks(slack);
  return { count, isInside: false };
}

function freeIndices(dual: Float64Array, bounds: Float64Array): Int32Array {
  const free = new Int32Array(dual.length);
  let count = 0;
  for (let t = 0; t < dual.length; t++) if (dual[t] > 0 && dual[t] < bounds[t]) free[count++] = t;
  return free.subarray(0, count);
}

/** False where a bound stopped a variable. */
function moveFree(
  qp: BoxQuadratic,
  free: Int32Array,
  start: Float64Array,
  direction: Float64Array,
  length: number,
): boolean {
  let isInside = true;
  for (let k = 0; k < free.length; k++) {
    const t = free[k];
    const wanted = start[k] + length * direction[k];
    const next = Math.min(qp.bounds[t], Math.max(0, wanted));
    if (next !== wanted) isInside = false;
    if (next !== qp.dual[t]) qp.add(t, next - qp.dual[t]);
  }
  return isInside;
}

/** Solves K_FF d = r_F with the diagonal as preconditioner (Golub & Van Loan, Algorithm 11.5.1). */
function conjugateGradients(
  qp: BoxQuadratic,
  free: Int32Array,
  slack: Float64Array,
  countMax: number,
): { direction: Float64Array; count: number } {
  const n = free.length;
  const direction = new Float64Array(n);
  const residual = Float64Array.from(free, (t) => slack[t]);
  const scale = Float64Array.from(free, (t) => 1 / Math.max(qp.diagonal[t], Number.MIN_VALUE));
  const p = residual.map((value, k) => value * scale[k]);
  const product = new Float64Array(n);
  let rho = dotProduct(residual, p);
  const target = CG_RESIDUAL_SHARE * CG_RESIDUAL_SHARE * rho;
  let count = 0;
  while (count < countMax && rho > target) {
    qp.multiplyFree(free, p, product);
    const curvature = dotProduct(p, product);
    if (!(curvature > 0)) break;
    const length = rho / curvature;
    let next = 0;
    for (let k = 0; k < n; k++) {
      direction[k] += length * p[k];
      residual[k] -= length * product[k];
      next += residual[k] * residual[k] * scale[k];
    }
    const beta = next / rho;
    for (let k = 0; k < n; k++) p[k] = residual[k] * scale[k] + beta * p[k];
    rho = next;
    count++;
  }
  return { direction, count };
}

/** f = −½ Σ α_t (b_t + r_t). */
function objective({ dual, linear }: BoxQuadratic, slack: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < dual.length; t++) sum += dual[t] * (linear[t] + slack[t]);
  return -0.5 * sum;
}

function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
