/** Cross-validation of linear rankers inside the training queries, one value a trial (a cost, say). */
import { linearScores } from "#core/model/linear-score.ts";
import { normalizedDiscountedGain } from "#measures/ndcg.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";
import type { FeatureSet } from "../data/feature-set.ts";
import { FOLD_COUNT, type Folds } from "../data/folds.ts";
import type { LinearModel } from "./rank-candidates.ts";

const CUTOFF = 10;

/**
 * Mean nDCG over development queries, by trial; each query is scored by the models that `fit` gave
 * without its fold. `fit` returns `trials` models, or none where it has nothing to learn from (then
 * the fold counts 0).
 */
export function crossValidate(
  { ids, groups }: FeatureSet,
  folds: Folds,
  trials: number,
  fit: (training: FeatureSet) => readonly LinearModel[],
): number[] {
  const sums = Array.from({ length: trials }, () => 0);
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const models = fit({ ids, groups: groups.filter((_, query) => folds[query] !== fold) });
    for (const [query, group] of groups.entries()) {
      if (folds[query] !== fold) continue;
      for (const [index, model] of models.entries()) {
        sums[index]! += groupNdcg(group, linearScores(model, { ids, values: group.values }));
      }
    }
  }
  return sums.map((sum) => sum / Math.max(1, groups.length));
}

/** nDCG@10 of the order by score, then fused rank. */
export function groupNdcg(
  { judged, ids, fusedRanks }: Pick<CandidateGroup, "judged" | "ids" | "fusedRanks">,
  scores: ArrayLike<number>,
): number {
  const rows = [...ids.keys()].toSorted(
    (a, b) => scores[b]! - scores[a]! || fusedRanks[a]! - fusedRanks[b]!,
  );
  const best = rows.slice(0, CUTOFF).map((row) => ids[row]!);
  return normalizedDiscountedGain(best, judged.grades, CUTOFF) ?? 0;
}
