/** The ablation from open systems to its result; it writes runs.jsonl as it goes and nothing else. */
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { K_MIN } from "#core/relaxation/relax.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import type { Progress } from "#edge/local/progress.ts";
import { CERB_CUTOFF } from "#measures/judged-result.ts";
import { RESAMPLES_DEFAULT } from "#significance/paired-bootstrap.ts";
import { readPrepared } from "../systems/corpus-documents.ts";
import { sha256Of } from "#cerb/corpora/manifest.ts";
import { openModelStore } from "../systems/model-store.ts";
import type { Systems } from "../systems/open-systems.ts";
import { PAIRS, type VariantName, variants } from "../systems/variants.ts";
import type { AblationHead, AblationResult } from "./ablation-result.ts";
import { type BenchmarkCase, casesOfMode, type Mode } from "./benchmark-case.ts";
import { comparePairs, type Evaluated, leakageRatio } from "./compare-variants.ts";
import { type EvaluatedCase, evaluateCase } from "./evaluate-runs.ts";
import type { Benchmark } from "./read-benchmark.ts";
import { runAll } from "./run-all.ts";
import { RunLog } from "./run-log.ts";
import { countOutcomes, countRootCauses, summarizeVariant } from "./summarize.ts";

export interface AblationInput {
  readonly systems: Systems;
  readonly benchmark: Benchmark;
  readonly embeddingModel: string;
  readonly mode: Mode;
  readonly strict: boolean;
  readonly outFolder: string;
  readonly modelFile: string | null;
  readonly seed: number;
  readonly progress: Progress;
}

export interface Ablation {
  readonly result: AblationResult;
  readonly evaluated: Evaluated;
}

export async function runAblation(input: AblationInput): Promise<Ablation> {
  const started = performance.now();
  const { systems, benchmark, mode, strict, progress, seed } = input;
  const { index, embedder } = systems;
  const { embeddingModel } = input;
  const owner = { tenantId: index.tenantId, embeddingModel };
  const model = await openModelStore(input.modelFile, owner);
  if (model.gap !== null) progress.step(`F without a learned model: ${model.gap}`);
  const cases = casesOfMode(benchmark.cases, mode);
  const all = variants({ strict });
  const identity = sha256Of(
    JSON.stringify([index.record.fingerprint, benchmark.sha256, mode, all, model.version, cases]),
  );
  const log = new RunLog(input.outFolder, identity);
  if (log.resumedCount > 0) progress.step(`resumed after ${log.resumedCount} requests`);
  const records = await runAll({
    index,
    embedder,
    models: model.store,
    variants: all,
    cases,
    mode,
    log,
    progress,
  });
  log.finish();
  const lookups = await openLookups(systems, cases);
  const evaluated: Map<VariantName, EvaluatedCase[]> = new Map();
  for (const [variant, ofVariant] of records) {
    const judged = ofVariant.map((record, at) => evaluateCase(cases[at]!, record, lookups));
    evaluated.set(variant.name, judged);
  }
  const pairs = comparePairs(evaluated, PAIRS, seed);
  const judged = [...evaluated.values()].flat();
  const result: AblationResult = {
    cases: cases.length,
    mode,
    strict,
    errors: judged.filter(({ record }) => record.error !== null).length,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    head: headOf(input, model.version, pairs.length, evaluated),
    variants: Object.fromEntries(
      all.map((variant) => [
        variant.name,
        summarizeVariant(variant, evaluated.get(variant.name)!, {
          subsets: benchmark.subsets,
          seed,
        }),
      ]),
    ),
    pairs,
    ratios: (["gateLeakage", "fullLeakage"] as const).map((measure) =>
      leakageRatio(evaluated, "B", "C", { measure, seed }),
    ),
    outcomes: Object.fromEntries(
      all.map(({ name }) => [name, countOutcomes(evaluated.get(name)!)]),
    ),
    rootCauses: Object.fromEntries(
      all.map(({ name }) => [name, countRootCauses(evaluated.get(name)!)]),
    ),
  };
  return { result, evaluated };
}

async function openLookups(
  { index, documents }: Systems,
  cases: readonly BenchmarkCase[],
): Promise<Parameters<typeof evaluateCase>[2]> {
  const ids = [...new Set(cases.flatMap(({ labels }) => [...labels.grades.keys()]))];
  const prepared = await readPrepared(index.database, index.tenantId, ids);
  return {
    documentOf: (id) => documents.get(id),
    preparedOf: (id) => prepared.get(id),
  };
}

function headOf(
  { systems, benchmark, embeddingModel, seed }: AblationInput,
  model: string | null,
  tests: number,
  evaluated: Evaluated,
): AblationHead {
  const { record } = systems.index;
  return {
    corpora: record.corpora,
    refusedRows: record.faults,
    indexFingerprint: record.fingerprint,
    casesSha256: benchmark.sha256,
    skippedCases: benchmark.skipped,
    embeddingModel,
    model,
    kMin: K_MIN,
    k: CERB_CUTOFF,
    resamples: RESAMPLES_DEFAULT,
    seed,
    tests,
    degraded: degradedCounts(evaluated),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
  };
}

function degradedCounts(evaluated: Evaluated): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { record } of [...evaluated.values()].flat()) {
    for (const reason of record.degraded) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
