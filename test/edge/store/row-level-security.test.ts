/**
 * Goal: PostgreSQL itself keeps tenants apart. Method: statements without any predicate on tenant_id,
 * as a bug would send them, run inside a tenant; every table must show that tenant's rows alone.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterTenant, tenantDatabase } from "#edge/store/tenant-database.ts";
import type { Database, Statement } from "#edge/ports.ts";
import { type Product, startProduct } from "../../support/product.ts";

/** Rows that belong to no tenant. */
const SHARED = ["analyzers", "schema_migrations"];

const document = (id: string, subject: string) => ({
  id,
  subject,
  level: "O-Level",
  language: "en",
  text: `A ray of light bends in ${subject}.`,
});

describe("row-level security", () => {
  let product: Product;
  let victim: { tenantId: number; key: string };
  let keyId: number;
  let refusals = 0;
  let mine: Database;

  beforeAll(async () => {
    product = await startProduct();
    victim = await product.addTenant("victim");
    await product.ingest([document("own", "Physics")]);
    await product.ingest([document("foreign", "Chemistry")], victim.key);
    const [key] = await product.database.query<{ key_id: number }>(
      "SELECT key_id FROM api_keys WHERE tenant_id = $1",
      [product.tenantId],
    );
    keyId = key!.key_id;
    const caller = { tenantId: product.tenantId, keyId };
    mine = tenantDatabase(product.database, caller, () => (refusals += 1));
  });
  afterAll(() => product.close());

  const tables = async () =>
    (
      await product.local.rows(`SELECT relname AS name, relrowsecurity AS secured,
        has_table_privilege('scopewise_serving', oid, 'SELECT') AS readable
        FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        ORDER BY relname`)
    ).filter(({ name }) => !SHARED.includes(String(name)));

  it("is on for every table, those of later migrations included", async () => {
    const open = (await tables()).filter(({ secured }) => secured !== true);
    expect(open).toEqual([]);
  });

  it("shows one tenant's rows to a statement without a predicate, in every table", async () => {
    let filled = 0;
    for (const { name, readable } of await tables()) {
      if (readable === true) {
        const rows = await mine.query<{ tenant_id: number }>(`SELECT tenant_id FROM ${name}`, []);
        expect(new Set(rows.map((row) => row.tenant_id)), String(name)).toEqual(
          new Set(rows.length === 0 ? [] : [product.tenantId]),
        );
        filled += rows.length === 0 ? 0 : 1;
      }
    }
    expect(filled, "tables with rows of this tenant").toBeGreaterThanOrEqual(9);
  });

  it("canary: the same statement outside a tenant shows both", async () => {
    const rows = await product.database.query("SELECT id FROM documents ORDER BY id", []);
    expect(rows).toEqual([{ id: "foreign" }, { id: "own" }]);
  });

  it("the inverted index, read with the owner's rights, is refused for another tenant", async () => {
    const read = (database: Database, tenant: number) =>
      database.query<{ id: string }>(
        `SELECT s.id FROM chunk_lexical l CROSS JOIN LATERAL score_chunks($1, l.term_keys, l.impacts) s`,
        [tenant],
      );
    expect((await read(mine, product.tenantId)).map(({ id }) => id)).toEqual(["own"]);
    await expect(read(mine, victim.tenantId)).rejects.toThrow(/42501/u);
    // Canary: outside a tenant the same call shows the other one's chunk.
    const rows = await read(product.database, victim.tenantId);
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(["foreign"]));
  });

  it("the inverted index is read by one plan, whatever keys a call brings", async () => {
    const [row] = await product.database.query<{ settings: string }>(
      "SELECT proconfig::text AS settings FROM pg_proc WHERE proname = 'score_chunks'",
      [],
    );
    expect(row!.settings).toContain("plan_cache_mode=force_generic_plan");
    expect(row!.settings).toContain("search_path=");
  });

  it("keeps another tenant's rows from being changed, removed or planted", async () => {
    const entry = [victim.tenantId, { field: "subject", value: "Alchemy" }];
    const plant = `INSERT INTO vocabulary_edited VALUES ($1, 'subject', 'alchemy', $2)`;
    await product.database.query(plant, entry);
    await mine.query("UPDATE vocabulary_edited SET value_nf = 'changed'", []);
    await mine.query("DELETE FROM vocabulary_edited", []);
    const left = "SELECT value_nf FROM vocabulary_edited WHERE tenant_id = $1";
    expect(await product.database.query(left, [victim.tenantId])).toEqual([
      { value_nf: "alchemy" },
    ]);
    for (const [text, parameters] of [
      [plant, entry],
      ["DELETE FROM documents WHERE tenant_id = $1", [victim.tenantId]],
      ["SELECT delete_documents($1, '{foreign}')", [victim.tenantId]],
      ["SELECT id FROM ingest_documents($1, '[]')", [victim.tenantId]],
    ] as [string, unknown[]][]) {
      await expect(mine.query(text, parameters), text).rejects.toMatchObject({
        code: "internal",
        message: expect.stringContaining("42501"),
      });
    }
    expect((await product.search({ query: "ray" }, victim.key)).hits).toHaveLength(1);
  });

  it("hides everything from a transaction that entered no tenant", async () => {
    const serving = {
      text: "SELECT set_config('role', 'scopewise_serving', true)",
      parameters: [],
    };
    const run = (text: string) => product.database.batch([serving, { text, parameters: [] }]);
    expect((await run("SELECT id FROM documents"))[1]).toEqual([]);
    await expect(run("SELECT delete_documents(1, '{own}')")).rejects.toThrow("42501");
  });

  it("leaves keys and judgments out of reach, and ends with the transaction", async () => {
    for (const table of ["api_keys", "judgments", "schema_migrations"]) {
      await expect(mine.query(`SELECT * FROM ${table}`, [])).rejects.toMatchObject({
        message: expect.stringContaining("42501"),
      });
    }
    const [role] = await product.database.query("SELECT current_user AS name", []);
    expect(role).not.toEqual({ name: "scopewise_serving" });
  });

  it("refuses the key of another tenant and a revoked one, and says so once to the caller", async () => {
    const foreign: Statement = enterTenant(victim.tenantId, keyId);
    await expect(product.database.batch([foreign])).rejects.toMatchObject({ status: 401 });
    refusals = 0;
    await product.database.query("UPDATE api_keys SET revoked_at = now() WHERE key_id = $1", [
      keyId,
    ]);
    await expect(mine.query("SELECT 1", [])).rejects.toMatchObject({ status: 401 });
    expect(refusals).toBe(1);
    await product.database.query("UPDATE api_keys SET revoked_at = NULL WHERE key_id = $1", [
      keyId,
    ]);
  });

  it("lets no route go on with a revoked key that an isolate remembers", async () => {
    const { key, tenantId } = await product.addTenant("leaver");
    const read = () => product.send("GET", "/v1/documents", { key });
    expect((await read()).status).toBe(200);
    await product.database.query("UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", [
      tenantId,
    ]);
    expect((await read()).status).toBe(401);
    expect((await read()).status).toBe(401);
  });
});

