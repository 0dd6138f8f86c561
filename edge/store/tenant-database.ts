/**
 * The second lock of tenancy (migrations/0010_row_level_security.sql). Each call begins its
 * transaction by entering the tenant under a role to which PostgreSQL shows no other tenant's rows,
 * so that a statement that forgot its own predicate on tenant_id still finds nothing foreign. The same
 * statement refuses a key that was revoked since it was remembered. Both ride along in one batch: one
 * call stays one round trip.
 */
import { AppError } from "../errors.ts";
import type { Database, Statement } from "../ports.ts";

/** `keyId` null: work of the service itself, behind no request. */
export function enterTenant(tenantId: number, keyId: number | null): Statement {
  return { text: "SELECT enter_tenant($1, $2)", parameters: [tenantId, keyId] };
}

/** What the database refused a key for; the caller forgets what it remembers of that key. */
type OnRefusal = () => void;

const roots = new WeakMap<Database, Database>();

export function tenantDatabase(
  database: Database,
  { tenantId, keyId }: { readonly tenantId: number; readonly keyId: number },
  onRefusal: OnRefusal,
): Database {
  const entered = async (statements: readonly Statement[]) => {
    try {
      return (await database.batch([enterTenant(tenantId, keyId), ...statements])).slice(1);
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthorized") {
        onRefusal();
      }
      throw error;
    }
  };
  const bound: Database = {
    query: async <Row>(text: string, parameters: readonly unknown[]) => {
      const [rows] = await entered([{ text, parameters }]);
      return rows as Row[];
    },
    batch: entered,
  };
  roots.set(bound, database);
  return bound;
}

/** The database itself: what is remembered of a tenant outlives the requests that read it. */
export const rootOf = (database: Database): Database => roots.get(database) ?? database;
