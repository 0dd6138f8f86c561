/** Judgments in the database: the newest ones out, rows of a file in. */
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import type { Database } from "#edge/ports.ts";
import type { Judgment } from "./judgment.ts";
import { JUDGMENT_ROWS_MAX } from "./judgment-file.ts";

/** Rows of one INSERT. */
const ROWS_PER_STATEMENT = 2_000;
/** Document ids that one statement looks up. */
const IDS_PER_STATEMENT = 10_000;

interface JudgmentRow {
  query_id: string;
  query: string;
  scope: CurriculumScope;
  document_id: string;
  grade: number;
  origin: string;
}

/** At most JUDGMENT_ROWS_MAX, the newest. */
export async function loadJudgments(database: Database, tenantId: number): Promise<Judgment[]> {
  const rows = await database.query<JudgmentRow>(
    `SELECT query_id, query, scope, document_id, grade, origin FROM judgments
     WHERE tenant_id = $1 ORDER BY created_at DESC, query_id, document_id LIMIT $2`,
    [tenantId, JUDGMENT_ROWS_MAX],
  );
  return rows.map(({ query_id, document_id, ...row }) => ({
    ...row,
    queryId: query_id,
    documentId: document_id,
  }));
}

/** Adds judgments; one that exists is replaced. */
export async function importJudgments(
  database: Database,
  tenantId: number,
  judgments: readonly Judgment[],
): Promise<void> {
  // NB: a statement may not write one row twice, so the last of equal keys is kept here.
  const byKey = new Map(
    judgments.map((judgment) => [
      JSON.stringify([judgment.queryId, judgment.documentId]),
      judgment,
    ]),
  );
  const rows = [...byKey.values()].map(
    ({ queryId, query, scope, documentId, grade, origin }): JudgmentRow => ({
      query_id: queryId,
      query,
      scope,
      document_id: documentId,
      grade,
      origin,
    }),
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await database.query(
      `INSERT INTO judgments (tenant_id, query_id, query, scope, document_id, grade, origin)
       SELECT $1, r.* FROM jsonb_to_recordset($2::jsonb) AS r (query_id text, query text,
         scope jsonb, document_id text, grade smallint, origin text)
       ON CONFLICT (tenant_id, query_id, document_id) DO UPDATE SET query = excluded.query,
         scope = excluded.scope, grade = excluded.grade, origin = excluded.origin`,
      [tenantId, JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))],
    );
  }
}

/** The ids that are documents of the tenant. */
export async function existingDocuments(
  database: Database,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_PER_STATEMENT) {
    const rows = await database.query<{ id: string }>(
      "SELECT id FROM documents WHERE tenant_id = $1 AND id = ANY ($2::text[])",
      [tenantId, ids.slice(start, start + IDS_PER_STATEMENT)],
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}
