/**
 * The ranking SVM over T preference pairs and d features:
 *
 *   primal  min over v   ½‖v − v₀‖² + Σ_t c_t·max(0, m_t − d_t·v),   c_t = w_t·C/T
 *   dual    max over α   Σ_t α_t (m_t − d_t·v₀) − ½‖Σ_t α_t d_t‖²,   0 ≤ α_t ≤ c_t
 *
 * with d_t = x⁺_t − x⁻_t, weights w_t (a bootstrap resample changes nothing else), margins m_t and
 * the centre v₀; at the optimum v = v₀ + Σ α_t d_t. Shapes and numbers are checked here, once,
 * before any work; the solvers trust a checked problem.
 */

/** Rows are pairs, row-major: entry (t, j) is `data[t * columns + j]`. */
export interface PairMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

export interface RankingSvmProblem {
  readonly differences: PairMatrix;
  /** w_t ≥ 0; absent means 1 for every pair. */
  readonly weights?: Float64Array | undefined;
  /** m_t; absent means 1 for every pair. */
  readonly margins?: Float64Array | undefined;
  /** v₀; absent means 0. */
  readonly centre?: Float64Array | undefined;
}

export const PAIR_COUNT_MAX = 5_000_000;
export const COLUMN_COUNT_MAX = 4_096;
export const COST_COUNT_MAX = 1_000;

export type SolverInputCode =
  | "no_pairs"
  | "no_costs"
  | "shape_mismatch"
  | "not_finite"
  | "negative_weight"
  | "cost_not_positive"
  | "limit_exceeded"
  | "memory_exceeded";

/** A caller's mistake: which array, and where known which row and column (0-based). */
export class SolverInputError extends Error {
  readonly code: SolverInputCode;
  readonly field: string;
  readonly row: number | null;
  readonly column: number | null;

  constructor(
    code: SolverInputCode,
    field: string,
    reason: string,
    at: { row?: number; column?: number } = {},
  ) {
    const row = at.row === undefined ? "" : `, row ${at.row}`;
    const column = at.column === undefined ? "" : `, column ${at.column}`;
    super(`${field}${row}${column}: ${reason}`);
    this.name = "SolverInputError";
    this.code = code;
    this.field = field;
    this.row = at.row ?? null;
    this.column = at.column ?? null;
  }
}

/** Refuses a problem that the solvers could not answer honestly. */
export function checkProblem(problem: RankingSvmProblem, memoryBytesMax: number): void {
  const { rows, columns } = problem.differences;
  checkCounts(rows, columns, COLUMN_COUNT_MAX);
  // Margins, duals and the gathered band are a handful of columns beside a copy of the matrix.
  checkMemory(8 * rows * (2 * columns + 12), memoryBytesMax);
  checkMatrix("differences", problem.differences);
  checkPairVectors(problem, rows);
  checkVector("centre", problem.centre, columns, "column");
}

export function checkCounts(rows: number, columns: number, columnCountMax: number): void {
  if (!Number.isSafeInteger(rows) || rows < 0) {
    throw new SolverInputError("shape_mismatch", "differences.rows", `${rows} is not a count`);
  }
  if (!Number.isSafeInteger(columns) || columns < 1) {
    throw new SolverInputError(
      "shape_mismatch",
      "differences.columns",
      `${columns} is not a count`,
    );
  }
  if (rows === 0) throw new SolverInputError("no_pairs", "differences", "there are no pairs");
  if (rows > PAIR_COUNT_MAX) {
    const reason = `${rows} pairs, at most ${PAIR_COUNT_MAX}`;
    throw new SolverInputError("limit_exceeded", "differences.rows", reason);
  }
  if (columns > columnCountMax) {
    const reason = `${columns} columns, at most ${columnCountMax}`;
    throw new SolverInputError("limit_exceeded", "differences.columns", reason);
  }
}

/** Weights and margins have one entry a pair in every shape. */
export function checkPairVectors(
  problem: Pick<RankingSvmProblem, "weights" | "margins">,
  rows: number,
): void {
  checkVector("weights", problem.weights, rows, "row");
  checkVector("margins", problem.margins, rows, "row");
  const negative = problem.weights?.findIndex((weight) => weight < 0) ?? -1;
  if (negative >= 0) {
    const reason = `weight ${problem.weights?.[negative]} is negative`;
    throw new SolverInputError("negative_weight", "weights", reason, { row: negative });
  }
}

export function checkCosts(costs: readonly number[]): void {
  if (costs.length === 0)
    throw new SolverInputError("no_costs", "costs", "no value of C was given");
  if (costs.length > COST_COUNT_MAX) {
    const reason = `${costs.length} values, at most ${COST_COUNT_MAX}`;
    throw new SolverInputError("limit_exceeded", "costs", reason);
  }
  const bad = costs.findIndex((cost) => !(cost > 0) || !Number.isFinite(cost));
  if (bad >= 0) {
    const reason = `C = ${costs[bad]} must be a positive finite number`;
    throw new SolverInputError("cost_not_positive", "costs", reason, { row: bad });
  }
}

export function checkMemory(bytes: number, memoryBytesMax: number): void {
  if (bytes <= memoryBytesMax) return;
  const reason = `needs ${bytes} bytes, memoryBytesMax is ${memoryBytesMax}`;
  throw new SolverInputError("memory_exceeded", "memory", reason);
}

export function checkVector(
  field: string,
  vector: Float64Array | undefined,
  length: number,
  axis: "row" | "column",
): void {
  if (vector === undefined) return;
  if (vector.length !== length) {
    const reason = `holds ${vector.length} numbers, ${length} expected`;
    throw new SolverInputError("shape_mismatch", field, reason);
  }
  const bad = vector.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new SolverInputError("not_finite", field, `${vector[bad]} is not finite`, {
      [axis]: bad,
    });
  }
}

/** Refuses a matrix of another size than it says, and the first number that is not finite. */
export function checkMatrix(field: string, { rows, columns, data }: PairMatrix): void {
  if (data.length !== rows * columns) {
    const reason = `holds ${data.length} numbers, ${rows} × ${columns} expected`;
    throw new SolverInputError("shape_mismatch", field, reason);
  }
  if (areFinite(data)) return;
  const i = data.findIndex((value) => !Number.isFinite(value));
  const at = { row: Math.floor(i / columns), column: i % columns };
  throw new SolverInputError("not_finite", field, `${data[i]} is not finite`, at);
}

/** x − x is 0 for every finite x and NaN otherwise: sums without a branch per number. */
function areFinite(data: Float64Array): boolean {
  let even = 0;
  let odd = 0;
  let i = 0;
  for (; i + 1 < data.length; i += 2) {
    even += data[i] - data[i];
    odd += data[i + 1] - data[i + 1];
  }
  if (i < data.length) even += data[i] - data[i];
  return even + odd === 0;
}

/** max(0, r), without a branch that every second pair mispredicts. */
export const hinge = (slack: number): number => 0.5 * (slack + Math.abs(slack));

/** c_t = w_t·C/T written into `out`. */
export function boxBounds(
  problem: Pick<RankingSvmProblem, "weights">,
  cost: number,
  out: Float64Array,
): Float64Array {
  const { weights } = problem;
  const unit = cost / out.length;
  for (let t = 0; t < out.length; t++) out[t] = unit * (weights === undefined ? 1 : weights[t]);
  return out;
}
