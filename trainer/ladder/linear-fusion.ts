/**
 * Learned linear fusion: bm25 / 2.5 + α·cosine (both bounded, so no pool statistics are needed), α by
 * nDCG@10 over training queries; cross-validated like every learned layer, α afresh in each fold.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import { linearScores } from "#core/model/linear-score.ts";
import { FOLD_COUNT, type Folds } from "../data/folds.ts";
import { meanOf } from "./stage.ts";
import type { FeatureSet } from "../data/feature-set.ts";
import { groupNdcg } from "../select/cross-validate.ts";
import type { LinearModel } from "../select/rank-candidates.ts";

export const LINEAR_FUSION: readonly FeatureId[] = ["bm25", "cosine"];

const BM25_WEIGHT = 1 / 2.5;
const COSINE_WEIGHTS: readonly number[] = Array.from({ length: 20 }, (_, step) => (step + 1) / 2);

const fusion = (cosineWeight: number): LinearModel => ({
  features: LINEAR_FUSION,
  weights: [BM25_WEIGHT, cosineWeight],
  means: [0, 0],
  scales: [1, 1],
});

export interface LinearFusion {
  readonly model: LinearModel;
  /** Mean development nDCG by either folds. */
  readonly byQuery: number;
  readonly byComponent: number;
}

/** `set` has the columns of LINEAR_FUSION. */
export function trainLinearFusion(
  set: FeatureSet,
  folds: { readonly byQuery: Folds; readonly byComponent: Folds },
): LinearFusion {
  const values = COSINE_WEIGHTS.map((weight) => {
    const model = fusion(weight);
    return set.groups.map((group) =>
      groupNdcg(group, linearScores(model, { ids: LINEAR_FUSION, values: group.values })),
    );
  });
  return {
    model: fusion(COSINE_WEIGHTS[bestOf(values, () => true)]!),
    byQuery: crossValidated(values, folds.byQuery),
    byComponent: crossValidated(values, folds.byComponent),
  };
}

/**
 * Index of the weight that is used. The curve is flat over a factor of two, so the largest mean alone
 * would be a draw of luck: the smallest weight within one standard error of it (Breiman et al., 1984).
 */
function bestOf(
  values: readonly (readonly number[])[],
  isUsed: (query: number) => boolean,
): number {
  const used = values.map((ofWeight) => ofWeight.filter((_, query) => isUsed(query)));
  const means = used.map(meanOf);
  const largest = used[means.indexOf(Math.max(...means))]!;
  return used.findIndex((ofWeight) => {
    const differences = largest.map((value, query) => value - ofWeight[query]!);
    return meanOf(differences) <= standardError(differences);
  });
}

function standardError(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)) / values.length);
}

function crossValidated(values: readonly (readonly number[])[], folds: Folds): number {
  const development: number[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const best = values[bestOf(values, (query) => folds[query] !== fold)]!;
    development.push(...best.filter((_, query) => folds[query] === fold));
  }
  return meanOf(development);
}
