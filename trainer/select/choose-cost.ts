/**
 * The C whose model ranks the validation queries best, by mean nDCG. Equal means: the smaller C,
 * which is the simpler model.
 */
import type { CandidateGroup } from "../data/candidate-group.ts";
import { evaluateOrder, meanOf } from "./evaluate-order.ts";
import { type LinearModel, learnedOrder } from "./rank-candidates.ts";

export interface CostTrial {
  readonly cost: number;
  readonly model: LinearModel;
}

export interface CostChoice {
  /** Index into the trials. */
  readonly chosen: number;
  /** Mean validation nDCG of each trial. */
  readonly validation: readonly number[];
}

/** Means closer than this are equal: sums of the same values in another order. */
const EQUAL_MAX = 1e-12;

/** `trials` is not empty. */
export function chooseCost(
  trials: readonly CostTrial[],
  groups: readonly CandidateGroup[],
  cutoff: number,
): CostChoice {
  const validation = trials.map(({ model }) =>
    meanOf(evaluateOrder(groups, (group) => learnedOrder(group, model), cutoff)),
  );
  const best = Math.max(...validation);
  const chosen = [...trials.keys()]
    .filter((index) => validation[index]! >= best - EQUAL_MAX)
    .reduce((a, b) => (trials[b]!.cost < trials[a]!.cost ? b : a));
  return { chosen, validation };
}
