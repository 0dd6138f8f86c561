/** The error body, and the error responses of a route for the OpenAPI description. */
import { z } from "@hono/zod-openapi";
import { ERROR_CODES, type ErrorCode } from "../errors.ts";
import { lazy } from "./lazy.ts";

export const errorSchema = lazy(() =>
  z
    .object({
      error: z.object({
        code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode]),
        message: z.string(),
        field: z.string().optional(),
        request_id: z.string(),
      }),
    })
    .openapi("Error"),
);

interface Meaning {
  readonly description: string;
  readonly code: ErrorCode;
  readonly message: string;
  readonly field?: string;
}

const MEANINGS = {
  400: {
    description: "The request is not valid; `field` names what is wrong",
    code: "invalid_request",
    message: "unknown field scope.lvel",
    field: "scope.lvel",
  },
  401: {
    description: "No valid API key or token",
    code: "unauthorized",
    message: "a valid API key or token is needed: Authorization: Bearer …",
  },
  403: {
    description:
      "The key's role does not allow this. POST /v1/documents: the quota of documents is used up " +
      "(`document_quota_exceeded`)",
    code: "forbidden",
    message: "this key is a reader key; writer is needed",
  },
  404: { description: "Not found", code: "not_found", message: "no such document" },
  409: {
    description:
      "The state has moved on (an expired cursor): start again. Or a request with this " +
      "Idempotency-Key still runs (`request_in_progress`): ask again",
    code: "conflict",
    message: "the cursor has expired: start again without it",
    field: "cursor",
  },
  413: {
    description: "The body is too large",
    code: "body_too_large",
    message: "the body is larger than 262144 bytes",
  },
  415: {
    description: "The content type is not supported",
    code: "unsupported_media_type",
    message: "send application/json",
    field: "content-type",
  },
  422: {
    description: "Understood, but a value is unknown or does not fit; `field` names it",
    code: "unknown_scope_value",
    message: 'no level is named "O-Levle"',
    field: "scope.level",
  },
  429: {
    description:
      "Too many requests, or the month's quota of searches is used up (`search_quota_exceeded`); see " +
      "Retry-After",
    code: "rate_limited",
    message: "too many requests with this key",
  },
  500: { description: "A fault in the service", code: "internal", message: "unexpected failure" },
  503: {
    description: "A service behind this one did not answer; see Retry-After",
    code: "upstream_unavailable",
    message: "the database did not answer; try again",
  },
} as const satisfies Record<number, Meaning>;

type ErrorStatus = keyof typeof MEANINGS;

const EXAMPLE_REQUEST_ID = "1b4e28ba-2fa1-4d2b-883f-0016d3cca427";
const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
} as const;

export function errorResponses<const S extends ErrorStatus>(...statuses: S[]) {
  return Object.fromEntries(
    statuses.map((status) => {
      const { description, ...error } = MEANINGS[status];
      const example = { error: { ...error, request_id: EXAMPLE_REQUEST_ID } };
      return [
        status,
        {
          description,
          ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
          content: { "application/json": { schema: errorSchema(), example } },
        },
      ];
    }),
  ) as unknown as Record<
    S,
    {
      description: string;
      content: { "application/json": { schema: ReturnType<typeof errorSchema> } };
    }
  >;
}
