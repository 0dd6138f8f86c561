/**
 * Goal: the product runs for a login that is no superuser, as hosted PostgreSQL gives it. Method: every
 * migration and a whole round of ingest and search under such a login.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import { migrate, readMigrations } from "../../migrations/migrate.ts";
import { startProduct } from "../support/product.ts";

describe("an owner who is no superuser", () => {
  let local: LocalDatabase;
  beforeAll(async () => {
    local = await openPglite();
    await local.execute(`CREATE EXTENSION vector; CREATE EXTENSION unaccent;
      CREATE ROLE hosted LOGIN CREATEROLE; GRANT ALL ON SCHEMA public TO hosted;
      SET SESSION AUTHORIZATION hosted`);
  });
  afterAll(() => local.close());

  it("migrates, ingests, searches and deletes, two tenants apart", async () => {
    expect(await migrate(local)).toHaveLength(readMigrations().length);
    const product = await startProduct({ local });
    const { key } = await product.addTenant("second");
    const document = { id: "a", subject: "Physics", language: "en", text: "Light bends." };
    await product.ingest([document]);
    await product.ingest([{ ...document, subject: "Chemistry" }], key);
    await product.ingest([{ ...document, subject: "Chemistry", text: "Acids." }], key);
    expect((await product.search({ query: "light" })).hits).toHaveLength(1);
    const own = await product.search({ query: "acids" }, key);
    expect(own.hits.map(({ subject }) => subject)).toEqual(["Chemistry"]);
    expect((await product.send("DELETE", "/v1/documents/a", { key })).status).toBe(200);
    expect((await product.send("GET", "/v1/documents/a")).status).toBe(200);
    const [who] = await local.rows(
      "SELECT current_user AS name, rolsuper FROM pg_roles WHERE rolname = current_user",
    );
    expect(who).toEqual({ name: "hosted", rolsuper: false });
    await product.gateway.close();
  });
});
