/** POST /v1/feedback: what came of a hit, bound to the search that showed it. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { errorResponses } from "../schemas/error.ts";
import { readJsonBody } from "../schemas/read-body.ts";
import { K_MAX } from "../schemas/search.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

export const FEEDBACK_BODY_BYTES_MAX = 64 * 1024;
export const FEEDBACK_ITEMS_MAX = 100;

const itemSchema = lazy(() =>
  z
    .strictObject({
      request_id: z.uuid(),
      document_id: z.string().min(1).max(200),
      position: z.number().int().min(1).max(K_MAX),
      kind: z.enum(["click", "useful", "not_useful", "grade"]),
      grade: z.number().int().min(0).max(3).optional(),
    })
    .refine(({ kind, grade }) => (kind === "grade") === (grade !== undefined), {
      path: ["grade"],
      message: "is needed for kind grade, and for no other kind",
    })
    .openapi("Feedback"),
);

const bodySchema = lazy(() =>
  z.strictObject({
    feedback: z.array(itemSchema()).min(1).max(FEEDBACK_ITEMS_MAX),
  }),
);

const route = () =>
  createRoute({
    method: "post",
    path: "/v1/feedback",
    operationId: "sendFeedback",
    summary: "Clicks and judgments on hits",
    description: "Sending the same again changes nothing; a later grade replaces an earlier one.",
    security: [{ apiKey: [] }],
    request: {
      body: { required: true, content: { "application/json": { schema: bodySchema() } } },
    },
    responses: {
      200: {
        description: "Stored",
        content: { "application/json": { schema: z.object({ stored: z.number().int() }) } },
      },
      ...errorResponses(400, 401, 413, 415, 429, 500, 503),
    },
  });

const STATEMENT = `INSERT INTO feedback (tenant_id, request_id, document_id, position, kind, grade, key_id)
SELECT $1, r.request_id, r.document_id, r.position, r.kind, r.grade, $2
FROM (SELECT DISTINCT ON (request_id, document_id, kind) *
      FROM jsonb_to_recordset($3::jsonb) AS r (request_id uuid, document_id text,
        position smallint, kind text, grade smallint)) r
ON CONFLICT (tenant_id, request_id, document_id, kind) DO UPDATE SET
  grade = excluded.grade, position = excluded.position`;

export function registerFeedback(app: App): void {
  describeLater(app, route);
  app.post("/v1/feedback", authenticate("reader"), async (c) => {
    const { dependencies, tenant } = c.var;
    const { feedback } = await readJsonBody(c.req.raw, bodySchema(), FEEDBACK_BODY_BYTES_MAX);
    await dependencies.database.query(STATEMENT, [
      tenant.tenantId,
      tenant.keyId,
      JSON.stringify(feedback),
    ]);
    return c.json({ stored: feedback.length }, 200);
  });
}
