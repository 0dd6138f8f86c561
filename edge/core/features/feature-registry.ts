/**
 * Every feature that a ranking model may use: its id, formula, range and definition version. The
 * order of the table is the order of documentation only; a model names its features itself.
 *
 * Notation. L: language of the candidate. T: distinct query stems of L; K: those with df > 0.
 * X: distinct exact forms of the query in L. tf: occurrences in the candidate. Statistics (N, df,
 * cf, average lengths) are those of L in the gated scope. idf(t) = ln(1 + (N − df + 0.5) / (df +
 * 0.5)), 0 for df = 0. impact(tf, len) = tf·(k1 + 1) / (tf + k1·(1 − b + b·len/avglen)), k1 1.5, b
 * 0.75 (Robertson and Zaragoza, 2009). Terms of another language than L never count.
 *
 * A change of a formula, constant or missing value raises the version of its feature: models that
 * were trained with the old definition are then refused.
 */

/** "memory": what was judged about this very document takes part. */
export type FeatureGroup = "keyword" | "coverage" | "meaning" | "context" | "memory";

/** What a candidate must carry for a feature to be known. */
export type FeatureRequirement = "cosine" | "lexicalRank" | "neighbourCosine" | "adaptedScore";

export interface FeatureDefinition {
  readonly id: string;
  readonly group: FeatureGroup;
  readonly formula: string;
  /** Closed range of the values. */
  readonly range: readonly [number, number];
  /** Absent when the feature is always known. */
  readonly requires?: FeatureRequirement;
  /** The value of a candidate that lacks what is required. */
  readonly whenMissing?: string;
  readonly version: number;
}

const UNIT = [0, 1] as const;
const ANY = [-Infinity, Infinity] as const;
const NOT_NEGATIVE = [0, Infinity] as const;
const BM25_NORMALISED = [0, 2.5] as const;

/** Rank that stands for "not returned by the lexical leg"; the leg's own ranks are cut here. */
export const LEXICAL_RANK_MAX = 200;

