/** The error body, and the error responses of a route for the OpenAPI description. */
import { z } from "@hono/zod-openapi";
import { ERROR_CODES } from "../errors.ts";

export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_CODES) as [keyof typeof ERROR_CODES]),
      message: z.string(),
      field: z.string().optional(),
      request_id: z.string(),
    }),
  })
  .openapi("Error", {
    example: {
      error: {
        code: "invalid_request",
        message: "unknown field scope.lvel",
        field: "scope.lvel",
        request_id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
      },
    },
  });

const MEANINGS = {
  400: "The request is not valid; `field` names what is wrong",
  401: "No valid API key",
  403: "The key's role does not allow this",
  404: "Not found",
  409: "The state has moved on (an expired cursor); start again",
  413: "The body is too large",
  415: "The content type is not supported",
  422: "Understood, but a value is unknown or does not fit; `field` names it",
  429: "Too many requests; see Retry-After",
  500: "A fault in the service",
  503: "A service behind this one did not answer; see Retry-After",
} as const;

type ErrorStatus = keyof typeof MEANINGS;

export function errorResponses<const S extends ErrorStatus>(...statuses: S[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: MEANINGS[status],
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  ) as unknown as Record<
    S,
    { description: string; content: { "application/json": { schema: typeof errorSchema } } }
  >;
}
