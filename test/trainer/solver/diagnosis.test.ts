/** What a report says about its pairs; `trainer-008` and its kind: contradictory judgments. */
import { describe, expect, test } from "vitest";
import { diagnosePairs } from "#trainer/solver/diagnosis.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { matrixOf } from "./golden-problems.ts";
import { SEED, uniform } from "./random-problems.ts";

describe("diagnosis", () => {
  test("zero rows, duplicates, couples and zero columns are counted", () => {
    const rows = [
      [1, 0, 2],
      [-1, 0, -2],
      [1, 0, 2],
      [0, 0, -0],
      [-1, 0, -2],
      [-1, 0, -2],
    ];
    expect(diagnosePairs(matrixOf(rows))).toEqual({
      zeroRowCount: 1,
      duplicateCount: 3,
      contradictoryCoupleCount: 2,
      zeroColumns: [1],
    });
  });

  test("trainer-008: one pair and its opposite are solved, and counted as one couple", () => {
    const differences = matrixOf([[1], [-1]]);
    const [solution] = solvePath({ differences }, [1]);
    expect(solution!.status).toBe("optimal");
    expect(solution!.weights[0]).toBeCloseTo(0, 6);
    expect(solution!.certificate.primal).toBeCloseTo(1, 6);
    expect(diagnosePairs(differences).contradictoryCoupleCount).toBe(1);
  });

  test("every pair with its opposite: v = 0 and objective C at every C", () => {
    const random = uniform(SEED);
    const half = Array.from({ length: 20 }, () => [random() - 0.5, random() - 0.5, random() - 0.5]);
    const differences = matrixOf([...half, ...half.map((row) => row.map((value) => -value))]);
    for (const { cost, status, weights, certificate } of solvePath({ differences }, [0.1, 1, 10])) {
      expect(status).toBe("optimal");
      expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-9);
      expect(certificate.primal).toBeCloseTo(cost, 9);
    }
    expect(diagnosePairs(differences).contradictoryCoupleCount).toBe(20);
  });
});
