/**
 * `npm run tenant`: tenants, their keys and quotas, straight in the database. A key is shown once, when
 * it is made; afterwards only its hash and first characters are there. A revoked key is refused by the
 * next statement, also where an isolate remembers it.
 */
import { NO_EXTRACTION } from "#core/scope/scope-extraction.ts";
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import { resolveScope, type RequestedScope } from "#core/scope/resolve-scope.ts";
import { API_KEY_PATTERN } from "../middleware/authenticate.ts";
import type { Database } from "../ports.ts";
import { sha256Hex } from "../sha256.ts";
import { loadTenantContext } from "../store/tenant-context.ts";
import { StartError } from "./data-folder.ts";
import { defaultVocabulary } from "./default-vocabulary.ts";
import type { Quotas, TenantOptions } from "./tenant-options.ts";
import { createKey, saveVocabulary } from "./tenants.ts";

/** Tenants, and keys of one tenant, that a list shows. */
export const LISTED_MAX = 1000;

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Returns what is shown. */
export function runTenantCommand(options: TenantOptions, database: Database): Promise<string> {
  switch (options.action) {
    case "create":
      return createTenant(database, options);
    case "quota":
      return setQuotas(database, options.name, options.quotas);
    case "key":
      return makeKey(database, options);
    case "revoke":
      return revokeKey(database, options.key);
    case "list":
      return options.name === null ? listTenants(database) : listKeys(database, options.name);
  }
}

async function createTenant(
  database: Database,
  options: Extract<TenantOptions, { action: "create" }>,
): Promise<string> {
  const { name, embeddingModel, embeddingDimension, origins, quotas } = options;
  if (!NAME.test(name)) {
    throw new StartError("a tenant's name is of a-z, 0-9 and -, at most 63 characters");
  }
  const [row] = await database.query<{ tenant_id: number }>(
    `INSERT INTO tenants (name, embedding_model, embedding_dimension, cors_origins, documents_max,
       searches_month_max)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO NOTHING RETURNING tenant_id`,
    [
      name,
      embeddingModel,
      embeddingDimension,
      origins,
      quotas.documents ?? null,
      quotas.searches ?? null,
    ],
  );
  if (row === undefined) {
    throw new StartError(`a tenant is named ${name} already`);
  }
  await saveVocabulary(database, row.tenant_id, defaultVocabulary());
  const key = await createKey(database, row.tenant_id, "admin");
  return `created ${name} (${embeddingModel}, ${embeddingDimension} values)\n${shown(key, "admin")}`;
}

async function makeKey(
  database: Database,
  { name, role, lock }: Extract<TenantOptions, { action: "key" }>,
): Promise<string> {
  const tenantId = await findTenant(database, name);
  const scopeLock = await resolveLock(database, tenantId, lock);
  return shown(await createKey(database, tenantId, role, scopeLock), role);
}

const shown = (key: string, role: string) => `${role} key, shown this once: ${key}`;

/** The lock in the tenant's own names, as a token's is. */
async function resolveLock(
  database: Database,
  tenantId: number,
  requested: RequestedScope,
): Promise<CurriculumScope> {
  if (Object.keys(requested).length === 0) {
    return {};
  }
  const [key] = await database.query<{ key_id: number }>(
    "SELECT key_id FROM api_keys WHERE tenant_id = $1 AND revoked_at IS NULL LIMIT 1",
    [tenantId],
  );
  const tenant = key && (await loadTenantContext(database, { keyId: key.key_id }));
  if (tenant === undefined || tenant === null) {
    throw new StartError("a lock is read with the tenant's vocabulary: make an admin key first");
  }
  const { vocabulary } = tenant;
  const scope = resolveScope({ locked: {}, requested, extraction: NO_EXTRACTION, vocabulary });
  const [unknown] = scope.unknown;
  if (unknown !== undefined) {
    throw new StartError(`no ${unknown.field} of this tenant is named "${unknown.value}"`);
  }
  return scope.effective;
}

