/**
 * From a good guess to the exact optimum of the band: with the pairs on the margin (A), below it
 * (U, α = c) and above it (L, α = 0) known, the KKT conditions are linear,
 *
 *   v = u + D_Aᵀ α_A,   D_A v = m_A,   u = base + Σ_U c_t d_t
 *
 * and solved by a QR factorisation of D_Aᵀ (so that only the condition of D_A enters, not its
 * square). Pairs whose answer contradicts their state change it (primal-dual active set,
 * Hintermüller, Ito & Kunisch, SIAM J. Optim. 13(3), 2002); the first consistent state is the
 * optimum. A pair that depends on earlier ones keeps the dual variable it has. Failing is a value:
 * the caller goes on with another round.
 */
import type { DenseKernels } from "#trainer/backend/dense-kernels.ts";
import { rowProduct } from "#trainer/backend/dense-kernels.ts";
import type { Band } from "./band.ts";
import { setPulling } from "./band.ts";

const BELOW = 1;
const ABOVE = 2;
const ON_MARGIN = 3;

/** A column of D_Aᵀ whose remainder is below this share of its length depends on earlier ones. */
const DEPENDENT_SHARE = 1e-9;
/** Relative rounding allowed in the consistency check; the certificate is the real judge. */
const SHARE_SLACK = 1e-11;
const MARGIN_SLACK = 1e-11;

export interface PolishSpace {
  readonly state: Uint8Array;
  /** Band rows on the margin whose columns are independent, in the order of Q. */
  readonly chosen: Int32Array;
  /** Q (row i = i-th orthonormal vector) and R (R[i][k] = q_i·d_k, upper triangle). */
  readonly q: Float64Array;
  readonly r: Float64Array;
  readonly alpha: Float64Array;
  readonly residual: Float64Array;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

export function createPolishSpace(
  kernels: DenseKernels,
  rows: number,
  columns: number,
): PolishSpace {
  return {
    state: new Uint8Array(rows),
    chosen: new Int32Array(columns),
    q: new Float64Array(columns * columns),
    r: new Float64Array(columns * columns),
    alpha: new Float64Array(columns),
    residual: new Float64Array(columns),
    u: new Float64Array(columns),
    v: kernels.float64(columns),
  };
}

/** On success v, slacks and shares of the band are the exact optimum; otherwise nothing changed. */
export function polish(band: Band, v: Float64Array, countMax: number, space: PolishSpace): boolean {
  const { state } = space;
  for (let i = 0; i < band.count; i++) {
    const share = band.share[i];
    state[i] = share <= 0 || band.bound[i] === 0 ? ABOVE : share >= 1 ? BELOW : ON_MARGIN;
  }
  let before = Number.POSITIVE_INFINITY;
  for (let k = 0; k < countMax; k++) {
    const chosenCount = solveOnMargin(band, v.length, space);
    if (chosenCount < 0) return false;
    const moved = correctStates(band, chosenCount, space);
    if (moved === 0) {
      accept(band, v, chosenCount, space);
      return true;
    }
    // Near the optimum the corrections die out; growing ones mean that the guess was too far off.
    if (moved > before) return false;
    before = moved;
  }
  return false;
}

/** Solves the KKT system of the current state; −1 where a number stopped being finite. */
function solveOnMargin(band: Band, columns: number, space: PolishSpace): number {
  const { state, chosen, q, r, alpha, residual, u, v } = space;
  for (let i = 0; i < band.count; i++) setPulling(band, i, state[i] === BELOW);
  u.set(band.base);
  let count = 0;
  for (let i = 0; i < band.count; i++) {
    if (state[i] !== ON_MARGIN) continue;
    if (count < columns && orthogonalise(band, i, count, columns, q, r)) {
      chosen[count++] = i;
      continue;
    }
    const fixed = band.bound[i] * band.share[i];
    for (let j = 0; j < columns; j++) u[j] += fixed * band.data[i * columns + j];
  }
  v.set(u);
  alpha.fill(0, 0, count);
  // The second pass is one step of iterative refinement.
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < count; k++) {
      residual[k] = band.margin[chosen[k]] - rowProduct(band.data, chosen[k] * columns, v, columns);
    }
    solveTriangles(r, residual, count, columns);
    for (let k = 0; k < count; k++) {
      alpha[k] += residual[k];
      const at = chosen[k] * columns;
      for (let j = 0; j < columns; j++) v[j] += residual[k] * band.data[at + j];
    }
  }
  return v.every((value) => Number.isFinite(value)) ? count : -1;
}

