/**
 * Properties of the path that hold for every ranking SVM, on seeded random problems of six kinds.
 * Each property is a function that lists its violations, so that a canary can show that a corrupted
 * path is caught.
 */
import { describe, expect, test } from "vitest";
import type { RankingSvmProblem } from "#trainer/solver/problem.ts";
import type { PathSolution } from "#trainer/solver/regularization-path.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { KINDS, randomProblem, SEED, uniform } from "./random-problems.ts";

const COSTS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000];
const ROUNDING = 1e-9;
const PROBLEMS_PER_KIND = 25;

interface Case {
  readonly problem: RankingSvmProblem;
  readonly path: PathSolution[];
}

function cases(): Case[] {
  const random = uniform(SEED);
  return KINDS.flatMap((kind) =>
    Array.from({ length: PROBLEMS_PER_KIND }, () => {
      const rows = 1 + Math.floor(120 * random() ** 2);
      const problem = randomProblem(kind, { rows, columns: 1 + Math.floor(12 * random()) }, random);
      return { problem, path: solvePath(problem, COSTS) };
    }),
  );
}

type Violations = string[];

function unproved({ path }: Case): Violations {
  return path.flatMap(({ cost, status, certificate }) => {
    const { gap, primal, kktResidual, gapRel } = certificate;
    const isWeak = gap >= -1e-12 * Math.abs(primal);
    const isKkt = kktResidual <= 1e-7;
    const isFine = isWeak && isKkt && status === "optimal" && Math.abs(gapRel) <= 1e-9;
    return isFine ? [] : [`C ${cost}: ${status}, gap ${gapRel}, KKT ${kktResidual}`];
  });
}

/** The optimal value is a minimum of functions that are linear and increasing in C. */
function notConcave({ path }: Case): Violations {
  const found: Violations = [];
  for (let i = 1; i < path.length; i++) {
    const [before, here] = [path[i - 1]!, path[i]!];
    const scale = ROUNDING * here.certificate.primal;
    if (here.certificate.primal < before.certificate.primal - scale) found.push("not increasing");
    const after = path[i + 1];
    if (after === undefined) continue;
    const share = (here.cost - before.cost) / (after.cost - before.cost);
    const chord = (1 - share) * before.certificate.primal + share * after.certificate.primal;
    if (here.certificate.primal < chord - scale) found.push(`not concave at ${here.cost}`);
  }
  return found;
}

/** ‖v − v₀‖ grows with C and the total loss falls. */
function notMonotone({ problem, path }: Case): Violations {
  const found: Violations = [];
  let [norm, loss] = [0, Number.POSITIVE_INFINITY];
  for (const { cost, weights, certificate } of path) {
    const nextNorm = Math.hypot(...weights.map((w, j) => w - (problem.centre?.[j] ?? 0)));
    const nextLoss = (certificate.primal - 0.5 * nextNorm ** 2) / cost;
    if (nextNorm < norm * (1 - 1e-6) - ROUNDING) found.push(`‖v‖ falls at ${cost}`);
    if (nextLoss > loss * (1 + 1e-6) + ROUNDING) found.push(`loss grows at ${cost}`);
    [norm, loss] = [nextNorm, nextLoss];
  }
  return found;
}

/** Features × s and C / s² give v / s (and the centre moves with v). */
function notScaling({ problem, path }: Case): Violations {
  const s = 8;
  const { rows, columns, data } = problem.differences;
  const scaled: RankingSvmProblem = {
    ...problem,
    differences: { rows, columns, data: data.map((value) => s * value) },
    ...(problem.centre === undefined ? {} : { centre: problem.centre.map((value) => value / s) }),
  };
  const other = solvePath(
    scaled,
    COSTS.map((cost) => cost / s ** 2),
  );
  return path.flatMap((solution, i) =>
    differs(
      solution.weights,
      other[i]!.weights.map((w) => s * w),
    ),
  );
}

