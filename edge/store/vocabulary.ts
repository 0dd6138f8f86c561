/** The edited part of a tenant's vocabulary; the learned part belongs to ingest. */
import { normalForm } from "#core/scope/curriculum-scope.ts";
import type { EditedEntry } from "#core/scope/vocabulary/merge-vocabulary.ts";
import type { Database, Statement } from "../ports.ts";

export async function readEditedVocabulary(
  database: Database,
  tenantId: number,
): Promise<EditedEntry[]> {
  const rows = await database.query<{ entry: EditedEntry }>(
    "SELECT entry FROM vocabulary_edited WHERE tenant_id = $1 ORDER BY field, value_nf",
    [tenantId],
  );
  return rows.map(({ entry }) => entry);
}

/** Adds or replaces entries by field and value; with `replacesAll` the others are removed. */
export async function writeEditedVocabulary(
  database: Database,
  tenantId: number,
  entries: readonly EditedEntry[],
  replacesAll: boolean,
): Promise<void> {
  const rows = entries.map((entry) => ({
    field: entry.field,
    value_nf: normalForm(entry.value),
    entry,
  }));
  const remove: Statement = {
    text: "DELETE FROM vocabulary_edited WHERE tenant_id = $1",
    parameters: [tenantId],
  };
  await database.batch([
    ...(replacesAll ? [remove] : []),
    {
      text: `INSERT INTO vocabulary_edited (tenant_id, field, value_nf, entry)
        SELECT $1, r.field, r.value_nf, r.entry
        FROM jsonb_to_recordset($2::jsonb) AS r (field text, value_nf text, entry jsonb)
        ON CONFLICT (tenant_id, field, value_nf) DO UPDATE SET entry = excluded.entry`,
      parameters: [tenantId, JSON.stringify(rows)],
    },
    {
      text: `UPDATE tenants SET vocabulary_version = vocabulary_version + 1 WHERE tenant_id = $1`,
      parameters: [tenantId],
    },
  ]);
}
