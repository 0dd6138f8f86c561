/**
 * What a learned ranking model adds to the search statement. Parameters from `first` on: the version
 * of its rows, the adapted query vector, whether term weights rank the lexical leg, whether the
 * candidates' neighbours are wanted.
 */

/**
 * Feature neighbour_cosine: a candidate is compared with the best of the pool by bm25 / 2.5 + 4 ·
 * cosine, the linear fusion that was best on SciFact's training claims.
 */
const NEIGHBOURS = 5;
const NEIGHBOUR_BM25_DIVISOR = 2.5;
const NEIGHBOUR_COSINE_WEIGHT = 4;

export interface LearnedClauses {
  /** Weight of a term in the lexical leg. */
  readonly legWeight: string;
  /** Learned weight of a term `x`, and the join that finds it. */
  readonly multiplier: string;
  readonly termWeights: string;
  /** Further clause of the statement, with its comma. */
  readonly neighbours: string;
  /** Further columns of a candidate `c`: expressions by name. */
  readonly columns: Readonly<Record<string, string>>;
}

export function learnedClauses(first: number): LearnedClauses {
  const [version, adapted, weighsLeg, wantsNeighbours] = [0, 1, 2, 3].map(
    (offset) => `$${first + offset}`,
  );
  return {
    legWeight: `CASE WHEN ${weighsLeg} THEN greatest(coalesce(multiplier, 1), 0) ELSE 1 END::numeric`,
    multiplier: "w.multiplier",
    termWeights: `
  LEFT JOIN term_weights w ON w.tenant_id = $1 AND w.version = ${version}::text AND x.kind = 'stem'
    AND w.language = x.language AND w.lexeme = x.lexeme`,
    neighbours: `
neighbours AS MATERIALIZED (
  SELECT chunk_key, embedding, row_number() OVER (ORDER BY score DESC, id) AS place
  FROM (
    SELECT c.chunk_key, c.id, e.embedding,
      coalesce(-(l.impacts <#> v.vector) / i.idf_sum, 0) / ${NEIGHBOUR_BM25_DIVISOR}
        + coalesce(${NEIGHBOUR_COSINE_WEIGHT} * (1 - (e.embedding <=> $4::vector)), 0) AS score
    FROM candidates c
    JOIN chunk_lexical l USING (chunk_key)
    JOIN chunk_dense e USING (chunk_key)
    CROSS JOIN query_vector v
    CROSS JOIN (
      SELECT sum(ln(1 + (n - chunk_count + 0.5) / (chunk_count + 0.5))) AS idf_sum
      FROM query_terms WHERE kind = 'stem' AND source = 0 AND chunk_count > 0) i
    WHERE ${wantsNeighbours}::boolean AND e.embedding_model = $5
    ORDER BY score DESC, c.id LIMIT ${NEIGHBOURS}) best),`,
    columns: {
      adapted_score: `
      (SELECT -(e.embedding <#> ${adapted}::vector) FROM chunk_dense e
       WHERE e.chunk_key = c.chunk_key AND e.embedding_model = $5
         AND ${adapted}::vector IS NOT NULL)`,
      history_cosine: `
      (SELECT max(1 - (h.embedding <=> $4::vector)) FROM judged_history h
       WHERE h.tenant_id = $1 AND h.version = ${version}::text
         AND h.document_id = c.id)`,
      neighbour_cosine: `
      (SELECT sum((1 - (e.embedding <=> n.embedding)) / n.place) / sum(1.0 / n.place)
       FROM chunk_dense e JOIN neighbours n ON n.chunk_key <> e.chunk_key
       WHERE ${wantsNeighbours}::boolean AND e.chunk_key = c.chunk_key
         AND e.embedding_model = $5)`,
    },
  };
}

/** Of a search whose model learned nothing beyond its weights. */
export const NOTHING_LEARNED: LearnedClauses = {
  legWeight: "1::numeric",
  multiplier: "NULL::real",
  termWeights: "",
  neighbours: "",
  columns: {},
};
