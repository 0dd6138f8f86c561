/** The rows of the solver suite: dense paths, term weights, batches and the Gram shape. */
import { fileURLToPath } from "node:url";
import { selectBackend } from "#trainer/backend/select-backend.ts";
import { solveBatchOn } from "#trainer/solver/accelerated-batch.ts";
import type { Certificate } from "#trainer/solver/certificate.ts";
import { certifyDense } from "#trainer/solver/certificate.ts";
import { solveGram } from "#trainer/solver/gram-solve.ts";
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { solveSparse } from "#trainer/solver/sparse-path.ts";
import { certifySparse } from "#trainer/solver/sparse-problem.ts";
import { generatePairs } from "./generated-pairs.ts";
import { adapterProblem } from "./growth-problems.ts";
import type { RivalName } from "./liblinear.ts";
import { RIVALS, RivalData } from "./liblinear.ts";
import {
  bootstrapResamples,
  compressPairs,
  PATH_COSTS,
  repeatPairs,
  termPairs,
} from "./solver-problems.ts";
import type { Contest, SolverRow } from "./solver-rows.ts";
import { runContest } from "./solver-rows.ts";
import type { BenchOptions } from "./suite.ts";

/** Per pair (C/T); the settings of the product's term weights lie inside. */
const TERM_COSTS = [0.01, 0.03, 0.1, 0.3, 1];
/** Calls before the clock of a path starts; its first call is reported too. */
export const WARM_UPS = 5;
const SEEDS = { medium: 12_345, large: 777 } as const;
const SHIPPED_DATASET = new URL("../../cerb/corpora/scifact/", import.meta.url);

export interface SuiteContext {
  readonly options: BenchOptions;
  readonly absent: Readonly<Partial<Record<RivalName, string>>>;
  /** Sizes are divided by this in smoke mode. */
  readonly shrink: number;
  readonly repetitions: number;
}

export async function denseRows(context: SuiteContext): Promise<SolverRow[]> {
  const { shrink, repetitions } = context;
  const medium = 720 / shrink;
  const runs = [
    ["3600x17", generatePairs(SEEDS.medium, medium, true), repetitions, [...RIVALS]],
    // Uncapped LIBLINEAR needs minutes per C here: the capped run shows how far off it is.
    ["3600x17-raw", generatePairs(SEEDS.medium, medium, false), repetitions, ["liblinear"]],
    ["20000x17", generatePairs(SEEDS.large, 4_000 / shrink, true), repetitions, [...RIVALS]],
    [
      "100000x17",
      generatePairs(SEEDS.large, 20_000 / shrink, true),
      repetitions,
      ["liblinear-long"],
    ],
  ] as const;
  const rows: SolverRow[] = [];
  for (const [name, pairs, count, rivals] of runs) {
    rows.push(...(await denseContest(context, name, pairs, count, rivals)));
  }
  return rows;
}

async function denseContest(
  { options, absent }: SuiteContext,
  problem: string,
  differences: PairMatrix,
  repetitions: number,
  wanted: readonly RivalName[],
): Promise<SolverRow[]> {
  options.log(`${problem}: ${differences.rows} pairs`);
  let optima: readonly Certificate[] = [];
  const noDual = new Float64Array(differences.rows);
  const data = new RivalData(compressPairs(differences), true);
  try {
    return await runContest({
      problem,
      method: "path",
      problems: PATH_COSTS.length,
      repetitions,
      warmUps: WARM_UPS,
      ours: async () => {
        optima = solvePath({ differences }, PATH_COSTS).map((one) => one.certificate);
        return optima;
      },
      rivals: rivalRuns(data, absent, wanted, PATH_COSTS),
      errorOf: (weights, i) => {
        const { primal } = certifyDense({ differences }, PATH_COSTS[i]!, weights, noDual);
        return primal / optima[i]!.primal - 1;
      },
      rivalFactor: 1,
      note: "",
    });
  } finally {
    data.close();
  }
}

function rivalRuns(
  data: RivalData,
  absent: SuiteContext["absent"],
  wanted: readonly RivalName[],
  costs: readonly number[],
): Contest["rivals"] {
  const present = wanted.filter((name) => absent[name] === undefined);
  return Object.fromEntries(present.map((name) => [name, () => data.run(name, costs)]));
}

