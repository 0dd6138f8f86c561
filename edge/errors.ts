/**
 * The closed set of errors that a caller can see. Messages are written here or in the schemas; text
 * from a driver or a provider never reaches a response or a log.
 */

export const ERROR_CODES = {
  invalid_request: 400,
  empty_query: 400,
  invalid_json: 400,
  unauthorized: 401,
  forbidden: 403,
  document_quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  request_in_progress: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  unknown_scope_value: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  search_quota_exceeded: 429,
  internal: 500,
  configuration: 500,
  upstream_unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_CODES;

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.field = options.field;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): (typeof ERROR_CODES)[ErrorCode] {
    return ERROR_CODES[this.code];
  }
}

export const unauthorized = () =>
  new AppError("unauthorized", "a valid API key or token is needed: Authorization: Bearer …");

/** A broken invariant is a bug: it throws and nothing catches it to go on. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) {
    throw new Error(`invariant: ${message}`);
  }
}
