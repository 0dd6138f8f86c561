/**
 * `Idempotency-Key` on routes that write: the first request with a key runs, a repeat gets its answer
 * back with `idempotent-replayed: true`, another request under the same key is refused. Comes after
 * `authenticate`. Answers that a second try may improve (401, 429, 5xx) are not kept.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnvironment } from "../app-environment.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../sha256.ts";
import {
  type Claim,
  claimRequest,
  IDEMPOTENCY_KEY_CHARS_MAX,
  releaseRequest,
  rememberAnswer,
} from "../store/idempotent-requests.ts";
import { readBody } from "./request-body.ts";

const HEADER = "idempotency-key";
/** Wait this long before asking again for a request that still runs. */
const IN_FLIGHT_RETRY_SECONDS = 1;

export const IDEMPOTENCY_KEY_PATTERN = new RegExp(
  `^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`,
);

/** `bytesMax`: limit of the body, as the route itself reads it. */
export function idempotent(bytesMax: number): MiddlewareHandler<AppEnvironment> {
  return async (c, next) => {
    const idempotencyKey = c.req.header(HEADER);
    if (idempotencyKey === undefined) {
      return next();
    }
    if (!IDEMPOTENCY_KEY_PATTERN.test(idempotencyKey)) {
      const message = `must be 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} visible ASCII characters`;
      throw new AppError("invalid_request", message, { field: HEADER });
    }
    const { dependencies, tenant } = c.var;
    const { database, log } = dependencies;
    const body = await readBody(c.req.raw, bytesMax);
    const { method, url, headers } = c.req.raw;
    const { pathname, search } = new URL(url);
    const type = headers.get("content-type") ?? "";
    const requestHash = await sha256Hex([method, pathname, search, type, body].join("\n"));
    const { requestId } = c.var;
    const claim = await claimRequest(database, tenant, { idempotencyKey, requestHash, requestId });
    if (claim.state !== "claimed") {
      return replay(c, claim);
    }
    // The route reads the body again.
    c.req.raw = new Request(url, { method, headers, ...(body === "" ? {} : { body }) });
    await next();
    const { status } = c.res;
    const settled = isFinal(status)
      ? rememberAnswer(database, tenant, idempotencyKey, {
          status,
          body: await c.res.clone().text(),
        })
      : releaseRequest(database, tenant, idempotencyKey);
    // The work is done: an answer that could not be kept must not look like a failure of it.
    await settled.catch(() => log({ event: "answer_not_kept", request_id: requestId }));
  };
}

const isFinal = (status: number) => status < 500 && status !== 401 && status !== 429;

function replay(c: Context<AppEnvironment>, claim: Exclude<Claim, { state: "claimed" }>): Response {
  switch (claim.state) {
    case "answered":
      return c.body(claim.body, claim.status as ContentfulStatusCode, {
        "content-type": "application/json",
        "idempotent-replayed": "true",
      });
    case "other_request":
      throw new AppError(
        "idempotency_key_reused",
        "this key was used for a different request; take a new one",
        { field: HEADER },
      );
    case "in_flight":
      throw new AppError("request_in_progress", "a request with this key still runs", {
        field: HEADER,
        retryAfterSeconds: IN_FLIGHT_RETRY_SECONDS,
      });
  }
}
