/**
 * Orders of the candidates of one query, as the Worker serves them: by the linear score of a model
 * (ties: fused rank), or by fusion alone. The policy factors of serving are left out: they do not
 * depend on the weights.
 */
import { linearScores } from "#core/model/linear-score.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";

/** What ranks: the part of a model that scores. */
export type LinearModel = Pick<RankingModel, "features" | "weights" | "means" | "scales">;

/** Ids, best first. */
export function fusedOrder({ ids, fusedRanks }: CandidateGroup): string[] {
  return [...ids.keys()]
    .toSorted((a, b) => fusedRanks[a]! - fusedRanks[b]!)
    .map((row) => ids[row]!);
}

/** Ids, best first. */
export function learnedOrder(group: CandidateGroup, model: LinearModel): string[] {
  const { ids, features, fusedRanks, values } = group;
  const scores = linearScores(model, { ids: features, values });
  return [...ids.keys()]
    .toSorted((a, b) => scores[b]! - scores[a]! || fusedRanks[a]! - fusedRanks[b]!)
    .map((row) => ids[row]!);
}
