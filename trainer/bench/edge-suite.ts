/** What the Worker costs: size of its script, CPU time at start-up, CPU time of one search. */
import { type BundleSizes, bundleSizes, bundleWorker } from "#edge/local/bundle-worker.ts";
import { ISOLATES, measureStartup } from "#edge/local/measure-startup.ts";
import { measureWork } from "./edge-work.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const REPEATS = 5;
const BUNDLE_KB_GZIP_MAX = 300;
const STARTUP_MS_MAX = 50;
const SEARCH_MS_P95_MAX = 5;

async function run({ smoke, seed, log }: BenchOptions) {
  const repeats = smoke ? 1 : REPEATS;
  const bundle = await bundleWorker();
  log(`starting ${ISOLATES} isolates ${repeats} times`);
  const startupMs = await measureStartup(bundle.script, repeats);
  const sizes = await bundleSizes(bundle);
  log("computing searches");
  const work = await measureWork({ smoke, seed, log });
  const report: BenchReport = {
    json: { ...work, startupMs, ...kilobytes(sizes), repeats, isolates: ISOLATES },
    tables: [
      {
        title: "The Worker",
        note:
          `Start-up: CPU time of workerd per isolate beyond an empty Worker, smallest of ${repeats} ` +
          `starts of ${ISOLATES}. A search: reading, features and ranking of ${work.candidates} candidates`,
        columns: ["measure", "value", "bar"],
        rows: [
          ["start-up, CPU ms", startupMs.toFixed(1), String(STARTUP_MS_MAX)],
          ["script without model data, KB gzip", sizes.code.toFixed(1), String(BUNDLE_KB_GZIP_MAX)],
          ["model data, KB gzip", sizes.modelData.toFixed(1), ""],
          ["a search, CPU ms, median", work.cpuMsP50.toFixed(2), ""],
          ["a search, CPU ms, p95", work.cpuMsP95.toFixed(2), String(SEARCH_MS_P95_MAX)],
        ],
      },
    ],
    charts: [],
  };
  return report;
}

const kilobytes = ({ code, modelData }: BundleSizes) => ({
  bundleKbGzip: code,
  modelDataKbGzip: modelData,
});

export const edgeSuite: BenchSuite = { description: "Size, start-up and work of the Worker", run };
