/**
 * The product's Database port straight over a local PostgreSQL, without a gateway between: values
 * travel as text both ways, as they do over HTTP, and are read back by their type.
 */
import type { LocalDatabase } from "#edge/local/pglite-database.ts";
import type { TextResult, TextStatement } from "#edge/local/gateway.ts";
import type { Database, Statement } from "#edge/ports.ts";

type Value = string | null;

const asNumber = (text: string): number => Number(text);
const asJson = (text: string): unknown => JSON.parse(text);

/** Readers by type oid; every other type stays text, as with the production driver. */
const READERS: ReadonlyMap<number, (text: string) => unknown> = new Map([
  [16, (text: string): unknown => text === "t"],
  [21, asNumber],
  [23, asNumber],
  [700, asNumber],
  [701, asNumber],
  [114, asJson],
  [3802, asJson],
]);

export function databaseOf(local: LocalDatabase): Database {
  const run = async (statements: readonly Statement[]) =>
    (await local.run(statements.map(toText))).map(toRows);
  return {
    query: async <Row>(text: string, parameters: readonly unknown[]) => {
      const [rows] = await run([{ text, parameters }]);
      return rows as Row[];
    },
    batch: run,
  };
}

function toText({ text, parameters }: Statement): TextStatement {
  return { query: text, params: parameters.map(parameterText) };
}

function parameterText(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(elementText).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  return `"${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function toRows({ fields, rows }: TextResult): Record<string, unknown>[] {
  const readers = fields.map(({ dataTypeID }) => READERS.get(dataTypeID));
  return rows.map((row) =>
    Object.fromEntries(
      fields.map(({ name }, column) => {
        const text = row[column] ?? null;
        const read = readers[column];
        return [name, text === null || read === undefined ? text : read(text)];
      }),
    ),
  );
}
