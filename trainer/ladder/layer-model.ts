/** A layer's referee as the model that the Worker would be given. */
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import type { LearnedParts, RankingModel } from "#core/model/ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { LADDER_MODEL } from "./ladder-stack.ts";
import type { LinearModel } from "../select/rank-candidates.ts";
import type { Referee } from "./train-referee.ts";

export interface LayerModelInput {
  readonly name: string;
  readonly referee: Referee;
  readonly learned: LearnedParts | null;
  readonly seed: number;
  readonly queries: number;
}

export function layerModel(input: LayerModelInput): RankingModel {
  const { name, referee, learned, seed, queries } = input;
  const { certificate } = referee.path[referee.chosen]!;
  const gaps = referee.path.map((point) => Math.abs(point.certificate.gapRel));
  return {
    ...unrankedModel(name, referee.model, learned),
    cost: referee.cost,
    certificate: {
      status: certificate.status,
      primal: certificate.primal,
      dual: certificate.dual,
      gapRel: certificate.gapRel,
      gapRelMax: Math.max(...gaps),
      kktResidual: certificate.kktResidual,
    },
    provenance: {
      trainedAt: "1970-01-01T00:00:00.000Z",
      seed,
      queries,
      pairs: referee.pairs,
      backend: "float64",
    },
  };
}

/** Without a referee behind it: nothing was solved. */
export function linearFusionModel(model: LinearModel): RankingModel {
  return unrankedModel("linear-fusion", model, null);
}

/** A model that only says what the first stage must return: for pools before any training. */
export function collectingModel(
  features: RankingModel["features"],
  learned: LearnedParts | null,
): RankingModel {
  const zeros = features.map(() => 0);
  const linear = { features, weights: zeros, means: zeros, scales: features.map(() => 1) };
  return unrankedModel("collect", linear, learned);
}

function unrankedModel(
  name: string,
  linear: LinearModel,
  learned: LearnedParts | null,
): RankingModel {
  return {
    version: `ladder-${name}`,
    ...linear,
    featureSchemaHash: featureSchemaHash(linear.features),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: LADDER_MODEL.embeddingModel,
    ...(learned === null ? {} : { learned }),
    cost: 1,
    certificate: { status: "none", primal: 0, dual: 0, gapRel: 0, gapRelMax: 0, kktResidual: 0 },
    metrics: {},
    provenance: {
      trainedAt: "1970-01-01T00:00:00.000Z",
      seed: 0,
      queries: 0,
      pairs: 0,
      backend: "none",
    },
  };
}
