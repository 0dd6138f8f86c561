/** PGlite (PostgreSQL in WASM) with pgvector and unaccent, in a folder or in memory. */
import { PGlite, type QueryOptions } from "@electric-sql/pglite";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { vector } from "@electric-sql/pglite-pgvector";
import type { MigrationDatabase } from "../../migrations/migrate.ts";
import type { TextDatabase, TextResult, TextStatement } from "./gateway.ts";

const identity = (value: unknown) => value as string;

/** The hot tables of the shipped corpora (about 80 MB) and their indexes stay in memory: no page is far. */
const MEMORY = ["-c", "shared_buffers=384MB", "-c", "work_mem=32MB", "-c", "random_page_cost=1.1"];

export interface LocalDatabase extends TextDatabase, MigrationDatabase {}

/** `folder` undefined: in memory. */
export async function openPglite(folder?: string): Promise<LocalDatabase> {
  const pg = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    extensions: { vector, unaccent },
    relaxedDurability: true,
    startParams: [...PGlite.defaultStartParams, ...MEMORY],
  });
  // Values stay in PostgreSQL's text format in both directions, whatever their type.
  const text = {
    parsers: Object.fromEntries(Object.keys(pg.parsers).map((oid) => [oid, identity])),
    serializers: Object.fromEntries(Object.keys(pg.serializers).map((oid) => [oid, identity])),
  };
  return {
    // One statement is a transaction of its own.
    run: async (statements) =>
      statements.length === 1
        ? [await runStatement(pg, statements[0]!, text)]
        : pg.transaction(async (transaction) => {
            const results: TextResult[] = [];
            for (const statement of statements) {
              results.push(await runStatement(transaction, statement, text));
            }
            return results;
          }),
    execute: async (sql) => {
      await pg.exec(sql);
    },
    rows: async (sql) => (await pg.query<Record<string, unknown>>(sql)).rows,
    close: () => pg.close(),
  };
}

async function runStatement(
  pg: Pick<PGlite, "query">,
  { query, params }: TextStatement,
  text: Pick<QueryOptions, "parsers" | "serializers">,
): Promise<TextResult> {
  const result = await pg.query<(string | null)[]>(query, [...params], {
    rowMode: "array",
    ...text,
  });
  const command = /^\s*(?:with\b[\s\S]*?\b)?(select|insert|update|delete)\b/i.exec(query);
  return {
    fields: result.fields,
    rows: result.rows,
    command: (command?.[1] ?? "").toUpperCase(),
    rowCount: result.affectedRows ?? result.rows.length,
  };
}
