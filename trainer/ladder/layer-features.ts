/**
 * The feature lists of the ladder's layers. The source names groups, not formulas (keyword, coverage,
 * meaning, context); `SOURCE_*` are our reading of it. The other lists were found by forward
 * selection inside the training queries alone (select-features.ts, README).
 */
import type { FeatureId } from "#core/features/feature-registry.ts";

export const SOURCE_14: readonly FeatureId[] = [
  "bm25",
  "title_bm25",
  "exact_bm25",
  "tfidf",
  "term_weight",
  "coverage",
  "idf_coverage",
  "title_idf_coverage",
  "exact_coverage",
  "run",
  "bigram_coverage",
  "window",
  "log_length",
  "log_fused_rank",
];

export const SOURCE_17: readonly FeatureId[] = [
  ...SOURCE_14,
  "cosine",
  "cosine_curved",
  "neighbour_cosine",
];

/** No judgment takes part in any of them. In the order of selection, by component. */
export const NO_MEMORY: readonly FeatureId[] = [
  "log_fused_rank",
  "cosine_curved",
  "query_likelihood",
  "neighbour_cosine",
  "window",
  "cosine",
  "bm25",
  "exact_coverage",
  "log_length",
];

/** In the order of selection, by the mean of both cross-validations. */
export const BEST_17: readonly FeatureId[] = [
  "history_80",
  "history_85",
  "log_fused_rank",
  "cosine_curved",
  "history_75",
  "query_likelihood",
  "neighbour_cosine",
  "adapter_cosine",
  "bigram_coverage",
  "term_weight",
  "cosine",
  "idf_coverage",
  "title_bm25",
  "coverage",
  "bm25_z",
  "run",
  "tfidf",
];
