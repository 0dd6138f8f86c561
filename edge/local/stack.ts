/**
 * The whole product on one machine: PostgreSQL (PGlite, or DATABASE_URL) behind the Neon-protocol
 * gateway, migrations, the embedding endpoint, workerd with the real Worker, its KV behind
 * Cloudflare's REST API. Started in order, stopped in reverse.
 */
import { join } from "node:path";
import { migrate, MigrationError } from "../../migrations/migrate.ts";
import type { Database } from "../ports.ts";
import { connectPostgres } from "../store/postgres.ts";
import { type DataFolder, StartError } from "./data-folder.ts";
import { loadOnnxEmbedder } from "./embedder/onnx-embedder.ts";
import { MODEL_RECORDS } from "./embedder/model-record.ts";
import { startEmbeddingServer } from "./embedder/server.ts";
import { type Gateway, startGateway } from "./gateway.ts";
import { startKvApi } from "./kv-api.ts";
import { openPostgres } from "./pg-database.ts";
import { type LocalDatabase, openPglite } from "./pglite-database.ts";
import type { Progress } from "./progress.ts";
import { startWorker } from "./worker-process.ts";

export const TENANT = "demo";
/** The shipped corpora are English and French, so the demo tenant uses the multilingual model. */
export const TENANT_MODEL = { embeddingModel: "multilingual-e5-small", embeddingDimension: 384 };

export interface Stack {
  readonly url: string;
  readonly local: LocalDatabase;
  readonly database: Database;
  readonly gateway: Gateway;
  /** Why texts cannot be embedded, or null when they can. */
  readonly embeddingGap: string | null;
  stop(): Promise<void>;
}

export interface StackSettings {
  readonly port: number;
  readonly databaseUrl: string | null;
}

export async function startStack(
  folder: DataFolder,
  settings: StackSettings,
  progress: Progress,
): Promise<Stack> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of stops.splice(0).toReversed()) {
      await close().catch(() => undefined);
    }
    folder.unlock();
  };
  folder.lock();
  try {
    const local = await openDatabase(folder, settings.databaseUrl);
    stops.push(() => local.close());
    await applyMigrations(local, progress);
    const gateway = await startGateway(local);
    stops.push(() => gateway.close());
    const embedding = await startEmbedding();
    stops.push(embedding.close);
    const worker = await startWorker({
      port: settings.port,
      kvFolder: folder.kvPath,
      databaseUrl: gateway.databaseUrl,
      sqlEndpoint: gateway.url,
      embeddingUrl: embedding.url,
      tokenKeys: folder.tokenKeys(),
    }).catch((error: unknown) => {
      throw startFailure(error, settings.port);
    });
    stops.push(() => worker.close());
    const kv = await startKvApi(worker.kv);
    stops.push(() => kv.close());
    folder.writeStackNote({
      databaseUrl: gateway.databaseUrl,
      sqlEndpoint: gateway.url,
      embeddingUrl: embedding.url,
      kvApiUrl: kv.url,
      kvAccountId: kv.accountId,
      kvNamespaceId: kv.namespaceId,
      kvApiToken: kv.token,
      tenant: TENANT,
      url: worker.url,
    });
    const database = connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url });
    return { url: worker.url, local, database, gateway, embeddingGap: embedding.gap, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(folder: DataFolder, databaseUrl: string | null) {
  if (databaseUrl !== null) {
    return openPostgres(databaseUrl).catch(() => {
      throw new StartError(
        "DATABASE_URL names no PostgreSQL that answers (or it refuses the login)",
      );
    });
  }
  return openPglite(folder.databasePath).catch(() => {
    throw new StartError(
      `the database in ${join(folder.path, "postgres")} cannot be opened: it is damaged or was ` +
        `written by another version. Remove the folder ${folder.path} and start again`,
    );
  });
}

async function applyMigrations(local: LocalDatabase, progress: Progress): Promise<void> {
  try {
    const applied = await migrate(local);
    if (applied.length > 0) {
      progress.step(`migrations applied: ${applied.length}`);
    }
  } catch (error) {
    if (error instanceof MigrationError) {
      throw new StartError(error.message);
    }
    throw new StartError(
      `the database refused a migration (${(error as Error).message}); it needs pgvector and unaccent`,
    );
  }
}

async function startEmbedding() {
  const loads = await Promise.all(MODEL_RECORDS.map((record) => loadOnnxEmbedder(record)));
  const models = loads.flatMap((load) => (load.status === "ready" ? [load.embedder] : []));
  const gap = loads.find((load) => load.status === "unavailable");
  if (models.length === 0) {
    return { url: null, gap: gap?.reason ?? "no model", close: async () => undefined };
  }
  const server = await startEmbeddingServer({ models });
  return {
    url: server.url,
    gap: null,
    close: async () => {
      await server.close();
      await Promise.all(models.map((model) => model.close()));
    },
  };
}

function startFailure(error: unknown, port: number): StartError {
  const { code, message } = error as { code?: string; message?: string };
  if (
    code === "ERR_ADDRESS_IN_USE" ||
    /EADDRINUSE|address (?:is )?already in use/i.test(message ?? "")
  ) {
    return new StartError(`port ${port} is in use; choose another one with PORT=8788 npm start`);
  }
  return new StartError(`workerd did not start: ${message ?? "unknown reason"}`);
}