async function revokeKey(database: Database, key: string): Promise<string> {
  const isText = API_KEY_PATTERN.test(key);
  if (!isText && !/^\d{1,9}$/.test(key)) {
    throw new StartError("name the key by its number in the list, or give the key itself");
  }
  const [row] = await database.query<{ key_id: number; name: string; prefix: string }>(
    `UPDATE api_keys k SET revoked_at = coalesce(revoked_at, now()) FROM tenants t
     WHERE t.tenant_id = k.tenant_id AND (k.key_hash = $1 OR k.key_id = $2)
     RETURNING k.key_id, t.name, k.prefix`,
    [isText ? await sha256Hex(key) : null, isText ? null : Number(key)],
  );
  if (row === undefined) {
    throw new StartError("there is no such key");
  }
  return `revoked key ${row.key_id} (${row.prefix}…) of ${row.name}`;
}

async function setQuotas(database: Database, name: string, quotas: Quotas): Promise<string> {
  const { documents, searches } = quotas;
  const [row] = await database.query<{ documents_max: string; searches_month_max: string }>(
    `UPDATE tenants SET
       documents_max = CASE WHEN $2::boolean THEN $3::bigint ELSE documents_max END,
       searches_month_max = CASE WHEN $4::boolean THEN $5::bigint ELSE searches_month_max END
     WHERE name = $1 RETURNING documents_max, searches_month_max`,
    [name, documents !== undefined, documents ?? null, searches !== undefined, searches ?? null],
  );
  if (row === undefined) {
    throw new StartError(`no tenant is named ${name}`);
  }
  return `${name}: documents ${limit(row.documents_max)}, searches a month ${limit(row.searches_month_max)}`;
}

const limit = (most: string | null) => most ?? "unlimited";

async function listTenants(database: Database): Promise<string> {
  const rows = await database.query<Record<string, string | null>>(
    `SELECT t.name, t.embedding_model, t.documents_max, t.searches_month_max,
       (SELECT coalesce(sum(documents), 0) FROM partitions p WHERE p.tenant_id = t.tenant_id)
         AS documents,
       (SELECT count(*) FROM api_keys k
        WHERE k.tenant_id = t.tenant_id AND k.revoked_at IS NULL) AS keys
     FROM tenants t ORDER BY t.name LIMIT ${LISTED_MAX}`,
    [],
  );
  return table(
    ["tenant", "model", "documents", "of", "searches a month", "keys"],
    rows.map((row) => [
      row["name"]!,
      row["embedding_model"]!,
      row["documents"]!,
      limit(row["documents_max"]!),
      limit(row["searches_month_max"]!),
      row["keys"]!,
    ]),
  );
}

async function listKeys(database: Database, name: string): Promise<string> {
  const tenantId = await findTenant(database, name);
  const rows = await database.query<{
    key_id: number;
    prefix: string;
    role: string;
    scope_lock: CurriculumScope;
    created: string;
    revoked: string | null;
  }>(
    `SELECT key_id, prefix, role, scope_lock, to_char(created_at, 'YYYY-MM-DD') AS created,
       to_char(revoked_at, 'YYYY-MM-DD') AS revoked
     FROM api_keys WHERE tenant_id = $1 ORDER BY key_id DESC LIMIT ${LISTED_MAX}`,
    [tenantId],
  );
  return table(
    ["key", "begins", "role", "created", "revoked", "lock"],
    rows.map((row) => [
      String(row.key_id),
      `${row.prefix}…`,
      row.role,
      row.created,
      row.revoked ?? "-",
      JSON.stringify(row.scope_lock),
    ]),
  );
}

async function findTenant(database: Database, name: string): Promise<number> {
  const [row] = await database.query<{ tenant_id: number }>(
    "SELECT tenant_id FROM tenants WHERE name = $1",
    [name],
  );
  if (row === undefined) {
    throw new StartError(`no tenant is named ${name}`);
  }
  return row.tenant_id;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
