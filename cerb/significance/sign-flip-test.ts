/**
 * Paired randomization test by sign flips, exact: all 2^n assignments of signs to the n
 * differences, the observed one included (Fisher, 1935; Smucker, Allan and Carterette, CIKM 2007).
 *
 *   two-sided  #(|Σ ±δ| ≥ |Σ δ|) / 2^n
 *   greater    #(Σ ±δ ≥ Σ δ) / 2^n
 *   less       #(Σ ±δ ≤ Σ δ) / 2^n
 *
 * Sums closer than 1e-12 are equal. Time 2^n: for more differences use the bootstrap.
 */

export const SIGN_FLIP_COUNT_MAX = 20;
const EQUAL_MAX = 1e-12;

export interface TailCount {
  readonly count: number;
  readonly p: number;
}

export interface SignFlipTest {
  readonly assignments: number;
  readonly twoSided: TailCount;
  readonly greater: TailCount;
  readonly less: TailCount;
}

/** Calls `visit` with the sum of every assignment of signs. */
function eachSum(differences: readonly number[], visit: (sum: number) => void): void {
  function flip(index: number, sum: number): void {
    if (index === differences.length) {
      visit(sum);
      return;
    }
    flip(index + 1, sum + differences[index]!);
    flip(index + 1, sum - differences[index]!);
  }
  flip(0, 0);
}

export function signFlipTest(differences: readonly number[]): SignFlipTest {
  if (differences.length > SIGN_FLIP_COUNT_MAX) {
    throw new RangeError(`${differences.length} differences; at most ${SIGN_FLIP_COUNT_MAX}`);
  }
  let observed = 0;
  for (const difference of differences) observed += difference;
  let twoSided = 0;
  let greater = 0;
  let less = 0;
  eachSum(differences, (sum) => {
    if (Math.abs(sum) >= Math.abs(observed) - EQUAL_MAX) twoSided += 1;
    if (sum >= observed - EQUAL_MAX) greater += 1;
    if (sum <= observed + EQUAL_MAX) less += 1;
  });
  const assignments = 2 ** differences.length;
  const tail = (count: number): TailCount => ({ count, p: count / assignments });
  return { assignments, twoSided: tail(twoSided), greater: tail(greater), less: tail(less) };
}
