/**
 * One layer's linear referee: features standardised over all training candidates, preference pairs
 * (trainer/data/preference-pairs.ts), the certified path of C (trainer/solver), C by cross-validation
 * inside the training queries. The test queries are not among its inputs.
 */
import { drawPairs } from "../data/preference-pairs.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";
import type { FeatureSet } from "../data/feature-set.ts";
import type { Folds } from "../data/folds.ts";
import { crossValidate } from "../select/cross-validate.ts";
import type { LinearModel } from "../select/rank-candidates.ts";
import { solvePath, type PathSolution } from "../solver/regularization-path.ts";

export interface RefereeSettings {
  readonly seed: number;
  readonly costs: readonly number[];
  readonly negativesPerRelevant: number;
  readonly negativeRankExponent: number;
}

/** Means closer than this are equal: sums of the same values in another order. */
const EQUAL_MAX = 1e-12;

/** Half decades from 0.01 to 1,000, as the nightly trainer. */
const COST_COUNT = 11;
export const REFEREE_SETTINGS: Omit<RefereeSettings, "seed"> = {
  costs: Array.from({ length: COST_COUNT }, (_, step) => 10 ** (-2 + step / 2)),
  negativesPerRelevant: 5,
  negativeRankExponent: 0.7,
};

export interface Referee {
  readonly model: LinearModel;
  readonly cost: number;
  /** Mean development nDCG of each C, by query and by component. */
  readonly byQuery: readonly number[];
  readonly byComponent: readonly number[];
  readonly pairs: number;
  /** On all training queries. */
  readonly path: readonly PathSolution[];
  readonly chosen: number;
}

/** The same queries and columns twice, cross-fitted by either folds. */
export interface TrainingSets {
  readonly byQuery: FeatureSet;
  readonly byComponent: FeatureSet;
  readonly folds: { readonly byQuery: Folds; readonly byComponent: Folds };
}

/**
 * C by the mean of both cross-validations: by query alone would trust memory too much, by component
 * alone not at all. Equal means: the smaller C.
 */
export function trainReferee(sets: TrainingSets, settings: RefereeSettings): Referee {
  const byQuery = crossValidateCosts(sets.byQuery, sets.folds.byQuery, settings);
  const byComponent = crossValidateCosts(sets.byComponent, sets.folds.byComponent, settings);
  const criterion = byQuery.map((value, at) => (value + byComponent[at]!) / 2);
  const best = Math.max(...criterion);
  const chosen = criterion.findIndex((value) => value >= best - EQUAL_MAX);
  const { models, path, pairs } = fit(sets.byQuery, settings);
  return {
    model: models[chosen]!,
    cost: settings.costs[chosen]!,
    byQuery,
    byComponent,
    pairs,
    path,
    chosen,
  };
}

/** Mean development nDCG of each C. */
export function crossValidateCosts(
  set: FeatureSet,
  folds: Folds,
  settings: RefereeSettings,
): number[] {
  const { costs } = settings;
  return crossValidate(set, folds, costs.length, (training) => fit(training, settings).models);
}

function fit(
  { ids, groups }: FeatureSet,
  settings: RefereeSettings,
): { models: LinearModel[]; path: PathSolution[]; pairs: number } {
  const { means, scales } = standardization(ids.length, groups);
  const pairs = drawPairs(groups, settings);
  const columns = ids.length;
  const data = new Float64Array(pairs.length * columns);
  for (const [t, { group, better, worse }] of pairs.entries()) {
    for (let j = 0; j < columns; j += 1) {
      const difference = group.values[better * columns + j]! - group.values[worse * columns + j]!;
      data[t * columns + j] = difference / scales[j]!;
    }
  }
  const path = solvePath({ differences: { rows: pairs.length, columns, data } }, settings.costs);
  const models = path.map(({ weights }) => ({
    features: ids,
    weights: [...weights],
    means,
    scales,
  }));
  return { models, path, pairs: pairs.length };
}

/** Means and population deviations over all candidates; 1 where a column is constant. */
function standardization(columns: number, groups: readonly CandidateGroup[]) {
  const sums = new Float64Array(columns);
  const squares = new Float64Array(columns);
  let rows = 0;
  for (const { values } of groups) {
    rows += values.length / columns;
    for (let at = 0; at < values.length; at += 1) sums[at % columns]! += values[at]!;
  }
  const means = Array.from(sums, (sum) => sum / Math.max(1, rows));
  for (const { values } of groups) {
    for (let at = 0; at < values.length; at += 1) {
      squares[at % columns]! += (values[at]! - means[at % columns]!) ** 2;
    }
  }
  const scales = Array.from(squares, (square, column) => {
    const deviation = Math.sqrt(square / Math.max(1, rows));
    return deviation > CONSTANT_MAX * Math.max(1, Math.abs(means[column]!)) ? deviation : 1;
  });
  return { means, scales };
}

/** Smaller deviations are rounding: dividing by them would only amplify it. */
const CONSTANT_MAX = 1e-12;
