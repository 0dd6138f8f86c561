/**
 * The product in one process for the ladder: PGlite behind the Neon-protocol gateway, the real
 * migrations, `createApp`, an in-memory model store, and a tenant of its own whose passages are whole
 * documents. Nothing of the search path is replaced; only the ports are.
 */
import { type App, createApp } from "#edge/app.ts";
import { startGateway } from "#edge/local/gateway.ts";
import { openPglite } from "#edge/local/pglite-database.ts";
import { createKey, ensureTenant } from "#edge/local/tenants.ts";
import type { Database, Embedder, KeyValueStore, PipelineOptions } from "#edge/ports.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { migrate } from "../../migrations/migrate.ts";
import { loadTenant } from "../data/tenant.ts";

export const LADDER_MODEL = { embeddingModel: "bge-small-en-v1.5", embeddingDimension: 384 };
const TENANT = "ladder";
/** The largest that the schema allows: one abstract is one passage. */
const CHUNK_CHARS_MAX = 20_000;

/** What differs from one layer to the next. */
export interface AppVariant {
  readonly embedder: Embedder | null;
  readonly pipeline?: PipelineOptions;
}

export interface LadderStack {
  readonly database: Database;
  readonly tenantId: number;
  readonly key: string;
  /** Puts a value where the Worker reads models and tables; readers see it at once. null: deletes. */
  publish(key: string, value: string | Uint8Array | null): void;
  app(variant: AppVariant): App;
  /** The tenant as the Worker would load it now. */
  tenant(): Promise<TenantContext>;
  /** Codes, plans and vacuum after a large ingest. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** `folder` undefined: in memory. */
export async function startLadderStack(folder?: string): Promise<LadderStack> {
  const local = await openPglite(folder);
  await migrate(local);
  const gateway = await startGateway(local);
  const database = connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url });
  const tenantId = await ensureTenant(database, { name: TENANT, ...LADDER_MODEL });
  await database.query("UPDATE tenants SET chunk_chars_max = $2 WHERE tenant_id = $1", [
    tenantId,
    CHUNK_CHARS_MAX,
  ]);
  const key = await createKey(database, tenantId, "admin");
  const store = createStore();
  return {
    database,
    tenantId,
    key,
    publish: store.publish,
    app: (variant) =>
      createApp(() => ({
        database,
        models: store.models,
        ...variant,
        now: store.now,
        log: () => undefined,
        background: () => undefined,
      })),
    tenant: () => loadTenant(database, TENANT),
    settle: async () => {
      await database.query("SELECT refresh_codes($1)", [tenantId]);
      await local.execute("VACUUM ANALYZE");
    },
    close: async () => {
      await gateway.close();
      await local.close();
    },
  };
}

/** Longer than readers keep a pointer. */
const PUBLISH_ADVANCE_MS = 60_000;

/** A model store in memory, with a clock that moves on when something is published. */
function createStore() {
  const values = new Map<string, string | Uint8Array>();
  let advance = 0;
  const models: KeyValueStore = {
    get: async (key) => {
      const value = values.get(key);
      return typeof value === "string" ? value : null;
    },
    getBytes: async (key) => {
      const value = values.get(key);
      return value instanceof Uint8Array ? new Uint8Array(value).buffer : null;
    },
  };
  return {
    models,
    now: () => performance.now() + advance,
    publish: (key: string, value: string | Uint8Array | null) => {
      if (value === null) values.delete(key);
      else values.set(key, value);
      advance += PUBLISH_ADVANCE_MS;
    },
  };
}
