/**
 * The query adapter: a d×d matrix W and an offset b that start at zero, q′ = q + W(q − μ) + b, so
 * that the score q′·Δ of pair i rises by
 *
 *   x_i·(W, b) = Δ_iᵀ W (q_i − μ) + b·Δ_i,   K_ij = ((q_i − μ)·(q_j − μ) + ρ)·(Δ_i·Δ_j)
 *
 *   min ½‖W‖² + ‖b‖²/(2ρ) + Σ c_t·max(0, m_t − x_t·(W, b)),   c_t = w_t·c
 *
 * W = Σ α_i Δ_i (q_i − μ)ᵀ and b = ρ Σ α_i Δ_i. The margin m_t is what the caller still asks for
 * after the unchanged query: usually m − q_t·Δ_t. Many pairs share a query, so queries are rows of
 * their own and `queryOf` names the row of each pair.
 */
import type { Residuals } from "./certificate.ts";
import { residuals } from "./certificate.ts";
import type { PairMatrix } from "./problem.ts";
import {
  checkCounts,
  checkMatrix,
  checkMemory,
  checkPairVectors,
  checkVector,
  COLUMN_COUNT_MAX,
  SolverInputError,
} from "./problem.ts";

export interface GramProblem {
  /** q, one row a query. */
  readonly queries: PairMatrix;
  /** Δ = d⁺ − d⁻, one row a pair, with as many columns as the queries. */
  readonly differences: PairMatrix;
  /** Query row of each pair. */
  readonly queryOf: Int32Array;
  /** μ; absent means 0. */
  readonly mean?: Float64Array | undefined;
  /** ρ ≥ 0: how cheap the offset b is; 0 forbids it. */
  readonly offsetScale: number;
  readonly weights?: Float64Array | undefined;
  readonly margins?: Float64Array | undefined;
}

/** The Gram matrix of more pairs than this is out of scope. */
export const GRAM_PAIR_COUNT_MAX = 20_000;

export function checkGramProblem(problem: GramProblem, memoryBytesMax: number): void {
  const { queries, differences, queryOf, offsetScale } = problem;
  const { rows, columns } = differences;
  checkCounts(rows, columns, COLUMN_COUNT_MAX);
  if (rows > GRAM_PAIR_COUNT_MAX) {
    const reason = `${rows} pairs, at most ${GRAM_PAIR_COUNT_MAX}`;
    throw new SolverInputError("limit_exceeded", "differences.rows", reason);
  }
  if (queries.columns !== columns) {
    const reason = `${queries.columns} columns, the differences have ${columns}`;
    throw new SolverInputError("shape_mismatch", "queries", reason);
  }
  checkMemory(8 * (rows * rows + queries.rows ** 2 + rows * columns), memoryBytesMax);
  checkMatrix("differences", differences);
  checkMatrix("queries", queries);
  if (queryOf.length !== rows) {
    const reason = `holds ${queryOf.length} numbers, ${rows} expected`;
    throw new SolverInputError("shape_mismatch", "queryOf", reason);
  }
  const outside = queryOf.findIndex((query) => query < 0 || query >= queries.rows);
  if (outside >= 0) {
    const reason = `query ${queryOf[outside]} is outside 0 .. ${queries.rows - 1}`;
    throw new SolverInputError("shape_mismatch", "queryOf", reason, { row: outside });
  }
  if (!(offsetScale >= 0) || !Number.isFinite(offsetScale)) {
    const reason = `${offsetScale} must be a finite number of at least 0`;
    throw new SolverInputError("not_finite", "offsetScale", reason);
  }
  checkPairVectors(problem, rows);
  checkVector("mean", problem.mean, columns, "column");
}

/** q − μ for every query, row-major. */
export function centredQueries({ queries, mean }: GramProblem): Float64Array {
  const { columns, data } = queries;
  return mean === undefined ? data : data.map((value, i) => value - mean[i % columns]);
}

/** (W, b): `matrix` is W row-major, `offset` is b. */
export interface Adapter {
  readonly matrix: Float64Array;
  readonly offset: Float64Array;
}

