/** The calls beside search and ingest: each is one route, and repeating it changes nothing more. */
import { ScopewiseError } from "./scopewise-error.ts";
import type { Scope, SearchRequest } from "./search-types.ts";
import { type Answer, type Connection, sendRequest } from "./send-request.ts";
import type {
  BatchResult,
  Deletion,
  Facets,
  Feedback,
  FieldFilter,
  IssuedToken,
  ModelList,
  StoredDocument,
} from "./service-types.ts";

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The service lists at most 100 documents a page: a corpus of 100 million ends. */
const DOCUMENT_PAGES_MAX = 1_000_000;

export interface ServiceCalls {
  /** At most 20 searches; one that is wrong costs no other. */
  searchBatch(
    requests: readonly SearchRequest[],
    options?: CallOptions,
  ): Promise<readonly BatchResult[]>;
  getDocument(id: string, options?: CallOptions): Promise<StoredDocument>;
  /** Every document inside the filter, ascending by id, read page by page. */
  listDocuments(filter?: FieldFilter, options?: CallOptions): AsyncGenerator<StoredDocument>;
  deleteDocument(id: string, options?: CallOptions): Promise<void>;
  /** Needs at least one field. With `dryRun` nothing is deleted, only counted. */
  deleteDocuments(
    filter: FieldFilter,
    options?: CallOptions & { readonly dryRun?: boolean },
  ): Promise<Deletion>;
  /** Which values occur inside the filter, for menus that never lead to an empty answer. */
  facets(filter?: FieldFilter, options?: CallOptions): Promise<Facets>;
  /** What came of hits; a later grade replaces an earlier one. */
  sendFeedback(feedback: readonly Feedback[], options?: CallOptions): Promise<void>;
  models(options?: CallOptions): Promise<ModelList>;
  /** Promotes or rolls back; the answer names the version before. */
  activateModel(
    version: string,
    options?: CallOptions,
  ): Promise<{ readonly current: string; readonly previous: string | null }>;
  /** For an app on a user's device: reads only, and only inside the lock. */
  createToken(
    request: { readonly scope_lock: Scope; readonly ttl_seconds?: number },
    options?: CallOptions,
  ): Promise<IssuedToken>;
}

export function serviceCalls(connection: Connection): ServiceCalls {
  const ask = async <T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    shape: (body: Partial<T>) => boolean,
    { signal }: CallOptions = {},
    body?: unknown,
  ): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const isKeyed = method === "DELETE" || path.endsWith("/activate");
    const answer = await sendRequest(connection, { method, path, signal, isKeyed, ...sent });
    return expectShape(answer, shape);
  };
  const list = async function* (filter: FieldFilter, options?: CallOptions) {
    type Page = { readonly documents: readonly StoredDocument[]; readonly next: string | null };
    let after: string | null = "";
    for (let page = 0; page < DOCUMENT_PAGES_MAX && after !== null; page += 1) {
      const more: Record<string, string> = after === "" ? {} : { after };
      const path = `/v1/documents${queryOf(filter, more)}`;
      const found: Page = await ask<Page>("GET", path, (b) => Array.isArray(b.documents), options);
      yield* found.documents;
      after = found.next;
    }
  };
  return {
    searchBatch: async (searches, options) => {
      type Body = { readonly results: readonly BatchResult[] };
      const isShape = ({ results }: Partial<Body>) => results?.length === searches.length;
      return (await ask<Body>("POST", "/v1/search:batch", isShape, options, { searches })).results;
    },
    getDocument: (id, options) =>
      ask<StoredDocument>("GET", documentPath(id), ({ text }) => typeof text === "string", options),
    listDocuments: (filter = {}, options) => list(filter, options),
    deleteDocument: async (id, options) => {
      type Body = { readonly deleted: readonly string[] };
      await ask<Body>("DELETE", documentPath(id), (b) => Array.isArray(b.deleted), options);
    },
    deleteDocuments: async (filter, { dryRun = false, ...options } = {}) => {
      const path = `/v1/documents${queryOf(filter, dryRun ? { dry_run: "true" } : {})}`;
      return ask<Deletion>("DELETE", path, (b) => typeof b.deleted === "number", options);
    },
    facets: async (filter = {}, options) => {
      type Body = { readonly facets: Facets };
      const path = `/v1/facets${queryOf(filter)}`;
      return (await ask<Body>("GET", path, (b) => typeof b.facets === "object", options)).facets;
    },
    sendFeedback: async (feedback, options) => {
      type Body = { readonly stored: number };
      const isShape = ({ stored }: Partial<Body>) => typeof stored === "number";
      await ask<Body>("POST", "/v1/feedback", isShape, options, { feedback });
    },
    models: (options) =>
      ask<ModelList>("GET", "/v1/models", ({ models }) => Array.isArray(models), options),
    activateModel: (version, options) =>
      ask<{ readonly current: string; readonly previous: string | null }>(
        "POST",
        `/v1/models/${encodeURIComponent(version)}/activate`,
        ({ current }) => typeof current === "string",
        options,
      ),
    createToken: (request, options) =>
      ask<IssuedToken>("POST", "/v1/tokens", (b) => typeof b.token === "string", options, request),
  };
}

const documentPath = (id: string) => `/v1/documents/${encodeURIComponent(id)}`;

/** Values of one field are joined by commas, so a value with a comma cannot be sent. */
function queryOf(filter: FieldFilter, more: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  const pairs = fields.map(([field, value]) => {
    const values = (Array.isArray(value) ? value : [value]).map(String);
    if (values.some((one) => one.includes(","))) {
      const message = `${field} holds a comma, which separates values here`;
      throw new ScopewiseError({ code: "invalid_argument", message, field });
    }
    return [field, values.join(",")] as const;
  });
  const parts = [...pairs, ...Object.entries(more)].map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Something else behind the address (a proxy's page, another service) must not pass for data. */
export function expectShape<T>(answer: Answer, isShape: (body: Partial<T>) => boolean): T {
  const { body, status, requestId } = answer;
  if (body === null || typeof body !== "object" || !isShape(body as Partial<T>)) {
    const message =
      "the answer does not have the expected form; is this the address of the service?";
    throw new ScopewiseError({ code: "invalid_response", message, status, requestId });
  }
  return body as T;
}
