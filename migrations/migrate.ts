/**
 * Applies pending migrations in order, each in one transaction, and records name and sha256.
 * Refuses to go on when an applied file was edited or is missing: migrations are append-only.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** What the runner needs of a database: several statements at once, and rows of one query. */
export interface MigrationDatabase {
  execute(sql: string): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
}

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

export function readMigrations(folder: URL = new URL(".", import.meta.url)): Migration[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Returns the names that were applied now; an empty list means that the schema was current. */
export async function migrate(
  database: MigrationDatabase,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await database.execute(`CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const applied = new Map(
    (await database.rows("SELECT name, sha256 FROM schema_migrations ORDER BY name")).map((row) => [
      String(row["name"]),
      String(row["sha256"]),
    ]),
  );
  refuseChangedHistory(applied, migrations);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, sql, sha256 } of pending) {
    await database.execute(
      `BEGIN;\n${sql}\nINSERT INTO schema_migrations (name, sha256) VALUES ('${name}', '${sha256}');\nCOMMIT;`,
    );
  }
  return pending.map(({ name }) => name);
}

function refuseChangedHistory(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]));
  for (const [name, sha256] of applied) {
    const current = known.get(name);
    if (current === undefined) {
      throw new MigrationError(`migration ${name} was applied but its file is gone`);
    }
    if (current !== sha256) {
      throw new MigrationError(`migration ${name} was edited after it was applied`);
    }
  }
  const last = [...applied.keys()].at(-1);
  const late = migrations.find(
    ({ name }) => !applied.has(name) && last !== undefined && name < last,
  );
  if (late !== undefined) {
    throw new MigrationError(
      `migration ${late.name} sorts before ${last}, which is applied already`,
    );
  }
}
