/** A scope without words in an isolate whose vocabulary has moved on behind its back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import type { Dependencies } from "#edge/ports.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import { type Product, startProduct } from "../../support/product.ts";

describe("a value that came in through another isolate", () => {
  let product: Product;
  /** Another isolate: an app and a database handle of its own over the same data. */
  const elsewhere = () => {
    const { databaseUrl, url } = product.gateway;
    const dependencies = {
      database: connectPostgres(databaseUrl, { fetchEndpoint: url }),
      models: { get: async () => null },
      embedder: null,
      tokenKeys: [{ kid: "k", secret: "s".repeat(43) }],
      now: () => product.clock.now,
      log: () => undefined,
      background: () => undefined,
    } satisfies Dependencies;
    return createApp(() => dependencies);
  };
  beforeAll(async () => {
    product = await startProduct();
    await product.ingest([{ id: "a", level: "O-Level", language: "en", text: "Light." }]);
  });
  afterAll(() => product.close());

  it.each([
    ["GET", "/v1/documents?level=LEVEL", undefined],
    ["GET", "/v1/facets?level=LEVEL", undefined],
    ["DELETE", "/v1/documents?level=LEVEL&dry_run=true", undefined],
    ["POST", "/v1/tokens", { scope_lock: { level: "LEVEL" } }],
    ["POST", "/v1/search", { query: "light", scope: { level: "LEVEL" } }],
  ])("is known at once to %s %s", async (method, path, body) => {
    const app = elsewhere();
    const level = `Level of ${path.replaceAll(/\W+/g, " ")} ${method}`;
    const ask = async (name: string) => {
      const response = await app.request(path.replace("LEVEL", encodeURIComponent(name)), {
        method,
        headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body).replace("LEVEL", name) }),
      });
      return response.status;
    };
    expect(await ask("O-Level")).toBe(200);
    expect(await ask(level)).toBe(422);
    await product.ingest([{ id: level, level, language: "en", text: "Light." }]);
    expect(await ask(level)).toBe(200);
  });
});
