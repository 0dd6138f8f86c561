/**
 * The learned query adapter of a model: q′ = q + b + Σ_k left_k · (right_k · (q − μ)), q of unit
 * length, a matrix of low rank that starts at the identity (trainer/adapter). Factors are whole
 * numbers of one byte with a scale each. The adapted query scores passages beside the plain cosine;
 * it never replaces the query of the first stage.
 */

import { unitVector } from "../encoder/unit-vector.ts";

export interface QueryAdapter {
  readonly dimension: number;
  /** μ and b. */
  readonly mean: readonly number[];
  readonly offset: readonly number[];
  /** One factor after the other, each of `dimension` numbers in −127..127. */
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** One a factor. */
  readonly leftScales: readonly number[];
  readonly rightScales: readonly number[];
}

export const ADAPTER_RANK_MAX = 256;
export const ADAPTER_DIMENSION_MAX = 4000;

/** Null where the vector has no direction or another dimension. */
export function adaptQuery(adapter: QueryAdapter, vector: ArrayLike<number>): number[] | null {
  const { dimension, mean, offset, left, right, leftScales, rightScales } = adapter;
  const unit = unitVector(vector);
  if (unit === null || unit.length !== dimension) return null;
  const adapted = unit.map((value, j) => value + offset[j]!);
  for (const [factor, leftScale] of leftScales.entries()) {
    const start = factor * dimension;
    let share = 0;
    for (let j = 0; j < dimension; j += 1) share += right[start + j]! * (unit[j]! - mean[j]!);
    share *= rightScales[factor]! * leftScale;
    for (let j = 0; j < dimension; j += 1) adapted[j]! += share * left[start + j]!;
  }
  return adapted;
}
