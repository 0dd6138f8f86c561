/**
 * One request and one answer per operation for the OpenAPI description, by operationId. A test checks
 * each against its schema, and that no operation is without. Loaded only when the description is read.
 */

import { DOCUMENT_EXAMPLE } from "./documents.ts";

export interface OperationExample {
  readonly request?: unknown;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly response: unknown;
}

const HIT = {
  ...DOCUMENT_EXAMPLE,
  rank: 1,
  score: 2.31,
  title: "Refraction",
  highlights: ["A ray of <mark>light</mark> enters a <mark>glass</mark> block."],
  leakage: { gate: [], tuple: [] },
  unverified: [],
  step: null,
  ranks: { lexical: 1, dense: 2, expansion: null },
  also_in: [],
};

const SEARCH_RESPONSE = {
  request_id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
  outcome: "exact",
  hits: [HIT],
  scope: {
    requested: { level: ["O-Level"] },
    extracted: [
      { field: "year", values: [2019], span: [28, 32], rule: "year", confidence: 1 },
      { field: "subject", values: ["Physics"], span: [33, 40], rule: "name", confidence: 1 },
    ],
    effective: { level: ["O-Level"], year: [2019], subject: ["Physics"] },
    locked: [],
    unresolved: [],
    assumed: {},
    notes: [],
  },
  relaxation: [],
  notes: [],
  pool_size: 212,
  path: { dense: "exact", lexical: "impacts" },
  model: { version: "2026-01-02T03-04-05Z", status: "current" },
  encoder: "workers-ai",
  degraded: [],
  cache: "miss",
  timing_ms: { scope: 0.2, encode: 0.1, database: 11.8, rerank: 0.6, total: 14.1 },
  next_cursor: null,
};

const SEARCH_REQUEST = {
  query: "why does light bend in glass 2019 physics",
  scope: { level: "O-Level" },
  strict: ["level"],
  k: 8,
};

const ENTRY = { field: "level", value: "O-Level", aliases: ["ordinary level", "O levels"] };

const MODEL = {
  version: "2026-01-02T03-04-05Z",
  published_at: "2026-01-02T03:04:05.000Z",
  metrics: { ndcg10: 0.71 },
  cost: 1,
};

export const EXAMPLES: Readonly<Record<string, OperationExample>> = {
  health: { response: { status: "ok" } },
  ready: { response: { status: "ready" } },
  search: { request: SEARCH_REQUEST, response: SEARCH_RESPONSE },
  searchBatch: {
    request: { searches: [SEARCH_REQUEST, { query: "" }] },
    response: {
      results: [
        SEARCH_RESPONSE,
        {
          error: {
            code: "empty_query",
            message: "the query holds nothing to search for",
            field: "query",
            request_id: "5a0e8bd0-7a0d-4c3f-9d8c-4a3f0c5de1a2",
          },
        },
      ],
    },
  },
  issueToken: {
    request: {
      scope_lock: { level: "O-Level", subject: ["Physics", "Chemistry"] },
      ttl_seconds: 3600,
    },
    response: { token: "eyJhbGciOi…", expires_at: "2026-01-02T04:04:05.000Z" },
  },
  addDocuments: {
    request: { documents: [DOCUMENT_EXAMPLE] },
    response: {
      results: [{ index: 0, id: "phy-2019-p1-q7", status: "created", error: null }],
    },
  },
  listDocuments: {
    parameters: { subject: "Physics,Chemistry", year: "2018,2019", limit: "20" },
    response: { documents: [DOCUMENT_EXAMPLE], next: null },
  },
  deleteDocuments: {
    parameters: { subject: "Physics", year: "2009", dry_run: "true" },
    response: { matched: 12, deleted: 0, dry_run: true },
  },
  readDocument: { parameters: { id: "phy-2019-p1-q7" }, response: DOCUMENT_EXAMPLE },
  deleteDocument: {
    parameters: { id: "phy-2019-p1-q7" },
    response: { deleted: ["phy-2019-p1-q7"] },
  },
  readVocabulary: { response: { entries: [ENTRY] } },
  writeVocabulary: { request: { entries: [ENTRY], replace: false }, response: { written: 1 } },
  sendFeedback: {
    request: {
      feedback: [
        {
          request_id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
          document_id: "phy-2019-p1-q7",
          position: 1,
          kind: "grade",
          grade: 3,
        },
      ],
    },
    response: { stored: 1 },
  },
  listModels: { response: { current: MODEL.version, models: [MODEL] } },
  readCurrentModel: { response: MODEL },
  activateModel: {
    parameters: { version: MODEL.version },
    response: { current: MODEL.version, previous: "2026-01-01T03-04-05Z" },
  },
  countFacets: {
    parameters: { subject: "Physics" },
    response: {
      facets: {
        level: [{ value: "O-Level", documents: 212 }],
        year: [{ value: "2019", documents: 40 }],
      },
    },
  },
  readUsage: {
    response: {
      documents: 212,
      chunks: 240,
      embedded_chunks: 240,
      searches: 1804,
      feedback: 96,
      quotas: {
        documents: { used: 212, max: 10_000 },
        searches_this_month: { used: 1804, max: null },
      },
    },
  },
};
