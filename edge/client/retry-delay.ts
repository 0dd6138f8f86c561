/**
 * How long to wait before the next attempt: exponential with full jitter, so that clients that
 * failed together do not come back together; a `Retry-After` of the service is a lower bound. Pure.
 */

export const RETRY_BASE_MS = 250;
export const RETRY_BACKOFF_MS_MAX = 8000;
/** A service that asks for a longer pause than this is not waited for: the caller decides. */
export const RETRY_AFTER_SECONDS_MAX = 60;

/** Milliseconds before attempt `failed + 1`, or null: do not try again. `random` is in [0, 1). */
export function retryDelayMs(
  failed: number,
  retryAfterSeconds: number | null,
  random: number,
): number | null {
  if (retryAfterSeconds !== null) {
    return retryAfterSeconds > RETRY_AFTER_SECONDS_MAX
      ? null
      : retryAfterSeconds * 1000 + random * RETRY_BASE_MS;
  }
  return random * Math.min(RETRY_BACKOFF_MS_MAX, RETRY_BASE_MS * 2 ** failed);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** `Retry-After` is a number of seconds or a date; anything else counts as absent. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, (date - nowMs) / 1000);
}
