/** Published models in the database: what KV is filled from, and what rollback chooses from. */
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { Database } from "#edge/ports.ts";

export const VERSIONS_LISTED_MAX = 200;

export interface StoredModel {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly storedAt: string;
  readonly model: RankingModel;
}

/**
 * Stores the model unless its version exists, and returns what is stored under it: a version never
 * changes.
 */
export async function storeModel(
  database: Database,
  tenantId: number,
  model: RankingModel,
): Promise<RankingModel> {
  await database.query(
    `INSERT INTO model_versions (tenant_id, version, model) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (tenant_id, version) DO NOTHING`,
    [tenantId, model.version, JSON.stringify(model)],
  );
  return (await findModel(database, tenantId, model.version))!.model;
}

interface ModelRow {
  version: string;
  stored_at: string;
  model: RankingModel;
}

const columns = (model: string) => `version, ${model} AS model,
  to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS stored_at`;

const toStored = ({ version, stored_at, model }: ModelRow): StoredModel => ({
  version,
  storedAt: stored_at,
  model,
});

export async function findModel(
  database: Database,
  tenantId: number,
  version: string,
): Promise<StoredModel | null> {
  const [row] = await database.query<ModelRow>(
    `SELECT ${columns("model")} FROM model_versions WHERE tenant_id = $1 AND version = $2`,
    [tenantId, version],
  );
  return row === undefined ? null : toStored(row);
}

/** The newest first, at most VERSIONS_LISTED_MAX; without their learned parts, which are large. */
export async function listModels(database: Database, tenantId: number): Promise<StoredModel[]> {
  const rows = await database.query<ModelRow>(
    `SELECT ${columns("model - 'learned'")} FROM model_versions WHERE tenant_id = $1
     ORDER BY published_at DESC, version DESC LIMIT ${VERSIONS_LISTED_MAX}`,
    [tenantId],
  );
  return rows.map(toStored);
}

/** Versions of learned rows that the newest models name. */
export async function newestLearnedVersions(
  database: Database,
  tenantId: number,
  count: number,
): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    `SELECT model->'learned'->>'version' AS version FROM model_versions
     WHERE tenant_id = $1 AND model ? 'learned' ORDER BY published_at DESC, version DESC LIMIT $2`,
    [tenantId, count],
  );
  return rows.map(({ version }) => version);
}
