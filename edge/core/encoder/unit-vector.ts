/**
 * A vector scaled to length 1, in double precision: the database keeps single precision, where lengths
 * beyond about 1e±38 would be zero or infinite. Null for a vector without a direction: empty, all
 * zeros, or with a value that is not finite.
 */
export function unitVector(vector: ArrayLike<number>): number[] | null {
  const values = Array.from(vector);
  if (!hasDirection(values)) {
    return null;
  }
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scaled = values.map((value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}

/** All values finite, one of them not 0. */
export const hasDirection = (vector: readonly number[]): boolean =>
  vector.every(Number.isFinite) && vector.some((value) => value !== 0);
