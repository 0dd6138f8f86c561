/**
 * What brings about each answer of each operation. Answers that come about in the same way everywhere
 * (no key, a key of too small a role, a broken body) are made here for all; the rest is a table.
 */
import { encodeCursor, requestFingerprint } from "#edge/retrieval/cursor.ts";
import { BATCH_BODY_BYTES_MAX } from "#edge/routes/search-batch.ts";
import { DOCUMENTS_BODY_BYTES_MAX } from "#edge/routes/documents.ts";
import { FEEDBACK_BODY_BYTES_MAX } from "#edge/routes/feedback.ts";
import { SEARCH_BODY_BYTES_MAX } from "#edge/routes/search.ts";
import { TOKENS_BODY_BYTES_MAX } from "#edge/routes/tokens.ts";
import { VOCABULARY_BODY_BYTES_MAX } from "#edge/routes/vocabulary.ts";
import { searchRequestSchema } from "#edge/schemas/search.ts";
import type { Operation } from "../support/description.ts";

/** Workers that differ in what stands behind them. */
export type Site = "ready" | "limited" | "unconfigured" | "without-database";

export interface Exchange {
  readonly site: Site;
  /** Who asks; "stranger" is the admin of another tenant, without documents and models. */
  readonly as: "admin" | "reader" | "stranger" | "nobody";
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly idempotencyKey?: string;
}

/** Idempotency keys that the test has put there: of a request that runs, and of another request. */
export const RUNNING_KEY = "running";
export const USED_KEY = "used";
const REPEATABLE = ["addDocuments", "deleteDocument", "deleteDocuments", "activateModel"];
/** These read a body only to compare it with that of an earlier request. */
const BODYLESS_BYTES_MAX = 1024;

export const BODY_BYTES_MAX: Readonly<Record<string, number>> = {
  search: SEARCH_BODY_BYTES_MAX,
  searchBatch: BATCH_BODY_BYTES_MAX,
  issueToken: TOKENS_BODY_BYTES_MAX,
  addDocuments: DOCUMENTS_BODY_BYTES_MAX,
  writeVocabulary: VOCABULARY_BODY_BYTES_MAX,
  sendFeedback: FEEDBACK_BODY_BYTES_MAX,
};

export const VERSION = "2026-01-02T03-04-05Z";
const LEVEL_TYPO = { level: "O-Levle" };
const SEARCH = { query: "refraction", scope: { level: "O-Level" }, k: 2 };
const ENTRY = { field: "level", value: "O-Level", aliases: ["ordinary level"] };
const GRADE = {
  request_id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
  document_id: "phy-1",
  position: 1,
  kind: "grade",
  grade: 3,
};

/** Good requests: a JSON body, or what stands for the parameters of the path. */
const GOOD: Readonly<Record<string, { body?: unknown; path?: string }>> = {
  search: { body: SEARCH },
  searchBatch: { body: { searches: [SEARCH, { query: "" }] } },
  issueToken: { body: { scope_lock: { level: "O-Level" } } },
  addDocuments: { body: { documents: [{ id: "new", level: "O-Level", text: "Lenses." }] } },
  listDocuments: { path: "/v1/documents?subject=Physics&limit=1" },
  deleteDocuments: { path: "/v1/documents?subject=Chemistry&dry_run=true" },
  readDocument: { path: "/v1/documents/phy-1" },
  deleteDocument: { path: "/v1/documents/phy-9" },
  writeVocabulary: { body: { entries: [ENTRY] } },
  sendFeedback: { body: { feedback: [GRADE] } },
  activateModel: { path: `/v1/models/${VERSION}/activate` },
};

interface Special {
  readonly operationId: string;
  readonly status: number;
  readonly as?: Exchange["as"];
  readonly path?: string;
  readonly body?: unknown;
}

