/** The versions that pin what a tenant's searches are made from. */
import { unauthorized } from "../errors.ts";
import type { Database } from "../ports.ts";

export interface TenantVersions {
  readonly corpusVersion: number;
  readonly vocabularyVersion: number;
}

/** One small round trip, in which a revoked key is refused as in every other. */
export async function readTenantVersions(
  database: Database,
  tenantId: number,
): Promise<TenantVersions> {
  const [row] = await database.query<{ corpus_version: string; vocabulary_version: string }>(
    "SELECT corpus_version, vocabulary_version FROM tenants WHERE tenant_id = $1",
    [tenantId],
  );
  if (row === undefined) {
    throw unauthorized();
  }
  return {
    corpusVersion: Number(row.corpus_version),
    vocabularyVersion: Number(row.vocabulary_version),
  };
}
