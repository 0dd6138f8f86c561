/** What the Worker costs before its first request: size of its script and CPU time at start-up. */
import { gzipSync } from "node:zlib";
import { bundleWorker } from "#edge/local/bundle-worker.ts";
import { ISOLATES, measureStartup } from "#edge/local/measure-startup.ts";
import type { BenchReport, BenchSuite } from "./suite.ts";

const REPEATS = 5;
const BUNDLE_KB_GZIP_MAX = 300;
const STARTUP_MS_MAX = 50;

async function run({ smoke, log }: { smoke: boolean; log: (line: string) => void }) {
  const repeats = smoke ? 1 : REPEATS;
  const { script } = await bundleWorker();
  log(`starting ${ISOLATES} isolates ${repeats} times`);
  const startupMs = await measureStartup(script, repeats);
  const bundleKbGzip = gzipSync(script).length / 1024;
  const report: BenchReport = {
    json: { startupMs, bundleKbGzip, repeats, isolates: ISOLATES },
    tables: [
      {
        title: "The Worker before its first request",
        note: `CPU time of workerd per isolate beyond an empty Worker, smallest of ${repeats} starts of ${ISOLATES}`,
        columns: ["measure", "value", "bar"],
        rows: [
          ["start-up, CPU ms", startupMs.toFixed(1), String(STARTUP_MS_MAX)],
          ["script, KB gzip", bundleKbGzip.toFixed(1), String(BUNDLE_KB_GZIP_MAX)],
        ],
      },
    ],
    charts: [],
  };
  return report;
}

export const edgeSuite: BenchSuite = { description: "Size and start-up of the Worker", run };
