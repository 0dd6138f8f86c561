/**
 * Means and population standard deviations of the features over all training candidates. They are
 * part of the model; applying them is edge/core's (`linearScores`).
 */
import type { CandidateGroup } from "./candidate-group.ts";

export interface Standardization {
  readonly means: readonly number[];
  /** 1 where the column is constant. */
  readonly scales: readonly number[];
}

/**
 * A deviation below this share of the largest value is rounding: the column is constant, and
 * dividing by it would only amplify the rounding.
 */
const CONSTANT_SHARE_MAX = 1e-12;

/** Of groups with the same columns. Without candidates: means 0, scales 1. */
export function fitStandardization(
  groups: readonly CandidateGroup[],
  columns: number,
): Standardization {
  let rows = 0;
  for (const { ids } of groups) rows += ids.length;
  const divisor = Math.max(1, rows);
  const means = new Float64Array(columns);
  const largest = new Float64Array(columns);
  eachValue(groups, columns, (column, value) => {
    means[column]! += value / divisor;
    largest[column] = Math.max(largest[column]!, Math.abs(value));
  });
  const variances = new Float64Array(columns);
  eachValue(groups, columns, (column, value) => {
    variances[column]! += (value - means[column]!) ** 2 / divisor;
  });
  const scales = Array.from(variances, (variance, column) => {
    const deviation = Math.sqrt(variance);
    return deviation > CONSTANT_SHARE_MAX * largest[column]! ? deviation : 1;
  });
  return { means: [...means], scales };
}

function eachValue(
  groups: readonly CandidateGroup[],
  columns: number,
  visit: (column: number, value: number) => void,
): void {
  for (const { values } of groups) {
    for (let at = 0; at < values.length; at += 1) visit(at % columns, values[at]!);
  }
}
