/** The real Worker in workerd on loopback, with its page and a local KV that survives restarts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "miniflare";
import { bundlePlayground } from "../playground/bundle-playground.ts";
import { bundleWorker } from "./bundle-worker.ts";
import { writeReference } from "./reference/write-reference.ts";

/** Exact cosines of 28,412 chunks take 21 ms in WebAssembly: no need to approximate on one machine. */
const LOCAL_EXACT_POOL_MAX = 50_000;

/** Never looked up among the files of the page; the same list stands in wrangler.toml. */
const WORKER_FIRST = ["/v1/*", "/healthz", "/readyz", "/openapi.json"] as const;

export interface WorkerSettings {
  readonly port: number;
  /** Folder of the KV data; undefined: in memory. */
  readonly kvFolder?: string;
  readonly databaseUrl: string;
  readonly sqlEndpoint: string;
  readonly embeddingUrl: string | null;
  /** "kid:secret": signs scope-locked tokens; absent: no tokens. */
  readonly tokenKeys?: string;
  /** Requests per key; absent: no limit. */
  readonly requestsPerMinute?: number;
}

/** The KV operations that the local KV API needs. */
export interface LocalKv {
  get(key: string): Promise<string | null>;
  getBytes(key: string): Promise<ArrayBuffer | null>;
  put(key: string, value: string | ArrayBuffer): Promise<void>;
  delete(key: string): Promise<void>;
}

/** What miniflare's own type of the namespace is used for. */
interface KVNamespaceLike extends Pick<LocalKv, "put" | "delete"> {
  get(key: string, type: "text"): Promise<string | null>;
  get(key: string, type: "arrayBuffer"): Promise<ArrayBuffer | null>;
}

export interface WorkerProcess {
  readonly url: string;
  readonly kv: LocalKv;
  close(): Promise<void>;
}

const rateLimit = (limit: number) => ({
  RATE_LIMITER: { namespace_id: "1001", simple: { limit, period: 60 as const } },
});

export async function startWorker(settings: WorkerSettings): Promise<WorkerProcess> {
  // A folder of its own: two stacks that start at once do not write into each other's page.
  const pageFolder = await mkdtemp(join(tmpdir(), "scopewise-page-"));
  const [{ script }] = await Promise.all([bundleWorker(), bundlePlayground(pageFolder)]);
  await writeReference(pageFolder);
  const options = convertV4MiniflareOptions({
    name: "scopewise",
    modules: [{ type: "ESModule", path: "worker.js", contents: script }],
    compatibilityDate: "2026-11-01",
    host: "127.0.0.1",
    port: settings.port,
    cf: false,
    kvNamespaces: { MODELS: "models" },
    ...(settings.requestsPerMinute === undefined
      ? {}
      : { ratelimits: rateLimit(settings.requestsPerMinute) }),
    // What is no file of the page goes to the Worker, as in wrangler.toml.
    assets: {
      directory: pageFolder,
      run_worker_first: [...WORKER_FIRST],
      routerConfig: { has_user_worker: true },
    },
    bindings: {
      DATABASE_URL: settings.databaseUrl,
      SQL_ENDPOINT: settings.sqlEndpoint,
      EXACT_POOL_MAX: String(LOCAL_EXACT_POOL_MAX),
      ...(settings.tokenKeys === undefined ? {} : { TOKEN_KEYS: settings.tokenKeys }),
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
  const namespace = (await miniflare.getKVNamespace("MODELS")) as unknown as KVNamespaceLike;
  return {
    url: url.href.replace(/\/$/, ""),
    kv: {
      get: (key) => namespace.get(key, "text"),
      getBytes: (key) => namespace.get(key, "arrayBuffer"),
      put: (key, value) => namespace.put(key, value),
      delete: (key) => namespace.delete(key),
    },
    close: async () => {
      await miniflare.dispose();
      await rm(pageFolder, { recursive: true, force: true });
    },
  };
}
