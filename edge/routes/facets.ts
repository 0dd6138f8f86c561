/** GET /v1/facets: which values occur inside a scope, with how many documents. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { revalidated } from "../middleware/revalidated.ts";
import { requestGate } from "../retrieval/request-gate.ts";
import { errorResponses } from "../schemas/error.ts";
import { readQuery } from "../schemas/read-body.ts";
import { etagHeader, notModified, revalidationHeaders } from "../schemas/revalidation.ts";
import { scopeOfQuery, scopeQueryShape } from "../schemas/scope-query.ts";
import { countFacets } from "../store/documents.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

const facetQuery = lazy(() => z.strictObject(scopeQueryShape()));
const facet = lazy(() => z.array(z.object({ value: z.string(), documents: z.number().int() })));

const route = () =>
  createRoute({
    method: "get",
    path: "/v1/facets",
    operationId: "countFacets",
    summary: "Subjects, levels, years, papers, exams and kinds of content inside a scope",
    security: [{ apiKey: [] }],
    request: { query: facetQuery(), headers: revalidationHeaders },
    responses: {
      200: {
        headers: etagHeader,
        description: "Values with their number of documents, most frequent first",
        content: {
          "application/json": { schema: z.object({ facets: z.record(z.string(), facet()) }) },
        },
      },
      ...notModified,
      ...errorResponses(400, 401, 422, 429, 500, 503),
    },
  });

export function registerFacets(app: App): void {
  describeLater(app, route);
  app.get("/v1/facets", authenticate("reader"), revalidated(), async (c) => {
    const { dependencies, tenant } = c.var;
    const gate = await requestGate(c.var, scopeOfQuery(readQuery(c.req.url, facetQuery())));
    const rows = await countFacets(dependencies.database, tenant.tenantId, gate);
    const facets = Object.groupBy(rows, ({ field }) => field);
    return c.json(
      {
        facets: Object.fromEntries(
          Object.entries(facets).map(([field, values]) => [
            field,
            (values ?? []).map(({ value, documents }) => ({ value, documents })),
          ]),
        ),
      },
      200,
    );
  });
}
