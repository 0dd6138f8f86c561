/**
 * The one place where features are computed: serving and training call it with the same records and
 * get the same bits. Only the features asked for are computed.
 */
import type { Candidate, QueryStatistics } from "./candidate.ts";
import { CONTEXT_FEATURES } from "./context.ts";
import { COVERAGE_FEATURES } from "./coverage.ts";
import { type FeatureFunction, featureContext } from "./feature-function.ts";
import { type FeatureId, featureDefinition } from "./feature-registry.ts";
import { KEYWORD_FEATURES } from "./keyword.ts";
import { isKnownCosine, MEANING_FEATURES } from "./meaning.ts";
import { MEMORY_FEATURES } from "./memory.ts";

const FUNCTIONS: Readonly<Record<FeatureId, FeatureFunction>> = {
  ...KEYWORD_FEATURES,
  ...COVERAGE_FEATURES,
  ...MEANING_FEATURES,
  ...CONTEXT_FEATURES,
  ...MEMORY_FEATURES,
};

/**
 * Writes the raw values row by row: entry (row, column) is out[row · ids.length + column], rows as
 * in the pool, columns as in the ids. Never writes NaN or infinity: what a candidate lacks gets the
 * value that the registry documents, and `missingFeatures` names it. Candidate ids are distinct.
 *
 * @example
 * const values = new Float64Array(pool.length * DEFAULT_FEATURES.length);
 * extractFeatures(statistics, pool, DEFAULT_FEATURES, values);
 */
export function extractFeatures(
  query: QueryStatistics,
  pool: readonly Candidate[],
  ids: readonly FeatureId[],
  out: Float64Array,
): void {
  if (out.length !== pool.length * ids.length) {
    throw new RangeError(`${pool.length} × ${ids.length} features do not fit in ${out.length}`);
  }
  const context = featureContext(query, pool);
  for (const [column, id] of ids.entries()) {
    const valueOf = FUNCTIONS[id](context);
    for (let row = 0; row < pool.length; row += 1) out[row * ids.length + column] = valueOf(row);
  }
}

/** The features of a candidate whose value only stands for a missing one. */
export function missingFeatures(candidate: Candidate, ids: readonly FeatureId[]): FeatureId[] {
  return ids.filter((id) => {
    const { requires } = featureDefinition(id);
    return requires !== undefined && !isKnownCosine(candidate[requires]);
  });
}
