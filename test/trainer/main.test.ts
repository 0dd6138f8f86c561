/**
 * Goal: what a scheduler sees of the trainer: exit codes, nightly.json, model.json, the pointer.
 * Method: `trainer/main.ts` as a process against a real database behind the gateway, the KV double
 * over HTTP and an embedding endpoint.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_CLOCK } from "#trainer/publish/kv-api.ts";
import { hashedVector, type Product } from "../support/product.ts";
import { type KvDouble, startKvDouble } from "./publish/kv-double.ts";
import { JUDGMENTS, judgmentLines, judgmentOf, startTrainingProduct } from "./training-product.ts";

const MAIN = new URL("../../trainer/main.ts", import.meta.url).pathname;

let product: Product;
let kv: KvDouble;
let embedding: Server;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  product = await startTrainingProduct();
  kv = await startKvDouble(product.kv, { ...SYSTEM_CLOCK, slept: [] });
  embedding = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: hashedVector(text) }));
      response.end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => embedding.listen(0, "127.0.0.1", resolve));
  const { url, accountId, namespaceId, token } = kv.connection;
  env = {
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: product.gateway.databaseUrl,
    SQL_ENDPOINT: product.gateway.url,
    EMBEDDING_URL: `http://127.0.0.1:${(embedding.address() as AddressInfo).port}`,
    KV_API_URL: url,
    KV_ACCOUNT_ID: accountId,
    KV_NAMESPACE_ID: namespaceId,
    KV_API_TOKEN: token,
  };
});

afterAll(async () => {
  embedding.closeAllConnections();
  embedding.close();
  await kv.close();
  await product.close();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trainer-"));
  kv.fault = () => null;
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], changes: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env: { ...env, ...changes },
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (part: Buffer) => (output.stdout += part.toString()));
    child.stderr.on("data", (part: Buffer) => (output.stderr += part.toString()));
    child.on("exit", (code) => resolve({ code, ...output }));
  });
}

const TENANT = ["--tenant", "first"] as const;

function withJudgments(judgments: readonly ReturnType<typeof judgmentOf>[]): string {
  const path = join(folder, "judgments.jsonl");
  writeFileSync(path, judgmentLines(judgments));
  return path;
}

const night = () => JSON.parse(readFileSync(join(folder, "out/nightly.json"), "utf8"));

const pointer = () => product.kv.get(`t${product.tenantId}:model:current`) ?? null;

describe("a whole night", () => {
  it("imports, trains, publishes, lists and rolls back", async () => {
    const path = withJudgments(JUDGMENTS);
    expect(await run(["import-judgments", ...TENANT, "--judgments", path])).toMatchObject({
      code: 0,
    });
    const trained = await run(["nightly", ...TENANT]);
    expect(trained).toMatchObject({ code: 0 });
    expect(trained.stderr).toContain("seed 42");
    const { version } = night();
    expect(night()).toMatchObject({
      decision: "publish",
      published: true,
      status: "trained",
      reason: expect.stringContaining("against plain fusion"),
      certificate: { gapRelMax: expect.any(Number) },
      seconds: expect.any(Number),
      metrics: { testVsFusion: { low: expect.any(Number) } },
    });
    expect(pointer()).toBe(version);
    expect(JSON.parse(product.kv.get(`t${product.tenantId}:model:${version}`)!).version).toBe(
      version,
    );
    expect(readFileSync(join(folder, "out/report.html"), "utf8")).toContain(version);

    const other = await run(["nightly", ...TENANT, "--seed", "7"]);
    expect(other).toMatchObject({ code: 0 });
    expect(pointer()).not.toBe(version);
    expect(await run(["rollback", ...TENANT, "--to", version])).toMatchObject({ code: 0 });
    expect(pointer()).toBe(version);
    const listed = await run(["models", ...TENANT]);
    expect(listed.stdout.match(/^\* (\S+)/m)?.[1]).toBe(version);
    expect(listed.stdout.trim().split("\n")).toHaveLength(2);
  });

  it("exits 3 and publishes nothing without pairs (trainer-006)", async () => {
    const before = pointer();
    const path = withJudgments([judgmentOf(0, { grade: 0 })]);
    const ended = await run(["nightly", ...TENANT, "--judgments", path]);
    expect(ended).toMatchObject({ code: 3 });
    expect(ended.stdout).toContain("no_pairs: 1 judgments of 1 queries");
    expect(night()).toMatchObject({ decision: "keep", version: null, published: false });
    expect(pointer()).toBe(before);
  });

  it("exits 0 and publishes nothing when it decides to keep", async () => {
    const before = pointer();
    const path = withJudgments(JUDGMENTS.slice(0, 10));
    expect(await run(["nightly", ...TENANT, "--judgments", path])).toMatchObject({ code: 0 });
    expect(night()).toMatchObject({
      decision: "keep",
      reason: "2 validation queries, at least 10 are needed",
      published: false,
    });
    expect(existsSync(join(folder, "out/model.json"))).toBe(false);
    expect(pointer()).toBe(before);
    const publish = await run(["publish", ...TENANT]);
    expect(publish).toMatchObject({ code: 2 });
    expect(publish.stderr).toContain("model.json does not exist: train first");
  });

  it("exits 1, names the key and keeps the pointer when KV refuses (kv-003)", async () => {
    const before = pointer();
    const path = withJudgments(JUDGMENTS);
    expect(await run(["train", ...TENANT, "--seed", "9", "--judgments", path])).toMatchObject({
      code: 0,
    });
    kv.fault = (request) =>
      request.startsWith("PUT")
        ? { status: 400, code: 10_021, message: "below the minimum" }
        : null;
    const ended = await run(["publish", ...TENANT]);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toContain(`t${product.tenantId}:model:`);
    expect(ended.stderr).toContain("below the minimum");
    expect(ended.stdout).not.toContain("in force");
    expect(pointer()).toBe(before);
  });
});

describe("bad input", () => {
  it.each([
    [["frobnicate"], "usage:"],
    [["train", "--seed=-1"], "--seed: must be a whole number"],
    [["train", "--seed", "4294967296"], "--seed: must be a whole number"],
    [["train", "--colour", "red"], "--colour"],
    [["train", "--without", "magic"], "--without: term-weights, adapter, history"],
    [["rollback", ...TENANT], "--to"],
    [["train", "--tenant", "nobody"], '--tenant: no tenant is named "nobody"; known: first'],
    [["import-judgments", ...TENANT], "--judgments: import-judgments needs a file"],
    [["train", ...TENANT, "--judgments", "/no/file"], "--judgments: /no/file cannot be read"],
    [["rollback", ...TENANT, "--to", "20200101-00000000"], "--to: no version is named"],
  ])("exits 2 with a sentence: %j", async (args, sentence) => {
    const ended = await run(args);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toContain(sentence);
  });

  it("exits 2 where no connection is known, and where KV is not named", async () => {
    const lost = await run(["train"], { DATABASE_URL: "" });
    expect(lost).toMatchObject({ code: 2 });
    expect(lost.stderr).toContain("start the local stack with npm start");
    const models = await run(["models", ...TENANT], { KV_API_TOKEN: "" });
    expect(models).toMatchObject({ code: 2 });
    expect(models.stderr).toContain("publishing needs KV_API_TOKEN to be set");
  });

  it("exits 1 without showing the address when the database does not answer", async () => {
    const ended = await run(["train", ...TENANT], {
      DATABASE_URL: "postgres://user:secret@127.0.0.1:1/none",
      SQL_ENDPOINT: "http://127.0.0.1:1/sql",
    });
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toContain("the database did not answer");
    expect(ended.stderr).not.toContain("secret");
  });
});
