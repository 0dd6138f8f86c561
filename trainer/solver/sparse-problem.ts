/**
 * The ranking SVM of `problem.ts` with sparse rows and many columns (learned term weights: a column
 * a word, the centre v₀ a multiplier of 1 for each). Rows in compressed form: row t holds the
 * columns `columnIndex[rowStart[t] .. rowStart[t + 1])` with the matching `values`.
 */
import type { Residuals } from "./certificate.ts";
import { distances, residuals } from "./certificate.ts";
import {
  checkCounts,
  checkMemory,
  checkPairVectors,
  checkVector,
  SolverInputError,
} from "./problem.ts";

export interface SparsePairMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly rowStart: Int32Array;
  readonly columnIndex: Int32Array;
  readonly values: Float64Array;
}

/** Rows of values by name, in the order of each row; names that are no column are left out. */
export function compressedRows(
  rows: readonly ReadonlyMap<string, number>[],
  columns: ReadonlyMap<string, number>,
): SparsePairMatrix {
  const rowStart = new Int32Array(rows.length + 1);
  const columnIndex: number[] = [];
  const values: number[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [name, value] of row) {
      const column = columns.get(name);
      if (column === undefined) continue;
      columnIndex.push(column);
      values.push(value);
    }
    rowStart[index + 1] = values.length;
  }
  return {
    rows: rows.length,
    columns: columns.size,
    rowStart,
    columnIndex: Int32Array.from(columnIndex),
    values: Float64Array.from(values),
  };
}

export interface SparseRankingProblem {
  readonly differences: SparsePairMatrix;
  readonly weights?: Float64Array | undefined;
  readonly margins?: Float64Array | undefined;
  readonly centre?: Float64Array | undefined;
}

export const SPARSE_COLUMN_COUNT_MAX = 1_000_000;

export function checkSparseProblem(problem: SparseRankingProblem, memoryBytesMax: number): void {
  const { rows, columns } = problem.differences;
  checkCounts(rows, columns, SPARSE_COLUMN_COUNT_MAX);
  checkMemory(8 * (12 * rows + 4 * columns), memoryBytesMax);
  checkRows(problem.differences);
  checkPairVectors(problem, rows);
  checkVector("centre", problem.centre, columns, "column");
}

function refuse(field: string, reason: string, at: { row?: number } = {}): never {
  throw new SolverInputError("shape_mismatch", `differences.${field}`, reason, at);
}

function checkRows({ rows, columns, rowStart, columnIndex, values }: SparsePairMatrix): void {
  if (rowStart.length !== rows + 1) {
    refuse("rowStart", `holds ${rowStart.length} numbers, ${rows + 1} expected`);
  }
  if (rowStart[0] !== 0 || rowStart[rows] !== values.length) {
    refuse("rowStart", `must run from 0 to ${values.length}`);
  }
  if (columnIndex.length !== values.length) {
    refuse("columnIndex", `holds ${columnIndex.length} numbers, ${values.length} expected`);
  }
  for (let t = 0; t < rows; t++) {
    if (rowStart[t + 1] < rowStart[t]) refuse("rowStart", "must not decrease", { row: t });
  }
  for (let t = 0; t < rows; t++) {
    for (let k = rowStart[t]; k < rowStart[t + 1]; k++) {
      const column = columnIndex[k];
      if (column < 0 || column >= columns) {
        refuse("columnIndex", `${column} is outside 0 .. ${columns - 1}`, { row: t });
      }
      if (!Number.isFinite(values[k])) {
        const at = { row: t, column };
        throw new SolverInputError("not_finite", "differences", `${values[k]} is not finite`, at);
      }
    }
  }
}

/** d_t·v. */
export function sparseProduct(matrix: SparsePairMatrix, t: number, v: Float64Array): number {
  const { rowStart, columnIndex, values } = matrix;
  let sum = 0;
  for (let k = rowStart[t]; k < rowStart[t + 1]; k++) sum += values[k] * v[columnIndex[k]];
  return sum;
}

/** v += alpha·d_t. */
export function addSparseRow(
  matrix: SparsePairMatrix,
  t: number,
  alpha: number,
  v: Float64Array,
): void {
  const { rowStart, columnIndex, values } = matrix;
  for (let k = rowStart[t]; k < rowStart[t + 1]; k++) v[columnIndex[k]] += alpha * values[k];
}

/** m_t − d_t·v₀. */
export function centreSlacks(problem: SparseRankingProblem): Float64Array {
  const { differences, margins, centre } = problem;
  const out = new Float64Array(differences.rows).fill(1);
  if (margins !== undefined) out.set(margins);
  if (centre === undefined) return out;
  return out.map((margin, t) => margin - sparseProduct(differences, t, centre));
}

/** Residuals of a sparse problem at C = cost, from its rows. */
export function certifySparse(
  problem: SparseRankingProblem,
  cost: number,
  weights: Float64Array,
  dual: Float64Array,
): Residuals {
  const { differences, margins } = problem;
  const combination = new Float64Array(differences.columns);
  for (let t = 0; t < differences.rows; t++) {
    if (dual[t] !== 0) addSparseRow(differences, t, dual[t], combination);
  }
  const slacks = dual.map(
    (_, t) => (margins === undefined ? 1 : margins[t]) - sparseProduct(differences, t, weights),
  );
  return residuals({
    slacks,
    centreSlacks: centreSlacks(problem),
    dual,
    unitCost: cost / differences.rows,
    pairWeights: problem.weights,
    ...distances(weights, combination, problem.centre),
  });
}