export async function termRows({
  options,
  absent,
  shrink,
  repetitions,
}: SuiteContext): Promise<SolverRow[]> {
  const folder = options.dataset ?? fileURLToPath(SHIPPED_DATASET);
  const all = termPairs(folder, options.seed);
  const rows = Math.floor(all.rows / shrink);
  const end = all.rowStart[rows]!;
  const differences = {
    ...all,
    rows,
    rowStart: all.rowStart.slice(0, rows + 1),
    columnIndex: all.columnIndex.slice(0, end),
    values: all.values.slice(0, end),
  };
  options.log(`terms: ${rows} pairs × ${all.columns} columns, ${end} nonzeros`);
  const costs = TERM_COSTS.map((cost) => cost * rows);
  const optima = solveSparse({ differences }, costs);
  const noDual = new Float64Array(rows);
  const data = new RivalData(differences, false);
  try {
    return await runContest({
      problem: "terms",
      method: "sparse",
      problems: costs.length,
      repetitions,
      warmUps: WARM_UPS,
      ours: async () => solveSparse({ differences }, costs).map((one) => one.certificate),
      rivals: rivalRuns(data, absent, RIVALS, costs),
      errorOf: (weights, i) => {
        const { primal } = certifySparse({ differences }, costs[i]!, weights, noDual);
        return primal / optima[i]!.certificate.primal - 1;
      },
      rivalFactor: 1,
      note: `${rows} × ${all.columns}`,
    });
  } finally {
    data.close();
  }
}

const RIVAL_RESAMPLES = 2;

export async function batchRows({
  options,
  absent,
  shrink,
  repetitions,
}: SuiteContext): Promise<SolverRow[]> {
  const differences = generatePairs(SEEDS.medium, 720 / shrink, true);
  const choice = await selectBackend();
  const rows: SolverRow[] = [];
  for (const count of [20, 200]) {
    const resamples = bootstrapResamples(differences.rows, Math.ceil(count / shrink), options.seed);
    const problems = resamples.length * PATH_COSTS.length;
    const sample = resamples
      .slice(0, RIVAL_RESAMPLES)
      .map((weights) => repeatPairs(differences, weights));
    const data = sample.map((pairs) => new RivalData(compressPairs(pairs), true));
    const optima = sample.flatMap((pairs) => solvePath({ differences: pairs }, PATH_COSTS));
    options.log(`batch of ${problems} problems`);
    const runs = data.map((one) => rivalRuns(one, absent, ["liblinear-long"], PATH_COSTS));
    const longRuns = runs.map((one) => one["liblinear-long"]).filter((one) => one !== undefined);
    const rival = () => {
      const paths = longRuns.map((one) => one());
      return {
        ms: paths.flatMap((path) => path.ms),
        weights: paths.flatMap((path) => path.weights),
      };
    };
    try {
      rows.push(
        ...(await runContest({
          problem: `batch-${count * PATH_COSTS.length}`,
          method: `batch on ${choice.backend.name}`,
          problems,
          repetitions,
          warmUps: 0,
          ours: async () => {
            const { solutions } = await solveBatchOn(
              choice,
              { differences },
              PATH_COSTS,
              resamples,
            );
            return solutions.map((one) => one.certificate);
          },
          rivals: longRuns.length === 0 ? {} : { "liblinear-long": rival },
          errorOf: (weights, i) => {
            const pairs = sample[Math.floor(i / PATH_COSTS.length)]!;
            const cost = PATH_COSTS[i % PATH_COSTS.length]!;
            const noDual = new Float64Array(pairs.rows);
            const { primal } = certifyDense({ differences: pairs }, cost, weights, noDual);
            return primal / optima[i]!.certificate.primal - 1;
          },
          rivalFactor: resamples.length / sample.length,
          note: "",
        })),
      );
    } finally {
      for (const one of data) one.close();
    }
  }
  return rows;
}

export async function gramRows({ options, shrink }: SuiteContext): Promise<SolverRow[]> {
  const rows: SolverRow[] = [];
  for (const [pairs, dimension] of [
    [2_000, 384],
    [5_300, 384],
  ] as const) {
    const problem = adapterProblem(
      Math.floor(pairs / shrink),
      dimension / (shrink > 1 ? 8 : 1),
      options.seed,
    );
    options.log(`gram-${pairs}: ${problem.differences.rows} pairs`);
    rows.push(
      ...(await runContest({
        problem: `gram-${pairs}`,
        method: "gram",
        problems: 1,
        repetitions: 1,
        warmUps: 0,
        ours: async () => [(await solveGram(problem, 0.3)).certificate],
        rivals: {},
        errorOf: () => Number.NaN,
        rivalFactor: 1,
        note: "one run; kernel matrix included",
      })),
    );
  }
  return rows;
}
