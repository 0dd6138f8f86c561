/**
 * Every reference problem: objective within 1e-7 relative (1e-8 asserted), v within the bound that
 * the gap allows, certified relative gap ≤ 1e-9 and status optimal at each of the 11 values of C.
 */
import { describe, expect, test } from "vitest";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import type { PathSolution } from "#trainer/solver/regularization-path.ts";
import type { GoldenProblem, ReferencePoint } from "./golden-problems.ts";
import {
  firstOutputs,
  generatedProblem,
  givenProblem,
  lightgbmProblem,
  tinyProblems,
} from "./golden-problems.ts";

const OBJECTIVE_TOLERANCE = 1e-8;

/** What disagrees with the reference, in words; empty where everything holds. */
function disagreements(solution: PathSolution, reference: ReferencePoint): string[] {
  const { certificate, status, weights } = solution;
  const found: string[] = [];
  const difference = (certificate.primal - reference.objective) / reference.objective;
  if (!(Math.abs(difference) <= OBJECTIVE_TOLERANCE)) found.push(`objective off by ${difference}`);
  if (status !== "optimal") found.push(`status ${status}`);
  if (!(Math.abs(certificate.gapRel) <= 1e-9)) found.push(`relative gap ${certificate.gapRel}`);
  if (certificate.dualInfeasibility !== 0) found.push("the dual variables leave their box");
  const distance = Math.hypot(...reference.v.map((value, j) => value - weights[j]!));
  // ‖v − v*‖ ≤ √(2·gap), plus the rounding of a gap that is 0 in float64.
  const allowed = Math.sqrt(2 * (Math.abs(certificate.gap) + 1e-14 * reference.objective));
  if (!(distance <= allowed + 1e-9)) found.push(`v off by ${distance}`);
  return found;
}

function allDisagreements({ file, differences }: GoldenProblem): string[] {
  const costs = file.path.map(({ C }) => C);
  return solvePath({ differences }, costs).flatMap((solution, i) =>
    disagreements(solution, file.path[i]!).map((text) => `C = ${costs[i]}: ${text}`),
  );
}

describe("tiny problems with exact rational optima", () => {
  for (const problem of tinyProblems()) {
    test(problem.file.name, () => expect(allDisagreements(problem)).toEqual([]));
  }
});

describe("problems given row by row", () => {
  test("small-50x5", () => expect(allDisagreements(givenProblem("small-50x5"))).toEqual([]));

  test("constant columns get weight 0", () => {
    const problem = givenProblem("constant-column");
    expect(allDisagreements(problem)).toEqual([]);
    const solutions = solvePath(problem, [0.01, 1, 1000]);
    for (const column of problem.file.constant_columns!) {
      for (const { weights } of solutions) expect(weights[column]).toBe(0);
    }
  });
});

describe("generated problems", () => {
  const names = [
    "medium-3600x17-standardised",
    "medium-3600x17-raw",
    "large-20000x17-standardised",
  ] as const;
  for (const name of names) {
    test(`${name}: the matrix passes the reference's checks`, () => {
      const { file, differences } = generatedProblem(name);
      expect(firstOutputs(file.seed!, 5)).toEqual(file.first_outputs);
      expectChecks(differences, file.checks!);
    });
    test(`${name}: optimal at every C`, () => {
      expect(allDisagreements(generatedProblem(name))).toEqual([]);
    });
  }
});

test("lightgbm-test: 3,599 real pairs with 300 features", () => {
  const problem = lightgbmProblem();
  expect(problem.pairs.slice(0, 5)).toEqual(problem.file.first_pairs);
  expectChecks(problem.differences, problem.file.checks!);
  expect(allDisagreements(problem)).toEqual([]);
});

describe("canaries: a corrupted answer is caught", () => {
  const problem = givenProblem("small-50x5");
  const reference = problem.file.path[6]!;
  const [solution] = solvePath(problem, [reference.C]);
  const corrupt = (change: Partial<PathSolution>) =>
    disagreements({ ...solution!, ...change }, reference);

  test("the honest answer passes", () => expect(corrupt({})).toEqual([]));
  test("an objective 1e-7 too high", () => {
    const { certificate } = solution!;
    const primal = certificate.primal * (1 + 1e-7);
    expect(corrupt({ certificate: { ...certificate, primal } })).toHaveLength(1);
  });
  test("a weight moved by 1e-4", () => {
    expect(corrupt({ weights: solution!.weights.map((w) => w + 1e-4) })).toHaveLength(1);
  });
  test("a status that is not optimal", () => {
    expect(corrupt({ status: "iteration-limit" })).toHaveLength(1);
  });
});

function expectChecks(
  { rows, columns, data }: GoldenProblem["differences"],
  checks: NonNullable<GoldenProblem["file"]["checks"]>,
): void {
  expect([rows, columns]).toEqual([checks.T, checks.features]);
  let [sum, absolute, squares, weighted] = [0, 0, 0, 0];
  for (const [i, value] of data.entries()) {
    sum += value;
    absolute += Math.abs(value);
    squares += value * value;
    weighted += value * (1 + (i % 7));
  }
  const scale = checks.sum_of_absolute_values;
  expect(Math.abs(sum - checks.sum)).toBeLessThanOrEqual(1e-11 * scale);
  expect(Math.abs(absolute - scale)).toBeLessThanOrEqual(1e-11 * scale);
  expect(Math.abs(weighted - checks.weighted_sum)).toBeLessThanOrEqual(1e-11 * scale);
  expect(Math.abs(squares / checks.sum_of_squares - 1)).toBeLessThanOrEqual(1e-11);
}
