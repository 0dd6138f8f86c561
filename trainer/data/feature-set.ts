/** Features of judged pools as the trainer's groups, through the one extractor of the product. */
import { extractFeatures } from "#core/features/extract-features.ts";
import type { FeatureId } from "#core/features/feature-registry.ts";
import type { CandidateGroup } from "./candidate-group.ts";
import type { JudgedPool } from "./judged-pool.ts";

/** Groups with the columns `ids`, row-major. */
export interface FeatureSet {
  readonly ids: readonly FeatureId[];
  readonly groups: readonly CandidateGroup[];
}

export function featureSet(pools: readonly JudgedPool[], ids: readonly FeatureId[]): FeatureSet {
  return { ids, groups: pools.map((pool) => groupOf(pool, ids)) };
}

export function groupOf(
  { judged, statistics, candidates, fusedRanks }: JudgedPool,
  features: readonly FeatureId[],
): CandidateGroup {
  const values = new Float64Array(candidates.length * features.length);
  extractFeatures(statistics, candidates, features, values);
  return { judged, features, ids: candidates.map(({ id }) => id), fusedRanks, values };
}

/** The groups with these columns only; every id is a column of `set`. */
export function columnsOf(set: FeatureSet, ids: readonly FeatureId[]): FeatureSet {
  const columns = ids.map((id) => set.ids.indexOf(id));
  const groups = set.groups.map((group) => {
    const values = new Float64Array(group.ids.length * ids.length);
    for (let row = 0; row < group.ids.length; row += 1) {
      for (const [at, column] of columns.entries()) {
        values[row * ids.length + at] = group.values[row * set.ids.length + column]!;
      }
    }
    return { ...group, features: ids, values };
  });
  return { ids, groups };
}
