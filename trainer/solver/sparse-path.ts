/**
 * The certified path of C for sparse rows: the dual of `box-quadratic.ts` with v kept beside α, so
 * that one coordinate costs two passes over one row. Values of C ascend; an α_t at its bound stays
 * at its bound, a free one keeps its value.
 */
import type { BoxQuadratic } from "./box-quadratic.ts";
import { minimiseBox } from "./box-quadratic.ts";
import { certifiedStatus } from "./certificate.ts";
import type { RankingSvmProblem } from "./problem.ts";
import { boxBounds, checkCosts } from "./problem.ts";
import type { PathSolution } from "./regularization-path.ts";
import { solvePath } from "./regularization-path.ts";
import type { SolverSettings } from "./settings.ts";
import { withDefaults } from "./settings.ts";
import type { SparsePairMatrix, SparseRankingProblem } from "./sparse-problem.ts";
import {
  addSparseRow,
  centreSlacks,
  certifySparse,
  checkSparseProblem,
  sparseProduct,
} from "./sparse-problem.ts";

/** At most this many columns are the dense solver's case: its cost does not grow with C. */
export const DENSE_COLUMN_COUNT_MAX = 128;
/** Where T exceeds the columns and C is huge, coordinates crawl; up to here dense takes over. */
const DENSE_RESCUE_COLUMN_COUNT_MAX = 1_024;
const DENSE_RESCUE_SIZE_MAX = 20_000_000;

/** Solves the sparse problem at every C, in the order given; errors as in `solvePath`. */
export function solveSparse(
  problem: SparseRankingProblem,
  costs: readonly number[],
  settings: Partial<SolverSettings> = {},
): PathSolution[] {
  const chosen = withDefaults(settings);
  checkSparseProblem(problem, chosen.memoryBytesMax);
  checkCosts(costs);
  if (problem.differences.columns <= DENSE_COLUMN_COUNT_MAX) {
    return solvePath(writtenOut(problem), costs, chosen);
  }
  const qp = new SparseQuadratic(problem.differences, centreSlacks(problem));
  const ascending = costs.map((_, i) => i).toSorted((a, b) => costs[a] - costs[b]);
  const solutions: PathSolution[] = [];
  for (const i of ascending) {
    const solution = solveAtCost(problem, qp, costs[i], chosen);
    const isHard = solution.status !== "optimal" && isDenseAffordable(problem.differences);
    solutions[i] = isHard ? solvePath(writtenOut(problem), [costs[i]], chosen)[0] : solution;
  }
  return solutions;
}

function solveAtCost(
  problem: SparseRankingProblem,
  qp: SparseQuadratic,
  cost: number,
  settings: SolverSettings,
): PathSolution {
  const started = performance.now();
  qp.changeBounds(boxBounds(problem, cost, new Float64Array(qp.size)));
  const { iterations, stopped } = minimiseBox(qp, settings);
  const dual = qp.dual.slice();
  const weights = qp.combination(problem.centre);
  const found = certifySparse(problem, cost, weights, dual);
  const status = certifiedStatus(found, settings.tolGapRel, stopped);
  const ms = performance.now() - started;
  return { cost, weights, dual, status, certificate: { ...found, iterations, ms, status } };
}

function isDenseAffordable({ rows, columns }: SparsePairMatrix): boolean {
  return columns <= DENSE_RESCUE_COLUMN_COUNT_MAX && rows * columns <= DENSE_RESCUE_SIZE_MAX;
}

function writtenOut(problem: SparseRankingProblem): RankingSvmProblem {
  const { rows, columns } = problem.differences;
  const data = new Float64Array(rows * columns);
  for (let t = 0; t < rows; t++) {
    addSparseRow(problem.differences, t, 1, data.subarray(t * columns, (t + 1) * columns));
  }
  return { ...problem, differences: { rows, columns, data } };
}

class SparseQuadratic implements BoxQuadratic {
  readonly size: number;
  readonly diagonal: Float64Array;
  readonly linear: Float64Array;
  readonly bounds: Float64Array;
  readonly dual: Float64Array;
  readonly #matrix: SparsePairMatrix;
  /** Σ α_t d_t = v − v₀. */
  readonly #v: Float64Array;
  readonly #scratch: Float64Array;

  constructor(matrix: SparsePairMatrix, linear: Float64Array) {
    this.size = matrix.rows;
    this.linear = linear;
    this.bounds = new Float64Array(matrix.rows);
    this.dual = new Float64Array(matrix.rows);
    this.#matrix = matrix;
    this.#v = new Float64Array(matrix.columns);
    this.#scratch = new Float64Array(matrix.columns);
    this.diagonal = this.dual.map((_, t) => {
      addSparseRow(matrix, t, 1, this.#scratch);
      const square = sparseProduct(matrix, t, this.#scratch);
      this.#clearRow(t);
      return square;
    });
  }

  slackAt(t: number): number {
    return this.linear[t] - sparseProduct(this.#matrix, t, this.#v);
  }

  add(t: number, delta: number): void {
    this.dual[t] += delta;
    addSparseRow(this.#matrix, t, delta, this.#v);
  }

  slacks(out: Float64Array): void {
    for (let t = 0; t < this.size; t++) out[t] = this.slackAt(t);
  }

  multiplyFree(free: Int32Array, p: Float64Array, out: Float64Array): void {
    const scratch = this.#scratch;
    for (let k = 0; k < free.length; k++) addSparseRow(this.#matrix, free[k], p[k], scratch);
    for (let k = 0; k < free.length; k++) out[k] = sparseProduct(this.#matrix, free[k], scratch);
    for (let k = 0; k < free.length; k++) this.#clearRow(free[k]);
  }

  /** Another C: what was at its bound goes to the new bound. */
  changeBounds(bounds: Float64Array): void {
    for (let t = 0; t < this.size; t++) {
      const isAtBound = this.dual[t] >= this.bounds[t] && this.bounds[t] > 0;
      this.dual[t] = isAtBound ? bounds[t] : Math.min(this.dual[t], bounds[t]);
    }
    this.bounds.set(bounds);
    this.#refresh();
  }

  /** v₀ + Σ α_t d_t, freshly summed. */
  combination(centre: Float64Array | undefined): Float64Array {
    this.#refresh();
    return this.#v.map((value, j) => value + (centre === undefined ? 0 : centre[j]));
  }

  #refresh(): void {
    this.#v.fill(0);
    for (let t = 0; t < this.size; t++) {
      if (this.dual[t] !== 0) addSparseRow(this.#matrix, t, this.dual[t], this.#v);
    }
  }

  #clearRow(t: number): void {
    const { rowStart, columnIndex } = this.#matrix;
    for (let k = rowStart[t]; k < rowStart[t + 1]; k++) this.#scratch[columnIndex[k]] = 0;
  }
}