/** Appends row i to Q and R by modified Gram–Schmidt, twice; false where it depends on Q. */
function orthogonalise(
  band: Band,
  i: number,
  count: number,
  columns: number,
  q: Float64Array,
  r: Float64Array,
): boolean {
  const at = count * columns;
  let before = 0;
  for (let j = 0; j < columns; j++) {
    const value = band.data[i * columns + j];
    q[at + j] = value;
    before += value * value;
  }
  for (let k = 0; k < count; k++) r[k * columns + count] = 0;
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < count; k++) {
      let product = 0;
      for (let j = 0; j < columns; j++) product += q[k * columns + j] * q[at + j];
      for (let j = 0; j < columns; j++) q[at + j] -= product * q[k * columns + j];
      r[k * columns + count] += product;
    }
  }
  let after = 0;
  for (let j = 0; j < columns; j++) after += q[at + j] * q[at + j];
  if (!(after > DEPENDENT_SHARE * DEPENDENT_SHARE * before)) return false;
  const length = Math.sqrt(after);
  for (let j = 0; j < columns; j++) q[at + j] /= length;
  r[count * columns + count] = length;
  return true;
}

/** Overwrites b with (RᵀR)⁻¹ b. */
function solveTriangles(r: Float64Array, b: Float64Array, count: number, columns: number): void {
  for (let k = 0; k < count; k++) {
    let sum = b[k];
    for (let i = 0; i < k; i++) sum -= r[i * columns + k] * b[i];
    b[k] = sum / r[k * columns + k];
  }
  for (let k = count - 1; k >= 0; k--) {
    let sum = b[k];
    for (let i = k + 1; i < count; i++) sum -= r[k * columns + i] * b[i];
    b[k] = sum / r[k * columns + k];
  }
}

/** Moves contradicting pairs to the state that their answer asks for; returns how many moved. */
function correctStates(band: Band, chosenCount: number, space: PolishSpace): number {
  const { state, chosen, alpha, v } = space;
  let moved = 0;
  for (let k = 0; k < chosenCount; k++) {
    const i = chosen[k];
    const share = alpha[k] / band.bound[i];
    if (share < -SHARE_SLACK) state[i] = ABOVE;
    else if (share > 1 + SHARE_SLACK) state[i] = BELOW;
    else continue;
    moved++;
  }
  band.kernels.products(band.data, band.count, v, band.change);
  for (let i = 0; i < band.count; i++) {
    if (band.bound[i] === 0) continue;
    const margin = band.margin[i];
    const slack = margin - band.change[i];
    const allowed = MARGIN_SLACK * Math.max(1, Math.abs(margin));
    const isPulled = state[i] !== ABOVE && slack < -allowed;
    const isLoose = state[i] !== BELOW && slack > allowed;
    if ((!isPulled && !isLoose) || isChosen(space, chosenCount, i)) continue;
    // A dependent pair that is off the margin after all takes the side it is on.
    if (state[i] === ON_MARGIN) state[i] = isPulled ? ABOVE : BELOW;
    else state[i] = ON_MARGIN;
    moved++;
  }
  return moved;
}

/**
 * Pairs that were just moved out of A sit exactly on the margin: rounding must not move them back.
 */
function isChosen(space: PolishSpace, chosenCount: number, i: number): boolean {
  for (let k = 0; k < chosenCount; k++) if (space.chosen[k] === i) return true;
  return false;
}

function accept(band: Band, v: Float64Array, chosenCount: number, space: PolishSpace): void {
  const { state, chosen, alpha } = space;
  v.set(space.v);
  for (let i = 0; i < band.count; i++) {
    if (state[i] === ABOVE) band.share[i] = 0;
    else if (state[i] === BELOW) band.share[i] = 1;
    band.slack[i] = band.margin[i] - rowProduct(band.data, i * v.length, v, v.length);
  }
  for (let k = 0; k < chosenCount; k++) {
    band.share[chosen[k]] = Math.min(1, Math.max(0, alpha[k] / band.bound[chosen[k]]));
  }
}
