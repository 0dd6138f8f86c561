/**
 * What the Worker computes for one search: the database's answer read, candidates fused, all features,
 * linear model, policy. CPU time of this process (V8, as in workerd), all its threads.
 */
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import { runSecondStage } from "#edge/retrieval/second-stage.ts";
import { decodeFirstStage, firstStageStatement } from "#edge/store/first-stage.ts";
import { enterTenant } from "#edge/store/tenant-database.ts";
import { type BenchCorpus, buildCorpus, MODEL } from "./search-corpus.ts";
import { type BenchQuery, drawQueries, percentile } from "./search-queries.ts";

const DOCUMENTS = 1000;
const DOCUMENTS_SMOKE = 120;
const QUERIES = 40;
const QUERIES_SMOKE = 2;
/** Runs of one query; the first ones warm the compiler and are not counted. */
const RUNS = 12;
const RUNS_WARM = 4;

export interface EdgeWork {
  readonly cpuMsP50: number;
  readonly cpuMsP95: number;
  /** Candidates of a query, median. */
  readonly candidates: number;
}

interface WorkOptions {
  readonly smoke: boolean;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export async function measureWork({ smoke, seed, log }: WorkOptions): Promise<EdgeWork> {
  const documents = smoke ? DOCUMENTS_SMOKE : DOCUMENTS;
  const corpus = await buildCorpus({ documents, seed, log });
  const cpuMs: number[] = [];
  const candidates: number[] = [];
  try {
    for (const query of drawQueries(corpus, smoke ? QUERIES_SMOKE : QUERIES, seed)) {
      const work = await workOf(corpus, query);
      for (let run = 0; run < RUNS; run++) {
        const started = process.cpuUsage();
        const count = work();
        const { user, system } = process.cpuUsage(started);
        if (run === 0) candidates.push(count);
        if (run >= RUNS_WARM) cpuMs.push((user + system) / 1000);
      }
    }
  } finally {
    await corpus.close();
  }
  return {
    cpuMsP50: percentile(cpuMs, 0.5),
    cpuMsP95: percentile(cpuMs, 0.95),
    candidates: percentile(candidates, 0.5),
  };
}

/** The work of one query, without waiting; returns the number of candidates. */
async function workOf({ database, tenantId }: BenchCorpus, { text, vector }: BenchQuery) {
  const request = {
    tenantId,
    languages: ["en", "fr"],
    query: text,
    expansion: null,
    vector,
    embeddingModel: MODEL,
    gate: {},
  };
  const [, rows] = await database.batch([
    enterTenant(tenantId, null),
    firstStageStatement(request),
  ]);
  const answer = JSON.stringify(rows![0]);
  return () => {
    const first = decodeFirstStage(JSON.parse(answer) as Record<string, unknown>, request);
    const { hits } = runSecondStage(first, { model: EVERY_FEATURE, rerank: true, asked: {} });
    return Math.max(first.candidates.length, hits.length);
  };
}

/** Every feature with a weight: the work does not depend on which. */
const EVERY_FEATURE: RankingModel = {
  version: "bench",
  features: DEFAULT_FEATURES,
  weights: DEFAULT_FEATURES.map((_, index) => 1 / (index + 1)),
  means: DEFAULT_FEATURES.map(() => 0),
  scales: DEFAULT_FEATURES.map(() => 1),
  featureSchemaHash: featureSchemaHash(DEFAULT_FEATURES),
  normalizerVersion: "bench",
  analyzerVersion: "bench",
  embeddingModel: MODEL,
  cost: 1,
  certificate: { status: "none", primal: 0, dual: 0, gapRel: 0, gapRelMax: 0, kktResidual: 0 },
  metrics: {},
  provenance: { trainedAt: "", seed: 0, queries: 0, pairs: 0, backend: "none" },
};
