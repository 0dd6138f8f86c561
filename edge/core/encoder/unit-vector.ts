/**
 * A vector scaled to length 1, in double precision: the database keeps single precision, where lengths
 * beyond about 1e±38 would be zero or infinite. Null for a vector without a direction: empty, all
 * zeros, or with a value that is not finite.
 */
export function unitVector(vector: ArrayLike<number>): number[] | null {
  const values = Array.from(vector);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0 || !values.every(Number.isFinite)) {
    return null;
  }
  const scaled = values.map((value) => value / largest);
  const length = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
  return scaled.map((value) => value / length);
}
