/**
 * Forward selection of a layer's features inside the training queries: from nothing, each step adds
 * the feature with the best criterion, until the list has the length that was asked for. The criterion
 * averages over draws of negatives: by component (features without memory), or the mean of by query
 * and by component (features with memory: one alone would prefer them, the other refuse them).
 * Test queries are not among its inputs.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import { FEATURES } from "#core/features/feature-registry.ts";
import { columnsOf, featureSet } from "../data/feature-set.ts";
import type { EncoderLayers, LadderContext } from "./learned-layers.ts";
import {
  crossValidateCosts,
  REFEREE_SETTINGS,
  type RefereeSettings,
  type TrainingSets,
} from "./train-referee.ts";

/** In the flat part of the path: C hardly matters from 3 to 1,000. */
const SELECTION_COST = 10;
const DRAWS = 2;

export interface SelectionInput extends TrainingSets {
  readonly seed: number;
}

export interface SelectionStep {
  readonly feature: FeatureId;
  /** Of the list up to this feature. */
  readonly criterion: number;
}

/** Term weights are fitted to judgments too, though the feature belongs to the keyword group. */
export const FEATURES_WITHOUT_MEMORY: readonly FeatureId[] = FEATURES.filter(
  ({ id, group }) => group !== "memory" && id !== "term_weight",
).map(({ id }) => id);

export function selectFeatures(
  input: SelectionInput,
  candidates: readonly FeatureId[],
  { count, usesQueryFolds }: { readonly count: number; readonly usesQueryFolds: boolean },
): SelectionStep[] {
  const steps: SelectionStep[] = [];
  while (steps.length < Math.min(count, candidates.length)) {
    const chosen = steps.map(({ feature }) => feature);
    let best: SelectionStep | null = null;
    for (const feature of candidates) {
      if (chosen.includes(feature)) continue;
      const criterion = criterionOf(input, [...chosen, feature], usesQueryFolds);
      if (best === null || criterion > best.criterion) best = { feature, criterion };
    }
    steps.push(best!);
  }
  return steps;
}

function criterionOf(
  { byQuery, byComponent, folds, seed }: SelectionInput,
  ids: readonly FeatureId[],
  usesQueryFolds: boolean,
): number {
  let sum = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const settings: RefereeSettings = {
      ...REFEREE_SETTINGS,
      seed: seed + draw,
      costs: [SELECTION_COST],
    };
    const [component] = crossValidateCosts(
      columnsOf(byComponent, ids),
      folds.byComponent,
      settings,
    );
    const [query] = usesQueryFolds
      ? crossValidateCosts(columnsOf(byQuery, ids), folds.byQuery, settings)
      : [component];
    sum += (component! + query!) / 2;
  }
  return sum / DRAWS;
}

const NO_MEMORY_COUNT = 9;
const BEST_COUNT = 17;

/** The lists of `layer-features.ts` once more, from the training queries of a finished run. */
export function selectLayers(
  { folds, seed }: Pick<LadderContext, "folds" | "seed">,
  { crossFitted }: Pick<EncoderLayers, "crossFitted">,
): { readonly noMemory: SelectionStep[]; readonly best: SelectionStep[] } {
  const all = FEATURES.map(({ id }) => id);
  const input = {
    byQuery: featureSet(crossFitted.byQuery, all),
    byComponent: featureSet(crossFitted.byComponent, all),
    folds,
    seed,
  };
  return {
    noMemory: selectFeatures(input, FEATURES_WITHOUT_MEMORY, {
      count: NO_MEMORY_COUNT,
      usesQueryFolds: false,
    }),
    best: selectFeatures(input, all, { count: BEST_COUNT, usesQueryFolds: true }),
  };
}
