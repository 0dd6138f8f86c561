/** A JSON response of a route, for the OpenAPI description. */
import type { z } from "@hono/zod-openapi";

export const jsonResponse = <T extends z.ZodType>(description: string, schema: T) => ({
  description,
  content: { "application/json": { schema } },
});
