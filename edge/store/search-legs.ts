/**
 * The legs of the search statement. Each looks at the pool through the same gate and keeps the best
 * LEG_DEPTH documents, each with its best chunk. Needs the clauses `pool` and `query_terms`.
 */
import { gatePredicate } from "./gate.ts";
import { LEG_CHUNKS, LEG_DEPTH } from "./search-limits.ts";

export const FIRST_GATE_PARAMETER = 6;
export const gate = (alias: string) => gatePredicate(alias, FIRST_GATE_PARAMETER);

/** Chunks that a leg must see of a pool of that many documents and chunks. */
export const LEG_CHUNKS_OF_POOL = `least(${LEG_DEPTH} + chunks - documents, ${LEG_CHUNKS})`;

/**
 * Steps a BM25 score is ranked by: finer differences are the order in which single-precision numbers
 * were added, and equal scores are ranked by id.
 */
const SCORE_STEPS = 100_000;

/**
 * IDF vector of the terms of one source (0 the query, 1 its expansion), each times `weight`, and the
 * keys under which the scope's partitions list the chunks that hold them.
 */
export const idfVector = (source: number, weight: string) => {
  const terms = `kind = 'stem' AND source = ${source} AND chunk_count > 0 AND ${weight} > 0`;
  return `
  SELECT ('{' || string_agg(term_id || ':' || round(ln(1 + (n - chunk_count + 0.5)
           / (chunk_count + 0.5))::numeric * ${weight}, 6), ',' ORDER BY term_id)
         || '}/1000000000')::sparsevec AS vector,
         (SELECT array_agg(key) FROM query_terms CROSS JOIN LATERAL unnest(keys) key WHERE ${terms}) AS keys
  FROM query_terms WHERE ${terms}`;
};

/** BM25: the inner product of stored chunk impacts with an IDF vector, by the inverted index. */
export const lexicalLeg = (vector: string, name: string) => `
${name} AS MATERIALIZED (
  SELECT doc_key, id, min(distance) AS distance,
         (array_agg(chunk_key ORDER BY distance, chunk_key))[1] AS chunk_key
  FROM (SELECT doc_key, id, chunk_key, round(raw * ${SCORE_STEPS}) AS distance
        FROM ${vector} v CROSS JOIN LATERAL score_chunks($1, v.keys, v.vector) l
        WHERE v.vector IS NOT NULL
      AND ${gate("l")}
        ORDER BY distance, id LIMIT (SELECT leg_chunks FROM pool)) nearest
  GROUP BY doc_key, id ORDER BY distance, id LIMIT ${LEG_DEPTH}),
${name}_ranked AS (
  SELECT *, row_number() OVER (ORDER BY distance, id) AS rank FROM ${name})`;
