/** The one place where an error becomes a response. Whatever is not an AppError is a bug: logged by name only. */
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import type { AppEnvironment } from "../app-environment.ts";
import { AppError } from "../errors.ts";

/** Every 503 says when to try again. */
const RETRY_SECONDS_DEFAULT = 1;

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly request_id: string;
  };
}

export const errorResponse: ErrorHandler<AppEnvironment> = (error, c) => {
  const known = error instanceof AppError ? error : new AppError("internal", "unexpected failure");
  if (known.status >= 500) {
    c.var.dependencies?.log({
      event: "request_failed",
      request_id: c.var.requestId ?? "",
      code: known.code,
      error: error.name,
    });
  }
  return respond(c, known);
};

export const notFound: NotFoundHandler<AppEnvironment> = (c) =>
  respond(c, new AppError("not_found", `no such route: ${c.req.method} ${c.req.path}`));

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      request_id: requestId,
    },
  };
}

function respond(c: Context<AppEnvironment>, error: AppError): Response {
  const wait =
    error.retryAfterSeconds ?? (error.status === 503 ? RETRY_SECONDS_DEFAULT : undefined);
  if (wait !== undefined) {
    c.header("retry-after", String(wait));
  }
  return c.json(errorBody(error, c.var.requestId ?? ""), error.status);
}
