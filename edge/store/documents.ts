/** Reading, listing and deleting documents, each one round trip inside one tenant. */
import type { ScopedDocument } from "#core/scope/leakage.ts";
import type { GateValues } from "#core/scope/resolve-scope.ts";
import type { Database } from "../ports.ts";
import { gateParameters, gatePredicate } from "./gate.ts";

export const LIST_LIMIT_MAX = 100;
/** One request deletes at most this many documents; a larger set is deleted in several. */
export const DELETE_DOCUMENTS_MAX = 1000;

const SHOWN = `d.id, d.board, d.exam, d.level, d.subject, d.year, d.session, d.paper,
  d.question_number, d.content_type, d.language, d.topic, d.title, d.text, d.options, d.answer,
  d.passage, d.related, d.source, d.metadata, d.reliability, d.updated_at`;

/** All stored fields; those of the curriculum tuple are typed. */
export type DocumentRow = ScopedDocument & {
  readonly id: string;
  readonly text: string;
  readonly [field: string]: unknown;
};

/** Documents of the tenant by id, in the order of `ids`; unknown ids are left out. */
export async function readDocuments(
  database: Database,
  tenantId: number,
  ids: readonly string[],
  gate: GateValues = {},
): Promise<DocumentRow[]> {
  const rows = await database.query<DocumentRow>(
    `SELECT ${SHOWN} FROM documents d JOIN chunk_lexical l USING (doc_key)
     WHERE d.tenant_id = $1 AND d.id = ANY ($2::text[]) AND l.ordinal = 0
      AND ${gatePredicate("l", 3)}`,
    [tenantId, ids, ...gateParameters(gate)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Documents inside the gate with an id after `after`, ascending by id. */
export function listDocuments(
  database: Database,
  tenantId: number,
  gate: GateValues,
  after: string,
  limit: number,
): Promise<DocumentRow[]> {
  return database.query<DocumentRow>(
    `SELECT ${SHOWN} FROM chunk_lexical l JOIN documents d USING (doc_key)
     WHERE l.tenant_id = $1 AND l.ordinal = 0 AND l.id > $2
      AND ${gatePredicate("l", 4)}
     ORDER BY l.id LIMIT $3`,
    [tenantId, after, limit, ...gateParameters(gate)],
  );
}

/** How many documents the gate holds, and the first of their ids. */
export async function matchDocuments(
  database: Database,
  tenantId: number,
  gate: GateValues,
): Promise<{ count: number; ids: string[] }> {
  const [row] = await database.query<{ count: number; ids: string[] | null }>(
    `WITH matched AS (
       SELECT l.id FROM chunk_lexical l
       WHERE l.tenant_id = $1 AND l.ordinal = 0 AND ${gatePredicate("l", 2)})
     SELECT (SELECT count(*)::integer FROM matched) AS count,
       (SELECT array_agg(id) FROM (SELECT id FROM matched ORDER BY id
                                   LIMIT ${DELETE_DOCUMENTS_MAX}) first) AS ids`,
    [tenantId, ...gateParameters(gate)],
  );
  return { count: row?.count ?? 0, ids: row?.ids ?? [] };
}

/** Ids that existed and are gone now. */
export async function deleteDocuments(
  database: Database,
  tenantId: number,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "SELECT delete_documents($1, $2::text[]) AS id",
    [tenantId, ids],
  );
  return rows.map(({ id }) => id).toSorted();
}

export interface FacetRow {
  readonly field: string;
  readonly value: string;
  readonly documents: number;
}

/** Values per facet field of the admitted set, returned at most. */
export const FACET_VALUES_MAX = 200;

/** Documents per subject, level, year, paper, exam and kind of content inside the gate. */
export function countFacets(
  database: Database,
  tenantId: number,
  gate: GateValues,
): Promise<FacetRow[]> {
  return database.query<FacetRow>(
    `SELECT field, value, documents FROM (
       SELECT f.field, f.value, count(*)::integer AS documents,
         row_number() OVER (PARTITION BY f.field ORDER BY count(*) DESC, f.value) AS place
       FROM chunk_lexical l JOIN documents d USING (doc_key)
       CROSS JOIN LATERAL (VALUES ('subject', d.subject), ('level', d.level),
         ('year', d.year::text), ('paper', d.paper), ('exam', d.exam),
         ('content_type', d.content_type)) AS f (field, value)
       WHERE l.tenant_id = $1 AND l.ordinal = 0 AND f.value IS NOT NULL
        AND ${gatePredicate("l", 2)}
       GROUP BY f.field, f.value) counted
     WHERE place <= ${FACET_VALUES_MAX} ORDER BY field, documents DESC, value`,
    [tenantId, ...gateParameters(gate)],
  );
}
