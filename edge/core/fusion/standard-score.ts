/**
 * Standard scores z = (s − mean) / population standard deviation. Values that are all the same get
 * 0: that is tested on the values, since the computed deviation of equal values is often 1e-15.
 */

export function standardScores(values: readonly number[]): number[] {
  if (values.every((value) => value === values[0])) return values.map(() => 0);
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const deviation = Math.sqrt(squares / values.length);
  return values.map((value) => (value - mean) / deviation);
}
