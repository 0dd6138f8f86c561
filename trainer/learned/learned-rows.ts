/**
 * What the search statement reads of a learned version: term weights and judged history, two tables.
 * Rows of a version are written before the model that names it and never changed.
 */
import type { Database, Statement } from "#edge/ports.ts";
import { answersOf, type JudgedQuery } from "../data/judgment.ts";
import type { TermWeightRow } from "./term-weights.ts";

/** A judged query and the documents that answered it. */
export interface HistoryRow {
  readonly queryId: string;
  /** Unit vector of the query. */
  readonly embedding: readonly number[];
  readonly documentIds: readonly string[];
}

export interface LearnedRows {
  readonly version: string;
  readonly termWeights: readonly TermWeightRow[];
  readonly history: readonly HistoryRow[];
}

/** Rows of one statement: a vector of 384 numbers takes about 8 kB as text. */
const WEIGHTS_PER_STATEMENT = 10_000;
const HISTORY_PER_STATEMENT = 500;

export function historyRows(
  judged: readonly JudgedQuery[],
  vectorOf: (query: number) => readonly number[] | null,
): HistoryRow[] {
  return judged.flatMap(({ queryId, grades }, query) => {
    const documentIds = answersOf({ grades });
    const embedding = vectorOf(query);
    if (documentIds.length === 0 || embedding === null) return [];
    return [{ queryId, embedding, documentIds }];
  });
}

/** Rows that exist stay as they are: a version never changes. */
export async function insertLearnedRows(
  database: Database,
  tenantId: number,
  { version, termWeights, history }: LearnedRows,
): Promise<void> {
  for (const rows of batchesOf(termWeights, WEIGHTS_PER_STATEMENT)) {
    const { text, parameters } = termWeightStatement(tenantId, version, rows);
    await database.query(text, parameters);
  }
  for (const rows of batchesOf(history, HISTORY_PER_STATEMENT)) {
    const { text, parameters } = historyStatement(tenantId, version, rows);
    await database.query(text, parameters);
  }
}

/** Deletes the rows of versions that are not in `kept`. */
export async function deleteLearnedRows(
  database: Database,
  tenantId: number,
  kept: readonly string[],
): Promise<void> {
  await database.batch(
    ["term_weights", "judged_history"].map((table) => ({
      text: `DELETE FROM ${table} WHERE tenant_id = $1 AND version <> ALL ($2::text[])`,
      parameters: [tenantId, kept],
    })),
  );
}

function batchesOf<Row>(rows: readonly Row[], count: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / count) }, (_, at) =>
    rows.slice(at * count, (at + 1) * count),
  );
}

function termWeightStatement(
  tenantId: number,
  version: string,
  rows: readonly TermWeightRow[],
): Statement {
  return {
    text: `INSERT INTO term_weights (tenant_id, version, language, lexeme, multiplier)
      SELECT $1, $2, r.language, r.lexeme, r.multiplier
      FROM jsonb_to_recordset($3::jsonb) AS r (language text, lexeme text,
        multiplier double precision)
      ON CONFLICT DO NOTHING`,
    parameters: [tenantId, version, JSON.stringify(rows)],
  };
}

function historyStatement(
  tenantId: number,
  version: string,
  rows: readonly HistoryRow[],
): Statement {
  const values = rows.map(({ queryId, embedding, documentIds }) => ({
    query_id: queryId,
    embedding: `[${embedding.join(",")}]`,
    document_ids: documentIds,
  }));
  return {
    text: `INSERT INTO judged_history (tenant_id, version, document_id, query_id, embedding)
      SELECT $1, $2, d.document_id, r.query_id, r.embedding::vector
      FROM jsonb_to_recordset($3::jsonb) AS r (query_id text, embedding text, document_ids jsonb)
      CROSS JOIN LATERAL jsonb_array_elements_text(r.document_ids) AS d (document_id)
      ON CONFLICT DO NOTHING`,
    parameters: [tenantId, version, JSON.stringify(values)],
  };
}
