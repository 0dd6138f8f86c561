/**
 * The suite `solver`: the certified path on generated dense pairs, badly scaled pairs, learned term
 * weights, batches of bootstrap resamples and the Gram shape, against LIBLINEAR where it is
 * installed. `--smoke` runs the same code on small sizes and keeps the names of the rows.
 */
import { selectBackend } from "#trainer/backend/select-backend.ts";
import type { RivalName } from "./liblinear.ts";
import { RIVALS, whyAbsent } from "./liblinear.ts";
import { batchRows, denseRows, gramRows, termRows, WARM_UPS } from "./solver-contests.ts";
import { growthFactor, growthSentence, growthSeries } from "./solver-growth.ts";
import type { SolverRow } from "./solver-rows.ts";
import { ROW_COLUMNS, rowCells } from "./solver-rows.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const REPETITIONS = 7;
const SMOKE_SHRINK = 40;

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
  const shrink = options.smoke ? SMOKE_SHRINK : 1;
  const context = { options, absent, shrink, repetitions: options.smoke ? 1 : REPETITIONS };
  const rows: SolverRow[] = [];
  for (const part of [denseRows, termRows, batchRows, gramRows])
    rows.push(...(await part(context)));
  const growth = growthSeries(options, shrink);
  const backend = await selectBackend();
  const checksum = rows.reduce((sum, row) => sum + (row.statuses["optimal"] ?? 0), 0);
  const note = [
    `Medians of ${context.repetitions} interleaved runs, the paths after ${WARM_UPS} warm-up calls`,
    "(first call beside it); the ratio is to the fastest rival that reached 1e-6 at every C.",
    options.smoke ? "Smoke sizes prove nothing about speed." : growthSentence(rows),
    `Backend: ${backend.reason}.`,
    ...Object.values(absent).map((reason) => `${reason}.`),
  ];
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
        note: note.filter((sentence) => sentence !== "").join(" "),
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
