/** Sends the search statement and turns its one JSON value into the records that core/ works on. */
import { vectorText } from "#core/encoder/vector-text.ts";
import type { Candidate, QueryStatistics, QueryTerm, TermMatch } from "#core/features/candidate.ts";
import type { GateValues } from "#core/scope/resolve-scope.ts";
import { invariant } from "../errors.ts";
import type { Database, Statement } from "../ports.ts";
import { gateParameters } from "./gate.ts";
import { EXACT_POOL_MAX, RESCORE_CHUNKS } from "./search-limits.ts";
import { searchStatement } from "./search-statement.ts";

export interface FirstStageRequest {
  readonly tenantId: number;
  /** Analyzer languages, most important first. */
  readonly languages: readonly string[];
  /** Normalised query text, and the normalised words of its expansion by analyzer language. */
  readonly query: string;
  /** Null: no such leg. */
  readonly expansion: Readonly<Record<string, string>> | null;
  readonly vector: readonly number[] | null;
  readonly embeddingModel: string;
  readonly gate: GateValues;
  readonly exactPoolMax?: number;
  /**
   * Of a request without a vector: when an earlier statement of its transaction found a document of at
   * least this cosine, it finds nothing. Absent: it always looks.
   */
  readonly needlessFrom?: number | null;
  /**
   * Of a request with a vector: documents of a narrower pool whose result is known. A pool of as many is
   * the same one, and nothing is looked for. Absent: it always looks.
   */
  readonly knownPool?: number | null;
  /** What the ranking model in force asks for; absent: nothing. */
  readonly learned?: LearnedRequest;
}

export interface LearnedRequest {
  /** Rows of term_weights and judged_history; null: none. */
  readonly version: string | null;
  readonly weighsLexicalLeg: boolean;
  readonly adaptedVector: readonly number[] | null;
  readonly neighbours: boolean;
}

/** What is shown of a candidate; an absent field is null. */
export interface CandidateDocument {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly options: Record<string, string> | null;
  readonly answer: string | null;
  readonly board: string | null;
  readonly exam: string | null;
  readonly level: string | null;
  readonly subject: string | null;
  readonly year: number | null;
  readonly session: string | null;
  readonly paper: string | null;
  readonly question_number: string | null;
  readonly content_type: string | null;
  readonly language: string | null;
  readonly topic: readonly string[] | null;
  readonly source: string | null;
  readonly related: readonly string[] | null;
  readonly reliability: number;
}

export interface FirstStageResult {
  readonly corpusVersion: number;
  readonly vocabularyVersion: number;
  /** Documents inside the gate, those without an embedding included. */
  readonly poolSize: number;
  readonly densePath: "exact" | "binary" | "none";
  /** Cosine of the pool's nearest document; null: no vector, or no document with one. */
  readonly nearest: number | null;
  readonly statistics: QueryStatistics;
  /** In order of id; `documents` is parallel to it. */
  readonly candidates: readonly Candidate[];
  readonly documents: readonly CandidateDocument[];
}

interface TermRow {
  kind: "stem" | "exact";
  language: string;
  lexeme: string;
  documentFrequency: number;
  collectionFrequency: number;
  titleDocumentFrequency: number;
  positions: number[];
  multiplier: number | null;
}

interface CandidateRow extends CandidateDocument {
  lexical_rank: number | null;
  dense_rank: number | null;
  expansion_rank: number | null;
  analyzer: string;
  stem_length: number;
  title_length: number;
  exact_length: number;
  lnc_norm: number;
  title_position_last: number;
  cosine: number | null;
  adapted_score?: number | null;
  history_cosine?: number | null;
  neighbour_cosine?: number | null;
  expansion_coverage?: number | null;
  stems: [number, number[]][] | null;
  exact: [number, number[]][] | null;
}

interface ResultRow {
  result: {
    tenant: { corpus_version: number; vocabulary_version: number } | null;
    pool: { documents: number; chunks: number };
    nearest: string | null;
    scopes: QueryStatistics["scopes"];
    terms: TermRow[];
    columns: string[];
    /** Values in the order of `columns`. */
    candidates: unknown[][];
  };
}

