/** The Worker's bindings: the only file that names them. */
import type {
  BackgroundContext,
  Database,
  Dependencies,
  Embedder,
  KeyValueStore,
} from "./ports.ts";
import { createHttpEmbedder } from "./embedding/http-embedder.ts";
import { type AiBinding, createWorkersAiEmbedder } from "./embedding/workers-ai-embedder.ts";
import { AppError } from "./errors.ts";
import { parseTokenKeys } from "./middleware/token.ts";
import { connectPostgres } from "./store/postgres.ts";

export interface Env {
  /** Ranking models: immutable versions and one pointer per tenant. */
  readonly MODELS: KVNamespace;
  /** Connection string of a PostgreSQL with pgvector; a secret. */
  readonly DATABASE_URL: string;
  /** SQL-over-HTTP endpoint where it does not follow from the host (local gateway). */
  readonly SQL_ENDPOINT?: string;
  /** Pools of more chunks than this are scanned by binary code first. */
  readonly EXACT_POOL_MAX?: string;
  /** OpenAI-compatible embedding endpoint; takes precedence over Workers AI. */
  readonly EMBEDDING_URL?: string;
  readonly EMBEDDING_KEY?: string;
  /** "1": the endpoint understands `input_type` and adds the model's prefixes itself. */
  readonly EMBEDDING_INPUT_TYPE?: string;
  readonly AI?: AiBinding;
  /** "kid:secret,kid:secret": signs and verifies scope-locked tokens; a secret. */
  readonly TOKEN_KEYS?: string;
  /** Rate-limiting binding, counted per API key. */
  readonly RATE_LIMITER?: { limit(options: { key: string }): Promise<{ success: boolean }> };
  readonly ASSETS?: Fetcher;
}

export function dependenciesOf(env: Env, context: BackgroundContext | undefined): Dependencies {
  return {
    database: databaseOf(env),
    models: keyValueStore(env.MODELS),
    modelWriter: { put: (key, value) => env.MODELS.put(key, value) },
    embedder: embedderOf(env),
    ...tokenKeysOf(env),
    ...rateLimiterOf(env),
    ...(env.EXACT_POOL_MAX === undefined ? {} : { exactPoolMax: poolMax(env.EXACT_POOL_MAX) }),
    keepsAnswers: true,
    now: () => Date.now(),
    // oxlint-disable-next-line no-console -- structured log lines are the Worker's log
    log: (record) => console.log(JSON.stringify(record)),
    background: (work) => {
      const settled = work.catch(() => undefined);
      context?.waitUntil(settled);
    },
  };
}

/** One client per connection string; it holds no socket, every call is a request of its own. */
const databases = new Map<string, Database>();
const DATABASES_MAX = 8;

function databaseOf({ DATABASE_URL, SQL_ENDPOINT }: Env): Database {
  if (typeof DATABASE_URL !== "string" || DATABASE_URL === "") {
    throw new AppError("configuration", "DATABASE_URL is not set");
  }
  const key = `${DATABASE_URL}\n${SQL_ENDPOINT ?? ""}`;
  let database = databases.get(key);
  if (database === undefined) {
    if (databases.size >= DATABASES_MAX) {
      databases.clear();
    }
    database = connectPostgres(
      DATABASE_URL,
      SQL_ENDPOINT === undefined ? {} : { fetchEndpoint: SQL_ENDPOINT },
    );
    databases.set(key, database);
  }
  return database;
}

function embedderOf(env: Env): Embedder | null {
  if (env.EMBEDDING_URL !== undefined && env.EMBEDDING_URL !== "") {
    return createHttpEmbedder({
      url: env.EMBEDDING_URL,
      ...(env.EMBEDDING_KEY === undefined ? {} : { key: env.EMBEDDING_KEY }),
      sendsInputType: env.EMBEDDING_INPUT_TYPE === "1",
    });
  }
  return env.AI === undefined ? null : createWorkersAiEmbedder(env.AI);
}

function tokenKeysOf({ TOKEN_KEYS }: Env): Pick<Dependencies, "tokenKeys"> {
  if (TOKEN_KEYS === undefined || TOKEN_KEYS === "") {
    return {};
  }
  try {
    return { tokenKeys: parseTokenKeys(TOKEN_KEYS) };
  } catch (error) {
    throw new AppError("configuration", (error as RangeError).message);
  }
}

function rateLimiterOf({ RATE_LIMITER }: Env): Pick<Dependencies, "rateLimiter"> {
  return RATE_LIMITER === undefined
    ? {}
    : { rateLimiter: { admits: async (key) => (await RATE_LIMITER.limit({ key })).success } };
}

function poolMax(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new AppError("configuration", "EXACT_POOL_MAX must be a whole number");
  }
  return value;
}

const keyValueStore = (namespace: KVNamespace): KeyValueStore => ({
  get: (key, cacheTtlSeconds) => namespace.get(key, { cacheTtl: cacheTtlSeconds }),
  getBytes: (key, cacheTtlSeconds) =>
    namespace.get(key, { type: "arrayBuffer", cacheTtl: cacheTtlSeconds }),
});
