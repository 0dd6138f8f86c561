/** `npm run reembed` as a process: it changes the model, goes on where it stopped, and says what is missing. */
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReembedding } from "#edge/ingest/reembed.ts";
import { hashedVector, type Product, startProduct } from "../../support/product.ts";

const DOCUMENTS = 70;
const MAIN = new URL("../../../edge/local/main.ts", import.meta.url).pathname;

describe("npm run reembed", () => {
  let product: Product;
  let provider: Server;
  let failsAfter = Number.POSITIVE_INFINITY;
  let texts = 0;

  beforeAll(async () => {
    product = await startProduct();
    await product.ingest(
      Array.from({ length: DOCUMENTS }, (_, i) => ({ id: `d-${i}`, text: `Weather item ${i}` })),
    );
    provider = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      const { input } = JSON.parse(body) as { input: string[] };
      const isDown = texts >= failsAfter;
      texts += isDown ? 0 : input.length;
      const data = input.map((text, index) => ({ index, embedding: hashedVector(text, 16) }));
      response.writeHead(isDown ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data }));
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await product.close();
  });

  const run = (...args: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [MAIN, "reembed", ...args], {
        env: {
          ...process.env,
          SCOPEWISE_DATA: tmpdir(),
          DATABASE_URL: product.gateway.databaseUrl,
          SQL_ENDPOINT: product.gateway.url,
          EMBEDDING_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        },
      });
      let output = "";
      child.stdout.on("data", (part) => (output += String(part)));
      child.stderr.on("data", (part) => (output += String(part)));
      child.once("close", (code) => resolve({ code, output }));
    });

  it("goes on where it stopped, and embeds each text once", async () => {
    failsAfter = 64;
    const target = ["--tenant", "first", "--model", "m-b", "--dimension", "16"];
    expect((await run(...target)).code).toBe(1);
    const { database, tenantId } = product;
    expect(await readReembedding(database, tenantId)).toMatchObject({
      model: "test-model",
      pending: { model: "m-b" },
      missing: DOCUMENTS - 64,
    });
    failsAfter = Number.POSITIVE_INFINITY;
    const { code, output } = await run("--tenant", "first");
    expect([code, output.trim().split("\n").at(-1)]).toEqual([
      0,
      "first: m-b (16 values) is in force, nothing is pending",
    ]);
    expect(texts).toBe(DOCUMENTS);
    expect(await run("--tenant", "first")).toMatchObject({ code: 0 });
    expect(texts).toBe(DOCUMENTS);
  });

  it.each([
    [["--model", "m-b"], "usage: npm run reembed"],
    [["--tenant", "nobody"], "no tenant is named nobody"],
    [["--tenant", "first", "--model", "m", "--dimension", "4001"], "1 to 4000"],
    [[], "--tenant NAME"],
  ])("%j is bad input: exit 2 and a sentence", async (args, message) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toContain(message);
  });
});
