/**
 * Learned ranking against plain fusion on the same queries: both means and the difference, each
 * with its 95 % bootstrap interval over queries.
 */
import type { Interval } from "#core/model/ranking-model.ts";
import { meanInterval } from "#significance/paired-bootstrap.ts";
import { pairedDifferences } from "#significance/paired-differences.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";
import type { TrainingSettings } from "../settings.ts";
import { evaluateOrder } from "./evaluate-order.ts";
import { fusedOrder, type LinearModel, learnedOrder } from "./rank-candidates.ts";

/** nDCG of each query by its id. */
export interface RankedQueries {
  readonly fusion: ReadonlyMap<string, number>;
  readonly learned: ReadonlyMap<string, number>;
}

export interface Comparison {
  readonly queries: number;
  readonly fusion: Interval;
  readonly learned: Interval;
  /** learned − fusion, paired. */
  readonly difference: Interval;
}

export function rankBoth(
  groups: readonly CandidateGroup[],
  model: LinearModel,
  cutoff: number,
): RankedQueries {
  return {
    fusion: evaluateOrder(groups, fusedOrder, cutoff),
    learned: evaluateOrder(groups, (group) => learnedOrder(group, model), cutoff),
  };
}

const NOTHING: Interval = { value: 0, low: 0, high: 0 };

/** Without queries every figure is 0. */
export function compare(
  { fusion, learned }: RankedQueries,
  { seed, bootstrapResamples }: Pick<TrainingSettings, "seed" | "bootstrapResamples">,
): Comparison {
  const intervalOf = (values: readonly number[]) =>
    meanInterval(values, { seed, resamples: bootstrapResamples }) ?? NOTHING;
  return {
    queries: fusion.size,
    fusion: intervalOf([...fusion.values()]),
    learned: intervalOf([...learned.values()]),
    difference: intervalOf(pairedDifferences(fusion, learned)),
  };
}