function notOrderFree({ problem, path }: Case): Violations {
  const order = [...Array(problem.differences.rows).keys()].toReversed();
  const { rows, columns, data } = problem.differences;
  const row = (t: number) => [...data.subarray(t * columns, (t + 1) * columns)];
  const permute = (values?: Float64Array) =>
    values === undefined ? {} : Float64Array.from(order, (t) => values[t]!);
  const permuted: RankingSvmProblem = {
    ...problem,
    differences: { rows, columns, data: Float64Array.from(order.flatMap(row)) },
    ...(problem.weights ? { weights: permute(problem.weights) as Float64Array } : {}),
    ...(problem.margins ? { margins: permute(problem.margins) as Float64Array } : {}),
  };
  return solvePath(permuted, COSTS).flatMap((other, i) => differs(path[i]!.weights, other.weights));
}

function differs(a: Float64Array, b: Float64Array): Violations {
  const scale = 1 + Math.max(...a.map(Math.abs));
  const distance = Math.max(...a.map((value, j) => Math.abs(value - b[j]!)));
  return distance <= ROUNDING * scale ? [] : [`weights differ by ${distance}`];
}

/** Jumps, repetitions and near-repetitions of C, in no order: guesses from these are far off. */
const UNEVEN_COSTS = [1e4, 1e-3, 1, 1, 1 + 1e-9, 1e-6, 300, 1e-3];

/** What lies before a C on the path gives the start, never the answer. */
function notIndependent({ problem, path }: Case): Violations {
  return [path[6]!, ...solvePath(problem, UNEVEN_COSTS)].flatMap((solution) => {
    const alone = solvePath(problem, [solution.cost])[0]!;
    const distance = Math.hypot(...solution.weights.map((w, j) => w - alone.weights[j]!));
    // Each lies within √(2·gap) of the optimum, which is strongly convex.
    const proved = [solution, alone].map(({ certificate: { gap } }) =>
      Math.sqrt(2 * Math.abs(gap)),
    );
    const allowed =
      proved[0]! + proved[1]! + ROUNDING * (1 + Math.max(...alone.weights.map(Math.abs)));
    const isSame = distance <= allowed && solution.status === alone.status;
    return isSame ? [] : [`C ${solution.cost}: ${solution.status}, ${distance} away`];
  });
}

const PROPERTIES = {
  "the C before change no answer": notIndependent,
  "weak duality holds, and KKT and the gap prove every optimum": unproved,
  "the optimal value is nondecreasing and concave in C": notConcave,
  "‖v − v₀‖ is nondecreasing and the loss nonincreasing in C": notMonotone,
  "features × s with C / s² give v / s": notScaling,
  "the order of the pairs changes nothing above 1e-9": notOrderFree,
};

describe(`properties of the path, seed ${SEED}`, () => {
  const all = cases();
  for (const [name, violations] of Object.entries(PROPERTIES)) {
    test(name, () => expect(all.flatMap((one) => violations(one))).toEqual([]));
  }
});

test("what another problem left in the memory changes no bit", () => {
  const random = uniform(SEED + 2);
  const problems = KINDS.map((kind) => randomProblem(kind, { rows: 600, columns: 9 }, random));
  const large = randomProblem("uniform", { rows: 3_000, columns: 11 }, random);
  const answers = (problem: RankingSvmProblem) =>
    solvePath(problem, COSTS).map(({ weights, dual }) => [...weights, ...dual]);
  const first = problems.map(answers);
  for (const [i, problem] of problems.entries()) {
    solvePath(large, [COSTS[i]!]);
    expect(answers(problem)).toEqual(first[i]);
  }
});

describe("canaries: a corrupted path violates each property", () => {
  const problem = randomProblem("uniform", { rows: 60, columns: 5 }, uniform(SEED + 1));
  const path = solvePath(problem, COSTS);
  const corrupted: Case = {
    problem,
    path: path.map((solution, i) =>
      i === 6
        ? {
            ...solution,
            weights: solution.weights.map((w) => 0.9 * w),
            certificate: {
              ...solution.certificate,
              primal: 0.5 * solution.certificate.primal,
              kktResidual: 1,
            },
          }
        : solution,
    ),
  };
  for (const [name, violations] of Object.entries(PROPERTIES)) {
    test(name, () => expect(violations(corrupted)).not.toEqual([]));
  }
});
