/** A database that was filled before a migration answers after it: rows of every tenant find their tenant. */
import { expect, it } from "vitest";
import { openPglite } from "#edge/local/pglite-database.ts";

import { newApiKey, storeKey } from "#edge/local/tenants.ts";
import { migrate, readMigrations } from "../../migrations/migrate.ts";
import { startProduct } from "../support/product.ts";

/** The last one before row-level security. */
const BEFORE = "0009_detected_language.sql";

const row = (id: string, text: string) => ({
  id,
  text,
  content_hash: id,
  normalizer_version: "1",
  search_title: null,
  scope: { subject: "physics", level: null, language: "en" },
  chunks: [{ body: text, search: text, embedding: null }],
});

it("rows of two tenants that were there before row-level security", async () => {
  const local = await openPglite();
  await migrate(
    local,
    readMigrations().filter(({ name }) => name <= BEFORE),
  );
  const fill = (tenant: number, ids: readonly string[]) =>
    local.execute(`INSERT INTO tenants (name, embedding_model, embedding_dimension)
        VALUES ('old-${tenant}', 'test-model', 8);
      SELECT ingest_documents(${tenant}, '${JSON.stringify(ids.map((id) => row(id, `ray of light ${id}`)))}')`);
  await fill(1, ["few"]);
  await fill(2, ["many", "more"]);
  const product = await startProduct({ local, embedder: null });
  const wrong =
    await local.rows(`SELECT 'chunk' AS kind FROM chunks c JOIN documents d USING (doc_key)
      WHERE c.tenant_id <> d.tenant_id
    UNION ALL SELECT 'term' FROM term_statistics s JOIN terms t USING (term_id)
      WHERE s.tenant_id <> t.tenant_id`);
  expect(wrong).toEqual([]);
  for (const [tenant, ids] of [
    [1, ["few"]],
    [2, ["many", "more"]],
  ] as const) {
    const key = newApiKey("admin");
    await storeKey(product.database, tenant, "admin", key);
    const found = await product.search({ query: "light" }, key);
    expect(found.hits.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(found.hits.map(({ ranks }) => ranks.lexical).every((rank) => rank !== null)).toBe(true);
    await product.ingest([{ id: "new", subject: "Physics", text: "Lenses bend light." }], key);
    expect((await product.search({ query: "lenses" }, key)).hits[0]!.id).toBe("new");
  }
  await product.close();
});
