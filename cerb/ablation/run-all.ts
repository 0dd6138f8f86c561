/**
 * Every variant over every case, case by case, so that a slow minute of the machine meets all variants
 * alike: latencies are compared with each other. The first variant rotates from run to run, so that
 * none always finds what another has just read. One untimed request each comes first. Every case is run
 * TIMED_RUNS times and the run of the median latency is kept: a 95th percentile over some hundred cases
 * is decided by six of them, and one collection of garbage is as long as a search.
 */
import type { Embedder, KeyValueStore } from "#edge/ports.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { RunRecord } from "../systems/run-record.ts";
import { createRunner, type VariantRunner } from "../systems/run-variant.ts";
import type { SearchIndex } from "../systems/search-index.ts";
import type { Variant } from "../systems/variants.ts";
import type { BenchmarkCase, Mode } from "./benchmark-case.ts";
import type { RunLog } from "./run-log.ts";

const TIMED_RUNS = 3;

export interface RunAllInput {
  readonly index: SearchIndex;
  readonly embedder: Embedder | null;
  readonly models: KeyValueStore;
  readonly variants: readonly Variant[];
  readonly cases: readonly BenchmarkCase[];
  readonly mode: Mode;
  readonly log: RunLog;
  readonly progress: Progress;
}

interface Running {
  readonly runner: VariantRunner;
  readonly records: RunRecord[];
  isWarm: boolean;
}

/** Records of each variant, in the order of the cases. */
export async function runAll(input: RunAllInput): Promise<Map<Variant, RunRecord[]>> {
  const { index, embedder, models, variants, cases, mode, log, progress } = input;
  const running: Running[] = [];
  for (const variant of variants) {
    const runner = await createRunner(variant, { index, embedder, models });
    running.push({ runner, records: [], isWarm: false });
  }
  const update = progress.bar("cases", cases.length);
  for (const [at, item] of cases.entries()) {
    const runs = new Map<Running, RunRecord[]>();
    for (const one of running) {
      const found = log.find(one.runner.variant.name, item.id);
      if (found === undefined) runs.set(one, []);
      else one.records.push(found);
    }
    for (let round = 0; round < TIMED_RUNS; round += 1) {
      for (const [one, records] of rotated([...runs], at + round)) {
        records.push(await runOnce(one, item));
      }
    }
    for (const [one, records] of runs) {
      const record = typicalRun(records);
      log.add(record);
      one.records.push(record);
    }
    update(at + 1);
  }
  return new Map(running.map(({ runner, records }) => [runner.variant, records]));

  async function runOnce(one: Running, item: BenchmarkCase): Promise<RunRecord> {
    if (!one.isWarm) await one.runner.run(item, mode);
    one.isWarm = true;
    return await one.runner.run(item, mode);
  }
}

/** The run of the median latency; one that failed, if any did. */
export function typicalRun(runs: readonly RunRecord[]): RunRecord {
  const failed = runs.find(({ error }) => error !== null);
  const byLatency = runs.toSorted((a, b) => a.latency_ms - b.latency_ms);
  return failed ?? byLatency[Math.floor(runs.length / 2)]!;
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const start = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}
