/** A batch answers what its problems answer one by one; weights mean repetition and absence. */
import { describe, expect, test } from "vitest";
import { generatePairs } from "#trainer/bench/generated-pairs.ts";
import { solveBatch } from "#trainer/solver/batch.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { SEED, uniform } from "./random-problems.ts";

const COSTS = [0.1, 1, 10, 100, 1000];
const QUERIES = 60;
const differences = generatePairs(SEED, QUERIES, true);
const { rows, columns, data } = differences;
const random = uniform(SEED);
const resamples = Array.from({ length: 8 }, () => {
  const weights = new Float64Array(rows);
  for (let q = 0; q < QUERIES; q++) {
    const drawn = Math.floor(random() * QUERIES);
    for (let r = 0; r < 5; r++) weights[5 * drawn + r]!++;
  }
  return weights;
});
const batch = solveBatch({ differences }, COSTS, resamples);

describe(`batch of ${COSTS.length} costs × ${resamples.length} resamples, seed ${SEED}`, () => {
  test("every problem is proved optimal, costs first, then resamples", () => {
    expect(batch.map(({ status }) => status)).toEqual(batch.map(() => "optimal"));
    expect(batch.map(({ cost }) => cost)).toEqual(resamples.flatMap(() => COSTS));
    expect(batch.map(({ resample }) => resample)).toEqual(
      resamples.flatMap((_, i) => COSTS.map(() => i)),
    );
  });

  test("the same optima as one by one", () => {
    const alone = resamples.flatMap((weights) => solvePath({ differences, weights }, COSTS));
    for (const [i, { certificate, weights }] of alone.entries()) {
      const other = batch[i]!;
      expect(Math.abs(other.certificate.primal / certificate.primal - 1)).toBeLessThan(1e-9);
      const distance = Math.max(...weights.map((w, j) => Math.abs(w - other.weights[j]!)));
      expect(distance).toBeLessThan(1e-7);
    }
  });

  test("a weight of n is the pair n times, a weight of 0 is no pair", () => {
    const weights = resamples[0]!;
    const copies = [...weights].flatMap((count, t) => Array.from({ length: count }, () => t));
    const repeated = copies.flatMap((t) => [...data.subarray(t * columns, (t + 1) * columns)]);
    const rowsRepeated = repeated.length / columns;
    expect(rowsRepeated).toBe(rows);
    const repeatedPairs = { rows: rowsRepeated, columns, data: Float64Array.from(repeated) };
    for (const [i, { weights: v }] of solvePath({ differences: repeatedPairs }, COSTS).entries()) {
      const distance = Math.max(...v.map((w, j) => Math.abs(w - batch[i]!.weights[j]!)));
      expect(distance).toBeLessThan(1e-7);
    }
  });

  test("pairs that weigh nothing in the base problem count in the resample", () => {
    const half = Float64Array.from({ length: rows }, (_, t) => (t < rows / 2 ? 1 : 0));
    const other = half.map((weight) => 1 - weight);
    const [fold] = solveBatch({ differences, weights: half }, [10], [other]);
    const [alone] = solvePath({ differences, weights: other }, [10]);
    expect(fold!.status).toBe("optimal");
    expect(fold!.certificate.primal).toBeCloseTo(alone!.certificate.primal, 9);
  });

  test("canary: another resample is another problem", () => {
    const [a, b] = [batch[2]!, batch[2 + COSTS.length]!];
    expect(Math.abs(a.certificate.primal / b.certificate.primal - 1)).toBeGreaterThan(1e-6);
  });

  test("no resamples, no problems", () => {
    expect(solveBatch({ differences }, COSTS, [])).toEqual([]);
  });
});