describe("the application with its own predicate removed", () => {
  /** Every comparison with the tenant parameter becomes true: the second lock stands alone. */
  const withoutPredicate = (text: string) =>
    text.replaceAll(/(?:\w+\.)?tenant_id = \$1/g, "$1::integer IS NOT NULL");
  let product: Product;
  let removed = 0;

  beforeAll(async () => {
    const unlock = ({ text, parameters }: Statement): Statement => {
      const open = withoutPredicate(text);
      removed += open === text ? 0 : 1;
      return { text: open, parameters };
    };
    product = await startProduct({
      wrap: (database) => ({
        query: (text, parameters) => database.query(unlock({ text, parameters }).text, parameters),
        batch: (statements) => database.batch(statements.map(unlock)),
      }),
    });
  });
  afterAll(() => product.close());

  it("still answers from its own tenant alone", async () => {
    const { key } = await product.addTenant("second");
    await product.ingest([document("shared", "Physics"), document("mine", "Physics")]);
    await product.ingest([document("shared", "Chemistry")], key);
    const found = await product.search({ query: "ray of light", relax: "W3" }, key);
    expect(found.hits.map(({ id, subject }) => [id, subject])).toEqual([["shared", "Chemistry"]]);
    expect(found.pool_size).toBe(1);
    const listed = await product.send("GET", "/v1/documents", { key });
    expect(listed.body.documents).toHaveLength(1);
    expect((await product.send("GET", "/v1/documents/mine", { key })).status).toBe(404);
    expect((await product.send("GET", "/v1/usage", { key })).body.documents).toBe(1);
    const facets = await product.send("GET", "/v1/facets", { key });
    expect(JSON.stringify(facets.body)).not.toContain("Physics");
    expect(removed, "statements that lost their predicate").toBeGreaterThan(5);
  });
});
