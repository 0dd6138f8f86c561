/**
 * What each feature of a referee is worth: the cross-validated nDCG@10 inside training when it is left
 * out, minus that of the whole list, at the chosen C. Differences below about 0.003 are noise.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import { featureSet } from "../data/feature-set.ts";
import type { LadderResult } from "./run-ladder.ts";
import { crossValidateCosts, REFEREE_SETTINGS } from "./train-referee.ts";

export interface FeatureWorth {
  readonly feature: FeatureId;
  readonly weight: number;
  /** Without the feature − with it. */
  readonly change: number;
}

export function ablation({ stages, context, encoder }: LadderResult): FeatureWorth[] {
  const referee = stages.find(({ name }) => name === "referee-17")?.referee ?? null;
  if (referee === null || encoder === null) return [];
  const settings = { ...REFEREE_SETTINGS, seed: context.seed, costs: [referee.cost] };
  const { features, weights } = referee.model;
  return features.map((feature, at) => {
    const kept = features.filter((other) => other !== feature);
    const set = featureSet(encoder.crossFitted.byQuery, kept);
    const [without] = crossValidateCosts(set, context.folds.byQuery, settings);
    const change = without! - referee.byQuery[referee.chosen]!;
    return { feature, weight: weights[at]!, change };
  });
}
