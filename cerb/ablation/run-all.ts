/** Every variant over every case, in a fixed order, after one untimed request each. */
import type { Embedder, KeyValueStore } from "#edge/ports.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { RunRecord } from "../systems/run-record.ts";
import { createRunner } from "../systems/run-variant.ts";
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

/** Records of each variant, in the order of the cases. */
export async function runAll(input: RunAllInput): Promise<Map<Variant, RunRecord[]>> {
  const { index, embedder, models, cases, mode, log, progress } = input;
  const records = new Map<Variant, RunRecord[]>();
  for (const variant of input.variants) {
    const runner = await createRunner(variant, { index, embedder, models });
    const update = progress.bar(variant.name.padEnd(6), cases.length);
    const ofVariant: RunRecord[] = [];
    let isWarm = false;
    for (const item of cases) {
      let record = log.find(variant.name, item.id);
      if (record === undefined) {
        if (!isWarm) await runner.run(item, mode);
        isWarm = true;
        record = await runner.run(item, mode);
        log.add(record);
      }
      ofVariant.push(record);
      update(ofVariant.length);
    }
    records.set(variant, ofVariant);
  }
  return records;
}
