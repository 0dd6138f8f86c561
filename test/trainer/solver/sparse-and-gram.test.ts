/**
 * The sparse and the Gram shape against the dense solver on the same problem written out: other
 * algorithms, the same optimum, the same certificate.
 */
import { describe, expect, test } from "vitest";
import { createTypescriptBackend } from "#trainer/backend/typescript-backend.ts";
import type { GramProblem } from "#trainer/solver/gram-problem.ts";
import { adapterProducts, certifyGram } from "#trainer/solver/gram-problem.ts";
import { gramMatrix, solveGram } from "#trainer/solver/gram-solve.ts";
import type { PairMatrix, RankingSvmProblem, SolverInputCode } from "#trainer/solver/problem.ts";
import { SolverInputError } from "#trainer/solver/problem.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { DENSE_COLUMN_COUNT_MAX, solveSparse } from "#trainer/solver/sparse-path.ts";
import type { SparsePairMatrix, SparseRankingProblem } from "#trainer/solver/sparse-problem.ts";
import { certifySparse } from "#trainer/solver/sparse-problem.ts";
import { tinyProblems } from "./golden-problems.ts";
import { KINDS, randomProblem, SEED, uniform } from "./random-problems.ts";

const COSTS = [0.01, 0.1, 1, 10, 100, 1000];

function compress({ rows, columns, data }: PairMatrix): SparsePairMatrix {
  const rowStart = new Int32Array(rows + 1);
  const columnIndex: number[] = [];
  const values: number[] = [];
  for (let t = 0; t < rows; t++) {
    for (let j = 0; j < columns; j++) {
      const value = data[t * columns + j]!;
      if (value === 0) continue;
      columnIndex.push(j);
      values.push(value);
    }
    rowStart[t + 1] = values.length;
  }
  return {
    rows,
    columns,
    rowStart,
    columnIndex: Int32Array.from(columnIndex),
    values: Float64Array.from(values),
  };
}

/** Empty columns keep the problem away from the dense solver, which takes narrow ones. */
const SPARSE_COLUMNS = DENSE_COLUMN_COUNT_MAX + 20;

function asSparse(problem: RankingSvmProblem): SparseRankingProblem {
  const differences = { ...compress(problem.differences), columns: SPARSE_COLUMNS };
  if (problem.centre === undefined) return { ...problem, differences };
  const centre = new Float64Array(SPARSE_COLUMNS);
  centre.set(problem.centre);
  return { ...problem, differences, centre };
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return Math.max(...a.map((value, j) => Math.abs(value - b[j]!)));
}

/** The product of rows i and j of a matrix with two columns. */
function planeProduct({ data }: PairMatrix, i: number, j: number): number {
  return data[2 * i]! * data[2 * j]! + data[2 * i + 1]! * data[2 * j + 1]!;
}

function refusal(error: unknown): SolverInputError {
  if (error instanceof SolverInputError) return error;
  throw error;
}

