/** POST /v1/tokens: a short-lived reader token that cannot leave a scope. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import { authenticate } from "../middleware/authenticate.ts";
import { signToken, TOKEN_TTL_SECONDS_MAX } from "../middleware/token.ts";
import { requestScope } from "../retrieval/request-gate.ts";
import { errorResponses } from "../schemas/error.ts";
import { readJsonBody } from "../schemas/read-body.ts";
import { scopeSchema } from "../schemas/search.ts";
import { lazy } from "../schemas/lazy.ts";
import { describeLater } from "./describe-later.ts";

export const TOKENS_BODY_BYTES_MAX = 16 * 1024;
const TTL_SECONDS_DEFAULT = 3600;

const bodySchema = lazy(() =>
  z
    .strictObject({
      scope_lock: scopeSchema,
      ttl_seconds: z.number().int().min(1).max(TOKEN_TTL_SECONDS_MAX).default(TTL_SECONDS_DEFAULT),
    })
    .openapi("TokenRequest", {
      example: { scope_lock: { level: "O-Level", subject: ["Physics", "Chemistry"] } },
    }),
);

const route = () =>
  createRoute({
    method: "post",
    path: "/v1/tokens",
    operationId: "issueToken",
    summary: "Issue a scope-locked token for an app",
    description:
      "The token reads only, inside `scope_lock` and the issuing key's own lock, whatever is typed. " +
      "It ends when it expires or when the issuing key is revoked.",
    security: [{ apiKey: [] }],
    request: {
      body: { required: true, content: { "application/json": { schema: bodySchema() } } },
    },
    responses: {
      200: {
        description: "The token; it is not stored",
        content: {
          "application/json": {
            schema: z.object({ token: z.string(), expires_at: z.string() }),
          },
        },
      },
      ...errorResponses(400, 401, 403, 413, 415, 422, 429, 500, 503),
    },
  });

export function registerTokens(app: App): void {
  describeLater(app, route);
  app.post("/v1/tokens", authenticate("writer"), async (c) => {
    // Nothing else here asks the database: a key that was revoked meanwhile gets no token.
    c.set("tenant", await c.var.reloadTenant());
    const { tenant, dependencies } = c.var;
    const [signer] = dependencies.tokenKeys ?? [];
    const body = await readJsonBody(c.req.raw, bodySchema(), TOKENS_BODY_BYTES_MAX);
    if (signer === undefined) {
      throw new AppError("configuration", "no token signing key is configured (TOKEN_KEYS)");
    }
    const { effective, emptied } = await requestScope(c.var, body.scope_lock, "scope_lock.");
    if (emptied.length > 0) {
      throw new AppError("unprocessable", "the lock lies outside this key's own lock", {
        field: `scope_lock.${emptied[0]}`,
      });
    }
    const expires = Math.floor(dependencies.now() / 1000) + body.ttl_seconds;
    const token = await signToken({ keyId: tenant.keyId, scopeLock: effective, expires }, signer);
    return c.json({ token, expires_at: new Date(expires * 1000).toISOString() }, 200);
  });
}
