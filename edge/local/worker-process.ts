/** The real Worker in workerd on loopback, with a local KV that survives restarts. */
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "miniflare";
import { bundleWorker } from "./bundle-worker.ts";

/** Exact cosines of 28,412 chunks take 21 ms in WebAssembly: no need to approximate on one machine. */
const LOCAL_EXACT_POOL_MAX = 50_000;

export interface WorkerSettings {
  readonly port: number;
  /** Folder of the KV data; undefined: in memory. */
  readonly kvFolder?: string;
  readonly databaseUrl: string;
  readonly sqlEndpoint: string;
  readonly embeddingUrl: string | null;
}

/** The KV operations that the local KV API needs. */
export interface LocalKv {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface WorkerProcess {
  readonly url: string;
  readonly kv: LocalKv;
  close(): Promise<void>;
}

export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  const { script } = await bundleWorker();
  const options = convertV4MiniflareOptions({
    name: "scopewise",
    modules: [{ type: "ESModule", path: "worker.js", contents: script }],
    compatibilityDate: "2026-11-01",
    host: "127.0.0.1",
    port: settings.port,
    cf: false,
    kvNamespaces: { MODELS: "models" },
    bindings: {
      DATABASE_URL: settings.databaseUrl,
      SQL_ENDPOINT: settings.sqlEndpoint,
      EXACT_POOL_MAX: String(LOCAL_EXACT_POOL_MAX),
      ...(settings.embeddingUrl === null
        ? {}
        : { EMBEDDING_URL: settings.embeddingUrl, EMBEDDING_INPUT_TYPE: "1" }),
    },
  });
  const miniflare = new Miniflare({
    ...options,
    log: new NoOpLog(),
    telemetry: { enabled: false },
    ...(settings.kvFolder === undefined ? {} : { resourcePersistencePath: settings.kvFolder }),
  });
  const url = await miniflare.ready;
  const namespace = (await miniflare.getKVNamespace("MODELS")) as unknown as LocalKv;
  return {
    url: url.href.replace(/\/$/, ""),
    kv: {
      get: (key) => namespace.get(key),
      put: (key, value) => namespace.put(key, value),
      delete: (key) => namespace.delete(key),
    },
    close: () => miniflare.dispose(),
  };
}
