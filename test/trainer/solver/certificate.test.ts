/** The certificate judges any (v, α) from the data alone, so it must catch every corruption. */
import { describe, expect, test } from "vitest";
import { certifiedStatus, certifyDense } from "#trainer/solver/certificate.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { describeStatus, SOLVER_STATUS_SENTENCES } from "#trainer/solver/status.ts";
import { givenProblem, matrixOf } from "./golden-problems.ts";

const problem = givenProblem("small-50x5");
const COST = 10;
const [solution] = solvePath(problem, [COST]);

function statusOf(weights: Float64Array, dual: Float64Array): string {
  return certifiedStatus(certifyDense(problem, COST, weights, dual), 1e-9, "inaccurate");
}

describe("certificate", () => {
  test("by hand: pairs (1,0), (0,1), (1,1), C = 1 give v = (1/2, 1/2) and 7/12", () => {
    const differences = matrixOf([
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    const third = 1 / 3;
    const dual = Float64Array.of(third, third, 0.5 - third);
    const found = certifyDense({ differences }, 1, Float64Array.of(0.5, 0.5), dual);
    expect(found.primal).toBeCloseTo(7 / 12, 14);
    expect(found.dual).toBeCloseTo(7 / 12, 14);
    expect(found.dualInfeasibility).toBe(0);
    expect(found.kktResidual).toBeLessThan(1e-15);
    expect([found.atZeroCount, found.betweenCount, found.atCostCount]).toEqual([0, 1, 2]);
  });

  test("the solver's answer is proved", () => {
    expect(statusOf(solution!.weights, solution!.dual)).toBe("optimal");
  });

  test("canary: one dual variable changed within its box", () => {
    const dual = solution!.dual.slice();
    const t = dual.findIndex((alpha) => alpha > 0);
    dual[t] = 0.99 * dual[t]!;
    expect(statusOf(solution!.weights, dual)).toBe("inaccurate");
  });

  test("canary: a dual variable outside its box cannot prove anything", () => {
    const dual = solution!.dual.slice();
    const t = dual.findIndex((alpha) => alpha >= COST / 50);
    dual[t] = dual[t]! * (1 + 1e-9);
    expect(certifyDense(problem, COST, solution!.weights, dual).dualInfeasibility).toBeGreaterThan(
      1e-10,
    );
    expect(statusOf(solution!.weights, dual)).toBe("inaccurate");
  });

  test("canary: one weight moved by 1e-4", () => {
    const weights = solution!.weights.slice();
    weights[0] = weights[0]! + 1e-4;
    expect(statusOf(weights, solution!.dual)).toBe("inaccurate");
  });

  test("NaN is a numerical error, never optimal", () => {
    const weights = solution!.weights.map(() => Number.NaN);
    expect(statusOf(weights, solution!.dual)).toBe("numerical-error");
  });

  test("every status has its sentence", () => {
    for (const status of Object.keys(SOLVER_STATUS_SENTENCES)) {
      expect(describeStatus(status as keyof typeof SOLVER_STATUS_SENTENCES)).toMatch(/^[A-Z].+\.$/);
    }
  });

  test("a limit of one round is a status with the gap that is proved, not an error", () => {
    const [limited] = solvePath(problem, [100], { roundCountMax: 1, newtonCountMax: 1 });
    expect(limited!.status).toBe("iteration-limit");
    expect(limited!.certificate.gapRel).toBeGreaterThan(1e-9);
    expect(limited!.certificate.dualInfeasibility).toBe(0);
  });
});
