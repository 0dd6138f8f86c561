/**
 * Seeded problems of any shape: dense pairs with d columns, and query adapters for the Gram shape.
 */
import type { GramProblem } from "#trainer/solver/gram-problem.ts";
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { mulberry32 } from "#trainer/solver/seeded-order.ts";
import { nearNormal } from "./generated-pairs.ts";

/** Correlated columns around a planted direction; about a quarter of the pairs contradict it. */
export function growthProblem(rows: number, columns: number, seed: number): PairMatrix {
  const z = nearNormal(mulberry32(seed));
  const planted = Float64Array.from({ length: columns }, z);
  const data = new Float64Array(rows * columns);
  for (let t = 0; t < rows; t++) {
    const [shared, pull] = [z(), 0.7 + z()];
    for (let j = 0; j < columns; j++) {
      const along = (pull * planted[j]!) / Math.sqrt(columns);
      data[t * columns + j] = along + 0.5 * shared + z();
    }
  }
  return { rows, columns, data };
}

const PAIRS_PER_QUERY = 6.5;

/** Unit query vectors with a common part, and differences of two unit documents near each query. */
export function adapterProblem(rows: number, columns: number, seed: number): GramProblem {
  const z = nearNormal(mulberry32(seed));
  const queryCount = Math.ceil(rows / PAIRS_PER_QUERY);
  const common = Float64Array.from({ length: columns }, z);
  const queries = new Float64Array(queryCount * columns);
  for (let q = 0; q < queryCount; q++) {
    const query = unit(common.map((value) => value + z()));
    queries.set(query, q * columns);
  }
  const queryOf = Int32Array.from({ length: rows }, (_, t) => Math.floor(t / PAIRS_PER_QUERY));
  const differences = new Float64Array(rows * columns);
  const margins = new Float64Array(rows);
  for (let t = 0; t < rows; t++) {
    const query = queries.subarray(queryOf[t]! * columns, (queryOf[t]! + 1) * columns);
    const near = (closeness: number) => unit(query.map((value) => closeness * value * 12 + z()));
    const [positive, negative] = [near(1), near(0.85)];
    let score = 0;
    for (let j = 0; j < columns; j++) {
      const difference = positive[j]! - negative[j]!;
      differences[t * columns + j] = difference;
      score += query[j]! * difference;
    }
    margins[t] = 0.1 - score;
  }
  return {
    queries: { rows: queryCount, columns, data: queries },
    differences: { rows, columns, data: differences },
    queryOf,
    mean: meanOf(queries, columns),
    offsetScale: 0.01,
    margins,
  };
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function meanOf(rows: Float64Array, columns: number): Float64Array {
  const mean = new Float64Array(columns);
  for (const [i, value] of rows.entries()) mean[i % columns]! += (value * columns) / rows.length;
  return mean;
}