describe(`sparse rows, seed ${SEED}`, () => {
  const random = uniform(SEED);
  for (const kind of KINDS) {
    test(`${kind}: the optima of the dense path, certified`, () => {
      for (let k = 0; k < 6; k++) {
        const shape = {
          rows: 1 + Math.floor(40 * random()),
          columns: 1 + Math.floor(80 * random()),
        };
        const problem = randomProblem(kind, shape, random);
        const sparse = solveSparse(asSparse(problem), COSTS);
        for (const [i, dense] of solvePath(problem, COSTS).entries()) {
          const { certificate, status } = sparse[i]!;
          expect(status).toBe("optimal");
          const difference = certificate.primal - dense.certificate.primal;
          expect(Math.abs(difference)).toBeLessThanOrEqual(1e-9 * dense.certificate.primal);
        }
      }
    });
  }

  for (const { file, differences } of tinyProblems()) {
    test(`golden ${file.name}`, () => {
      const costs = file.path.map(({ C }) => C);
      for (const [i, solution] of solveSparse(asSparse({ differences }), costs).entries()) {
        const { objective } = file.path[i]!;
        expect(solution.status).toBe("optimal");
        expect(Math.abs(solution.certificate.primal / objective - 1)).toBeLessThan(1e-8);
      }
    });
  }

  test("few columns go to the dense solver, with the same answer", () => {
    const problem = randomProblem("uniform", { rows: 40, columns: 9 }, random);
    const narrow = { ...problem, differences: compress(problem.differences) };
    for (const [i, dense] of solvePath(problem, COSTS).entries()) {
      const solution = solveSparse(narrow, COSTS)[i]!;
      expect(solution.weights).toEqual(dense.weights);
    }
  });

  test("columns that no pair has keep the centre", () => {
    const differences = {
      ...compress({ rows: 1, columns: 2, data: Float64Array.of(1, 1) }),
      columns: 200,
    };
    const centre = new Float64Array(200).fill(1);
    const [solution] = solveSparse({ differences, centre, margins: Float64Array.of(4) }, [100]);
    expect([...solution!.weights]).toEqual([2, 2, ...centre.subarray(2)]);
  });

  test("canary: a weight moved by 1e-4 is not proved", () => {
    const problem = asSparse(randomProblem("uniform", { rows: 30, columns: 40 }, random));
    const [solution] = solveSparse(problem, [10]);
    const weights = solution!.weights.map((w) => w + 1e-4);
    expect(certifySparse(problem, 10, weights, solution!.dual).gapRel).toBeGreaterThan(1e-9);
  });

  const good = compress({ rows: 2, columns: 3, data: Float64Array.of(1, 0, 2, 0, 3, 0) });
  const refused: [string, Partial<SparsePairMatrix>, SolverInputCode, string][] = [
    ["a short rowStart", { rowStart: Int32Array.of(0, 3) }, "shape_mismatch", "rowStart"],
    ["a decreasing rowStart", { rowStart: Int32Array.of(0, 4, 3) }, "shape_mismatch", "rowStart"],
    ["a column outside", { columnIndex: Int32Array.of(0, 3, 1) }, "shape_mismatch", "columnIndex"],
    ["too few columns", { columnIndex: Int32Array.of(0) }, "shape_mismatch", "columnIndex"],
    ["a NaN", { values: Float64Array.of(1, Number.NaN, 3) }, "not_finite", "differences"],
    ["too many columns", { columns: 1_000_001 }, "limit_exceeded", "columns"],
  ];
  for (const [name, change, code, field] of refused) {
    test(`refused: ${name}`, () => {
      let error: SolverInputError | null = null;
      try {
        solveSparse({ differences: { ...good, ...change } }, [1]);
      } catch (thrown) {
        error = refusal(thrown);
      }
      expect(error).toMatchObject({ code });
      expect(error!.field).toContain(field);
    });
  }
});

