/**
 * Numbers over many cases: the mean where a measure is defined, with its count, the lower bound
 * with undefined as 0, and percentiles by nearest rank. Nothing is rounded here.
 */

export interface Aggregate {
  /** Null when the measure is defined nowhere. */
  readonly mean: number | null;
  /** Cases in which the measure is defined. */
  readonly count: number;
  /** Undefined counts 0; null when there is no case. */
  readonly lowerBound: number | null;
}

export function aggregate(values: readonly (number | null)[]): Aggregate {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return {
    mean: count === 0 ? null : sum / count,
    count,
    lowerBound: values.length === 0 ? null : sum / values.length,
  };
}

/** The smallest value with at least `share` (0 < share ≤ 1) of the values at or below it. */
export function nearestRank(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  // 0.07 · 100 is 7.000000000000001: a rank must not rise by a rounding error.
  const rank = Math.ceil(share * values.length - 1e-9);
  return sorted[Math.max(1, rank) - 1]!;
}
