/** POST /v1/search. */
import { createRoute } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { search } from "../retrieval/search.ts";
import { errorResponses } from "../schemas/error.ts";
import { readJsonBody } from "../schemas/read-body.ts";
import { searchRequestSchema, searchResponseSchema } from "../schemas/search.ts";
import { searchContext } from "./search-context.ts";
import { describeLater } from "./describe-later.ts";

/** A query of 1,000 characters, a full scope and a vector of 4,000 numbers fit. */
export const SEARCH_BODY_BYTES_MAX = 256 * 1024;

const route = () =>
  createRoute({
    method: "post",
    path: "/v1/search",
    operationId: "search",
    summary: "Search inside a curriculum scope",
    description:
      "The scope is read from the words of the query, from `scope` and from the key's lock; nothing " +
      "outside it is returned unless a widening step says so. A repeated search may be answered from " +
      "memory (`cache`: hit) while corpus, vocabulary and model stand; `Cache-Control: no-cache` makes " +
      "it run again.",
    security: [{ apiKey: [] }],
    request: {
      body: { required: true, content: { "application/json": { schema: searchRequestSchema } } },
    },
    responses: {
      200: {
        description: "Hits, the scope that was understood, and how they came about",
        content: { "application/json": { schema: searchResponseSchema() } },
      },
      ...errorResponses(400, 401, 409, 413, 415, 422, 429, 500, 503),
    },
  });

export function registerSearch(app: App): void {
  describeLater(app, route);
  app.post("/v1/search", authenticate("reader"), async (c) => {
    const request = await readJsonBody(c.req.raw, searchRequestSchema, SEARCH_BODY_BYTES_MAX);
    const response = await search(request, searchContext(c, c.var.requestId));
    const timing = Object.entries(response.timing_ms).map(([stage, ms]) => `${stage};dur=${ms}`);
    c.header("server-timing", [`cache;desc=${response.cache}`, ...timing].join(", "));
    return c.json(response, 200);
  });
}
