/** ETag, If-None-Match and Cache-Control of what is read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentModelKey } from "#edge/store/ranking-model-kv.ts";
import { type Product, startProduct } from "../support/product.ts";

const document = (text: string) => ({ id: "a", subject: "Physics", language: "en", text });

describe("answers to GET", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await product.ingest([document("A ray of light.")]);
    await product.database.query(
      `INSERT INTO model_versions (tenant_id, version, model) VALUES ($1, 'v1', '{"version": "v1"}')`,
      [product.tenantId],
    );
    product.kv.set(currentModelKey(product.tenantId), "v1");
  });
  afterAll(() => product.close());

  const get = (path: string, tag?: string, key = product.key) =>
    product.app.request(path, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(tag === undefined ? {} : { "if-none-match": tag }),
      },
    });

  it.each([
    ["/v1/vocabulary", "private, no-cache"],
    ["/v1/facets?subject=Physics", "private, no-cache"],
    ["/v1/documents/a", "private, no-cache"],
    ["/v1/models/current", "private, no-cache"],
    ["/openapi.json", "public, max-age=300"],
  ])("%s has a tag, and is 304 without a body for who has it", async (path, cacheControl) => {
    const first = await get(path);
    const tag = first.headers.get("etag")!;
    expect(tag).toMatch(/^"[0-9a-f]{40}"$/);
    expect(first.headers.get("cache-control")).toBe(cacheControl);
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await get(path, sent);
      expect([again.status, await again.text()], sent).toEqual([304, ""]);
      expect(again.headers.get("etag")).toBe(tag);
      expect(again.headers.get("cache-control")).toBe(cacheControl);
      expect(again.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect((await get(path, '"other"')).status).toBe(200);
  });

  it("changes its tag with what it shows", async () => {
    const [vocabulary, facets, one] = ["/v1/vocabulary", "/v1/facets", "/v1/documents/a"];
    const tags = async () =>
      Promise.all(
        [vocabulary, facets, one].map(async (path) => (await get(path!)).headers.get("etag")),
      );
    const before = await tags();
    await product.ingest([document("A ray of light, changed."), { ...document("New."), id: "b" }]);
    await product.send("PUT", "/v1/vocabulary", {
      body: { entries: [{ field: "subject", value: "Physics", aliases: ["phys"] }] },
    });
    const after = await tags();
    after.forEach((tag, at) => expect(tag).not.toBe(before[at]));
    expect((await get(one!, before[2]!)).status).toBe(200);
  });

  it("asks for the key before it compares tags", async () => {
    const tag = (await get("/v1/documents/a")).headers.get("etag")!;
    const { key } = await product.addTenant("other");
    expect((await get("/v1/documents/a", tag, key)).status).toBe(404);
    expect((await get("/v1/documents/a", tag, "none")).status).toBe(401);
  });

  it("keeps everything else out of caches, errors included", async () => {
    for (const path of ["/v1/usage", "/v1/documents/none", "/v1/nowhere", "/healthz"]) {
      const { headers } = await get(path);
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("etag"), path).toBeNull();
    }
    const search = await product.call("/v1/search", { query: "light" });
    expect(search.headers.get("cache-control")).toBe("no-store");
  });
});
