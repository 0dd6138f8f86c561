/**
 * The numbers that one search statement returns for the query and for each candidate. Features are
 * pure functions of these records, in the Worker and in the trainer alike, so serving cannot differ
 * from training.
 */

/** One distinct lexeme of the query under one analyzer of one language. */
export interface QueryTerm {
  readonly lexeme: string;
  readonly language: string;
  /** Chunks inside the statistics scope (tenant, subject, level, language) that hold the lexeme. */
  readonly documentFrequency: number;
  /** Occurrences of the lexeme inside that scope. */
  readonly collectionFrequency: number;
  /** Chunks inside that scope that hold the lexeme in their title (0 for exact forms). */
  readonly titleDocumentFrequency: number;
  /** Positions of the lexeme in the analysed query, 1-based, ascending. */
  readonly positions: readonly number[];
  /** Learned term weight of the model in force; absent means 1, below 0 counts as 0. */
  readonly multiplier?: number;
}

/** Statistics of the scope for one language. */
export interface ScopeStatistics {
  readonly language: string;
  readonly chunks: number;
  /** Sums of analysed lengths over the chunks: stems (title and body), titles, exact forms. */
  readonly stemLength: number;
  readonly titleLength: number;
  readonly exactLength: number;
}

export interface QueryStatistics {
  readonly stems: readonly QueryTerm[];
  readonly exact: readonly QueryTerm[];
  readonly scopes: readonly ScopeStatistics[];
}

/** Where one query term stands in a candidate. */
export interface TermMatch {
  /** 0-based index into QueryStatistics.stems or .exact. */
  readonly term: number;
  /** 1-based positions in title-then-body order, ascending, never empty. */
  readonly positions: readonly number[];
}

export interface Candidate {
  /** Document id; ties are broken by it, ascending by UTF-8 bytes. */
  readonly id: string;
  readonly language: string;
  /** 1-based ranks in the legs, null where the leg did not return the document. */
  readonly lexicalRank: number | null;
  readonly denseRank: number | null;
  readonly expansionRank: number | null;
  /** Cosine of query and chunk embedding in [-1, 1]; null without an embedding on either side. */
  readonly cosine: number | null;
  /**
   * What the statement adds for models that ask for it; absent or null: unknown. Inner product of the
   * adapted query with the chunk; largest cosine of the query to a judged query that this document
   * answered (null: it answered none); weighted mean cosine of the chunk to the best five of the pool.
   */
  readonly adaptedScore?: number | null;
  readonly historyCosine?: number | null;
  readonly neighbourCosine?: number | null;
  /** Part of the expansion's IDF that the chunk holds, in its language; absent or null: none. */
  readonly expansionCoverage?: number | null;
  readonly stems: readonly TermMatch[];
  readonly exact: readonly TermMatch[];
  /** Analysed lengths of this chunk: stems of title and body, of the title alone, exact forms. */
  readonly stemLength: number;
  readonly titleLength: number;
  readonly exactLength: number;
  /** Last position that belongs to the title; positions above it are in the body. 0 = no title. */
  readonly titlePositionLast: number;
  /** sqrt of the sum of (1 + ln tf)^2 over the stems of the chunk (SMART "lnc"), > 0. */
  readonly lncNorm: number;
}
