/** GET /healthz: the Worker runs. GET /readyz: the database answers too. */
import { createRoute, z } from "@hono/zod-openapi";
import type { App } from "../app.ts";
import { errorResponses } from "../schemas/error.ts";
import { describeLater } from "./describe-later.ts";

const healthz = () =>
  createRoute({
    method: "get",
    path: "/healthz",
    operationId: "health",
    security: [],
    summary: "The service runs",
    responses: {
      200: {
        description: "The service runs",
        content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } },
      },
      ...errorResponses(500),
    },
  });

const readyz = () =>
  createRoute({
    method: "get",
    path: "/readyz",
    operationId: "ready",
    security: [],
    summary: "The service runs and its database answers",
    responses: {
      200: {
        description: "Ready",
        content: { "application/json": { schema: z.object({ status: z.literal("ready") }) } },
      },
      ...errorResponses(500, 503),
    },
  });

export function registerHealth(app: App): void {
  describeLater(app, healthz, readyz);
  app.get("/healthz", (c) => c.json({ status: "ok" as const }, 200));
  app.get("/readyz", async (c) => {
    await c.var.dependencies.database.query("SELECT 1 AS ready", []);
    return c.json({ status: "ready" as const }, 200);
  });
}
