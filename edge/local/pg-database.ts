/** Any PostgreSQL with pgvector that DATABASE_URL names, behind the same gateway as PGlite. */
import pg from "pg";
import type { TextResult, TextStatement } from "./gateway.ts";
import type { LocalDatabase } from "./pglite-database.ts";

export const CONNECTIONS_MAX = 8;

const asText = { getTypeParser: () => (value: unknown) => value as string };

export async function openPostgres(databaseUrl: string): Promise<LocalDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX });
  // An idle connection that dies is replaced by the pool; the next statement reports what matters.
  pool.on("error", () => undefined);
  await pool.query("SELECT 1");
  return {
    run: (statements) => inTransaction(pool, statements),
    execute: async (sql) => {
      await pool.query(sql);
    },
    rows: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows,
    close: () => pool.end(),
  };
}

async function inTransaction(
  pool: pg.Pool,
  statements: readonly TextStatement[],
): Promise<TextResult[]> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const results: TextResult[] = [];
    for (const { query, params } of statements) {
      const result = await client.query<(string | null)[]>({
        text: query,
        values: [...params],
        rowMode: "array",
        types: asText,
      });
      results.push({
        fields: result.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
        rows: result.rows,
        command: result.command,
        rowCount: result.rowCount ?? result.rows.length,
      });
    }
    await client.query("COMMIT");
    return results;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
