/**
 * The whole first stage of a search as one SQL statement: analyse the query, count the pool, run the
 * lexical, dense and expansion legs inside the same gate, cut the union by reciprocal rank to the
 * rerank window, and return for each candidate what is shown and what the features need. Document
 * frequencies are sums over the partitions (subject, level, language) of the gate.
 *
 * There are eight texts of it: planning takes a sixth of a search, so one without a vector, an
 * expansion or a learned model leaves their clauses out (measured: 1.0, 2.0 and 2.8 ms of 37).
 */
import { SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";
import { GATE_PARAMETER_COUNT, GATE_TYPES } from "./gate.ts";
import { type DenseClauses, denseClauses, wordsAloneClauses } from "./search-dense.ts";
import { type ExpansionClauses, expansionClauses, NO_EXPANSION } from "./search-expansion.ts";
import { type LearnedClauses, learnedClauses, NOTHING_LEARNED } from "./search-learned.ts";
import {
  FIRST_GATE_PARAMETER,
  gate,
  idfVector,
  LEG_CHUNKS_OF_POOL,
  lexicalLeg,
} from "./search-legs.ts";
import { RERANK_WINDOW } from "./search-limits.ts";

export interface StatementParts {
  readonly isDense: boolean;
  readonly hasExpansion: boolean;
  readonly isLearned: boolean;
}

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

interface Clauses {
  readonly dense: DenseClauses;
  readonly expansion: ExpansionClauses;
  readonly learned: LearnedClauses;
}

/** Size of the pool, and the statistics of the partitions that the gate admits. */
const POOL = `
pool AS MATERIALIZED (
  SELECT documents, chunks,
         ${LEG_CHUNKS_OF_POOL} AS leg_chunks
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
  FROM scope_partitions GROUP BY language)`;

/** The query's terms under the scope's analyzers, with their statistics in the scope. */
const queryTerms = ({ dense, expansion, learned }: Clauses) => `
lexemes AS MATERIALIZED (
  SELECT a.language, s.source, f.kind, u.lexeme, u.positions
  FROM analyzers a
  CROSS JOIN LATERAL (VALUES (0, $3::text)${expansion.source}) AS s (source, query)
  CROSS JOIN LATERAL (VALUES ('stem', a.stem_config), ('exact', a.exact_config)) AS f (kind, config)
  CROSS JOIN LATERAL unnest(to_tsvector(f.config, s.query)) u
  WHERE a.language = ANY ($2::text[]) AND (s.source = 0 OR f.kind = 'stem')
    AND ${dense.condition}),
known_terms AS MATERIALIZED (
  SELECT DISTINCT t.term_id, t.kind, t.language, t.lexeme
  FROM lexemes x JOIN terms t ON t.tenant_id = $1 AND t.kind = x.kind AND t.language = x.language
    AND t.lexeme = x.lexeme),
term_counts AS MATERIALIZED (
  SELECT k.term_id, sum(ts.chunk_count)::bigint AS chunk_count,
         sum(ts.occurrences)::bigint AS occurrences, sum(ts.title_count)::bigint AS title_count,
         array_agg(term_key(ts.partition_id, k.term_id)) AS keys
  FROM known_terms k JOIN term_statistics ts USING (term_id)
  JOIN scope_partitions p USING (partition_id) GROUP BY k.term_id),
query_terms AS MATERIALIZED (
  SELECT x.*, k.term_id, coalesce(c.chunk_count, 0) AS chunk_count, z.n,
         coalesce(c.occurrences, 0) AS occurrences, coalesce(c.title_count, 0) AS title_count, c.keys,
         ${learned.multiplier} AS multiplier,
         row_number() OVER (PARTITION BY x.source, x.kind ORDER BY x.language, x.lexeme) - 1 AS term
  FROM lexemes x
  JOIN scope_statistics z USING (language)
  LEFT JOIN known_terms k USING (kind, language, lexeme)
  LEFT JOIN term_counts c USING (term_id)${learned.termWeights})`;

/** Union of the legs by reciprocal rank, cut to the window. */
const candidates = ({ dense, expansion }: Clauses) => `
candidates AS MATERIALIZED (
  SELECT doc_key, id, min(rank) FILTER (WHERE leg = 'lexical') AS lexical_rank,
         min(rank) FILTER (WHERE leg = 'dense') AS dense_rank,
         min(rank) FILTER (WHERE leg = 'expansion') AS expansion_rank,
         (array_agg(chunk_key ORDER BY rank, leg DESC))[1] AS chunk_key
  FROM (SELECT doc_key, id, chunk_key, rank, 'lexical' AS leg FROM lexical_ranked
        ${dense.ranking}${expansion.ranking}) legs
  GROUP BY doc_key, id
  ORDER BY coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'lexical')), 0)
         + coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'dense')), 0)
         + coalesce(1.0 / (60 + min(rank) FILTER (WHERE leg = 'expansion')), 0) DESC, id
  LIMIT ${RERANK_WINDOW})`;

/** The terms whose positions in a candidate are wanted, by language. */
const WANTED = `
wanted AS MATERIALIZED (
  SELECT language, array_agg(lexeme ORDER BY term) FILTER (WHERE kind = 'stem') AS stems,
         min(term) FILTER (WHERE kind = 'stem') - 1 AS stem_offset,
         array_agg(lexeme ORDER BY term) FILTER (WHERE kind = 'exact') AS exact,
         min(term) FILTER (WHERE kind = 'exact') - 1 AS exact_offset
  FROM query_terms WHERE source = 0 GROUP BY language)`;

/**
 * Positions of the wanted lexemes in a vector. All others are deleted before it is unnested: a chunk
 * holds some sixty lexemes, of which one or two are wanted.
 */
const positionsOf = (vector: string, wanted: string, offset: string) => `
      (SELECT json_agg(json_build_array(${offset} + array_position(${wanted}, u.lexeme), u.positions))
       FROM unnest(ts_delete(${vector}, tsvector_to_array(ts_delete(${vector}, ${wanted})))) u)`;

/** What is shown of a candidate, and what its features are computed from: expressions by name. */
const candidateColumns = ({ expansion, learned }: Clauses): Readonly<Record<string, string>> => ({
  ...of("c", ["id", "lexical_rank", "dense_rank", "expansion_rank"]),
  ...of("d", ["title", "options", "answer", ...SCOPE_FIELDS]),
  ...of("d", ["source", "related", "reliability", "chunk_count"]),
  text: "k.body",
  analyzer: "p.language",
  ...of("l", ["stem_length", "title_length", "exact_length", "lnc_norm"]),
  title_position_last: "k.title_position_last",
  cosine: `(SELECT 1 - (e.embedding <=> $4::vector) FROM chunk_dense e
       WHERE e.chunk_key = c.chunk_key AND e.embedding_model = $5)`,
  ...learned.columns,
  ...expansion.columns,
  stems: positionsOf("k.stems", "w.stems", "w.stem_offset"),
  exact: positionsOf("k.exact", "w.exact", "w.exact_offset"),
});

const of = (alias: string, columns: readonly string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `${alias}.${column}`]));

