/** POST /v1/documents: JSON `{documents: [...]}` or NDJSON, one result per item. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { parseDocuments } from "../ingest/parse-documents.ts";
import { storeDocuments } from "../ingest/store-documents.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { idempotent } from "../middleware/idempotent.ts";
import { parseJson, readBody } from "../middleware/request-body.ts";
import {
  DOCUMENTS_PER_REQUEST_MAX,
  documentSchema,
  type ItemResult,
  itemResultSchema,
} from "../schemas/documents.ts";
import { errorResponses, errorSchema } from "../schemas/error.ts";
import { idempotencyHeaders, replayedHeader } from "../schemas/idempotency.ts";
import { jsonResponse } from "../schemas/json-response.ts";
import { errorBody } from "../middleware/error-response.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

export const DOCUMENTS_BODY_BYTES_MAX = 16 * 1024 * 1024;

const resultsSchema = lazy(() => z.object({ results: z.array(itemResultSchema()) }));

const EMPTY_TEXT = {
  code: "unprocessable",
  message: "must not be empty",
  field: "documents[0].text",
};
const ALL_REJECTED = {
  error: { ...EMPTY_TEXT, request_id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427" },
  results: [{ index: 0, id: "phy-1", status: "rejected", error: EMPTY_TEXT }],
};

const route = () =>
  createRoute({
    method: "post",
    path: "/v1/documents",
    operationId: "addDocuments",
    summary: "Add or replace documents",
    description:
      "Items stand alone: a rejected item is reported by index and field and costs no other. " +
      "Sending the same content again changes nothing.",
    security: [{ apiKey: [] }],
    request: {
      headers: idempotencyHeaders(),
      body: {
        required: true,
        content: {
          "application/json": { schema: z.object({ documents: z.array(documentSchema()) }) },
          "application/x-ndjson": { schema: z.string() },
        },
      },
    },
    responses: {
      200: {
        ...jsonResponse("At least one item was accepted (or the list was empty)", resultsSchema()),
        headers: replayedHeader,
      },
      ...errorResponses(400, 401, 403, 409, 413, 415, 429, 500, 503),
      422: {
        description:
          "Every item was rejected: `error` describes the first. Or the Idempotency-Key was used " +
          "for another request: then there are no `results`",
        content: {
          "application/json": {
            schema: resultsSchema().partial().extend(errorSchema().shape),
            example: ALL_REJECTED,
          },
        },
      },
    },
  });

export function registerDocuments(app: App): void {
  describeLater(app, route);
  app.post(
    "/v1/documents",
    authenticate("writer"),
    idempotent(DOCUMENTS_BODY_BYTES_MAX),
    async (c) => {
      const items = readItems(
        c.req.header("content-type") ?? "",
        await readBody(c.req.raw, DOCUMENTS_BODY_BYTES_MAX),
      );
      const { tenant, dependencies } = c.var;
      const { parsed, rejected } = parseDocuments(items, {
        model: tenant.embeddingModel,
        dimension: tenant.embeddingDimension,
        chunkCharsMax: tenant.chunkCharsMax,
      });
      const stored =
        parsed.length === 0
          ? []
          : await storeDocuments(dependencies, tenant, parsed).catch((error: unknown) => {
              // The embedding model may have changed since this isolate read the tenant.
              c.var.forgetTenant();
              throw error;
            });
      if (stored.some(({ status }) => status !== "unchanged")) {
        c.var.forgetTenant();
      }
      const repairs = new Map(parsed.map((item) => [item.index, item.repairs]));
      const results: ItemResult[] = [
        ...stored.map(({ index, id, status, detectedLanguage }) => ({
          index,
          id,
          status,
          error: null,
          ...(repairs.get(index)?.length ? { repairs: [...repairs.get(index)!] } : {}),
          ...(detectedLanguage === null ? {} : { detected_language: detectedLanguage }),
        })),
        ...rejected.map(({ index, id, error }) => ({
          index,
          id,
          status: "rejected" as const,
          error,
        })),
      ].toSorted((a, b) => a.index - b.index);
      const first = rejected[0];
      if (stored.length === 0 && first !== undefined) {
        const { message, field } = first.error;
        const error = new AppError("unprocessable", message, field === undefined ? {} : { field });
        return c.json({ ...errorBody(error, c.var.requestId), results }, 422);
      }
      return c.json({ results }, 200);
    },
  );
}

function readItems(contentType: string, body: string): readonly unknown[] {
  const type = contentType.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-ndjson" || type === "application/jsonl") {
    return bounded(
      body
        .split("\n")
        .flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, index)])),
    );
  }
  if (type !== "application/json") {
    throw new AppError("unsupported_media_type", "send application/json or application/x-ndjson", {
      field: "content-type",
    });
  }
  const value = parseJson(body);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid_request", "the body must be an object with a list `documents`");
  }
  const unknown = Object.keys(value).find((key) => key !== "documents");
  if (unknown !== undefined) {
    throw new AppError("invalid_request", `unknown field ${unknown}`, { field: unknown });
  }
  const { documents } = value as { documents?: unknown };
  if (!Array.isArray(documents)) {
    throw new AppError("invalid_request", "must be a list", { field: "documents" });
  }
  return bounded(documents);
}

/** A line that is not JSON is one rejected item, not a failed request. */
function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return `line ${index + 1} is not JSON`;
  }
}

function bounded(items: readonly unknown[]): readonly unknown[] {
  if (items.length > DOCUMENTS_PER_REQUEST_MAX) {
    throw new AppError(
      "invalid_request",
      `at most ${DOCUMENTS_PER_REQUEST_MAX} documents in one request, got ${items.length}`,
      { field: "documents" },
    );
  }
  return items;
}