const SPECIAL: readonly Special[] = [
  { operationId: "search", status: 422, body: { query: "light", scope: LEVEL_TYPO } },
  { operationId: "issueToken", status: 422, body: { scope_lock: LEVEL_TYPO } },
  { operationId: "addDocuments", status: 422, body: { documents: [{ id: "x", text: "" }] } },
  { operationId: "listDocuments", status: 422, path: "/v1/documents?level=O-Levle" },
  { operationId: "deleteDocuments", status: 422, path: "/v1/documents?level=O-Levle" },
  { operationId: "countFacets", status: 422, path: "/v1/facets?level=O-Levle" },
  { operationId: "readDocument", status: 404, path: "/v1/documents/none" },
  { operationId: "deleteDocument", status: 404, path: "/v1/documents/none" },
  { operationId: "readCurrentModel", status: 404, as: "stranger" },
  { operationId: "activateModel", status: 404, path: "/v1/models/none/activate" },
];

/** Null: this status of this operation has no example yet. */
export async function exchangeFor(
  operation: Operation,
  status: number,
  tenantId: number,
): Promise<Exchange | null> {
  const { operationId } = operation;
  const repeated = repeatedExchange(operation, status);
  if (repeated !== null) {
    return repeated;
  }
  const good = requestOf(operation, "ready", "admin", GOOD[operationId] ?? {});
  const special = SPECIAL.find((one) => one.operationId === operationId && one.status === status);
  if (special !== undefined) {
    return requestOf(operation, "ready", special.as ?? "admin", special);
  }
  switch (status) {
    case 200:
      return good;
    case 400:
      return operation.body === null
        ? { ...good, path: `${operation.path}?unknown=1` }
        : { ...good, body: "{" };
    case 401:
      return { ...good, as: "nobody" };
    case 403:
      return { ...good, as: "reader" };
    case 409:
      return operationId === "search" ? expiredCursor(operation, tenantId) : null;
    case 413:
      return padded(operationId, good, 1);
    case 415:
      return { ...good, type: "text/plain" };
    case 429:
      return { ...good, site: "limited" };
    case 500:
      return { ...good, site: "unconfigured" };
    case 503:
      return { ...good, site: "without-database" };
    default:
      return null;
  }
}

/** Answers that only a request with an Idempotency-Key gets. */
function repeatedExchange(operation: Operation, status: number): Exchange | null {
  const { operationId, body } = operation;
  if (!REPEATABLE.includes(operationId)) {
    return null;
  }
  const good = requestOf(operation, "ready", "admin", GOOD[operationId] ?? {});
  const isBodyless = body === null;
  switch (status) {
    case 400:
      return isBodyless ? { ...good, idempotencyKey: "two words" } : null;
    case 409:
      return { ...good, idempotencyKey: RUNNING_KEY };
    case 413:
      return isBodyless
        ? { ...good, idempotencyKey: "large", body: " ".repeat(BODYLESS_BYTES_MAX + 1) }
        : null;
    case 422:
      return ["addDocuments", "deleteDocuments"].includes(operationId)
        ? null
        : { ...good, idempotencyKey: USED_KEY };
    default:
      return null;
  }
}

/** The good request with spaces up to the byte limit of its route, and `extra` bytes more. */
export function padded(operationId: string, good: Exchange, extra: number): Exchange | null {
  const bytesMax = BODY_BYTES_MAX[operationId];
  return bytesMax === undefined || good.body === undefined
    ? null
    : { ...good, body: good.body.padEnd(bytesMax + extra, " ") };
}

function requestOf(
  { path, body: media }: Operation,
  site: Site,
  as: Exchange["as"],
  given: { readonly path?: string; readonly body?: unknown },
): Exchange {
  return {
    site,
    as,
    path: given.path ?? path,
    ...(media === null ? {} : { type: "application/json", body: JSON.stringify(given.body) }),
  };
}

async function expiredCursor(operation: Operation, tenantId: number): Promise<Exchange> {
  const request = searchRequestSchema.parse(SEARCH);
  const cursor = await encodeCursor({
    fingerprint: await requestFingerprint(tenantId, request),
    expires: 0,
    model: null,
    outcome: "exact",
    step: null,
    pool: 3,
    assumed: null,
    from: 3,
    entries: [["phy-1", 1, 1, null, null]],
  });
  return requestOf(operation, "ready", "admin", { body: { ...SEARCH, cursor } });
}