/** One array a candidate: names stand once, in `columns`, because they would be a third of the answer. */
const candidateRows = (columns: Readonly<Record<string, string>>) => `
    SELECT coalesce(json_agg(json_build_array(${Object.values(columns).join(", ")})), '[]')
    FROM candidates c
    JOIN documents d USING (doc_key)
    JOIN chunks k USING (chunk_key)
    JOIN chunk_lexical l USING (chunk_key)
    JOIN partitions p USING (partition_id)
    LEFT JOIN wanted w ON w.language = p.language`;

/** The one JSON value that the statement returns. */
const result = ({ dense }: Clauses, columns: Readonly<Record<string, string>>) => `
SELECT json_build_object(
  'tenant', (SELECT json_build_object('corpus_version', corpus_version, 'vocabulary_version',
               vocabulary_version) FROM tenants WHERE tenant_id = $1),
  'pool', (SELECT json_build_object('documents', documents, 'chunks', chunks) FROM pool),
  'nearest', ${dense.nearest},
  'scopes', (SELECT coalesce(json_agg(json_build_object('language', language, 'chunks', n,
               'stemLength', stem_length, 'titleLength', title_length, 'exactLength', exact_length)
               ORDER BY language), '[]') FROM scope_statistics),
  'terms', (SELECT coalesce(json_agg(json_build_object('kind', kind, 'language', language,
              'lexeme', lexeme, 'documentFrequency', chunk_count, 'collectionFrequency', occurrences,
              'titleDocumentFrequency', title_count, 'positions', positions,
              'multiplier', multiplier)
              ORDER BY kind, term), '[]') FROM query_terms WHERE source = 0),
  'columns', json_build_array('${Object.keys(columns).join("', '")}'),
  'candidates', (${candidateRows(columns)})
) AS result`;

/** Parameters: see `firstStageStatement` in first-stage.ts; each part's follow those before it. */
function buildStatement({ isDense, hasExpansion, isLearned }: StatementParts): string {
  const ofDense = FIRST_GATE_PARAMETER + GATE_PARAMETER_COUNT;
  const dense = isDense ? denseClauses(ofDense) : wordsAloneClauses(ofDense);
  const ofExpansion = ofDense + dense.parameterCount;
  const ofLearned = ofExpansion + (hasExpansion ? 1 : 0);
  const learned = isLearned ? learnedClauses(ofLearned) : NOTHING_LEARNED;
  const expansion = hasExpansion ? expansionClauses(ofExpansion, learned.legWeight) : NO_EXPANSION;
  const clauses = { dense, expansion, learned };
  return `
WITH ${POOL},${queryTerms(clauses)},
query_vector AS MATERIALIZED (${idfVector(0, learned.legWeight)}),
${lexicalLeg("query_vector", "lexical")},${expansion.leg}${dense.leg}${candidates(clauses)},${learned.neighbours}${expansion.terms}${WANTED}${result(clauses, candidateColumns(clauses))}`;
}

const keyOf = ({ isDense, hasExpansion, isLearned }: StatementParts) =>
  Number(isDense) * 4 + Number(hasExpansion) * 2 + Number(isLearned);

/** By `keyOf`; each made when it is first asked for. */
const built: string[] = [];

export const searchStatement = (parts: StatementParts): string =>
  (built[keyOf(parts)] ??= buildStatement(parts));

/** All texts that can ever be sent. */
export const searchStatements = (): string[] =>
  Array.from({ length: 8 }, (_, key) =>
    searchStatement({
      isDense: (key & 4) !== 0,
      hasExpansion: (key & 2) !== 0,
      isLearned: (key & 1) !== 0,
    }),
  );
