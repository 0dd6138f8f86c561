/** A small valid model under its own version name; parts can be replaced. */
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { modelVersion } from "#trainer/publish/model-version.ts";

export function sampleModel(changes: Partial<Omit<RankingModel, "version">> = {}): RankingModel {
  const content = {
    features: ["bm25", "cosine"] as const,
    weights: [0.5, 1.25],
    means: [0.1, 0.8],
    scales: [0.3, 1],
    featureSchemaHash: featureSchemaHash(["bm25", "cosine"]),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: "test-model",
    cost: 1,
    certificate: {
      status: "optimal",
      primal: 0.75,
      dual: 0.75,
      gapRel: 1e-12,
      gapRelMax: 3e-11,
      kktResidual: 1e-13,
    },
    metrics: { testNdcg10: { value: 0.7, low: 0.65, high: 0.75 } },
    provenance: {
      trainedAt: "2026-11-30T02:00:00.000Z",
      seed: 42,
      queries: 10,
      pairs: 50,
      backend: "typescript-float64",
    },
    ...changes,
  };
  return { version: modelVersion(content), ...content };
}