export const FEATURES = [
  {
    id: "bm25",
    group: "keyword",
    formula: "Σ_K idf·impact(tf, len) / Σ_K idf",
    range: BM25_NORMALISED,
    version: 1,
  },
  {
    id: "title_bm25",
    group: "keyword",
    formula: "bm25 over the title: tf, df, lengths and Σ idf of titles",
    range: BM25_NORMALISED,
    version: 1,
  },
  {
    id: "exact_bm25",
    group: "keyword",
    formula: "bm25 over exact forms: tf, df, lengths and Σ idf of X",
    range: BM25_NORMALISED,
    version: 1,
  },
  {
    id: "bm25_z",
    group: "keyword",
    formula:
      "(bm25 − mean) / population standard deviation of bm25 in the pool; 0 if all are equal",
    range: ANY,
    version: 1,
  },
  {
    id: "tfidf",
    group: "keyword",
    formula: "Σ_K (1 + ln tf)/lnc_norm · (1 + ln qtf)·idf / ‖(1 + ln qtf)·idf‖ (SMART lnc.ltc)",
    range: UNIT,
    version: 1,
  },
  {
    id: "query_likelihood",
    group: "keyword",
    formula: "mean over T of ln(1 + tf/(μ·cf/Σ len)) − ln((len + μ)/μ), μ = 1000; cf = 0 counts 0",
    range: ANY,
    version: 1,
  },
  {
    id: "term_weight",
    group: "keyword",
    formula: "Σ_K max(0, multiplier)·idf·impact(tf, len) / Σ_K idf",
    range: NOT_NEGATIVE,
    version: 1,
  },
  {
    id: "coverage",
    group: "coverage",
    formula: "share of T present",
    range: UNIT,
    version: 1,
  },
  {
    id: "idf_coverage",
    group: "coverage",
    formula: "Σ idf of the present stems / Σ_K idf",
    range: UNIT,
    version: 1,
  },
  {
    id: "title_idf_coverage",
    group: "coverage",
    formula: "Σ idf of the stems present in the title / Σ_K idf",
    range: UNIT,
    version: 1,
  },
  {
    id: "exact_coverage",
    group: "coverage",
    formula: "Σ idf of the present exact forms / Σ idf of X",
    range: UNIT,
    version: 1,
  },
  {
    id: "run",
    group: "coverage",
    formula: "longest run of adjacent query stems / number of query positions (adjacency.ts)",
    range: UNIT,
    version: 1,
  },
  {
    id: "bigram_coverage",
    group: "coverage",
    formula: "share of neighbouring query positions whose stems are adjacent in the candidate",
    range: UNIT,
    version: 1,
  },
  {
    id: "window",
    group: "coverage",
    formula: "best idf coverage inside 25 consecutive positions",
    range: UNIT,
    version: 1,
  },
  {
    id: "cosine",
    group: "meaning",
    formula: "cosine of query and chunk embedding",
    range: [-1, 1],
    requires: "cosine",
    whenMissing: "mean of the known cosines of the pool; 0 if none is known",
    version: 1,
  },
  {
    id: "cosine_curved",
    group: "meaning",
    formula: "sign(c − 0.6)·(c − 0.6)², c = cosine",
    range: [-2.57, 0.17],
    requires: "cosine",
    whenMissing: "that of the value that stands for the missing cosine",
    version: 1,
  },
  {
    id: "neighbour_cosine",
    group: "meaning",
    formula:
      "Σ_r cosine to n_r / r over Σ_r 1/r; n: best 5 by bm25/2.5 + 4·cosine, itself left out",
    range: [-1, 1],
    requires: "neighbourCosine",
    whenMissing: "mean of the known values of the pool; 0 if none is known",
    version: 1,
  },
  {
    id: "adapter_cosine",
    group: "memory",
    formula: "q′·d, q′ the query moved by the learned adapter (model/query-adapter.ts)",
    range: ANY,
    requires: "adaptedScore",
    whenMissing: "that of cosine",
    version: 1,
  },
  {
    id: "history_75",
    group: "memory",
    formula: "max(0, h − 0.75), h = largest cosine to a judged query that d answered; 0 if none",
    range: [0, 1 - 0.75],
    version: 1,
  },
  {
    id: "history_80",
    group: "memory",
    formula: "max(0, h − 0.8), h as in history_75",
    range: [0, 1 - 0.8],
    version: 1,
  },
  {
    id: "history_85",
    group: "memory",
    formula: "max(0, h − 0.85), h as in history_75",
    range: [0, 1 - 0.85],
    version: 1,
  },
  {
    id: "log_length",
    group: "context",
    formula: "ln(1 + length in stems)",
    range: NOT_NEGATIVE,
    version: 1,
  },
  {
    id: "log_title_length",
    group: "context",
    formula: "ln(1 + length of the title in stems)",
    range: NOT_NEGATIVE,
    version: 1,
  },
  {
    id: "log_fused_rank",
    group: "context",
    formula: "−ln(rank in the reciprocal rank fusion of the pool)",
    range: [-Infinity, 0],
    version: 1,
  },
  {
    id: "log_lexical_rank",
    group: "context",
    formula: "−ln(min(lexical rank, 200))",
    range: [-5.3, 0],
    requires: "lexicalRank",
    whenMissing: "that of rank 200",
    version: 1,
  },
  {
    id: "reciprocal_lexical_rank",
    group: "context",
    formula: "1 / (10 + min(lexical rank, 200))",
    range: [1 / 210, 1 / 11],
    requires: "lexicalRank",
    whenMissing: "that of rank 200",
    version: 1,
  },
] as const satisfies readonly FeatureDefinition[];

export type FeatureId = (typeof FEATURES)[number]["id"];

/**
 * The seventeen features of a model that nobody configured. None of them remembers a judgment. Ids
 * and order are part of every model that is trained with them.
 */
export const DEFAULT_FEATURES = [
  "bm25",
  "title_bm25",
  "exact_bm25",
  "bm25_z",
  "tfidf",
  "query_likelihood",
  "coverage",
  "idf_coverage",
  "title_idf_coverage",
  "exact_coverage",
  "run",
  "bigram_coverage",
  "window",
  "cosine",
  "cosine_curved",
  "log_fused_rank",
  "reciprocal_lexical_rank",
] as const satisfies readonly FeatureId[];

const DEFINITIONS: ReadonlyMap<string, FeatureDefinition> = new Map(
  FEATURES.map((feature) => [feature.id, feature]),
);

export function isFeatureId(id: string): id is FeatureId {
  return DEFINITIONS.has(id);
}

export function featureDefinition(id: FeatureId): FeatureDefinition {
  return DEFINITIONS.get(id)!;
}
