/**
 * Impressions (what was served, with the raw features) are kept in the isolate and written in
 * batches in the background, so that logging costs a search no round trip. A lost isolate loses at
 * most IMPRESSIONS_KEPT impressions.
 */
import type { Database, Statement } from "../ports.ts";
import { enterTenant } from "../store/tenant-database.ts";

export const IMPRESSIONS_KEPT = 20;
/** Hits logged per impression. */
export const IMPRESSION_HITS_MAX = 20;

export interface Impression {
  readonly request_id: string;
  readonly tenant_id: number;
  readonly served_at: string;
  readonly query: string;
  readonly scope: unknown;
  readonly outcome: string;
  readonly model_version: string | null;
  readonly feature_ids: readonly string[];
  readonly hits: readonly { id: string; rank: number; features: readonly number[] }[];
}

const STATEMENT = `INSERT INTO impressions
SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (request_id uuid, tenant_id integer,
  served_at timestamptz, query text, scope jsonb, outcome text, model_version text,
  feature_ids text[], hits jsonb)
ON CONFLICT (request_id) DO NOTHING`;

export class ImpressionLog {
  readonly #database: Database;
  #kept: Impression[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the write that is now due, or null. */
  add(impression: Impression): Promise<unknown> | null {
    this.#kept.push(impression);
    if (this.#kept.length < IMPRESSIONS_KEPT) {
      return null;
    }
    const due = this.#kept;
    this.#kept = [];
    return Promise.all(transactions(due).map((one) => this.#database.batch(one)));
  }
}

/** One for each tenant: a transaction that entered one cannot enter another. */
function transactions(due: readonly Impression[]): Statement[][] {
  const byTenant = Map.groupBy(due, ({ tenant_id: tenantId }) => tenantId);
  return [...byTenant].map(([tenantId, impressions]) => [
    enterTenant(tenantId, null),
    { text: STATEMENT, parameters: [JSON.stringify(impressions)] },
  ]);
}
