import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import { migrate, MigrationError, readMigrations } from "../../migrations/migrate.ts";

describe("migrations", () => {
  let database: LocalDatabase;
  beforeAll(async () => {
    database = await openPglite();
  });
  afterAll(() => database.close());

  it("apply in order, once", async () => {
    const names = readMigrations().map(({ name }) => name);
    expect(await migrate(database)).toEqual(names);
    expect(await migrate(database)).toEqual([]);
    const rows = await database.rows("SELECT name FROM schema_migrations ORDER BY name");
    expect(rows.map(({ name }) => name)).toEqual(names);
  });

  it("refuse an edited file, a lost file and a late file", async () => {
    const known = readMigrations();
    const edited = known.map((migration, index) =>
      index === 1 ? { ...migration, sha256: "0".repeat(64) } : migration,
    );
    await expect(migrate(database, edited)).rejects.toThrow(MigrationError);
    await expect(migrate(database, known.slice(0, -1))).rejects.toThrow("its file is gone");
    const late = [{ name: "0000_late.sql", sql: "SELECT 1", sha256: "1".repeat(64) }, ...known];
    await expect(migrate(database, late)).rejects.toThrow("sorts before");
  });

  it("leave nothing of a migration that fails", async () => {
    const broken = [
      ...readMigrations(),
      {
        name: "9999_broken.sql",
        sql: "CREATE TABLE half (a int); SELECT 1/0",
        sha256: "2".repeat(64),
      },
    ];
    await expect(migrate(database, broken)).rejects.toThrow();
    await database.execute("ROLLBACK").catch(() => undefined);
    const rows = await database.rows("SELECT to_regclass('half') AS found");
    expect(rows[0]!["found"]).toBeNull();
  });

  it("compute the normal form as the core does", async () => {
    const { normalForm } = await import("#core/scope/curriculum-scope.ts");
    for (const value of [
      "  High   School ",
      "新课标Ⅰ",
      "ÉPREUVE\u00a02",
      "x²",
      "Straße",
      "3e\tA",
    ]) {
      const literal = value.replaceAll("'", "''");
      const rows = await database.rows(`SELECT normal_form('${literal}') AS nf`);
      expect(rows[0]!["nf"]).toBe(normalForm(value));
    }
  });
});
