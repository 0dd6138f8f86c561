/**
 * A later page: the ranking that the cursor pinned, with the documents as they are now. One that has
 * left the gate of the answering step since then is not shown.
 */
import { resolveNamed } from "#core/scope/admitted-values.ts";
import { contentLeakage, unverifiedFields } from "#core/scope/leakage.ts";
import { highlight } from "#core/text/highlight.ts";
import type { GateValues, ResolvedScope } from "#core/scope/resolve-scope.ts";
import type { Hit, SearchRequest, SearchResponse } from "../schemas/search.ts";
import { type DocumentRow, readDocuments } from "../store/documents.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import {
  type Cursor,
  type CursorEntry,
  decodeCursor,
  encodeCursor,
  requestFingerprint,
} from "./cursor.ts";
import { lockGate } from "./request-gate.ts";
import { scopeBody } from "./scope-body.ts";
import type { SearchContext } from "./search.ts";
import { selectFields } from "./select-fields.ts";
import { settledGate } from "./settle-subject.ts";
import { wideningPlan } from "./widen.ts";

export async function nextPage(
  request: SearchRequest & { cursor: string },
  context: SearchContext,
  { tenant, scope }: { tenant: TenantContext; scope: ResolvedScope },
): Promise<SearchResponse> {
  const { database, now } = context.dependencies;
  const started = now();
  const fingerprint = await requestFingerprint(tenant.tenantId, request);
  const cursor = await decodeCursor(request.cursor, fingerprint, now());
  const page = cursor.entries.slice(0, request.k);
  const rest = cursor.entries.slice(request.k);
  const ids = page.map(([id]) => id);
  const documents = await readDocuments(database, tenant.tenantId, ids, lockGate(tenant));
  const byId = new Map(documents.map((document) => [document.id, document]));
  const gate = answeringGate(cursor, request, { tenant, scope });
  const hits = page.flatMap((entry, index) => {
    const document = byId.get(entry[0]);
    return document === undefined || contentLeakage(document, gate).tuple.length > 0
      ? []
      : [toHit(document, entry, cursor.from + index, { request, scope, cursor })];
  });
  return {
    request_id: context.requestId,
    outcome: cursor.outcome,
    hits,
    scope: scopeBody(
      scope,
      cursor.assumed === null ? null : { subject: cursor.assumed, alternatives: [] },
    ),
    relaxation: [],
    notes: pageNotes(page.length - hits.length, rest.length, cursor),
    pool_size: cursor.pool,
    path: { dense: "none", lexical: "none" },
    model: { version: cursor.model, status: "pinned_by_cursor" },
    encoder: "none",
    degraded: [],
    cache: "miss",
    timing_ms: { total: now() - started },
    next_cursor:
      rest.length === 0
        ? null
        : await encodeCursor({ ...cursor, from: cursor.from + page.length, entries: rest }),
  };
}

/** What the ranking was gated on: the scope of the request, as wide as the answering step made it. */
function answeringGate(
  { step, assumed }: Cursor,
  request: SearchRequest,
  { tenant, scope }: { tenant: TenantContext; scope: ResolvedScope },
): GateValues {
  const { steps } = wideningPlan(scope.gate, scope, request);
  const answering = steps.find((planned) => planned.step === step)?.gate ?? scope.gate;
  if (assumed === null) return answering;
  return settledGate(answering, resolveNamed("subject", assumed, tenant.vocabulary).admitted);
}

function toHit(
  document: DocumentRow,
  [, score, lexical, dense, expansion]: CursorEntry,
  rank: number,
  { request, scope, cursor }: { request: SearchRequest; scope: ResolvedScope; cursor: Cursor },
): Hit {
  const leakage = contentLeakage(document, scope.gate);
  const words = request.query.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return {
    ...selectFields(document, request.fields),
    id: document.id,
    rank,
    score,
    ...(request.highlight ? { highlights: highlight(String(document["text"]), words) } : {}),
    leakage: { gate: [...leakage.gate], tuple: [...leakage.tuple] },
    unverified: unverifiedFields(document, scope),
    step: leakage.tuple.length > 0 ? cursor.step : null,
    ranks: { lexical, dense, expansion },
    also_in: [],
  } as Hit;
}

function pageNotes(gone: number, left: number, cursor: Cursor): string[] {
  const last = cursor.from + cursor.entries.length - 1;
  return [
    ...(gone > 0 ? [`${gone} documents of this page were deleted or moved meanwhile`] : []),
    ...(left === 0 && cursor.pool > last ? [`window_end: only the best ${last} are ranked`] : []),
  ];
}
