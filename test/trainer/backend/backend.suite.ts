/**
 * The contract of the backend port, run for every backend that loads: products and smoothed losses
 * against plain formulas with a tolerance for the dtype, and batches that end in the same certified
 * optima as the float64 path.
 */
import { describe, expect, test } from "vitest";
import type { Backend, BatchEvaluation, BatchPoints } from "#trainer/backend/backend.ts";
import { triangleSize } from "#trainer/backend/backend.ts";
import { solveBatchOn } from "#trainer/solver/accelerated-batch.ts";
import { solveBatch } from "#trainer/solver/batch.ts";
import type { GramProblem } from "#trainer/solver/gram-problem.ts";
import { solveGram } from "#trainer/solver/gram-solve.ts";
import type { PairMatrix, RankingSvmProblem } from "#trainer/solver/problem.ts";
import { randomProblem, SEED, uniform } from "../solver/random-problems.ts";

/** Relative to the largest entry of the result. */
const TOLERANCE = { float64: 1e-12, float32: 2e-5 } as const;

export function relativeError(found: ArrayLike<number>, expected: readonly number[]): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY;
  const scale = Math.max(1e-300, ...expected.map(Math.abs));
  const errors = expected.map((value, i) => Math.abs(value - found[i]!) / scale);
  return errors.some(Number.isNaN) ? Number.POSITIVE_INFINITY : Math.max(0, ...errors);
}

const entry = (m: PairMatrix, i: number, k: number) => m.data[i * m.columns + k]!;

export function plainProduct(a: PairMatrix, b: PairMatrix): number[] {
  return Array.from({ length: a.rows * b.rows }, (_, at) => {
    const [i, j] = [Math.floor(at / b.rows), at % b.rows];
    return Array.from({ length: a.columns }, (__, k) => entry(a, i, k) * entry(b, j, k)).reduce(
      (sum, value) => sum + value,
      0,
    );
  });
}

/** The smoothed loss of `BatchEvaluation`, its pull and curvature, by their definition. */
function plainEvaluation(
  { differences, margins }: RankingSvmProblem,
  resamples: readonly Float64Array[],
  { points, units, widths, resample }: BatchPoints,
): Record<keyof BatchEvaluation, number[]> {
  const { rows, columns, data } = differences;
  const out = { loss: [] as number[], pull: [] as number[], curvature: [] as number[] };
  for (const [i, unit] of units.entries()) {
    const width = widths[i]!;
    let loss = 0;
    const pull = Array.from({ length: columns }, () => 0);
    const curvature = Array.from({ length: triangleSize(columns) }, () => 0);
    for (let t = 0; t < rows; t++) {
      const d = [...data.subarray(t * columns, (t + 1) * columns)];
      const product = d.reduce((sum, value, j) => sum + value * points[i * columns + j]!, 0);
      const r = (margins?.[t] ?? 1) - product;
      const c = unit * resamples[resample[i]!]![t]!;
      if (r <= -width / 2) continue;
      const isActive = r < width / 2;
      loss += c * (isActive ? (r + width / 2) ** 2 / (2 * width) : r);
      const slope = c * (isActive ? (r + width / 2) / width : 1);
      d.forEach((value, j) => (pull[j]! += slope * value));
      if (!isActive) continue;
      let at = 0;
      for (let j = 0; j < columns; j++) {
        for (let k = 0; k <= j; k++) curvature[at++]! += (c / width) * d[j]! * d[k]!;
      }
    }
    out.loss.push(loss);
    out.pull.push(...pull);
    out.curvature.push(...curvature);
  }
  return out;
}

