/** Published versions and their activations, as the database records them. */
import type { Database } from "../ports.ts";

export const MODELS_LISTED_MAX = 100;

export interface PublishedModel {
  readonly version: string;
  readonly published_at: string;
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly cost: number;
}

export function listModels(database: Database, tenantId: number): Promise<PublishedModel[]> {
  return database.query<PublishedModel>(
    `SELECT version, published_at, model->'metrics' AS metrics, (model->>'cost')::float8 AS cost
     FROM model_versions WHERE tenant_id = $1
     ORDER BY published_at DESC, version LIMIT ${MODELS_LISTED_MAX}`,
    [tenantId],
  );
}

export async function readModel(
  database: Database,
  tenantId: number,
  version: string,
): Promise<Record<string, unknown> | null> {
  const [row] = await database.query<{ model: Record<string, unknown> }>(
    "SELECT model FROM model_versions WHERE tenant_id = $1 AND version = $2",
    [tenantId, version],
  );
  return row?.model ?? null;
}

export async function recordActivation(
  database: Database,
  activation: {
    tenantId: number;
    version: string;
    previous: string | null;
    keyId: number;
  },
): Promise<void> {
  const { tenantId, version, previous, keyId } = activation;
  await database.query(
    `INSERT INTO model_activations (tenant_id, version, previous, key_id)
     VALUES ($1, $2, $3, $4)`,
    [tenantId, version, previous, keyId],
  );
}
