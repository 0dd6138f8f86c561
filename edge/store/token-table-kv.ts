/**
 * The token table of a tenant from KV: a pointer `t<tenant>:table:current`, then the immutable bytes
 * `t<tenant>:table:<version>`. Decoded once per isolate. Without a usable table the embedding provider
 * encodes the query; a table never makes a search fail.
 */
import type { TokenTable } from "#core/encoder/token-table.ts";
import type { Dependencies } from "../ports.ts";
import { MODEL_CACHE_TTL_SECONDS } from "./ranking-model-kv.ts";
import type { TenantContext } from "./tenant-context.ts";
import { rootOf } from "./tenant-database.ts";
import { decodeTokenTable } from "./token-table-format.ts";

/** A table takes about 10 MB once decoded; an isolate has 128 MB. */
export const TABLES_KEPT_MAX = 3;

export const currentTableKey = (tenantId: number) => `t${tenantId}:table:current`;
/** A pointer to no table: KV's reader keeps what it has seen, so the key is not deleted. */
export const NO_TABLE = "none";
export const tableKey = (tenantId: number, version: string) => `t${tenantId}:table:${version}`;

interface Known {
  readonly readAt: number;
  /** The tenant's model when the table was checked against it. */
  readonly embeddingModel: string;
  readonly version: string | null;
  /** Null: none, or one that this reader refused. */
  readonly table: TokenTable | null;
}

type Sources = Pick<Dependencies, "database" | "models" | "now" | "log">;

/** By database, as all state that is kept across requests. */
const kept = new WeakMap<object, Map<number, Known>>();

export async function readTokenTable(
  { database, models, now, log }: Sources,
  { tenantId, embeddingModel }: Pick<TenantContext, "tenantId" | "embeddingModel">,
): Promise<TokenTable | null> {
  const root = rootOf(database);
  const tables = kept.get(root) ?? new Map<number, Known>();
  kept.set(root, tables);
  const last = tables.get(tenantId);
  const known = last?.embeddingModel === embeddingModel ? last : undefined;
  const readAt = now();
  if (known !== undefined && readAt - known.readAt < MODEL_CACHE_TTL_SECONDS * 1000) {
    return known.table;
  }
  try {
    const pointer = await models.get(currentTableKey(tenantId), MODEL_CACHE_TTL_SECONDS);
    const version = pointer === NO_TABLE ? null : pointer;
    const table =
      version === null || known?.version === version
        ? version === null
          ? null
          : (known?.table ?? null)
        : await readVersion(models, tableKey(tenantId, version), embeddingModel, log);
    remember(tables, tenantId, { readAt, embeddingModel, version, table });
    return table;
  } catch {
    log({ event: "table_store_unavailable", tenant: tenantId });
    return known?.table ?? null;
  }
}

async function readVersion(
  models: Sources["models"],
  key: string,
  embeddingModel: string,
  log: Sources["log"],
): Promise<TokenTable | null> {
  const bytes = await models.getBytes?.(key, MODEL_CACHE_TTL_SECONDS);
  if (bytes === undefined || bytes === null) return null;
  const decoding = decodeTokenTable(new Uint8Array(bytes), embeddingModel);
  if (decoding.ok) return decoding.table;
  log({ event: "table_unusable", key, reason: decoding.reason });
  return null;
}

function remember(tables: Map<number, Known>, tenantId: number, known: Known): void {
  tables.delete(tenantId);
  tables.set(tenantId, known);
  const decoded = [...tables].filter(([, { table }]) => table !== null);
  if (decoded.length > TABLES_KEPT_MAX) tables.delete(decoded[0]![0]);
}
