/**
 * Answers remembered under an Idempotency-Key, per API key of a tenant: a repeat of a request gets the
 * answer of the first. Bounded in age, number and size; a request that never ended (its isolate was
 * lost) holds its key for IN_FLIGHT_SECONDS_MAX only.
 */
import type { Database } from "../ports.ts";
import type { TenantContext } from "./tenant-context.ts";

export const IDEMPOTENCY_KEY_CHARS_MAX = 255;
export const RETENTION_HOURS = 24;
/** Of one tenant; the oldest goes first. */
export const REMEMBERED_REQUESTS_MAX = 2000;
/** Results of DOCUMENTS_PER_REQUEST_MAX documents with ids of 200 four-byte characters fit. */
export const REMEMBERED_BODY_CHARS_MAX = 2 * 1024 * 1024;
/** Longer than the longest request: three attempts of two statements and the embedding calls. */
export const IN_FLIGHT_SECONDS_MAX = 180;

export interface IdempotentRequest {
  readonly idempotencyKey: string;
  /** SHA-256 over everything that makes the request what it is. */
  readonly requestHash: string;
  /** Id of this very request: a claim that is sent again because its answer was lost is the same. */
  readonly requestId: string;
}

export type Claim =
  | { readonly state: "claimed" }
  | { readonly state: "in_flight" }
  | { readonly state: "other_request" }
  | { readonly state: "answered"; readonly status: number; readonly body: string };

interface RememberedRow {
  request_hash: string;
  claimed_by: string;
  status: number | null;
  body: string | null;
}

type Caller = Pick<TenantContext, "tenantId" | "keyId">;

const SWEEP = `DELETE FROM idempotent_requests WHERE tenant_id = $1 AND (
  claimed_at < now() - interval '${RETENTION_HOURS} hours'
  OR (status IS NULL AND claimed_at < now() - interval '${IN_FLIGHT_SECONDS_MAX} seconds')
  OR claimed_at < (SELECT claimed_at FROM idempotent_requests WHERE tenant_id = $1
                   ORDER BY claimed_at DESC OFFSET ${REMEMBERED_REQUESTS_MAX - 1} LIMIT 1))`;

const CLAIM = `INSERT INTO idempotent_requests (tenant_id, key_id, idempotency_key, request_hash,
  claimed_by) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

const OF_KEY = "tenant_id = $1 AND key_id = $2 AND idempotency_key = $3";

/** Takes the key for this request, or says what stands in its place. One round trip. */
export async function claimRequest(
  database: Database,
  { tenantId, keyId }: Caller,
  { idempotencyKey, requestHash, requestId }: IdempotentRequest,
): Promise<Claim> {
  const [, , remembered] = await database.batch([
    { text: SWEEP, parameters: [tenantId] },
    { text: CLAIM, parameters: [tenantId, keyId, idempotencyKey, requestHash, requestId] },
    {
      text: `SELECT request_hash, claimed_by, status, body FROM idempotent_requests WHERE ${OF_KEY}`,
      parameters: [tenantId, keyId, idempotencyKey],
    },
  ]);
  const row = remembered![0] as RememberedRow | undefined;
  if (row === undefined || row.status === null) {
    return { state: row?.claimed_by === requestId ? "claimed" : "in_flight" };
  }
  return row.request_hash === requestHash
    ? { state: "answered", status: row.status, body: row.body ?? "" }
    : { state: "other_request" };
}

/** Keeps the answer for repeats; one that is too large is not kept and its key is free again. */
export async function rememberAnswer(
  database: Database,
  caller: Caller,
  idempotencyKey: string,
  answer: { readonly status: number; readonly body: string },
): Promise<void> {
  if (answer.body.length > REMEMBERED_BODY_CHARS_MAX) {
    return releaseRequest(database, caller, idempotencyKey);
  }
  await database.query(
    `UPDATE idempotent_requests SET status = $4, body = $5 WHERE ${OF_KEY} AND status IS NULL`,
    [caller.tenantId, caller.keyId, idempotencyKey, answer.status, answer.body],
  );
}

/** The request came to nothing that should be repeated: the key may be used again. */
export async function releaseRequest(
  database: Database,
  { tenantId, keyId }: Caller,
  idempotencyKey: string,
): Promise<void> {
  await database.query(`DELETE FROM idempotent_requests WHERE ${OF_KEY} AND status IS NULL`, [
    tenantId,
    keyId,
    idempotencyKey,
  ]);
}
