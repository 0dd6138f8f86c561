/**
 * Serving equals training: the largest difference between a feature as the Worker served it over HTTP
 * (its explanation) and as the trainer computes it from its own first stage of the same query.
 */
import { extractFeatures } from "#core/features/extract-features.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { JudgedQuery } from "../data/judgment.ts";
import type { EncoderLayers } from "./learned-layers.ts";
import type { ServedQuery } from "./search-run.ts";
import { failure } from "../training-error.ts";

export function largestServingGap(
  served: ReadonlyMap<string, ServedQuery>,
  queries: readonly JudgedQuery[],
  { testFirsts }: Pick<EncoderLayers, "testFirsts">,
  { features }: Pick<RankingModel, "features">,
): number {
  let largest = 0;
  for (const [at, { queryId }] of queries.entries()) {
    const { statistics, candidates } = testFirsts[at]!;
    const values = new Float64Array(candidates.length * features.length);
    extractFeatures(statistics, candidates, features, values);
    const rowOf = new Map(candidates.map(({ id }, row) => [id, row]));
    const { ids, features: servedFeatures } = served.get(queryId)!;
    for (const [hit, id] of ids.entries()) {
      const row = rowOf.get(id);
      if (row === undefined) throw failure(`query ${queryId}: ${id} was served but not trained on`);
      for (const [column, feature] of features.entries()) {
        const value = servedFeatures[hit]!.get(feature);
        if (value === undefined) throw failure(`query ${queryId}: ${feature} was not served`);
        largest = Math.max(largest, Math.abs(value - values[row * features.length + column]!));
      }
    }
  }
  return largest;
}
