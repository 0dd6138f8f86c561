/**
 * The one error that the client throws: what went wrong as a code, and the id under which the
 * service logged it. The key never stands in a message.
 */

/** Codes of the service. */
export type ServiceErrorCode =
  | "invalid_request"
  | "empty_query"
  | "invalid_json"
  | "unauthorized"
  | "forbidden"
  | "document_quota_exceeded"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "request_in_progress"
  | "body_too_large"
  | "unsupported_media_type"
  | "unprocessable"
  | "unknown_scope_value"
  | "idempotency_key_reused"
  | "rate_limited"
  | "search_quota_exceeded"
  | "internal"
  | "configuration"
  | "upstream_unavailable";

/** Codes of this side: nothing came back, or nothing that can be read. */
export type ClientErrorCode =
  | "network"
  | "timeout"
  | "aborted"
  | "invalid_response"
  | "invalid_argument";

/** A newer service may know codes that this client does not, so the set is open. */
export type ScopewiseErrorCode = ServiceErrorCode | ClientErrorCode | (string & {});

export interface ErrorDetails {
  readonly code: ScopewiseErrorCode;
  readonly message: string;
  readonly status?: number | null;
  readonly field?: string | null;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
}

export class ScopewiseError extends Error {
  override readonly name = "ScopewiseError";
  readonly code: ScopewiseErrorCode;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** The field of the request that is wrong, such as `scope.level`. */
  readonly field: string | null;
  /** The service's id of the request; begins with `local-` where no answer came. */
  readonly requestId: string;
  /** How long the service asked to wait, when it did. */
  readonly retryAfterSeconds: number | null;
  override readonly cause: unknown;

  constructor(details: ErrorDetails) {
    super(details.message);
    this.code = details.code;
    this.status = details.status ?? null;
    this.field = details.field ?? null;
    this.requestId = details.requestId ?? localRequestId();
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.cause = details.cause;
  }
}

/** Not every runtime has crypto.randomUUID; this only has to be told apart in a log. */
function localRequestId(): string {
  return `local-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
