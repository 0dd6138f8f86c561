/** Features of judged pools as the trainer's groups, through the one extractor of the product. */
import { extractFeatures } from "#core/features/extract-features.ts";
import type { FeatureId } from "#core/features/feature-registry.ts";
import type { JudgedPool } from "./judged-pool.ts";
import type { FeatureSet } from "./train-referee.ts";

export function featureSet(pools: readonly JudgedPool[], ids: readonly FeatureId[]): FeatureSet {
  const groups = pools.map(({ judged, statistics, candidates, fusedRanks }) => {
    const values = new Float64Array(candidates.length * ids.length);
    extractFeatures(statistics, candidates, ids, values);
    return { judged, ids: candidates.map(({ id }) => id), fusedRanks, values };
  });
  return { ids, groups };
}