/** W = Σ α_i Δ_i (q_i − μ)ᵀ and b = ρ Σ α_i Δ_i: O(queries·d²), not O(T·d²). */
export function adapterOf(problem: GramProblem, dual: Float64Array): Adapter {
  const { queries, offsetScale } = problem;
  const { columns } = queries;
  const centred = centredQueries(problem);
  const pulls = pullsByQuery(problem, dual);
  const matrix = new Float64Array(columns * columns);
  const offset = new Float64Array(columns);
  for (let q = 0; q < queries.rows; q++) {
    const query = centred.subarray(q * columns, (q + 1) * columns);
    for (let i = 0; i < columns; i++) {
      const pull = pulls[q * columns + i];
      if (pull === 0) continue;
      offset[i] += offsetScale * pull;
      const row = i * columns;
      for (let j = 0; j < columns; j++) matrix[row + j] += pull * query[j];
    }
  }
  return { matrix, offset };
}

/** Σ of α_i Δ_i over the pairs of each query. */
function pullsByQuery(problem: GramProblem, dual: Float64Array): Float64Array {
  const { queries, differences, queryOf } = problem;
  const { columns, data } = differences;
  const pulls = new Float64Array(queries.rows * columns);
  for (let t = 0; t < dual.length; t++) {
    if (dual[t] === 0) continue;
    const at = queryOf[t] * columns;
    for (let j = 0; j < columns; j++) pulls[at + j] += dual[t] * data[t * columns + j];
  }
  return pulls;
}

/** x_t·(W, b) = Δ_t·(W(q_t − μ) + b) for every pair: exact float64 products with K. */
export function adapterProducts(problem: GramProblem, { matrix, offset }: Adapter): Float64Array {
  const { queries, differences, queryOf } = problem;
  const { columns, data } = differences;
  const centred = centredQueries(problem);
  const moved = new Float64Array(queries.rows * columns);
  for (let q = 0; q < queries.rows; q++) {
    for (let i = 0; i < columns; i++) {
      let sum = offset[i];
      for (let j = 0; j < columns; j++) sum += matrix[i * columns + j] * centred[q * columns + j];
      moved[q * columns + i] = sum;
    }
  }
  const out = new Float64Array(differences.rows);
  for (let t = 0; t < out.length; t++) {
    const at = queryOf[t] * columns;
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += data[t * columns + j] * moved[at + j];
    out[t] = sum;
  }
  return out;
}

/** c_t = w_t·cost: the cost of a Gram problem is per pair. */
export function pairBounds({ weights }: GramProblem, cost: number, count: number): Float64Array {
  return Float64Array.from(
    { length: count },
    (_, t) => cost * (weights === undefined ? 1 : weights[t]),
  );
}

/** Residuals of a Gram problem at `cost` per pair, from the queries and differences. */
export function certifyGram(
  problem: GramProblem,
  cost: number,
  adapter: Adapter,
  dual: Float64Array,
): Residuals {
  const { offsetScale, margins } = problem;
  const fresh = adapterOf(problem, dual);
  const products = adapterProducts(problem, adapter);
  const target = margins ?? new Float64Array(dual.length).fill(1);
  return residuals({
    slacks: products.map((product, t) => target[t] - product),
    centreSlacks: target,
    dual,
    unitCost: cost,
    pairWeights: problem.weights,
    squaredDistance: squaredNorm(adapter, offsetScale),
    squaredDualDistance: squaredNorm(fresh, offsetScale),
    stationarity: Math.max(
      largestDifference(adapter.matrix, fresh.matrix),
      largestDifference(adapter.offset, fresh.offset),
    ),
  });
}

/** ‖W‖² + ‖b‖²/ρ. */
function squaredNorm({ matrix, offset }: Adapter, offsetScale: number): number {
  let sum = 0;
  for (const value of matrix) sum += value * value;
  if (offsetScale > 0) for (const value of offset) sum += (value * value) / offsetScale;
  return sum;
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let [difference, largest] = [0, 1];
  for (let i = 0; i < a.length; i++) {
    difference = Math.max(difference, Math.abs(a[i] - b[i]));
    largest = Math.max(largest, Math.abs(a[i]));
  }
  return difference / largest;
}
