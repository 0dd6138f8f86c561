/** The published form of a selected model, complete with what it was made from. */
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import type { Interval, LearnedParts, RankingModel } from "#core/model/ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { modelVersion } from "../publish/model-version.ts";
import type { LinearModel } from "./rank-candidates.ts";
import type { Selection } from "./select-model.ts";

/** The path is solved in double precision by the TypeScript solver (trainer/solver). */
const BACKEND = "typescript-float64";

export interface ModelOrigin {
  readonly embeddingModel: string;
  /** ISO 8601, UTC. */
  readonly trainedAt: string;
  readonly seed: number;
  /** Training queries. */
  readonly queries: number;
  /** Null: trained on the provider's query vectors. */
  readonly queryTable: string | null;
  /** Null: the model remembers nothing. */
  readonly learned: LearnedParts | null;
}

/** Largest |gap| of the path relative to its objective. */
export function largestGap({ path }: Selection): number {
  return Math.max(...path.map(({ certificate }) => Math.abs(certificate.gapRel)));
}

/** The figures of a night by name, as they stand in nightly.json and in the model. */
export function modelMetrics(selection: Selection): Record<string, Interval> {
  const { validation, test, crossValidation } = selection;
  return {
    validationNdcg10: validation.learned,
    validationFusionNdcg10: validation.fusion,
    validationVsFusion: validation.difference,
    testNdcg10: test.learned,
    testFusionNdcg10: test.fusion,
    testVsFusion: test.difference,
    disjointCvNdcg10: crossValidation.learned,
    disjointCvFusionNdcg10: crossValidation.fusion,
    disjointCvVsFusion: crossValidation.difference,
  };
}

/** A feature of weight 0 adds 0 to every score: a model without it costs nothing for it. */
export function withoutZeros({ features, weights, means, scales }: LinearModel): LinearModel {
  const used = [...weights.keys()].filter((at) => weights[at] !== 0);
  // A model needs a feature, also where nothing was learned.
  const kept = used.length > 0 ? used : [0];
  const of = <Value>(values: readonly Value[]) => kept.map((at) => values[at]!);
  return { features: of(features), weights: of(weights), means: of(means), scales: of(scales) };
}

export function rankingModel(
  selection: Selection,
  { embeddingModel, trainedAt, seed, queries, queryTable, learned }: ModelOrigin,
): RankingModel {
  const { path, choice, pairCount } = selection;
  const model = withoutZeros(selection.model);
  const { cost, certificate } = path[choice.chosen]!;
  const content = {
    features: model.features,
    weights: model.weights,
    means: model.means,
    scales: model.scales,
    featureSchemaHash: featureSchemaHash(model.features),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel,
    ...(queryTable === null ? {} : { queryTable }),
    ...(learned === null ? {} : { learned }),
    cost,
    certificate: {
      status: certificate.status,
      primal: certificate.primal,
      dual: certificate.dual,
      gapRel: certificate.gapRel,
      gapRelMax: largestGap(selection),
      kktResidual: certificate.kktResidual,
    },
    metrics: modelMetrics(selection),
    provenance: { trainedAt, seed, queries, pairs: pairCount, backend: BACKEND },
  };
  return { version: modelVersion(content), ...content };
}
