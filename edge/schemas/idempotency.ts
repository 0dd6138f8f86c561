/** The `Idempotency-Key` of routes that write, for the OpenAPI description. */
import { z } from "@hono/zod-openapi";
import { IDEMPOTENCY_KEY_PATTERN } from "../middleware/idempotent.ts";
import { RETENTION_HOURS } from "../store/idempotent-requests.ts";
import { lazy } from "./lazy.ts";

export const idempotencyHeaders = lazy(() =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY_PATTERN)
      .optional()
      .openapi({
        description:
          `A name of your choice for this request, remembered for ${RETENTION_HOURS} hours: sending it ` +
          "again gives the first answer and changes nothing. The same name on another request is " +
          "refused (422 `idempotency_key_reused`), and while the first one runs (409).",
      }),
  }),
);

/** Header of an answer that was given before. */
export const replayedHeader = {
  "Idempotent-Replayed": {
    description: "`true`: this is the answer of an earlier request with the same Idempotency-Key",
    schema: { type: "string" as const, enum: ["true"] },
  },
};
