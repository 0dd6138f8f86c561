/** Quotas of a tenant: what is held against them, and the refusals. They are kept by the database. */
import { AppError } from "../errors.ts";

/** SQL: what the tenant $1 uses of its quotas, as one JSON object; a null `max` is unlimited. */
export const QUOTAS = `(SELECT json_build_object(
  'documents', json_build_object('max', t.documents_max, 'used',
    (SELECT coalesce(sum(documents), 0) FROM partitions WHERE tenant_id = $1)),
  'searches_this_month', json_build_object('max', t.searches_month_max, 'used',
    CASE WHEN t.searches_month_max IS NULL
      THEN (SELECT count(*) FROM impressions WHERE tenant_id = $1
            AND served_at >= this_month()::timestamp AT TIME ZONE 'UTC')
      ELSE (SELECT coalesce(sum(searches), 0) FROM search_counts
            WHERE tenant_id = $1 AND month = this_month()) END))
 FROM tenants t WHERE t.tenant_id = $1)`;

export const documentQuotaExceeded = () =>
  new AppError(
    "document_quota_exceeded",
    "these documents would exceed the quota of documents (GET /v1/usage); nothing was stored",
  );

export const searchQuotaExceeded = (now: Date) =>
  new AppError(
    "search_quota_exceeded",
    "the quota of searches of this month is used up (GET /v1/usage)",
    { retryAfterSeconds: secondsToNextMonth(now) },
  );

/** Months are counted in UTC; at least 1. */
export function secondsToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  return Math.ceil((next - now.getTime()) / 1000);
}
