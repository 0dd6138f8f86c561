/**
 * The suite `solver`: the certified path on generated dense pairs, badly scaled pairs, learned term
 * weights, batches of bootstrap resamples and the Gram shape, against LIBLINEAR where it is
 * installed. `--smoke` runs the same code on small sizes and keeps the names of the rows.
 */
import { fileURLToPath } from "node:url";
import { selectBackend } from "#trainer/backend/select-backend.ts";
import { solveBatchOn } from "#trainer/solver/accelerated-batch.ts";
import { certifyDense } from "#trainer/solver/certificate.ts";
import { solveGram } from "#trainer/solver/gram-solve.ts";
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { solvePath } from "#trainer/solver/regularization-path.ts";
import { solveSparse } from "#trainer/solver/sparse-path.ts";
import { certifySparse } from "#trainer/solver/sparse-problem.ts";
import { generatePairs } from "./generated-pairs.ts";
import { adapterProblem, growthProblem } from "./growth-problems.ts";
import type { RivalName } from "./liblinear.ts";
import { RIVALS, RivalData, whyAbsent } from "./liblinear.ts";
import { median, timed } from "./measure.ts";
import {
  bootstrapResamples,
  compressPairs,
  PATH_COSTS,
  repeatPairs,
  termPairs,
} from "./solver-problems.ts";
import type { Contest, SolverRow } from "./solver-rows.ts";
import { ROW_COLUMNS, rowCells, runContest } from "./solver-rows.ts";
import type { BenchOptions, BenchReport, BenchSeries, BenchSuite } from "./suite.ts";

const REPETITIONS = 7;
/** Per pair (C/T); the settings of the product's term weights lie inside. */
const TERM_COSTS = [0.01, 0.03, 0.1, 0.3, 1];
const SEEDS = { medium: 12_345, large: 777 } as const;
const SHIPPED_DATASET = new URL("../../cerb/corpora/scifact/", import.meta.url);

interface Context {
  readonly options: BenchOptions;
  readonly absent: Readonly<Partial<Record<RivalName, string>>>;
  /** Sizes are divided by this in smoke mode. */
  readonly shrink: number;
  readonly repetitions: number;
}

export const solverSuite: BenchSuite = {
  description: "certified ranking-SVM paths and batches against LIBLINEAR",
  run,
};

async function run(options: BenchOptions): Promise<BenchReport> {
  const absent: Partial<Record<RivalName, string>> = {};
  for (const rival of RIVALS) {
    const reason = whyAbsent(rival);
    if (reason !== null) absent[rival] = reason;
    options.log(reason === null ? `rival ${rival} runs` : `SKIPPED ${reason}`);
  }
  const shrink = options.smoke ? 40 : 1;
  const context = { options, absent, shrink, repetitions: options.smoke ? 1 : REPETITIONS };
  const rows: SolverRow[] = [];
  for (const part of [denseRows, termRows, batchRows, gramRows])
    rows.push(...(await part(context)));
  const growth = growthSeries(context);
  const backend = await selectBackend();
  const checksum = rows.reduce((sum, row) => sum + (row.statuses["optimal"] ?? 0), 0);
  return {
    json: {
      rows,
      skipped: absent,
      growth,
      growthFactor: options.smoke ? null : growthFactor(rows),
      optimalCount: checksum,
      backend: { name: backend.backend.name, reason: backend.reason, fallbacks: backend.fallbacks },
    },
    tables: [
      {
        title: "Ranking-SVM solver",
        note: `Medians of ${context.repetitions} interleaved runs. ${options.smoke ? "Smoke sizes prove nothing about speed." : growthSentence(rows)} Backend: ${backend.backend.name} (${backend.reason}). ${Object.values(absent).join(". ")}`,
        columns: ROW_COLUMNS,
        rows: rows.map(rowCells),
      },
    ],
    charts: [
      {
        title: "Growth of the path of 11 C",
        xLabel: "pairs, columns or problems",
        yLabel: "ms",
        series: growth,
      },
    ],
  };
}

async function denseRows(context: Context): Promise<SolverRow[]> {
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
  { options, absent }: Context,
  problem: string,
  differences: PairMatrix,
  repetitions: number,
  wanted: readonly RivalName[],
): Promise<SolverRow[]> {
  options.log(`${problem}: ${differences.rows} pairs`);
  const optima = solvePath({ differences }, PATH_COSTS);
  const noDual = new Float64Array(differences.rows);
  const data = new RivalData(compressPairs(differences), true);
  try {
    return await runContest({
      problem,
      method: "path",
      problems: PATH_COSTS.length,
      repetitions,
      ours: async () => solvePath({ differences }, PATH_COSTS).map((one) => one.certificate),
      rivals: rivalRuns(data, absent, wanted, PATH_COSTS),
      errorOf: (weights, i) => {
        const { primal } = certifyDense({ differences }, PATH_COSTS[i]!, weights, noDual);
        return primal / optima[i]!.certificate.primal - 1;
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
  absent: Context["absent"],
  wanted: readonly RivalName[],
  costs: readonly number[],
): Contest["rivals"] {
  const present = wanted.filter((name) => absent[name] === undefined);
  return Object.fromEntries(present.map((name) => [name, () => data.run(name, costs)]));
}

async function termRows({ options, absent, shrink, repetitions }: Context): Promise<SolverRow[]> {
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

async function batchRows({ options, absent, shrink, repetitions }: Context): Promise<SolverRow[]> {
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

async function gramRows({ options, shrink }: Context): Promise<SolverRow[]> {
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

const GROWTH_REPETITIONS = 3;

function pathMs(differences: PairMatrix, repetitions: number): number {
  const runs = Array.from({ length: repetitions }, () =>
    timed(() => solvePath({ differences }, PATH_COSTS)),
  );
  return median(runs.map(({ ms }) => ms));
}

/** Milliseconds of the path of 11 C as the pairs and the columns grow. */
function growthSeries({ options, shrink }: Context): BenchSeries[] {
  const repetitions = options.smoke ? 1 : GROWTH_REPETITIONS;
  const pairs = [1_000, 3_600, 10_000, 30_000, 100_000].map((rows): [number, number] => {
    const count = Math.max(5, Math.floor(rows / shrink / 5));
    return [5 * count, pathMs(generatePairs(options.seed, count, true), repetitions)];
  });
  const columns = [4, 8, 17, 32, 64].map((count): [number, number] => [
    count,
    pathMs(growthProblem(Math.floor(3_600 / shrink), count, options.seed), repetitions),
  ]);
  return [
    { name: "T, 17 columns", points: pairs },
    { name: "d, 3,600 pairs", points: columns },
  ];
}

/** Time for 100,000 pairs over time for 3,600, divided by the ratio of the pairs. */
function growthFactor(rows: readonly SolverRow[]): number | null {
  const of = (problem: string) =>
    rows.find((row) => row.problem === problem && row.method === "path");
  const [small, large] = [of("3600x17"), of("100000x17")];
  if (small === undefined || large === undefined) return null;
  return large.msMedian / small.msMedian / (100_000 / 3_600);
}

function growthSentence(rows: readonly SolverRow[]): string {
  const factor = growthFactor(rows);
  return factor === null ? "" : `3,600 to 100,000 pairs costs ${factor.toFixed(2)} × linear.`;
}
