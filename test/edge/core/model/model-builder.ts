/** A valid model for tests; a test changes what it is about. */
import { DEFAULT_FEATURES, type FeatureId } from "#core/features/feature-registry.ts";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import type { ModelExpectation } from "#core/model/decode-ranking-model.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";

export const EXPECTED: ModelExpectation = {
  normalizerVersion: "2",
  analyzerVersion: "3",
  embeddingModel: "multilingual-e5-small",
};

/** Weights not given are 0, standardisation is the identity. */
export function rankingModel(
  weights: readonly number[] = [],
  features: readonly FeatureId[] = DEFAULT_FEATURES,
): RankingModel {
  return {
    version: "v3",
    features,
    weights: features.map((_, index) => weights[index] ?? 0),
    means: features.map(() => 0),
    scales: features.map(() => 1),
    featureSchemaHash: featureSchemaHash(features),
    ...EXPECTED,
    cost: 1,
    certificate: {
      status: "solved",
      primal: 1.5,
      dual: 1.5,
      gapRel: 1e-12,
      gapRelMax: 1e-10,
      kktResidual: 0,
    },
    metrics: { ndcg10: { value: 0.7, low: 0.6, high: 0.8 } },
    provenance: {
      trainedAt: "2026-01-02T03:04:05Z",
      seed: 42,
      queries: 100,
      pairs: 500,
      backend: "reference",
    },
  };
}
