/**
 * The README's way from nothing to a first own document, as far as commands go beside a running stack
 * (test/start covers the start itself): ingest the README's document, search for it, run the example.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type WorkerProcess } from "#edge/local/worker-process.ts";
import { type Product, startProduct } from "../../support/product.ts";

const PROJECT = new URL("../../../", import.meta.url).pathname;
const README_DOCUMENT = readFileSync(join(PROJECT, "README.md"), "utf8")
  .split("\n")
  .find((line) => line.startsWith('{"id"'))!;

describe("a first own document", () => {
  let product: Product;
  let worker: WorkerProcess;
  let folder: string;

  beforeAll(async () => {
    product = await startProduct();
    worker = await startWorker({
      port: 0,
      databaseUrl: product.gateway.databaseUrl,
      sqlEndpoint: product.gateway.url,
      embeddingUrl: null,
      tokenKeys: `k:${"s".repeat(43)}`,
    });
    // What a running stack leaves for the commands beside it.
    folder = mkdtempSync(join(tmpdir(), "scopewise-first-"));
    writeFileSync(join(folder, "stack.json"), JSON.stringify({ url: worker.url }));
    writeFileSync(join(folder, "state.json"), JSON.stringify({ apiKey: product.key }));
    writeFileSync(join(folder, "my-papers.jsonl"), `${README_DOCUMENT}\n`);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await worker.close();
    await product.close();
  });

  const run = (file: string, args: readonly string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [join(PROJECT, file), ...args], {
        env: { ...process.env, SCOPEWISE_DATA: folder, ...env },
      });
      let output = "";
      child.stdout.on("data", (part) => (output += String(part)));
      child.stderr.on("data", (part) => (output += String(part)));
      child.once("close", (code) => resolve({ code, output }));
    });
  const MAIN = "edge/local/main.ts";
  const EXAMPLE = "edge/client/example/main.ts";

  it("is stored and found by the commands of the README", async () => {
    const ingested = await run(MAIN, ["ingest", join(folder, "my-papers.jsonl")]);
    expect(ingested).toMatchObject({ code: 0, output: expect.stringContaining("1 created") });
    const found = await run(MAIN, ["search", "why does a ray bend in glass, O-Level physics"]);
    expect(found.code).toBe(0);
    expect(found.output).toMatch(/scope +.*subject Physics · level O-Level/u);
    expect(found.output).toContain("1.  phy-2019-p1-q7");
  });

  it.each([
    [[], "say what to search for"],
    [["light", "--k", "101"], "k must be a whole number from 1 to 100"],
    [["light", "--nothing"], "nothing"],
  ])("search %j is bad input: exit 2 and a sentence", async (args, message) => {
    const { code, output } = await run(MAIN, ["search", ...args]);
    expect([code, output.includes(message)]).toEqual([2, true]);
  });

  it("the mobile example runs beside the same stack, inside its lock", async () => {
    await product.ingest([
      {
        id: "hs",
        subject: "Physics",
        level: "High school",
        language: "en",
        text: "Light in glass.",
      },
      { id: "ol", subject: "Physics", level: "O-Level", language: "en", text: "Light in glass." },
    ]);
    const { code, output } = await run(EXAMPLE, ["light in glass"]);
    expect([code, output.trim().split("\n")]).toEqual([
      0,
      ["light in glass", "  hs  [Physics · High school]"],
    ]);
    const alone = await run(EXAMPLE, [], { SCOPEWISE_DATA: join(folder, "nothing") });
    expect(alone).toMatchObject({ code: 2, output: expect.stringContaining("npm start") });
  });
});
