/**
 * Cholesky factorisation A = L·Lᵀ of a small symmetric positive definite matrix, in place in the
 * lower triangle (row-major), with the two triangular solves. Golub & Van Loan, Matrix
 * Computations, §4.2.5. O(n³/3) and O(n²); meant for n of a few dozen to a few thousand.
 */

/** A pivot that cancels to less than this share of its diagonal entry is rounding. */
const PIVOT_SHARE_MIN = 1e-15;

/**
 * False where a number is not finite. A pivot lost to rounding is raised to its noise level, so
 * that L·Lᵀ stays positive definite and a Newton step from it stays a descent direction.
 */
export function choleskyFactor(a: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const rowI = i * n;
    const diagonal = a[rowI + i];
    for (let j = 0; j <= i; j++) {
      const rowJ = j * n;
      let sum = a[rowI + j];
      for (let k = 0; k < j; k++) sum -= a[rowI + k] * a[rowJ + k];
      if (i === j) {
        const pivot = Math.max(sum, PIVOT_SHARE_MIN * diagonal);
        if (!(pivot > 0) || pivot === Number.POSITIVE_INFINITY) return false;
        a[rowI + i] = Math.sqrt(pivot);
      } else {
        a[rowI + j] = sum / a[rowJ + j];
      }
    }
  }
  return true;
}

/** Overwrites `b` with the solution of L·Lᵀ x = b. */
export function choleskySolve(l: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= l[i * n + k] * b[k];
    b[i] = sum / l[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const x = b[i] / l[i * n + i];
    b[i] = x;
    for (let k = 0; k < i; k++) b[k] -= l[i * n + k] * x;
  }
}
