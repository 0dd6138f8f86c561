/**
 * Every variant over every case, case by case, so that a slow minute of the machine meets all variants
 * alike: latencies are compared with each other. The first variant rotates from case to case, so that
 * none always finds what another has just read. One untimed request each comes first.
 */
import type { Embedder, KeyValueStore } from "#edge/ports.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { RunRecord } from "../systems/run-record.ts";
import { createRunner, type VariantRunner } from "../systems/run-variant.ts";
import type { SearchIndex } from "../systems/search-index.ts";
import type { Variant } from "../systems/variants.ts";
import type { BenchmarkCase, Mode } from "./benchmark-case.ts";
import type { RunLog } from "./run-log.ts";

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
    for (const one of rotated(running, at)) {
      one.records.push(log.find(one.runner.variant.name, item.id) ?? (await runOnce(one, item)));
    }
    update(at + 1);
  }
  return new Map(running.map(({ runner, records }) => [runner.variant, records]));

  async function runOnce(one: Running, item: BenchmarkCase): Promise<RunRecord> {
    if (!one.isWarm) await one.runner.run(item, mode);
    one.isWarm = true;
    const record = await one.runner.run(item, mode);
    log.add(record);
    return record;
  }
}

function rotated<T>(values: readonly T[], by: number): T[] {
  const start = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}
