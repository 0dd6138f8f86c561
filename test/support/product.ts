/**
 * The product in one process: real PostgreSQL (PGlite in memory) with every migration, the real
 * driver through the gateway, the real app. Only KV, embedder and clock are doubles.
 */
import { createApp, type App } from "#edge/app.ts";
import { type Gateway, startGateway } from "#edge/local/gateway.ts";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import { ensureTenant, newApiKey, saveVocabulary, storeKey } from "#edge/local/tenants.ts";
import type { Database, Dependencies, Embedder, LogRecord } from "#edge/ports.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import type { Role } from "#edge/store/tenant-context.ts";
import type { VocabularyEntry } from "#core/scope/vocabulary/vocabulary.ts";
import { migrate } from "../../migrations/migrate.ts";

export const DIMENSION = 8;

export interface ProductOptions {
  readonly embedder?: Embedder | null;
  /** Wraps the database of the app, for faults and counts. */
  readonly wrap?: (database: Database) => Database;
  readonly dimension?: number;
  /** A database that is there already; absent: a new one. */
  readonly local?: LocalDatabase;
  /** Further dependencies of the app: token keys, rate limiter. */
  readonly extra?: Partial<Dependencies>;
}

export interface Product {
  readonly app: App;
  readonly local: LocalDatabase;
  readonly gateway: Gateway;
  readonly database: Database;
  /** Values of the KV double; a test may change them. */
  readonly kv: Map<string, string>;
  readonly logs: LogRecord[];
  /** Milliseconds that the clock double shows. */
  readonly clock: { now: number };
  addTenant(name: string, role?: Role): Promise<{ tenantId: number; key: string }>;
  readonly tenantId: number;
  readonly key: string;
  call(path: string, body: unknown, init?: CallOptions): Promise<Answer>;
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  search(body: Record<string, unknown>, key?: string): Promise<SearchResponse>;
  ingest(documents: readonly Record<string, unknown>[], key?: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly rawBody?: string | ReadableStream<Uint8Array>;
}

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const local = options.local ?? (await openPglite());
  await migrate(local);
  const gateway = await startGateway(local);
  const database = connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url });
  const kv = new Map<string, string>();
  const logs: LogRecord[] = [];
  const clock = { now: Date.UTC(2026, 0, 1) };
  const dependencies: Dependencies = {
    database: options.wrap?.(database) ?? database,
    models: { get: async (key) => kv.get(key) ?? null },
    modelWriter: { put: async (key, value) => void kv.set(key, value) },
    embedder: options.embedder === undefined ? hashingEmbedder() : options.embedder,
    now: () => clock.now,
    log: (record) => logs.push(record),
    background: (work) => void work.catch(() => undefined),
    ...options.extra,
  };
  const app = createApp(() => dependencies);
  const addTenant = async (name: string, role: Role = "admin") => {
    const tenantId = await ensureTenant(database, {
      name,
      embeddingModel: "test-model",
      embeddingDimension: options.dimension ?? DIMENSION,
    });
    const key = newApiKey(role);
    await storeKey(database, tenantId, role, key);
    return { tenantId, key };
  };
  const { tenantId, key } = await addTenant("first");
  const call = async (path: string, body: unknown, init: CallOptions = {}): Promise<Answer> => {
    const sent = init.key === undefined ? key : init.key;
    const response = await app.request(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(sent === null ? {} : { authorization: `Bearer ${sent}` }),
        ...init.headers,
      },
      body: init.rawBody ?? JSON.stringify(body),
      duplex: "half",
    } as RequestInit);
    return toAnswer(response);
  };
  return {
    app,
    local,
    gateway,
    database,
    kv,
    logs,
    clock,
    addTenant,
    tenantId,
    key,
    call,
    send: async (method, path, { key: ofKey = key, body, headers } = {}) =>
      toAnswer(
        await app.request(path, {
          method,
          headers: {
            authorization: `Bearer ${ofKey}`,
            "content-type": "application/json",
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    search: async (body, ofKey = key) => {
      const answer = await call("/v1/search", body, { key: ofKey });
      if (answer.status !== 200) {
        throw new Error(`search answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      return answer.body as SearchResponse;
    },
    ingest: (documents, ofKey = key) => call("/v1/documents", { documents }, { key: ofKey }),
    close: async () => {
      await gateway.close();
      await local.close();
    },
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? null : JSON.parse(text),
    headers: response.headers,
  };
}

export async function useVocabulary(
  { database }: Pick<Product, "database">,
  tenantId: number,
  entries: readonly Omit<VocabularyEntry, "documents">[],
): Promise<void> {
  await saveVocabulary(database, tenantId, entries);
}

/** Deterministic vectors: words of three letters and more, hashed into a few directions. */
export function hashingEmbedder(dimension = DIMENSION): Embedder {
  return {
    name: "hashing",
    embed: async (texts) => ({ vectors: texts.map((text) => hashedVector(text, dimension)) }),
  };
}

export function hashedVector(text: string, dimension = DIMENSION): number[] {
  const vector = Array.from({ length: dimension }, () => 0.01);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    let hash = 7;
    for (const char of word) {
      hash = (hash * 31 + char.codePointAt(0)!) % 65_521;
    }
    vector[hash % dimension]! += 1;
  }
  return vector;
}
