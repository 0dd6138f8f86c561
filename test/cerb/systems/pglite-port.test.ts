/** Goal: values pass the port as they pass the production driver, odd text included. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import type { Database } from "#edge/ports.ts";
import { databaseOf } from "#cerb/systems/pglite-port.ts";

let local: LocalDatabase;
let database: Database;

beforeAll(async () => {
  local = await openPglite();
  database = databaseOf(local);
});

afterAll(async () => {
  await local.close();
});

describe("databaseOf", () => {
  it("reads numbers, truth values, JSON and NULL by their type, bigint as text", async () => {
    const [row] = await database.query(
      `SELECT 1::integer AS i, 1.5::real AS r, true AS b, '{"a":[1]}'::jsonb AS j, NULL AS n,
         7::bigint AS big`,
      [],
    );
    expect(row).toEqual({ i: 1, r: 1.5, b: true, j: { a: [1] }, n: null, big: "7" });
  });

  it("sends arrays with quotes, backslashes, commas and NULL unharmed", async () => {
    const texts = ['a"b', "c\\d", "e,{f}", "", "é 数"];
    const [row] = await database.query("SELECT to_json($1::text[]) AS texts", [texts]);
    expect(row).toEqual({ texts });
    const [mixed] = await database.query("SELECT to_json($1::integer[]) AS n", [[1, null]]);
    expect(mixed).toEqual({ n: [1, null] });
  });

  it("runs a batch in one transaction", async () => {
    await local.execute("CREATE TABLE numbers (n integer PRIMARY KEY)");
    const insert = { text: "INSERT INTO numbers VALUES ($1)", parameters: [1] };
    await expect(database.batch([insert, insert])).rejects.toThrow();
    expect(await database.query("SELECT * FROM numbers", [])).toEqual([]);
  });
});
