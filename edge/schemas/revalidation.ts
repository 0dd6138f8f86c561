/** `ETag` and 304 of routes that read, for the OpenAPI description. */
import { z } from "@hono/zod-openapi";

export const revalidationHeaders = z.object({
  "If-None-Match": z.string().max(8192).optional().openapi({
    description:
      "The `ETag` of an answer you have: 304 without a body while it is still the answer",
  }),
});

export const etagHeader = {
  ETag: { description: "Names this answer", schema: { type: "string" as const } },
};

export const notModified = {
  304: { description: "The answer that `If-None-Match` names still stands", headers: etagHeader },
};
