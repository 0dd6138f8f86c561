/**
 * Answers CORS preflights. A preflight carries no credential, so it cannot know the tenant: it only
 * lets the browser send the request; whether the page may read the answer is decided there.
 */
import type { MiddlewareHandler } from "hono";
import type { AppEnvironment } from "../app-environment.ts";

const MAX_AGE_SECONDS = 600;

export const preflight: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  const origin = c.req.header("origin");
  if (c.req.method !== "OPTIONS" || origin === undefined) {
    return next();
  }
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers":
        "authorization, cache-control, content-type, idempotency-key, if-none-match",
      "access-control-max-age": String(MAX_AGE_SECONDS),
      vary: "origin",
    },
  });
};
