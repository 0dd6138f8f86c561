/**
 * The second lock of tenancy (migrations/0010_row_level_security.sql). Each call begins its
 * transaction by entering the tenant under a role to which PostgreSQL shows no other tenant's rows,
 * so that a statement that forgot its own predicate on tenant_id still finds nothing foreign. The same
 * statement refuses a key that was revoked since it was remembered. Both ride along in one batch: one
 * call stays one round trip.
 */
import { AppError } from "../errors.ts";
import type { Database, Statement } from "../ports.ts";

interface Caller {
  readonly tenantId: number;
  readonly keyId: number;
}

/** `keyId` null: work of the service itself, behind no request. */
export function enterTenant(tenantId: number, keyId: number | null): Statement {
  return { text: "SELECT enter_tenant($1, $2)", parameters: [tenantId, keyId] };
}

/** The same, and one more search of this month; refused where the tenant's quota is reached. */
const enterAndCount = ({ tenantId, keyId }: Caller): Statement => ({
  text: "SELECT enter_tenant($1, $2), count_search($1)",
  parameters: [tenantId, keyId],
});

interface Binding {
  readonly root: Database;
  readonly caller: Caller;
  /** The database refused the key: the caller forgets what it remembers of it. */
  readonly onRefusal: () => void;
}

const bindings = new WeakMap<Database, Binding>();

export function tenantDatabase(
  root: Database,
  { tenantId, keyId }: Caller,
  onRefusal: () => void,
): Database {
  const binding = { root, caller: { tenantId, keyId }, onRefusal };
  const bound = beginWith(enterTenant(tenantId, keyId), binding);
  bindings.set(bound, binding);
  return bound;
}

/** The same tenant's database, where each call counts as a search. */
export function countedDatabase(database: Database): Database {
  const binding = bindings.get(database);
  return binding === undefined ? database : beginWith(enterAndCount(binding.caller), binding);
}

function beginWith(first: Statement, { root, onRefusal }: Binding): Database {
  const entered = async (statements: readonly Statement[]) => {
    try {
      return (await root.batch([first, ...statements])).slice(1);
    } catch (error) {
      if (error instanceof AppError && error.code === "unauthorized") {
        onRefusal();
      }
      throw error;
    }
  };
  return {
    query: async <Row>(text: string, parameters: readonly unknown[]) => {
      const [rows] = await entered([{ text, parameters }]);
      return rows as Row[];
    },
    batch: entered,
  };
}

/** The database itself: what is remembered of a tenant outlives the requests that read it. */
export const rootOf = (database: Database): Database => bindings.get(database)?.root ?? database;