export function backendSuite(backend: Backend): void {
  const random = uniform(SEED);
  const tolerance = TOLERANCE[backend.precision];
  const matrix = (rows: number, columns: number): PairMatrix => ({
    rows,
    columns,
    data: Float64Array.from({ length: rows * columns }, () => 2 * random() - 1),
  });

  describe(`${backend.name} (${backend.precision}), seed ${SEED}`, () => {
    for (const [m, n, k] of [
      [1, 1, 1],
      [3, 5, 2],
      [65, 67, 17],
      [130, 64, 33],
    ] as const) {
      test(`the product of ${m}×${k} and ${n}×${k} transposed`, async () => {
        const [a, b] = [matrix(m, k), matrix(n, k)];
        const found = await backend.multiplyTransposed(a, b);
        expect(relativeError(found, plainProduct(a, b))).toBeLessThan(tolerance);
      });
    }

    test("loss, pull and curvature of a batch with its own widths and costs", async () => {
      const problem = {
        ...randomProblem("uniform", { rows: 90, columns: 6 }, random),
        margins: undefined,
      };
      const resamples = [0, 1, 2].map(() =>
        Float64Array.from({ length: 90 }, () => Math.floor(3 * random())),
      );
      const batch: BatchPoints = {
        points: Float64Array.from({ length: 4 * 6 }, () => random() - 0.5),
        units: Float64Array.of(0.1, 1, 10, 100),
        widths: Float64Array.of(0.05, 0.5, 1, 2),
        resample: Int32Array.of(2, 0, 1, 0),
      };
      const session = backend.openBatch(problem, resamples);
      const found = await session.evaluate(batch);
      session.dispose();
      const expected = plainEvaluation(problem, resamples, batch);
      expect(relativeError(found.loss, expected.loss)).toBeLessThan(tolerance);
      expect(relativeError(found.pull, expected.pull)).toBeLessThan(tolerance);
      expect(relativeError(found.curvature, expected.curvature)).toBeLessThan(tolerance);
    });

    test("a batch ends in the certified optima of the float64 path", async () => {
      const problem = randomProblem("ties", { rows: 80, columns: 5 }, random);
      const resamples = [0, 1, 2].map(() =>
        Float64Array.from({ length: 80 }, () => Math.floor(3 * random())),
      );
      const costs = [1000, 0.01, 1];
      const choice = { backend, reason: "contract suite", fallbacks: [] };
      const outcome = await solveBatchOn(choice, problem, costs, resamples);
      expect(outcome.backend).toBe(backend.name);
      const expected = solveBatch(problem, costs, resamples);
      expect(outcome.solutions.map(({ status }) => status)).toEqual(expected.map(() => "optimal"));
      for (const [i, { certificate, cost, resample, weights }] of outcome.solutions.entries()) {
        const other = expected[i]!;
        expect([cost, resample]).toEqual([other.cost, other.resample]);
        expect(certificate.gapRel).toBeLessThanOrEqual(1e-9);
        expect(certificate.primal / other.certificate.primal - 1).toBeLessThan(1e-9);
        expect(relativeError(weights, [...other.weights])).toBeLessThan(1e-6);
      }
    });

    test("trainer-001, -002, -003: weights (0.5, 0.5), objective 7/12", async () => {
      const differences = { rows: 3, columns: 2, data: Float64Array.of(1, 0, 0, 1, 1, 1) };
      const choice = { backend, reason: "contract suite", fallbacks: [] };
      const once = [new Float64Array(3).fill(1)];
      const { solutions } = await solveBatchOn(choice, { differences }, [1], once);
      const { weights, certificate, status } = solutions[0]!;
      expect(status).toBe("optimal");
      expect(weights[0]).toBeCloseTo(0.5, 6);
      expect(weights[1]).toBeCloseTo(0.5, 6);
      expect(certificate.primal).toBeCloseTo(7 / 12, 6);
      expect(Math.abs(certificate.gapRel)).toBeLessThanOrEqual(1e-8);
    });

    test("the Gram shape ends in a float64 certificate", async () => {
      const problem: GramProblem = {
        queries: matrix(7, 12),
        differences: matrix(40, 12),
        queryOf: Int32Array.from({ length: 40 }, (_, t) => t % 7),
        offsetScale: 0.01,
      };
      const solution = await solveGram(problem, 0.3, {}, backend);
      expect(solution.status).toBe("optimal");
      expect(solution.certificate.gapRel).toBeLessThanOrEqual(1e-9);
    });
  });
}
