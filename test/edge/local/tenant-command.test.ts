/** `npm run tenant`: what it makes is what the service accepts, and what it revokes is refused at once. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DataFolder, StartError } from "#edge/local/data-folder.ts";
import { openDatabase } from "#edge/local/open-database.ts";
import { openPglite } from "#edge/local/pglite-database.ts";
import { runTenantCommand } from "#edge/local/tenant-command.ts";
import { readTenantOptions } from "#edge/local/tenant-options.ts";
import { migrate } from "../../../migrations/migrate.ts";
import { type Product, startProduct } from "../../support/product.ts";

const MAIN = new URL("../../../edge/local/main.ts", import.meta.url).pathname;
const KEY = /sw_(?:reader|writer|admin)_[A-Za-z0-9]{32}/;

describe("npm run tenant", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
  });
  afterAll(() => product.close());

  const run = (...args: string[]) => runTenantCommand(readTenantOptions(args), product.database);
  const keyIn = (text: string) => KEY.exec(text)![0];
  const search = (key: string) => product.call("/v1/search", { query: "light" }, { key });

  it("creates a tenant that works at once: ingest, search, its own vocabulary and quotas", async () => {
    const text = await run(
      "create",
      "school",
      "--model",
      "test-model",
      "--dimension",
      "8",
      "--origin",
      "https://school.example,*",
      "--documents",
      "1",
      "--searches",
      "9",
    );
    const key = keyIn(text);
    expect(text).toContain("admin key, shown this once");
    const document = { id: "a", level: "O-Level", subject: "Physics", text: "Light bends." };
    expect((await product.ingest([document], key)).status).toBe(200);
    expect((await product.ingest([{ ...document, id: "b" }], key)).status).toBe(403);
    const found = await product.search({ query: "o level physics light" }, key);
    expect(found.scope.effective).toMatchObject({ level: ["O-Level"], subject: ["Physics"] });
    const { body } = await product.send("GET", "/v1/usage", { key });
    expect(body.quotas.searches_this_month).toEqual({ used: 1, max: 9 });
    const page = await product.send("GET", "/v1/usage", {
      key,
      headers: { origin: "https://school.example" },
    });
    expect(page.headers.get("access-control-allow-origin")).toBe("https://school.example");
    await expect(run("create", "school")).rejects.toThrow("a tenant is named school already");
  });

  it("makes keys with roles and locks, of which the database holds the hash alone", async () => {
    const reader = keyIn(await run("key", "school", "--role", "reader"));
    const ingest = await product.ingest([], reader);
    expect([ingest.status, ingest.body.error.message]).toEqual([
      403,
      "this key is a reader key; writer is needed",
    ]);
    const locked = keyIn(
      await run("key", "school", "--role", "reader", "--lock", '{"level": "A levels"}'),
    );
    const answer = await search(locked);
    expect(answer.body.scope).toMatchObject({
      locked: ["level"],
      effective: { level: ["A-Level"] },
    });
    expect(answer.body.hits).toEqual([]);
    const [row] = await product.local.rows(
      `SELECT count(*)::integer AS found FROM api_keys k WHERE k::text LIKE '%${reader.slice(12)}%'`,
    );
    expect(row).toEqual({ found: 0 });
  });

  it("lists tenants and keys, and revokes by number or by the key itself, at once", async () => {
    const first = keyIn(await run("key", "school", "--role", "writer"));
    const second = keyIn(await run("key", "school", "--role", "reader"));
    expect((await search(first)).status).toBe(200);
    expect((await search(second)).status).toBe(200);
    const listed = await run("list", "school");
    const line = listed.split("\n").find((one) => one.includes(first.slice(0, 12)))!;
    expect(line).toMatch(/^\d+ +sw_writer_\w\w… +writer +\d{4}-\d\d-\d\d +- +\{\}$/);
    expect(await run("revoke", line.split(" ")[0]!)).toContain("of school");
    expect(await run("revoke", second)).toContain("of school");
    expect((await search(first)).status).toBe(401);
    expect((await search(second)).status).toBe(401);
    expect(await run("list", "school")).not.toContain(second);
    expect(await run("list")).toMatch(/school +test-model +1 +1 +9 +\d+/);
  });

  it("changes one quota and leaves the other", async () => {
    expect(await run("quota", "school", "--documents", "2")).toBe(
      "school: documents 2, searches a month 9",
    );
    expect(await run("quota", "school", "--documents", "none", "--searches", "0")).toBe(
      "school: documents unlimited, searches a month 0",
    );
    const key = keyIn(await run("key", "school", "--role", "reader"));
    expect((await search(key)).status).toBe(429);
    expect(await run("quota", "school")).toContain("searches a month 0");
  });

  it.each([
    [[], "usage:"],
    [["destroy", "school"], "usage:"],
    [["create"], "usage:"],
    [["list", "school", "twice"], "usage:"],
    [["create", "No_Good"], "a-z, 0-9 and -"],
    [["create", "other", "--model", "m"], "belong together"],
    [["create", "other", "--model", "m", "--dimension", "4001"], "1 to 4000"],
    [["create", "other", "--origin", "https://a.example/path"], "--origin"],
    [["create", "other", "--documents", "-1"], "argument"],
    [["create", "other", "--searches", "many"], "whole number"],
    [["key", "school", "--role", "owner"], "reader, writer or admin"],
    [["key", "school"], "reader, writer or admin"],
    [["key", "nobody", "--role", "reader"], "no tenant is named nobody"],
    [["key", "school", "--role", "reader", "--lock", "{"], "--lock must be JSON"],
    [["key", "school", "--role", "reader", "--lock", '{"lvel": "x"}'], "lvel"],
    [["key", "school", "--role", "reader", "--lock", '{"level": "Grade 99"}'], "Grade 99"],
    [["key", "school", "--role", "reader", "--model", "m"], "takes no --model"],
    [["revoke", "sw_reader_"], "by its number"],
    [["revoke", "999999999"], "no such key"],
    [["quota", "nobody"], "no tenant is named nobody"],
    [["list", "nobody"], "no tenant is named nobody"],
  ])("%j is bad input, in a sentence", async (args, message) => {
    const failure = (async () => run(...args))();
    await expect(failure).rejects.toThrow(StartError);
    await expect(failure).rejects.toThrow(message);
  });

  const runProcess = (args: string[], env: Record<string, string>) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [MAIN, "tenant", ...args], {
        env: { ...process.env, ...env },
      });
      let output = "";
      child.stdout.on("data", (part) => (output += String(part)));
      child.stderr.on("data", (part) => (output += String(part)));
      child.once("close", (code) => resolve({ code, output }));
    });

  it("runs as a process on DATABASE_URL, and exits with 2 on bad input", async () => {
    const env = {
      SCOPEWISE_DATA: mkdtempSync(join(tmpdir(), "scopewise-tenant-")),
      DATABASE_URL: product.gateway.databaseUrl,
      SQL_ENDPOINT: product.gateway.url,
    };
    const made = await runProcess(["key", "school", "--role", "admin"], env);
    expect(made.code).toBe(0);
    expect((await product.send("GET", "/v1/usage", { key: keyIn(made.output) })).status).toBe(200);
    expect(await runProcess(["list", "nobody"], env)).toEqual({
      code: 2,
      output: "no tenant is named nobody\n",
    });
    const { DATABASE_URL: _, SQL_ENDPOINT: __, ...alone } = env;
    const nothing = await runProcess(["list"], alone);
    expect(nothing).toMatchObject({ code: 2, output: expect.stringContaining("npm start") });
    rmSync(env.SCOPEWISE_DATA, { recursive: true });
  });

  it("works on the folder of a local stack that does not run, and lets go of it", async () => {
    const path = mkdtempSync(join(tmpdir(), "scopewise-tenant-"));
    const folder = new DataFolder(path);
    const before = await openPglite(folder.databasePath);
    await migrate(before);
    await before.close();
    const database = await openDatabase(folder, null, {});
    expect(readdirSync(path)).toContain("lock");
    const made = await runTenantCommand(readTenantOptions(["create", "offline"]), database);
    expect(made).toMatch(KEY);
    await database.close();
    expect(readdirSync(path)).toEqual(["postgres"]);
    rmSync(path, { recursive: true });
  });
});
