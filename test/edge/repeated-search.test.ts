/**
 * Goal: a repeated search may come from memory, and never says what a search of now would not say.
 * Method: each thing that an answer depends on is changed behind the isolate's back.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ANSWER_TTL_MS } from "#edge/retrieval/answer-cache.ts";
import { IMPRESSIONS_KEPT } from "#edge/retrieval/impression-log.ts";
import { currentModelKey, MODEL_CACHE_TTL_SECONDS } from "#edge/store/ranking-model-kv.ts";
import type { Embedder } from "#edge/ports.ts";
import { hashingEmbedder, type Product, startProduct } from "../support/product.ts";

const document = (id: string, more: object = {}) => ({
  id,
  subject: "Physics",
  level: "O-Level",
  language: "en",
  text: `A ray of light bends in glass ${id}.`,
  ...more,
});

describe("a repeated search", () => {
  let product: Product;
  let embed: Embedder["embed"] = hashingEmbedder().embed;
  let count = 0;
  let query = "";
  beforeAll(async () => {
    product = await startProduct({
      embedder: { name: "test", embed: (...args) => embed(...args) },
      extra: { keepsAnswers: true, tokenKeys: [{ kid: "k", secret: "s".repeat(43) }] },
    });
    await product.ingest(["a", "b", "c"].map((id) => document(id)));
    await product.ingest([document("other", { level: "A-Level" })]);
  });
  afterAll(() => product.close());
  beforeEach(() => {
    count += 1;
    query = `ray of light number ${count}`;
  });

  const search = (more: object = {}, key = product.key) => product.search({ query, ...more }, key);
  const seen = async (more: object = {}, key = product.key) => (await search(more, key)).cache;

  it("is a hit that says the same under a request id of its own, in one small round trip", async () => {
    const first = await search({ k: 2, explain: true });
    expect(first.cache).toBe("miss");
    const before = product.gateway.requestCount();
    const again = await search({ k: 2, explain: true });
    expect(product.gateway.requestCount() - before).toBe(1);
    expect(again.cache).toBe("hit");
    expect(again.request_id).not.toBe(first.request_id);
    expect(Object.keys(again.timing_ms)).toEqual(["database", "total"]);
    const { request_id: _, timing_ms: __, cache: ___, ...same } = again;
    expect(first).toMatchObject(same);
    const { headers } = await product.call("/v1/search", { query, k: 2, explain: true });
    expect(headers.get("server-timing")).toMatch(/^cache;desc=hit, database;dur=\d/);
    const page = await search({ k: 2, cursor: again.next_cursor });
    expect([...again.hits, ...page.hits]).toHaveLength(4);
  });

  it("is a miss when anything in the request differs, and where a fresh answer is asked for", async () => {
    await search();
    for (const more of [{ k: 3 }, { explain: true }, { scope: { level: "O-Level" } }]) {
      expect(await seen(more), JSON.stringify(more)).toBe("miss");
      expect(await seen(more), JSON.stringify(more)).toBe("hit");
    }
    const headers = { "cache-control": "max-age=0, no-cache" };
    expect((await product.call("/v1/search", { query }, { headers })).body.cache).toBe("miss");
    expect(await seen()).toBe("hit");
  });

  it("sees a new document, a changed one and a deleted one", async () => {
    const ids = async () => {
      const { cache, hits } = await search({ k: 100 });
      expect(cache).toBe("miss");
      expect(await seen({ k: 100 })).toBe("hit");
      return hits.map(({ id }) => id).toSorted();
    };
    expect(await ids()).toEqual(["a", "b", "c", "other"]);
    await product.ingest([document("d")]);
    expect(await ids()).toEqual(["a", "b", "c", "d", "other"]);
    await product.database.query("SELECT delete_documents($1, '{d}')", [product.tenantId]);
    expect(await ids()).toEqual(["a", "b", "c", "other"]);
  });

  it("sees a vocabulary that changed, in this isolate and behind its back", async () => {
    query += " lightcraft";
    const entries = [{ field: "level", value: "O-Level", aliases: ["lightcraft"] }];
    expect((await search()).hits).toHaveLength(4);
    await product.send("PUT", "/v1/vocabulary", { body: { entries } });
    const scoped = await search();
    expect([scoped.cache, scoped.hits.length]).toEqual(["miss", 3]);
    expect(await seen()).toBe("hit");
    await product.database.batch([
      { text: "DELETE FROM vocabulary_edited", parameters: [] },
      { text: "UPDATE tenants SET vocabulary_version = vocabulary_version + 1", parameters: [] },
    ]);
    // The isolate still holds the old vocabulary: what it answers now must not be kept as the new one's.
    expect(await seen()).toBe("miss");
    const fresh = await search();
    expect([fresh.cache, fresh.hits.length]).toEqual(["miss", 4]);
    expect(await seen()).toBe("hit");
  });

  it("sees another model once a search would", async () => {
    await search();
    product.kv.set(currentModelKey(product.tenantId), "unknown");
    product.clock.now += MODEL_CACHE_TTL_SECONDS * 1000;
    const degraded = await search();
    expect(degraded).toMatchObject({ cache: "miss", degraded: ["model_unusable:missing"] });
    // What lacks its model is not kept.
    expect(await seen()).toBe("miss");
    product.kv.delete(currentModelKey(product.tenantId));
    product.clock.now += MODEL_CACHE_TTL_SECONDS * 1000;
    expect(await seen()).toBe("miss");
    expect(await seen()).toBe("hit");
  });

  it("is not kept where the query could not be embedded", async () => {
    embed = async () => {
      throw new Error("down");
    };
    expect((await search()).degraded).toEqual(["embedding_unavailable"]);
    embed = hashingEmbedder().embed;
    expect(await search()).toMatchObject({ cache: "miss", degraded: [] });
    expect(await seen()).toBe("hit");
  });

  it("is refused when the key was revoked meanwhile", async () => {
    const { key, tenantId } = await product.addTenant("leaver");
    await product.ingest([document("x")], key);
    await search({}, key);
    expect(await seen({}, key)).toBe("hit");
    await product.database.query("UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", [
      tenantId,
    ]);
    expect((await product.call("/v1/search", { query }, { key })).status).toBe(401);
  });

  it("never crosses tenants or locks, and is shared by equal locks", async () => {
    const { key } = await product.addTenant("neighbour");
    await product.ingest([document("theirs")], key);
    const token = async (scope_lock: object) =>
      (await product.call("/v1/tokens", { scope_lock })).body.token as string;
    const [locked, equal, otherLock] = await Promise.all([
      token({ level: "O-Level" }),
      token({ level: "o-level" }),
      token({ level: "A-Level" }),
    ]);
    expect((await search()).hits).toHaveLength(4);
    expect((await search({}, key)).hits.map(({ id }) => id)).toEqual(["theirs"]);
    expect(await search({}, locked)).toMatchObject({ cache: "miss", scope: { locked: ["level"] } });
    expect(await seen({}, equal)).toBe("hit");
    const other = await search({}, otherLock);
    expect(other.cache).toBe("miss");
    expect(other.hits.map(({ id }) => id)).toEqual(["other"]);
  });

  it("ends after its time, before the cursors in it do", async () => {
    await search();
    product.clock.now += ANSWER_TTL_MS - 1;
    expect(await seen()).toBe("hit");
    product.clock.now += 1;
    expect(await seen()).toBe("miss");
  });

  it("is logged as an impression with the features that ranked it", async () => {
    const first = await search();
    for (let at = 0; at < IMPRESSIONS_KEPT; at += 1) await search();
    await expect
      .poll(() =>
        product.database.query(
          "SELECT count(DISTINCT hits)::integer AS n, count(*) > 1 AS more FROM impressions WHERE query = $1",
          [query],
        ),
      )
      .toEqual([{ n: 1, more: true }]);
    const [row] = await product.database.query<{ hits: { id: string; features: number[] }[] }>(
      "SELECT hits FROM impressions WHERE query = $1 LIMIT 1",
      [query],
    );
    expect(row!.hits.map(({ id }) => id)).toEqual(first.hits.map(({ id }) => id));
    expect(row!.hits[0]!.features.length).toBeGreaterThan(0);
  });

  it("impressions of tenants that search side by side are all written", async () => {
    const two = await Promise.all(["left", "right"].map((name) => product.addTenant(name)));
    const [{ count: before }] = await countImpressions();
    for (let at = 0; at < 2 * IMPRESSIONS_KEPT; at += 1) await search({}, two[at % 2]!.key);
    await expect
      .poll(async () => (await countImpressions())[0]!.count - before)
      .toBeGreaterThan(IMPRESSIONS_KEPT);
    const tenants = await product.database.query<{ tenant_id: number }>(
      "SELECT DISTINCT tenant_id FROM impressions",
      [],
    );
    const ids = tenants.map((row) => row.tenant_id);
    for (const { tenantId } of two) expect(ids).toContain(tenantId);
  });

  const countImpressions = async () =>
    (await product.database.query<{ count: number }>(
      "SELECT count(*)::integer AS count FROM impressions",
      [],
    )) as [{ count: number }];

  it("keeps nothing where answers are measured", async () => {
    const measured = await startProduct({ embedder: null });
    await measured.ingest([document("a")]);
    await measured.search({ query });
    expect((await measured.search({ query })).cache).toBe("miss");
    await measured.close();
  });

  it("is kept where no provider is configured: that lack lasts", async () => {
    const plain = await startProduct({ embedder: null, extra: { keepsAnswers: true } });
    await plain.ingest([document("a")]);
    expect((await plain.search({ query })).degraded).toEqual(["no_embedding_provider"]);
    expect((await plain.search({ query })).cache).toBe("hit");
    await plain.close();
  });
});
