/**
 * The only importer of the Neon driver, which is loaded with the first statement: its set-up is a third
 * of what the Worker would do at start-up. One call is one HTTPS request; transient failures are tried
 * again at most ATTEMPTS_MAX times with jitter (every statement the product sends is idempotent), and
 * what fails in the end becomes one typed, redacted error.
 */
import { AppError, unauthorized } from "../errors.ts";
import type { Database, Statement } from "../ports.ts";
import { documentQuotaExceeded, searchQuotaExceeded } from "./quotas.ts";

export const ATTEMPTS_MAX = 3;
export const BACKOFF_BASE_MS = 50;
export const STATEMENT_TIMEOUT_MS = 15_000;

/** SQLSTATE classes that may pass on a second try: connection, resources, shutdown, serialization. */
const TRANSIENT_SQLSTATE = /^(?:08|53|57P0|40001|40P01)/;

export interface PostgresOptions {
  /** Where the SQL-over-HTTP endpoint is, when it is not derived from the host (local gateway). */
  readonly fetchEndpoint?: string;
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

export function connectPostgres(databaseUrl: string, options: PostgresOptions = {}): Database {
  let client: ReturnType<typeof createClient> | undefined;
  const attempt = async <T>(work: (sql: Client, signal: AbortSignal) => Promise<T>) => {
    client ??= createClient(databaseUrl, options.fetchEndpoint);
    const sql = await client;
    return withRetries((signal) => work(sql, signal), options);
  };
  return {
    query: <Row>(text: string, parameters: readonly unknown[]) =>
      attempt((sql, signal) =>
        sql.query(text, [...parameters], { fetchOptions: { signal } }),
      ) as Promise<Row[]>,
    batch: (statements: readonly Statement[]) =>
      attempt((sql, signal) =>
        sql.transaction(
          statements.map(({ text, parameters }) => sql.query(text, [...parameters])),
          { fetchOptions: { signal } },
        ),
      ) as Promise<Record<string, unknown>[][]>,
  };
}

/** The driver's setting is global: endpoints are told apart by the host and port of the string. */
const endpoints = new Map<string, string>();
const ENDPOINTS_MAX = 64;
const DEFAULT_PORT = "5432";

function useEndpoint(
  neonConfig: Driver["neonConfig"],
  databaseUrl: string,
  endpoint: string,
): void {
  const { hostname, port } = new URL(databaseUrl);
  if (endpoints.size === 0) {
    const derived = neonConfig.fetchEndpoint;
    neonConfig.fetchEndpoint = (host, portOfHost, options) =>
      endpoints.get(`${host}:${portOfHost || DEFAULT_PORT}`) ??
      (typeof derived === "string" ? derived : derived(host, portOfHost, options));
  }
  if (endpoints.size >= ENDPOINTS_MAX) {
    throw new AppError("configuration", `more than ${ENDPOINTS_MAX} database endpoints`);
  }
  endpoints.set(`${hostname}:${port || DEFAULT_PORT}`, endpoint);
}

const loadDriver = () => import("@neondatabase/serverless");
type Driver = Awaited<ReturnType<typeof loadDriver>>;
type Client = Awaited<ReturnType<typeof createClient>>;

async function createClient(databaseUrl: string, endpoint: string | undefined) {
  const { neon, neonConfig } = await loadDriver();
  try {
    const client = neon(databaseUrl);
    if (endpoint !== undefined) {
      useEndpoint(neonConfig, databaseUrl, endpoint);
    }
    return client;
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    // The driver's own message repeats the connection string.
    throw new AppError("configuration", "DATABASE_URL is not a PostgreSQL connection string");
  }
}

async function withRetries<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { random = Math.random, sleep = pause }: PostgresOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(AbortSignal.timeout(STATEMENT_TIMEOUT_MS));
    } catch (error) {
      const { NeonDbError } = await loadDriver();
      const refusal = error instanceof NeonDbError ? error : null;
      if (attempt >= ATTEMPTS_MAX || !isTransient(error, refusal)) {
        throw redacted(refusal);
      }
      await sleep(BACKOFF_BASE_MS * 2 ** (attempt - 1) * (0.5 + random()));
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the database itself answered. */
interface Refusal {
  readonly code?: string | undefined;
}

function isTransient(error: unknown, refusal: Refusal | null): boolean {
  if (refusal !== null) {
    return refusal.code === undefined || TRANSIENT_SQLSTATE.test(refusal.code);
  }
  return error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");
}

/** What the functions of our own migrations refuse, by the SQLSTATE that they raise. */
const OWN_REFUSALS: Readonly<Record<string, () => AppError>> = {
  SW401: unauthorized,
  SW403: documentQuotaExceeded,
  SW429: () => searchQuotaExceeded(new Date()),
};

/** SQLSTATE only: a driver message may hold the connection string, values or statement text. */
function redacted(refusal: Refusal | null): AppError {
  const state = refusal?.code;
  const own = state === undefined ? undefined : OWN_REFUSALS[state];
  if (own !== undefined) {
    return own();
  }
  if (state !== undefined && !TRANSIENT_SQLSTATE.test(state)) {
    return new AppError("internal", `the database refused a statement (SQLSTATE ${state})`);
  }
  return new AppError("upstream_unavailable", "the database did not answer; try again", {
    retryAfterSeconds: 1,
  });
}
