/**
 * The tenant as the Worker sees it (vocabulary, languages, embedding model), found by name. It is
 * read through the Worker's own loader, so that training and serving resolve a scope alike.
 */
import type { Database } from "#edge/ports.ts";
import { loadTenantContext, type TenantContext } from "#edge/store/tenant-context.ts";
import { badInput } from "../training-error.ts";

const KEY_STATEMENT = `
SELECT t.name, (SELECT k.key_id FROM api_keys k
                WHERE k.tenant_id = t.tenant_id AND k.revoked_at IS NULL
                ORDER BY k.key_id LIMIT 1) AS key_id
FROM tenants t ORDER BY t.name = $1 DESC, t.name LIMIT 20`;

/** Two round trips. Refuses an unknown tenant, and one that nobody can search. */
export async function loadTenant(database: Database, name: string): Promise<TenantContext> {
  const rows = await database.query<{ name: string; key_id: number | null }>(KEY_STATEMENT, [name]);
  const row = rows.find((candidate) => candidate.name === name);
  if (row === undefined) {
    const known = rows.map((candidate) => candidate.name).join(", ");
    throw badInput(
      `--tenant: no tenant is named "${name}"; known: ${known === "" ? "none" : known}`,
    );
  }
  const context =
    row.key_id === null ? null : await loadTenantContext(database, { keyId: row.key_id });
  if (context === null) {
    throw badInput(`--tenant: "${name}" has no valid API key, so nobody can search it`);
  }
  return context;
}
