/** Bad input is refused before any work, with the array, the row and the column that are wrong. */
import { describe, expect, test } from "vitest";
import { solveBatch } from "#trainer/solver/batch.ts";
import type { RankingSvmProblem, SolverInputCode } from "#trainer/solver/problem.ts";
import { COST_COUNT_MAX, SolverInputError } from "#trainer/solver/problem.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { matrixOf } from "./golden-problems.ts";

const rows = [
  [1, 0, 2],
  [0, 1, -1],
];
const good: RankingSvmProblem = { differences: matrixOf(rows) };

const ones = (count: number) => Array.from({ length: count }, () => 1);

function refusal(call: () => unknown): SolverInputError {
  try {
    call();
  } catch (error) {
    if (error instanceof SolverInputError) return error;
    throw error;
  }
  throw new Error("accepted");
}

function withValue(row: number, column: number, value: number): RankingSvmProblem {
  const data = good.differences.data.slice();
  data[row * 3 + column] = value;
  return { differences: { rows: 2, columns: 3, data } };
}

interface Refused {
  readonly problem: RankingSvmProblem;
  readonly costs?: number[];
  readonly code: SolverInputCode;
  readonly field: string;
  readonly row?: number;
  readonly column?: number;
}

const REFUSED: Record<string, Refused> = {
  "a NaN feature": {
    problem: withValue(1, 2, Number.NaN),
    code: "not_finite",
    field: "differences",
    row: 1,
    column: 2,
  },
  "an infinite feature": {
    problem: withValue(0, 1, Number.NEGATIVE_INFINITY),
    code: "not_finite",
    field: "differences",
    row: 0,
    column: 1,
  },
  "a matrix that is too short": {
    problem: { differences: { rows: 2, columns: 3, data: new Float64Array(5) } },
    code: "shape_mismatch",
    field: "differences",
  },
  "a negative count of rows": {
    problem: { differences: { rows: -1, columns: 3, data: new Float64Array(0) } },
    code: "shape_mismatch",
    field: "differences.rows",
  },
  "no columns": {
    problem: { differences: { rows: 1, columns: 0, data: new Float64Array(0) } },
    code: "shape_mismatch",
    field: "differences.columns",
  },
  "no pairs": {
    problem: { differences: { rows: 0, columns: 3, data: new Float64Array(0) } },
    code: "no_pairs",
    field: "differences",
  },
  "too many columns": {
    problem: { differences: { rows: 1, columns: 4097, data: new Float64Array(4097) } },
    code: "limit_exceeded",
    field: "differences.columns",
  },
  "weights of another length": {
    problem: { ...good, weights: new Float64Array(3) },
    code: "shape_mismatch",
    field: "weights",
  },
  "a negative weight": {
    problem: { ...good, weights: Float64Array.of(1, -0.5) },
    code: "negative_weight",
    field: "weights",
    row: 1,
  },
  "a NaN weight": {
    problem: { ...good, weights: Float64Array.of(Number.NaN, 1) },
    code: "not_finite",
    field: "weights",
    row: 0,
  },
  "margins of another length": {
    problem: { ...good, margins: new Float64Array(1) },
    code: "shape_mismatch",
    field: "margins",
  },
  "an infinite margin": {
    problem: { ...good, margins: Float64Array.of(1, Number.POSITIVE_INFINITY) },
    code: "not_finite",
    field: "margins",
    row: 1,
  },
  "a NaN in the centre": {
    problem: { ...good, centre: Float64Array.of(0, 0, Number.NaN) },
    code: "not_finite",
    field: "centre",
    column: 2,
  },
  "a centre of another length": {
    problem: { ...good, centre: new Float64Array(2) },
    code: "shape_mismatch",
    field: "centre",
  },
  "no cost": { problem: good, costs: [], code: "no_costs", field: "costs" },
  "C = 0": { problem: good, costs: [1, 0], code: "cost_not_positive", field: "costs", row: 1 },
  "a negative C": { problem: good, costs: [-1], code: "cost_not_positive", field: "costs", row: 0 },
  "an infinite C": {
    problem: good,
    costs: [Number.POSITIVE_INFINITY],
    code: "cost_not_positive",
    field: "costs",
    row: 0,
  },
  "too many values of C": {
    problem: good,
    costs: ones(COST_COUNT_MAX + 1),
    code: "limit_exceeded",
    field: "costs",
  },
};

describe("bad input", () => {
  for (const [name, { problem, costs, code, field, row, column }] of Object.entries(REFUSED)) {
    test(name, () => {
      const error = refusal(() => solvePath(problem, costs ?? [1]));
      expect(error).toMatchObject({ code, field, row: row ?? null, column: column ?? null });
      expect(error.message).toContain(field);
      if (row !== undefined) expect(error.message).toContain(`row ${row}`);
      if (column !== undefined) expect(error.message).toContain(`column ${column}`);
    });
  }

  test("the limit itself is accepted", () => {
    expect(solvePath(good, ones(COST_COUNT_MAX))).toHaveLength(COST_COUNT_MAX);
  });

  test("a problem beyond the memory bound is refused before anything is allocated", () => {
    const error = refusal(() => solvePath(good, [1], { memoryBytesMax: 200 }));
    expect(error.code).toBe("memory_exceeded");
    expect(error.message).toMatch(/needs \d+ bytes, memoryBytesMax is 200/);
  });

  test("a batch names the resample's bad weight", () => {
    const error = refusal(() =>
      solveBatch(good, [1], [Float64Array.of(1, 1), Float64Array.of(1, -1)]),
    );
    expect(error).toMatchObject({ code: "negative_weight", row: 1 });
  });

  test("the caller's arrays are not written to", () => {
    const problem = { ...good, weights: Float64Array.of(1, 2), centre: Float64Array.of(1, 1, 1) };
    const before = structuredClone(problem);
    solvePath(problem, [0.1, 10]);
    solveBatch(problem, [1], [Float64Array.of(0, 3)]);
    expect(problem).toEqual(before);
  });
});