export function firstStageStatement(request: FirstStageRequest): Statement {
  const { vector, exactPoolMax = EXACT_POOL_MAX, learned } = request;
  const { needlessFrom = null, knownPool = null } = request;
  return {
    text: searchStatement({
      isDense: vector !== null,
      hasExpansion: request.expansion !== null,
      isLearned: learned !== undefined,
    }),
    parameters: [
      request.tenantId,
      request.languages,
      request.query,
      nullableText(vector),
      request.embeddingModel,
      ...gateParameters(request.gate),
      ...(vector === null ? [needlessFrom] : [exactPoolMax, RESCORE_CHUNKS, knownPool]),
      ...(request.expansion === null ? [] : [JSON.stringify(request.expansion)]),
      ...(learned === undefined ? [] : learnedParameters(learned)),
    ],
  };
}

const learnedParameters = (learned: LearnedRequest) => [
  learned.version,
  nullableText(learned.adaptedVector),
  learned.weighsLexicalLeg,
  learned.neighbours,
];

const nullableText = (vector: readonly number[] | null): string | null =>
  vector === null ? null : vectorText(vector);

/** One round trip. */
export async function runFirstStage(
  database: Database,
  request: FirstStageRequest,
): Promise<FirstStageResult> {
  const { text, parameters } = firstStageStatement(request);
  const [row] = await database.query<ResultRow>(text, parameters);
  invariant(row !== undefined, "the search statement returns one row");
  return decodeFirstStage(row as unknown as Record<string, unknown>, request);
}

export function decodeFirstStage(
  row: Record<string, unknown>,
  { vector, exactPoolMax = EXACT_POOL_MAX }: FirstStageRequest,
): FirstStageResult {
  const { result } = row as unknown as ResultRow;
  const rows = result.candidates
    .map((values) => rowOf(result.columns, values))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    corpusVersion: Number(result.tenant?.corpus_version ?? 0),
    vocabularyVersion: Number(result.tenant?.vocabulary_version ?? 0),
    poolSize: result.pool.documents,
    densePath: vector === null ? "none" : result.pool.chunks <= exactPoolMax ? "exact" : "binary",
    nearest: result.nearest === null || result.nearest === "" ? null : Number(result.nearest),
    statistics: {
      stems: result.terms.filter(({ kind }) => kind === "stem").map(toTerm),
      exact: result.terms.filter(({ kind }) => kind === "exact").map(toTerm),
      scopes: result.scopes,
    },
    candidates: rows.map(toCandidate),
    documents: rows,
  };
}

function rowOf(columns: readonly string[], values: readonly unknown[]): CandidateRow {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at]!] = values[at];
  return row as unknown as CandidateRow;
}

function toTerm(row: TermRow): QueryTerm {
  const { lexeme, language, documentFrequency, collectionFrequency, titleDocumentFrequency } = row;
  const term = { lexeme, language, documentFrequency, collectionFrequency, titleDocumentFrequency };
  const { positions, multiplier } = row;
  return multiplier === null ? { ...term, positions } : { ...term, positions, multiplier };
}

/** In order of term; null: no term of the query occurs. */
function toMatches(rows: readonly [number, number[]][] | null): TermMatch[] {
  return (rows ?? [])
    .map(([term, positions]) => ({ term, positions }))
    .toSorted((a, b) => a.term - b.term);
}

function toCandidate(row: CandidateRow): Candidate {
  return {
    id: row.id,
    language: row.analyzer,
    lexicalRank: row.lexical_rank,
    denseRank: row.dense_rank,
    expansionRank: row.expansion_rank,
    cosine: row.cosine,
    adaptedScore: row.adapted_score ?? null,
    historyCosine: row.history_cosine ?? null,
    neighbourCosine: row.neighbour_cosine ?? null,
    expansionCoverage: row.expansion_coverage ?? null,
    stems: toMatches(row.stems),
    exact: toMatches(row.exact),
    stemLength: row.stem_length,
    titleLength: row.title_length,
    exactLength: row.exact_length,
    titlePositionLast: row.title_position_last,
    lncNorm: row.lnc_norm,
  };
}