describe(`Gram shape, seed ${SEED}`, () => {
  const random = uniform(SEED + 7);
  const matrix = (rows: number, columns: number): PairMatrix => ({
    rows,
    columns,
    data: Float64Array.from({ length: rows * columns }, () => 2 * random() - 1),
  });
  const [T, Q, D] = [50, 9, 5];
  const problem: GramProblem = {
    queries: matrix(Q, D),
    differences: matrix(T, D),
    queryOf: Int32Array.from({ length: T }, (_, t) => t % Q),
    mean: matrix(1, D).data,
    offsetScale: 0.25,
    margins: Float64Array.from({ length: T }, () => 0.1 + random()),
  };

  /** Row t written out: Δ_t (q_t − μ)ᵀ, then √ρ Δ_t. */
  function writtenOut({
    queries,
    differences,
    queryOf,
    mean,
    offsetScale,
  }: GramProblem): PairMatrix {
    const rows = [...queryOf].map((q, t) => {
      const delta = [...differences.data.subarray(t * D, (t + 1) * D)];
      const query = [...queries.data.subarray(q * D, (q + 1) * D)].map((x, j) => x - mean![j]!);
      const products = delta.flatMap((x) => query.map((y) => x * y));
      return [...products, ...delta.map((x) => Math.sqrt(offsetScale) * x)];
    });
    return { rows: T, columns: D * D + D, data: Float64Array.from(rows.flat()) };
  }

  test("the optimum, matrix and offset of the dense problem written out", async () => {
    for (const cost of [0.001, 0.03, 1, 30]) {
      const found = await solveGram(problem, cost);
      const dense = { differences: writtenOut(problem), margins: problem.margins };
      const [expected] = solvePath(dense, [cost * T]);
      expect(found.status).toBe("optimal");
      const difference = found.certificate.primal - expected!.certificate.primal;
      expect(Math.abs(difference)).toBeLessThanOrEqual(1e-9 * expected!.certificate.primal);
      const offset = found.offset.map((value) => value / Math.sqrt(problem.offsetScale));
      const weights = Float64Array.from([...found.matrix, ...offset]);
      expect(largestDifference(weights, expected!.weights)).toBeLessThan(1e-4);
    }
  });

  test("the kernel matrix is the Gram matrix of the rows written out", async () => {
    const backend = createTypescriptBackend();
    const kernel = await gramMatrix(problem, backend);
    const rows = writtenOut(problem);
    const expected = await backend.multiplyTransposed(rows, rows);
    expect(largestDifference(Float64Array.from(kernel), Float64Array.from(expected))).toBeLessThan(
      1e-12,
    );
    const wide: GramProblem = {
      queries: matrix(3, 2),
      differences: matrix(600, 2),
      queryOf: Int32Array.from({ length: 600 }, (_, t) => t % 3),
      offsetScale: 0,
    };
    const large = await gramMatrix(wide, backend);
    for (const [i, j] of [
      [599, 0],
      [0, 599],
      [511, 512],
      [300, 301],
    ] as const) {
      const product =
        planeProduct(wide.queries, i % 3, j % 3) * planeProduct(wide.differences, i, j);
      expect(large[i * 600 + j]).toBeCloseTo(product, 12);
    }
  });

  test("canary: a changed matrix is not proved", async () => {
    const found = await solveGram(problem, 0.3);
    const matrixMoved = found.matrix.map((value, i) => (i === 0 ? value + 1e-3 : value));
    const moved = { matrix: matrixMoved, offset: found.offset };
    expect(certifyGram(problem, 0.3, moved, found.dual).gapRel).toBeGreaterThan(1e-9);
    expect(adapterProducts(problem, moved)).toHaveLength(T);
  });

  const refused: [string, Partial<GramProblem>, SolverInputCode, string][] = [
    ["queries of another width", { queries: matrix(Q, 4) }, "shape_mismatch", "queries"],
    ["queryOf of another length", { queryOf: new Int32Array(3) }, "shape_mismatch", "queryOf"],
    [
      "a query that is not there",
      { queryOf: new Int32Array(T).fill(Q) },
      "shape_mismatch",
      "queryOf",
    ],
    ["a negative ρ", { offsetScale: -1 }, "not_finite", "offsetScale"],
    ["a NaN ρ", { offsetScale: Number.NaN }, "not_finite", "offsetScale"],
    ["a mean of another length", { mean: new Float64Array(2) }, "shape_mismatch", "mean"],
    ["a negative weight", { weights: new Float64Array(T).fill(-1) }, "negative_weight", "weights"],
  ];
  for (const [name, change, code, field] of refused) {
    test(`refused: ${name}`, async () => {
      const error = await solveGram({ ...problem, ...change }, 1).catch(refusal);
      expect(error).toMatchObject({ code, field });
    });
  }

  test("refused: more memory than allowed", async () => {
    const error = await solveGram(problem, 1, { memoryBytesMax: 1000 }).catch(refusal);
    expect(error).toMatchObject({ code: "memory_exceeded" });
  });
});
