/** GET and DELETE /v1/documents/{id}, GET and DELETE /v1/documents by filter. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { idempotent } from "../middleware/idempotent.ts";
import { revalidated } from "../middleware/revalidated.ts";
import { lockGate, requestGate } from "../retrieval/request-gate.ts";
import { errorResponses } from "../schemas/error.ts";
import { idempotencyHeaders, replayedHeader } from "../schemas/idempotency.ts";
import { jsonResponse } from "../schemas/json-response.ts";
import { readQuery } from "../schemas/read-body.ts";
import { refuseUnstorableId } from "../schemas/unstorable.ts";
import { etagHeader, notModified, revalidationHeaders } from "../schemas/revalidation.ts";
import { scopeOfQuery, scopeQueryShape } from "../schemas/scope-query.ts";
import {
  deleteDocuments,
  LIST_LIMIT_MAX,
  listDocuments,
  matchDocuments,
  readDocuments,
} from "../store/documents.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

const storedSchema = lazy(() =>
  z.looseObject({ id: z.string(), text: z.string() }).openapi("StoredDocument"),
);
const idParam = lazy(() => z.object({ id: z.string().min(1).max(200) }));

/** A deletion says everything in its address. */
const BODY_BYTES_MAX = 1024;

const listQuery = lazy(() =>
  z.strictObject({
    ...scopeQueryShape(),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, `must be a number from 1 to ${LIST_LIMIT_MAX}`)
      .transform(Number)
      .refine((value) => value >= 1 && value <= LIST_LIMIT_MAX, `must be 1 to ${LIST_LIMIT_MAX}`)
      .optional(),
    after: z.string().max(200).optional(),
  }),
);

const deleteQuery = lazy(() =>
  z.strictObject({
    ...scopeQueryShape(),
    dry_run: z.enum(["true", "false"]).optional(),
  }),
);

const readRoute = () =>
  createRoute({
    method: "get",
    path: "/v1/documents/{id}",
    operationId: "readDocument",
    summary: "One document",
    security: [{ apiKey: [] }],
    request: { params: idParam(), headers: revalidationHeaders },
    responses: {
      200: { ...jsonResponse("The document as it is stored", storedSchema()), headers: etagHeader },
      ...notModified,
      ...errorResponses(401, 404, 429, 500, 503),
    },
  });

const removeRoute = () =>
  createRoute({
    method: "delete",
    path: "/v1/documents/{id}",
    operationId: "deleteDocument",
    summary: "Delete one document",
    security: [{ apiKey: [] }],
    request: { params: idParam(), headers: idempotencyHeaders() },
    responses: {
      200: {
        ...jsonResponse("Deleted", z.object({ deleted: z.array(z.string()) })),
        headers: replayedHeader,
      },
      ...errorResponses(400, 401, 403, 404, 409, 413, 422, 429, 500, 503),
    },
  });

const listRoute = () =>
  createRoute({
    method: "get",
    path: "/v1/documents",
    operationId: "listDocuments",
    summary: "Documents inside a scope, ascending by id",
    security: [{ apiKey: [] }],
    request: { query: listQuery() },
    responses: {
      200: jsonResponse(
        "A page; `next` is the `after` of the next one",
        z.object({ documents: z.array(storedSchema()), next: z.string().nullable() }),
      ),
      ...errorResponses(400, 401, 422, 429, 500, 503),
    },
  });

const purgeRoute = () =>
  createRoute({
    method: "delete",
    path: "/v1/documents",
    operationId: "deleteDocuments",
    summary: "Delete the documents inside a scope",
    description: "At least one filter is needed. With `dry_run=true` nothing is deleted.",
    security: [{ apiKey: [] }],
    request: { query: deleteQuery(), headers: idempotencyHeaders() },
    responses: {
      200: {
        ...jsonResponse(
          "`matched` documents are inside the scope; `deleted` of them are gone",
          z.object({ matched: z.number().int(), deleted: z.number().int(), dry_run: z.boolean() }),
        ),
        headers: replayedHeader,
      },
      ...errorResponses(400, 401, 403, 409, 413, 422, 429, 500, 503),
    },
  });

export function registerDocument(app: App): void {
  describeLater(app, readRoute, removeRoute, listRoute, purgeRoute);

  app.get("/v1/documents/:id", authenticate("reader"), revalidated(), async (c) => {
    const { dependencies, tenant } = c.var;
    const gate = lockGate(tenant);
    const id = c.req.param("id");
    refuseUnstorableId(id);
    const [document] = await readDocuments(dependencies.database, tenant.tenantId, [id], gate);
    if (document === undefined) {
      throw new AppError("not_found", "no such document");
    }
    return c.json(document, 200);
  });

  app.delete("/v1/documents/:id", authenticate("writer"), idempotent(BODY_BYTES_MAX), async (c) => {
    const { dependencies, tenant } = c.var;
    const ids = [c.req.param("id")];
    ids.forEach(refuseUnstorableId);
    const deleted = await deleteDocuments(dependencies.database, tenant.tenantId, ids);
    if (deleted.length === 0) {
      throw new AppError("not_found", "no such document");
    }
    return c.json({ deleted }, 200);
  });

  app.get("/v1/documents", authenticate("reader"), async (c) => {
    const { dependencies, tenant } = c.var;
    const query = readQuery(c.req.url, listQuery());
    const limit = query.limit ?? LIST_LIMIT_MAX;
    const gate = await requestGate(c.var, scopeOfQuery(query));
    const after = query.after ?? "";
    const { database } = dependencies;
    const documents = await listDocuments(database, tenant.tenantId, gate, after, limit);
    const next = documents.length === limit ? (documents.at(-1)?.id ?? null) : null;
    return c.json({ documents, next }, 200);
  });

  app.delete("/v1/documents", authenticate("writer"), idempotent(BODY_BYTES_MAX), async (c) => {
    const { dependencies, tenant } = c.var;
    const { database } = dependencies;
    const query = readQuery(c.req.url, deleteQuery());
    const requested = scopeOfQuery(query);
    if (Object.keys(requested).length === 0) {
      throw new AppError("invalid_request", "name at least one filter");
    }
    const isDryRun = query.dry_run === "true";
    const gate = await requestGate(c.var, requested);
    const { count, ids } = await matchDocuments(database, tenant.tenantId, gate);
    const deleted =
      isDryRun || ids.length === 0 ? [] : await deleteDocuments(database, tenant.tenantId, ids);
    return c.json({ matched: count, deleted: deleted.length, dry_run: isDryRun }, 200);
  });
}
