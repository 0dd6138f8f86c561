/** Quotas of a tenant: documents stored, searches a month; at the limit and one past it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secondsToNextMonth } from "#edge/store/quotas.ts";
import { type Product, startProduct } from "../support/product.ts";

const document = (id: string, text = `A ray of light ${id}.`) => ({
  id,
  subject: "Physics",
  language: "en",
  text,
});

describe("quotas", () => {
  let product: Product;
  let count = 0;
  beforeAll(async () => {
    product = await startProduct({ extra: { keepsAnswers: true } });
  });
  afterAll(() => product.close());

  async function tenantWith(quota: "documents_max" | "searches_month_max", most: number) {
    count += 1;
    const { tenantId, key } = await product.addTenant(`quota-${count}`);
    await product.database.query(`UPDATE tenants SET ${quota} = $2 WHERE tenant_id = $1`, [
      tenantId,
      most,
    ]);
    const usage = async () => (await product.send("GET", "/v1/usage", { key })).body.quotas;
    return { tenantId, key, usage };
  }

  const search = (key: string, body: object = {}) =>
    product.call("/v1/search", { query: "ray of light", ...body }, { key });

  it("without a limit are shown as unlimited, and nothing is counted", async () => {
    await product.ingest([document("a")]);
    await product.search({ query: "ray" });
    expect((await product.send("GET", "/v1/usage")).body.quotas).toEqual({
      documents: { used: 1, max: null },
      searches_this_month: { used: 0, max: null },
    });
    expect(await product.local.rows("SELECT * FROM search_counts")).toEqual([]);
  });

  it("of documents admit the last one and refuse one more, whole request by whole request", async () => {
    const { key, usage } = await tenantWith("documents_max", 2);
    await product.ingest([document("a")], key);
    const over = await product.ingest([document("b"), document("c")], key);
    expect(over).toMatchObject({
      status: 403,
      body: { error: { code: "document_quota_exceeded" } },
    });
    expect((await usage()).documents).toEqual({ used: 1, max: 2 });
    expect((await product.ingest([document("b")], key)).status).toBe(200);
    expect((await product.ingest([document("c")], key)).status).toBe(403);
    expect((await usage()).documents).toEqual({ used: 2, max: 2 });
    const found = await product.search({ query: "ray" }, key);
    expect(found.hits.map(({ id }) => id).toSorted()).toEqual(["a", "b"]);
  });

  it("of documents never stand in the way of a replacement, and are given back by a deletion", async () => {
    const { tenantId, key } = await tenantWith("documents_max", 1);
    await product.ingest([document("a")], key);
    const changed = await product.ingest([document("a", "Changed.")], key);
    expect(changed.body.results[0].status).toBe("updated");
    await product.database.query("UPDATE tenants SET documents_max = 0 WHERE tenant_id = $1", [
      tenantId,
    ]);
    expect((await product.ingest([document("a", "Again.")], key)).status).toBe(200);
    await product.database.query("UPDATE tenants SET documents_max = 1 WHERE tenant_id = $1", [
      tenantId,
    ]);
    await product.send("DELETE", "/v1/documents/a", { key });
    expect((await product.ingest([document("b")], key)).status).toBe(200);
  });

  it("of searches admit the last one and refuse one more until the month ends", async () => {
    const { key, usage } = await tenantWith("searches_month_max", 3);
    await product.ingest([document("a"), document("b")], key);
    const first = await search(key, { k: 1 });
    const page = await search(key, { k: 1, cursor: first.body.next_cursor });
    expect(page.body.hits).toHaveLength(1);
    expect((await search(key, { k: 2 })).status).toBe(200);
    expect((await usage()).searches_this_month).toEqual({ used: 2, max: 3 });
    expect((await search(key, { k: 3 })).status).toBe(200);
    const over = await search(key, { k: 4 });
    expect(over).toMatchObject({ status: 429, body: { error: { code: "search_quota_exceeded" } } });
    const wait = Number(over.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(31 * 24 * 3600);
    expect((await usage()).searches_this_month).toEqual({ used: 3, max: 3 });
  });

  it("of searches count a repeat from memory once, and a repeat that has to run again once", async () => {
    const { key, usage } = await tenantWith("searches_month_max", 4);
    await product.ingest([document("a")], key);
    expect((await search(key)).body.cache).toBe("miss");
    expect((await search(key)).body.cache).toBe("hit");
    await product.ingest([document("b")], key);
    expect((await search(key)).body.cache).toBe("miss");
    expect((await usage()).searches_this_month.used).toBe(3);
    expect((await search(key)).status).toBe(200);
    expect((await search(key)).status).toBe(429);
  });

  it("of searches are per item in a batch, and start anew with a month", async () => {
    const { tenantId, key, usage } = await tenantWith("searches_month_max", 1);
    await product.ingest([document("a")], key);
    await search(key);
    const batch = await product.call("/v1/search:batch", { searches: [{ query: "ray" }] }, { key });
    expect(batch.body.results[0].error.code).toBe("search_quota_exceeded");
    await product.database.query(
      "UPDATE search_counts SET month = month - interval '1 month' WHERE tenant_id = $1",
      [tenantId],
    );
    expect((await usage()).searches_this_month.used).toBe(0);
    expect((await search(key)).status).toBe(200);
  });

  it("of searches are not spent by a request that is refused", async () => {
    const { key, usage } = await tenantWith("searches_month_max", 5);
    await product.ingest([document("a")], key);
    expect((await search(key, { scope: { subject: "Alchemy" } })).status).toBe(422);
    expect((await search(key, { query: " " })).status).toBe(400);
    expect((await usage()).searches_this_month.used).toBe(0);
  });

  it.each([
    ["2026-01-31T23:59:59.500Z", 1],
    ["2026-12-01T00:00:00.000Z", 31 * 24 * 3600],
    ["2028-02-28T00:00:00.000Z", 2 * 24 * 3600],
  ])("from %s the next month is %i s away", (now, seconds) => {
    expect(secondsToNextMonth(new Date(now))).toBe(seconds);
  });
});
