/**
 * The typed client of the Scopewise API: no dependencies, one tree of ES modules, for browsers,
 * React Native, Node and Workers. Apps on users' devices should hold a scope-locked token, never an
 * API key.
 *
 * @example
 * const client = createClient({ baseUrl: "https://search.example.org", key });
 * const { hits, scope } = await client.search({ query: "photoelectric effect, A-Level", k: 5 });
 */
import { type DocumentBatch, onCallersList, planBatches } from "./document-batches.ts";
import type { DocumentInput, ItemResult } from "./document-types.ts";
import { ScopewiseError } from "./scopewise-error.ts";
import type { SearchRequest, SearchResponse } from "./search-types.ts";
import {
  aborted,
  type Call,
  type Connection,
  type FetchFunction,
  sendRequest,
} from "./send-request.ts";
import { type CallOptions, expectShape, type ServiceCalls, serviceCalls } from "./service-calls.ts";

export type * from "./document-types.ts";
export type * from "./search-types.ts";
export type * from "./service-types.ts";
export type { CallOptions } from "./service-calls.ts";
export { type ClientErrorCode, ScopewiseError, type ServiceErrorCode } from "./scopewise-error.ts";
export type { FetchFunction } from "./send-request.ts";

export const TIMEOUT_MS_DEFAULT = 30_000;
export const ATTEMPTS_DEFAULT = 4;
export const ATTEMPTS_MAX = 10;
/** The service ranks a window of 100 hits; a page holds at least one. */
const PAGES_MAX = 100;
/** setTimeout cannot count further. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export interface ClientOptions {
  /** Where the service answers, such as `https://search.example.org`. */
  readonly baseUrl: string;
  /** API key or token. */
  readonly key: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** For each attempt; 30 s when absent. */
  readonly timeoutMs?: number;
  /** First try included; 4 when absent, 1 turns retries off. */
  readonly attemptsMax?: number;
}

export interface AddDocumentsOptions extends CallOptions {
  /** Told after each batch; what it was told is stored even if a later batch fails. */
  readonly onBatch?: (results: readonly ItemResult[]) => void;
}

export interface Client extends ServiceCalls {
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResponse>;
  /**
   * Page after page of `k` hits, disjoint, until the ranked window ends:
   * `for await (const { hits } of client.searchPages({ query }))`. A pause between two pages that
   * outlives the cursor ends in an error with the code `conflict`.
   */
  searchPages(request: SearchRequest, options?: CallOptions): AsyncGenerator<SearchResponse>;
  /**
   * Adds or replaces documents, in as many requests as their number and size need. One result per
   * document, in order; a rejected one costs no other. Sending the same list again changes nothing,
   * so after an error the whole call can simply be repeated.
   */
  addDocuments(
    documents: readonly DocumentInput[],
    options?: AddDocumentsOptions,
  ): Promise<{ results: ItemResult[] }>;
  /** Resolves when the service runs. */
  health(options?: CallOptions): Promise<{ status: "ok" }>;
  /** Resolves when the service and its database answer. */
  ready(options?: CallOptions): Promise<{ status: "ready" }>;
}

export function createClient(options: ClientOptions): Client {
  return createClientOver({ ...readOptions(options), wait, random: Math.random });
}

/** The same client with its waiting and its chance in the caller's hands. */
export function createClientOver(connection: Connection): Client {
  return {
    ...serviceCalls(connection),
    search: (request, settings) => search(connection, request, settings),
    searchPages: (request, settings) => searchPages(connection, request, settings),
    addDocuments: (documents, settings = {}) => addDocuments(connection, documents, settings),
    health: (settings) => getStatus(connection, "/healthz", "ok", settings),
    ready: (settings) => getStatus(connection, "/readyz", "ready", settings),
  };
}

async function search(
  connection: Connection,
  request: SearchRequest,
  { signal }: CallOptions = {},
): Promise<SearchResponse> {
  const body = JSON.stringify(request);
  const call = { method: "POST", path: "/v1/search", body, signal } as const;
  const answer = await sendRequest(connection, call);
  return expectShape<SearchResponse>(answer, ({ hits }) => Array.isArray(hits));
}

async function* searchPages(
  connection: Connection,
  request: SearchRequest,
  options: CallOptions = {},
): AsyncGenerator<SearchResponse> {
  let cursor = request.cursor ?? null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await search(connection, { ...request, cursor }, options);
    yield answer;
    cursor = answer.next_cursor ?? null;
    if (cursor === null) {
      return;
    }
  }
}

async function addDocuments(
  connection: Connection,
  documents: readonly DocumentInput[],
  { signal, onBatch }: AddDocumentsOptions,
): Promise<{ results: ItemResult[] }> {
  const results: ItemResult[] = [];
  for (const item of planBatches(documents)) {
    const done = "body" in item ? await sendBatch(connection, item, signal) : [item];
    results.push(...done);
    onBatch?.(done);
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- React Native's engine lacks toSorted
  return { results: results.sort((a, b) => a.index - b.index) };
}

async function sendBatch(
  connection: Connection,
  batch: DocumentBatch,
  signal: AbortSignal | undefined,
): Promise<ItemResult[]> {
  const call: Call = {
    method: "POST",
    path: "/v1/documents",
    body: batch.body,
    signal,
    // Every item was rejected: the results say why, one by one.
    accepts: (status, body) => status === 422 && hasList(body, "results"),
  };
  const answer = await sendRequest(connection, call);
  const { results } = expectShape<{ readonly results: readonly ItemResult[] }>(
    answer,
    (body) => body.results?.length === batch.indices.length,
  );
  return results.map((result) => onCallersList(result, batch));
}

async function getStatus<S extends string>(
  connection: Connection,
  path: string,
  expected: S,
  options: CallOptions = {},
): Promise<{ status: S }> {
  const answer = await sendRequest(connection, { method: "GET", path, signal: options.signal });
  expectShape<{ readonly status: S }>(answer, (body) => body.status === expected);
  return { status: expected };
}

function hasList(body: unknown, field: string): boolean {
  return Array.isArray((body as Record<string, unknown> | null)?.[field]);
}

function readOptions(options: ClientOptions): Omit<Connection, "wait" | "random"> {
  const { baseUrl, key, timeoutMs = TIMEOUT_MS_DEFAULT, attemptsMax = ATTEMPTS_DEFAULT } = options;
  if (!/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(baseUrl)) {
    throw invalidOption("baseUrl", "must begin with http:// or https:// and hold no ? or #");
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw invalidOption("key", "must be the API key or token, without spaces");
  }
  if (!(timeoutMs > 0 && timeoutMs <= TIMEOUT_MS_MAX)) {
    throw invalidOption("timeoutMs", `must be above 0 and at most ${TIMEOUT_MS_MAX}`);
  }
  if (!(Number.isInteger(attemptsMax) && attemptsMax >= 1 && attemptsMax <= ATTEMPTS_MAX)) {
    throw invalidOption("attemptsMax", `must be a whole number from 1 to ${ATTEMPTS_MAX}`);
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ""),
    key,
    // Called as a method of another object, the browsers' fetch throws.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs,
    attemptsMax,
  };
}

function invalidOption(field: string, reason: string): ScopewiseError {
  return new ScopewiseError({ code: "invalid_argument", message: `${field} ${reason}`, field });
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(aborted(signal));
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort);
  });
}
