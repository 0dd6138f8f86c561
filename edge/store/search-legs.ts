/**
 * The legs of the search statement. Each looks at the pool through the same gate and keeps the best
 * LEG_DEPTH documents, each with its best chunk. Needs the clauses `pool` and `query_terms`.
 */
import { gatePredicate } from "./gate.ts";
import { LEG_CHUNKS, LEG_DEPTH } from "./search-limits.ts";

export const FIRST_GATE_PARAMETER = 8;
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

/** Cosine: exact in pools of at most $6 chunks, else by binary code and the best $7 exactly. */
export const DENSE_LEG = `
dense_chunks AS MATERIALIZED (
  (SELECT d.doc_key, d.id, d.chunk_key, d.embedding <#> $4::vector AS distance
   FROM chunk_dense d
   WHERE d.tenant_id = $1 AND d.embedding_model = $5 AND $4::vector IS NOT NULL
      AND (SELECT chunks FROM pool) <= $6
      AND ${gate("d")}
   ORDER BY d.embedding <#> $4::vector, d.id LIMIT (SELECT leg_chunks FROM pool))
  UNION ALL
  (SELECT doc_key, id, chunk_key, e.embedding <#> $4::vector AS distance
   FROM (SELECT d.chunk_key
         FROM chunk_dense d
         WHERE d.tenant_id = $1 AND d.embedding_model = $5 AND $4::vector IS NOT NULL
      AND (SELECT chunks FROM pool) > $6
      AND ${gate("d")}
         ORDER BY d.code::bit varying <~> (
           SELECT binary_code($4::vector, embedding_centre) FROM tenants WHERE tenant_id = $1),
           d.id LIMIT $7) near
   JOIN chunk_dense e USING (chunk_key)
   WHERE e.embedding_model = $5
   ORDER BY e.embedding <#> $4::vector, id LIMIT (SELECT leg_chunks FROM pool))),
dense AS MATERIALIZED (
  SELECT doc_key, id, min(distance) AS distance,
         (array_agg(chunk_key ORDER BY distance, chunk_key))[1] AS chunk_key
  FROM dense_chunks
  GROUP BY doc_key, id ORDER BY distance, id LIMIT ${LEG_DEPTH}),
dense_ranked AS (
  SELECT *, row_number() OVER (ORDER BY distance, id) AS rank FROM dense)`;
