/**
 * Whether a ranking model can rank these candidates. A model that weighs the cosine learned its other
 * weights beside it: where no candidate has a cosine (the query could not be embedded, or the step was
 * by words alone) those weights are no ranking, and the fused order is better.
 */
import type { Candidate } from "../features/candidate.ts";
import { featureDefinition } from "../features/feature-registry.ts";
import { isKnownCosine } from "../features/meaning.ts";
import type { RankingModel } from "./ranking-model.ts";

/** True for no candidates at all, and for a model that was trained without vectors. */
export function canRank(
  { features, weights }: Pick<RankingModel, "features" | "weights">,
  candidates: readonly Pick<Candidate, "cosine">[],
): boolean {
  if (candidates.length === 0 || candidates.some(({ cosine }) => isKnownCosine(cosine)))
    return true;
  return !features.some(
    (id, index) => featureDefinition(id).requires === "cosine" && weights[index] !== 0,
  );
}
