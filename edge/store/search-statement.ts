/**
 * The whole first stage of a search as one SQL statement: analyse the query, count the pool, run the
 * lexical, dense and expansion legs inside the same gate, cut the union by reciprocal rank to the
 * rerank window, and return for each candidate what is shown and what the features need.
 * BM25 is the inner product of stored chunk impacts with the query's IDF vector; document
 * frequencies are sums over the partitions (subject, level, language) of the gate.
 */
import { SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";
import { GATE_TYPES, gatePredicate } from "./gate.ts";

/** Documents that each leg contributes. */
export const LEG_DEPTH = 100;
/** Candidates that are returned, features and text included. */
export const RERANK_WINDOW = 100;
/**
 * A leg must see enough chunks to keep LEG_DEPTH documents, each with its best chunk: LEG_DEPTH and
 * one for every further chunk of a document in the pool; LEG_CHUNKS = LEG_DEPTH ·
 * DOCUMENT_CHUNKS_MAX is always enough.
 */
export const DOCUMENT_CHUNKS_MAX = 20;
export const LEG_CHUNKS = 2000;
/**
 * Pools of more chunks than this are scanned by binary code first. Default for native PostgreSQL; the
 * local stack sets less, since WebAssembly has no fast half-precision (figures: ARCHITECTURE.md).
 */
export const EXACT_POOL_MAX = 20_000;
/** Chunks whose exact cosine is computed after the binary scan (recall: ARCHITECTURE.md). */
export const RESCORE_CHUNKS = 2000;
/** Languages whose analyzers are applied to one query. */
export const QUERY_LANGUAGES_MAX = 8;

/**
 * Feature neighbour_cosine: a candidate is compared with the best of the pool by bm25 / 2.5 + 4 ·
 * cosine, the linear fusion that was best on SciFact's training claims.
 */
const NEIGHBOURS = 5;
const NEIGHBOUR_BM25_DIVISOR = 2.5;
const NEIGHBOUR_COSINE_WEIGHT = 4;

const FIRST_GATE_PARAMETER = 13;
const gate = (alias: string) => gatePredicate(alias, FIRST_GATE_PARAMETER);
const parameterOf = (field: ScopeField) => `$${FIRST_GATE_PARAMETER + SCOPE_FIELDS.indexOf(field)}`;

const PARTITION_FIELDS: readonly ScopeField[] = ["subject", "level"];

/** The part of the gate that partitions can answer, and the condition that it is the whole gate. */
const partitionGate = (alias: string) =>
  PARTITION_FIELDS.map(
    (field) =>
      `(${parameterOf(field)}::text[] IS NULL OR ${alias}.${field} = ANY (${parameterOf(field)}::text[]))`,
  ).join(" AND ");
const ONLY_PARTITION_FIELDS = SCOPE_FIELDS.filter((field) => !PARTITION_FIELDS.includes(field))
  .map((field) => `${parameterOf(field)}::${GATE_TYPES[field]} IS NULL`)
  .join(" AND ");

/** Learned term weights rank the lexical leg only where the model says so. */
const LEG_WEIGHT = "CASE WHEN $11 THEN greatest(coalesce(multiplier, 1), 0) ELSE 1 END::numeric";

const queryVector = (source: string) => `
  SELECT ('{' || string_agg(term_id || ':' || round(ln(1 + (n - chunk_count + 0.5)
           / (chunk_count + 0.5))::numeric * ${LEG_WEIGHT}, 6), ',' ORDER BY term_id)
         || '}/1000000000')::sparsevec AS vector
  FROM query_terms WHERE kind = 'stem' AND source = ${source} AND chunk_count > 0
    AND ${LEG_WEIGHT} > 0`;

/**
 * Steps a BM25 score is ranked by: finer differences are the order in which single-precision numbers
 * were added, and equal scores are ranked by id.
 */
const SCORE_STEPS = 100_000;

const lexicalLeg = (vector: string, name: string) => `
${name} AS MATERIALIZED (
  SELECT doc_key, id, min(distance) AS distance,
         (array_agg(chunk_key ORDER BY distance, chunk_key))[1] AS chunk_key
  FROM (SELECT doc_key, id, chunk_key, round(raw * ${SCORE_STEPS}) AS distance
        FROM (SELECT l.doc_key, l.id, l.chunk_key, l.impacts <#> v.vector AS raw
              FROM chunk_lexical l, ${vector} v
              WHERE l.tenant_id = $1 AND v.vector IS NOT NULL
      AND ${gate("l")}
              OFFSET 0) scored
        WHERE raw < 0
        ORDER BY distance, id LIMIT (SELECT leg_chunks FROM pool)) nearest
  GROUP BY doc_key, id ORDER BY distance, id LIMIT ${LEG_DEPTH}),
${name}_ranked AS (
  SELECT *, row_number() OVER (ORDER BY distance, id) AS rank FROM ${name})`;

/** Parameters: see `firstStageStatement` in first-stage.ts. */
export const SEARCH_STATEMENT = `
WITH pool AS MATERIALIZED (
  SELECT documents, chunks,
         least(${LEG_DEPTH} + chunks - documents, ${LEG_CHUNKS}) AS leg_chunks
  FROM (
    SELECT coalesce(sum(documents), 0) AS documents, coalesce(sum(chunks), 0) AS chunks
    FROM partitions l WHERE l.tenant_id = $1 AND ${ONLY_PARTITION_FIELDS}
      AND ${partitionGate("l")}
    HAVING ${ONLY_PARTITION_FIELDS}
    UNION ALL
    SELECT count(*) FILTER (WHERE l.ordinal = 0), count(*)
    FROM chunk_lexical l WHERE l.tenant_id = $1 AND NOT (${ONLY_PARTITION_FIELDS})
      AND ${gate("l")}
    HAVING NOT (${ONLY_PARTITION_FIELDS})) counted),
scope_partitions AS MATERIALIZED (
  SELECT * FROM partitions p
  WHERE tenant_id = $1 AND chunks > 0 AND language = ANY ($2::text[])
    AND ${partitionGate("p")}),
scope_statistics AS MATERIALIZED (
  SELECT language, sum(chunks)::bigint AS n, sum(stem_length)::bigint AS stem_length,
         sum(title_length)::bigint AS title_length, sum(exact_length)::bigint AS exact_length
  FROM scope_partitions GROUP BY language),
lexemes AS MATERIALIZED (
  SELECT a.language, s.source, f.kind, u.lexeme, u.positions
  FROM analyzers a
  CROSS JOIN LATERAL (VALUES (0, $3::text), (1, $4::jsonb ->> a.language)) AS s (source, query)
  CROSS JOIN LATERAL (VALUES ('stem', a.stem_config), ('exact', a.exact_config)) AS f (kind, config)
  CROSS JOIN LATERAL unnest(to_tsvector(f.config, s.query)) u
  WHERE a.language = ANY ($2::text[]) AND (s.source = 0 OR f.kind = 'stem')),
known_terms AS MATERIALIZED (
  SELECT DISTINCT t.term_id, t.kind, t.language, t.lexeme
  FROM lexemes x JOIN terms t ON t.tenant_id = $1 AND t.kind = x.kind AND t.language = x.language
    AND t.lexeme = x.lexeme),
term_counts AS MATERIALIZED (
  SELECT k.term_id, sum(ts.chunk_count)::bigint AS chunk_count,
         sum(ts.occurrences)::bigint AS occurrences, sum(ts.title_count)::bigint AS title_count
  FROM known_terms k JOIN term_statistics ts USING (term_id)
  JOIN scope_partitions p USING (partition_id) GROUP BY k.term_id),
query_terms AS MATERIALIZED (
  SELECT x.*, k.term_id, coalesce(c.chunk_count, 0) AS chunk_count, z.n,
         coalesce(c.occurrences, 0) AS occurrences, coalesce(c.title_count, 0) AS title_count,
         w.multiplier,
         row_number() OVER (PARTITION BY x.source, x.kind ORDER BY x.language, x.lexeme) - 1 AS term
  FROM lexemes x
  JOIN scope_statistics z USING (language)
  LEFT JOIN known_terms k USING (kind, language, lexeme)
  LEFT JOIN term_counts c USING (term_id)
  LEFT JOIN term_weights w ON w.tenant_id = $1 AND w.version = $9::text AND x.kind = 'stem'
    AND w.language = x.language AND w.lexeme = x.lexeme),
query_vector AS MATERIALIZED (${queryVector("0")}),
expansion_vector AS MATERIALIZED (${queryVector("1")}),
${lexicalLeg("query_vector", "lexical")},
${lexicalLeg("expansion_vector", "expansion")},
dense_chunks AS MATERIALIZED (
  (SELECT d.doc_key, d.id, d.chunk_key, d.embedding <#> $5::vector AS distance
   FROM chunk_dense d
   WHERE d.tenant_id = $1 AND d.embedding_model = $6 AND $5::vector IS NOT NULL
      AND (SELECT chunks FROM pool) <= $7
      AND ${gate("d")}
   ORDER BY d.embedding <#> $5::vector, d.id LIMIT (SELECT leg_chunks FROM pool))
  UNION ALL
  (SELECT doc_key, id, chunk_key, e.embedding <#> $5::vector AS distance
   FROM (SELECT d.chunk_key
         FROM chunk_dense d
         WHERE d.tenant_id = $1 AND d.embedding_model = $6 AND $5::vector IS NOT NULL
      AND (SELECT chunks FROM pool) > $7
      AND ${gate("d")}
         ORDER BY d.code::bit varying <~> (
           SELECT binary_code($5::vector, embedding_centre) FROM tenants WHERE tenant_id = $1),
           d.id LIMIT $8) near
   JOIN chunk_dense e USING (chunk_key)
   WHERE e.embedding_model = $6
   ORDER BY e.embedding <#> $5::vector, id LIMIT (SELECT leg_chunks FROM pool))),
dense AS MATERIALIZED (
  SELECT doc_key, id, min(distance) AS distance,
         (array_agg(chunk_key ORDER BY distance, chunk_key))[1] AS chunk_key
  FROM dense_chunks
  GROUP BY doc_key, id ORDER BY distance, id LIMIT ${LEG_DEPTH}),
dense_ranked AS (
  SELECT *, row_number() OVER (ORDER BY distance, id) AS rank FROM dense),
candidates AS MATERIALIZED (
  SELECT doc_key, id, min(rank) FILTER (WHERE leg = 'lexical') AS lexical_rank,
         min(rank) FILTER (WHERE leg = 'dense') AS dense_rank,
         min(rank) FILTER (WHERE leg = 'expansion') AS expansion_rank,
         (array_agg(chunk_key ORDER BY rank, leg DESC))[1] AS chunk_key
  FROM (SELECT doc_key, id, chunk_key, rank, 'lexical' AS leg FROM lexical_ranked
        UNION ALL SELECT doc_key, id, chunk_key, rank, 'dense' FROM dense_ranked
        UNION ALL SELECT doc_key, id, chunk_key, rank, 'expansion' FROM expansion_ranked) legs
  GROUP BY doc_key, id
  ORDER BY coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'lexical')), 0)
         + coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'dense')), 0)
         + coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'expansion')), 0) DESC, id
  LIMIT ${RERANK_WINDOW}),
neighbours AS MATERIALIZED (
  SELECT chunk_key, embedding, row_number() OVER (ORDER BY score DESC, id) AS place
  FROM (
    SELECT c.chunk_key, c.id, e.embedding,
      coalesce(-(l.impacts <#> v.vector) / i.idf_sum, 0) / ${NEIGHBOUR_BM25_DIVISOR}
        + coalesce(${NEIGHBOUR_COSINE_WEIGHT} * (1 - (e.embedding <=> $5::vector)), 0) AS score
    FROM candidates c
    JOIN chunk_lexical l USING (chunk_key)
    JOIN chunk_dense e USING (chunk_key)
    CROSS JOIN query_vector v
    CROSS JOIN (
      SELECT sum(ln(1 + (n - chunk_count + 0.5) / (chunk_count + 0.5))) AS idf_sum
      FROM query_terms WHERE kind = 'stem' AND source = 0 AND chunk_count > 0) i
    WHERE $12::boolean AND e.embedding_model = $6
    ORDER BY score DESC, c.id LIMIT ${NEIGHBOURS}) best),
expansion_terms AS MATERIALIZED (
  SELECT language, lexeme, ln(1 + (n - chunk_count + 0.5) / (chunk_count + 0.5)) AS weight
  FROM query_terms WHERE source = 1 AND chunk_count > 0),
wanted AS MATERIALIZED (
  SELECT language, array_agg(lexeme ORDER BY term) FILTER (WHERE kind = 'stem') AS stems,
         min(term) FILTER (WHERE kind = 'stem') - 1 AS stem_offset,
         array_agg(lexeme ORDER BY term) FILTER (WHERE kind = 'exact') AS exact,
         min(term) FILTER (WHERE kind = 'exact') - 1 AS exact_offset
  FROM query_terms WHERE source = 0 GROUP BY language)
SELECT json_build_object(
  'tenant', (SELECT json_build_object('corpus_version', corpus_version, 'vocabulary_version',
               vocabulary_version) FROM tenants WHERE tenant_id = $1),
  'pool', (SELECT json_build_object('documents', documents, 'chunks', chunks) FROM pool),
  'scopes', (SELECT coalesce(json_agg(json_build_object('language', language, 'chunks', n,
               'stemLength', stem_length, 'titleLength', title_length, 'exactLength', exact_length)
               ORDER BY language), '[]') FROM scope_statistics),
  'terms', (SELECT coalesce(json_agg(json_build_object('kind', kind, 'language', language,
              'lexeme', lexeme, 'documentFrequency', chunk_count, 'collectionFrequency', occurrences,
              'titleDocumentFrequency', title_count, 'positions', positions,
              'multiplier', multiplier)
              ORDER BY kind, term), '[]') FROM query_terms WHERE source = 0),
  'candidates', (SELECT coalesce(json_agg(row_to_json(c)), '[]') FROM (
    SELECT c.id, c.lexical_rank, c.dense_rank, c.expansion_rank,
      d.title, k.body AS text, d.options, d.answer, d.board, d.exam, d.level, d.subject, d.year,
      d.session, d.paper, d.question_number, d.content_type, d.language, d.topic, d.source,
      d.related, d.reliability, d.chunk_count, p.language AS analyzer,
      l.stem_length, l.title_length, l.exact_length, l.lnc_norm, k.title_position_last,
      (SELECT 1 - (e.embedding <=> $5::vector) FROM chunk_dense e
       WHERE e.chunk_key = c.chunk_key AND e.embedding_model = $6) AS cosine,
      (SELECT -(e.embedding <#> $10::vector) FROM chunk_dense e
       WHERE e.chunk_key = c.chunk_key AND e.embedding_model = $6
         AND $10::vector IS NOT NULL) AS adapted_score,
      (SELECT max(1 - (h.embedding <=> $5::vector)) FROM judged_history h
       WHERE h.tenant_id = $1 AND h.version = $9::text
         AND h.document_id = c.id) AS history_cosine,
      (SELECT sum((1 - (e.embedding <=> n.embedding)) / n.place) / sum(1.0 / n.place)
       FROM chunk_dense e JOIN neighbours n ON n.chunk_key <> e.chunk_key
       WHERE $12::boolean AND e.chunk_key = c.chunk_key
         AND e.embedding_model = $6) AS neighbour_cosine,
      (SELECT sum(x.weight) FILTER (WHERE x.lexeme = ANY (s.lexemes)) / nullif(sum(x.weight), 0)
       FROM (SELECT tsvector_to_array(k.stems) AS lexemes
             WHERE EXISTS (SELECT 1 FROM expansion_terms) OFFSET 0) s
       CROSS JOIN expansion_terms x WHERE x.language = p.language) AS expansion_coverage,
      (SELECT json_agg(json_build_array(
                w.stem_offset + array_position(w.stems, u.lexeme), u.positions))
       FROM unnest(k.stems) u WHERE u.lexeme = ANY (w.stems)) AS stems,
      (SELECT json_agg(json_build_array(
                w.exact_offset + array_position(w.exact, u.lexeme), u.positions))
       FROM unnest(k.exact) u WHERE u.lexeme = ANY (w.exact)) AS exact
    FROM candidates c
    JOIN documents d USING (doc_key)
    JOIN chunks k USING (chunk_key)
    JOIN chunk_lexical l USING (chunk_key)
    JOIN partitions p USING (partition_id)
    LEFT JOIN wanted w ON w.language = p.language) c)
) AS result`;
