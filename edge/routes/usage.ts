/** GET /v1/usage: what the tenant holds and how much was searched. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { errorResponses } from "../schemas/error.ts";
import { QUOTAS } from "../store/quotas.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

const USAGE_DAYS = 30;

const quotaSchema = lazy(() =>
  z.object({
    used: z.number().int(),
    max: z.number().int().nullable().openapi({ description: "Null: unlimited" }),
  }),
);

const usageSchema = lazy(() =>
  z
    .object({
      documents: z.number().int(),
      chunks: z.number().int(),
      embedded_chunks: z.number().int(),
      searches: z
        .number()
        .int()
        .openapi({ description: `Logged in the last ${USAGE_DAYS} days` }),
      feedback: z
        .number()
        .int()
        .openapi({ description: `In the last ${USAGE_DAYS} days` }),
      quotas: z.object({
        documents: quotaSchema().openapi({
          description: "Beyond `max`, POST /v1/documents answers 403 `document_quota_exceeded`",
        }),
        searches_this_month: quotaSchema().openapi({
          description:
            "Months in UTC. Beyond `max`, searches answer 429 `search_quota_exceeded`. Later pages " +
            "are no searches",
        }),
      }),
    })
    .openapi("Usage"),
);

const route = () =>
  createRoute({
    method: "get",
    path: "/v1/usage",
    operationId: "readUsage",
    summary: "Documents held, searches and feedback logged, quotas",
    security: [{ apiKey: [] }],
    responses: {
      200: {
        description: "Counts of this tenant",
        content: { "application/json": { schema: usageSchema() } },
      },
      ...errorResponses(401, 429, 500, 503),
    },
  });

const STATEMENT = `SELECT
  (SELECT coalesce(sum(documents), 0)::integer FROM partitions WHERE tenant_id = $1) AS documents,
  (SELECT coalesce(sum(chunks), 0)::integer FROM partitions WHERE tenant_id = $1) AS chunks,
  (SELECT count(*)::integer FROM chunk_dense WHERE tenant_id = $1 AND embedding_model = $2)
    AS embedded_chunks,
  (SELECT count(*)::integer FROM impressions
   WHERE tenant_id = $1 AND served_at > now() - interval '${USAGE_DAYS} days') AS searches,
  (SELECT count(*)::integer FROM feedback
   WHERE tenant_id = $1 AND created_at > now() - interval '${USAGE_DAYS} days') AS feedback,
  ${QUOTAS} AS quotas`;

export function registerUsage(app: App): void {
  describeLater(app, route);
  app.get("/v1/usage", authenticate("reader"), async (c) => {
    const { dependencies, tenant } = c.var;
    const [usage] = await dependencies.database.query<z.infer<ReturnType<typeof usageSchema>>>(
      STATEMENT,
      [tenant.tenantId, tenant.embeddingModel],
    );
    return c.json(usage!, 200);
  });
}
