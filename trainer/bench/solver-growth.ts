/** How the path of 11 C grows with the pairs and with the columns. */
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { generatePairs } from "./generated-pairs.ts";
import { growthProblem } from "./growth-problems.ts";
import { median, timed } from "./measure.ts";
import { PATH_COSTS } from "./solver-problems.ts";
import type { SolverRow } from "./solver-rows.ts";
import type { BenchSeries } from "./suite.ts";

const GROWTH_REPETITIONS = 3;

function pathMs(differences: PairMatrix, repetitions: number): number {
  const runs = Array.from({ length: repetitions }, () =>
    timed(() => solvePath({ differences }, PATH_COSTS)),
  );
  return median(runs.map(({ ms }) => ms));
}

interface GrowthOptions {
  readonly smoke: boolean;
  readonly seed: number;
}

/** Milliseconds of the path of 11 C as the pairs and the columns grow. */
export function growthSeries({ smoke, seed }: GrowthOptions, shrink: number): BenchSeries[] {
  const repetitions = smoke ? 1 : GROWTH_REPETITIONS;
  const pairs = [1_000, 3_600, 10_000, 30_000, 100_000].map((rows): [number, number] => {
    const count = Math.max(5, Math.floor(rows / shrink / 5));
    return [5 * count, pathMs(generatePairs(seed, count, true), repetitions)];
  });
  const columns = [4, 8, 17, 32, 64].map((count): [number, number] => [
    count,
    pathMs(growthProblem(Math.floor(3_600 / shrink), count, seed), repetitions),
  ]);
  return [
    { name: "T, 17 columns", points: pairs },
    { name: "d, 3,600 pairs", points: columns },
  ];
}

/** Time for 100,000 pairs over time for 3,600, divided by the ratio of the pairs. */
export function growthFactor(rows: readonly SolverRow[]): number | null {
  const of = (problem: string) =>
    rows.find((row) => row.problem === problem && row.method === "path");
  const [small, large] = [of("3600x17"), of("100000x17")];
  if (small === undefined || large === undefined) return null;
  return large.msMedian / small.msMedian / (100_000 / 3_600);
}

export function growthSentence(rows: readonly SolverRow[]): string {
  const factor = growthFactor(rows);
  return factor === null ? "" : `3,600 to 100,000 pairs costs ${factor.toFixed(2)} × linear.`;
}
