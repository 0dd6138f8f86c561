/** POST /v1/search:batch: several searches in one request, each with its own result or error. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { errorBody } from "../middleware/error-response.ts";
import { search } from "../retrieval/search.ts";
import { errorResponses, errorSchema } from "../schemas/error.ts";
import { readJsonBody } from "../schemas/read-body.ts";
import { searchRequestSchema, searchResponseSchema } from "../schemas/search.ts";
import { lazy } from "../schemas/lazy.ts";
import { searchContext } from "./search-context.ts";
import { describeLater } from "./describe-later.ts";

export const BATCH_BODY_BYTES_MAX = 1024 * 1024;
export const BATCH_SEARCHES_MAX = 20;

const bodySchema = lazy(() =>
  z.strictObject({
    searches: z.array(searchRequestSchema).min(1).max(BATCH_SEARCHES_MAX),
  }),
);

const route = () =>
  createRoute({
    method: "post",
    path: "/v1/search:batch",
    operationId: "searchBatch",
    summary: "Several searches in one request",
    security: [{ apiKey: [] }],
    request: {
      body: { required: true, content: { "application/json": { schema: bodySchema() } } },
    },
    responses: {
      200: {
        description: "One result or error per search, in order",
        content: {
          "application/json": {
            schema: z.object({
              results: z.array(z.union([searchResponseSchema(), errorSchema()])),
            }),
          },
        },
      },
      ...errorResponses(400, 401, 413, 415, 429, 500, 503),
    },
  });

export function registerSearchBatch(app: App): void {
  describeLater(app, route);
  app.post("/v1/search:batch", authenticate("reader"), async (c) => {
    const { searches } = await readJsonBody(c.req.raw, bodySchema(), BATCH_BODY_BYTES_MAX);
    const results = await Promise.all(
      searches.map(async (request) => {
        const context = searchContext(c, crypto.randomUUID());
        try {
          return await search(request, context);
        } catch (error) {
          if (error instanceof AppError && error.status < 500) {
            return errorBody(error, context.requestId);
          }
          throw error;
        }
      }),
    );
    return c.json({ results }, 200);
  });
}
