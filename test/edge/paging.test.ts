/** Pages are disjoint and join to the top list, whatever happens between them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CURSOR_TTL_MS, encodeCursor, requestFingerprint } from "#edge/retrieval/cursor.ts";
import { searchRequestSchema } from "#edge/schemas/search.ts";
import { type Product, startProduct } from "../support/product.ts";

const document = (id: string) => ({
  id,
  subject: "Physics",
  level: "O-Level",
  language: "en",
  text: "Momentum item",
  embedding: [1, 0, 0, 0, 0, 0, 0, 0],
});

describe("paging", () => {
  let product: Product;
  const request = { query: "momentum", scope: { subject: "Physics" } };
  const ids = Array.from({ length: 12 }, (_, index) => `h-${String(index + 1).padStart(2, "0")}`);

  beforeAll(async () => {
    product = await startProduct();
    await product.ingest(ids.map(document));
  });
  afterAll(() => product.close());

  const pages = async (k: number, between: () => Promise<unknown> = async () => undefined) => {
    const found: { id: string; rank: number }[][] = [];
    let cursor: string | null = null;
    do {
      const answer: Awaited<ReturnType<Product["search"]>> = await product.search({
        ...request,
        k,
        cursor,
      });
      found.push(answer.hits.map(({ id, rank }) => ({ id, rank })));
      cursor = answer.next_cursor;
      await between();
    } while (cursor !== null);
    return found;
  };

  it.each([
    [5, [5, 5, 2]],
    [4, [4, 4, 4]],
    [12, [12]],
    [1, ids.map(() => 1)],
  ])(
    "of %i: sizes %j, every document once, in id order where scores are equal",
    async (k, sizes) => {
      const found = await pages(k);
      expect(found.map(({ length }) => length)).toEqual(sizes);
      expect(found.flat().map(({ id }) => id)).toEqual(ids);
      expect(found.flat().map(({ rank }) => rank)).toEqual(ids.map((_, index) => index + 1));
    },
  );

  it("stay what they were while documents are added and deleted", async () => {
    let added = 0;
    const found = await pages(5, async () => {
      added += 1;
      await product.ingest([document(`a-new-${added}`)]);
    });
    expect(found.flat().map(({ id }) => id)).toEqual(ids);
    const fresh = await product.search({ ...request, k: 1 });
    expect(fresh.hits[0]!.id).toBe("a-new-1");
    for (let number = 1; number <= added; number += 1) {
      await product.database.query("SELECT delete_documents($1, $2::text[])", [
        product.tenantId,
        [`a-new-${number}`],
      ]);
    }
  });

  it("say which documents are gone", async () => {
    await product.ingest([document("z-last")]);
    const first = await product.search({ ...request, k: 10 });
    await product.database.query("SELECT delete_documents($1, $2::text[])", [
      product.tenantId,
      ["z-last"],
    ]);
    const second = await product.search({ ...request, k: 10, cursor: first.next_cursor });
    expect(second.hits.map(({ id }) => id)).toEqual(ids.slice(10));
    expect(second.notes.join()).toMatch(/1 documents of this page were deleted/);
  });

  it("do not show a document that has moved to another subject meanwhile", async () => {
    await product.ingest([document("z-moves")]);
    const first = await product.search({ ...request, k: 10 });
    await product.ingest([{ ...document("z-moves"), subject: "Chemistry" }]);
    const second = await product.search({ ...request, k: 10, cursor: first.next_cursor });
    expect(second.hits.map(({ id }) => id)).toEqual(ids.slice(10));
    expect(second.notes.join()).toMatch(/1 documents of this page were deleted or moved/);
    await product.database.query("SELECT delete_documents($1, $2::text[])", [
      product.tenantId,
      ["z-moves"],
    ]);
  });

  it("show what a widened search admitted, and no document that has left even that", async () => {
    const widened = {
      query: "momentum",
      scope: { subject: "Physics", level: "A-Level" },
      relax: "W2",
    };
    await product.ingest([{ ...document("z-advanced"), level: "A-Level", text: "Optics" }]);
    const first = await product.search({ ...widened, k: 10 });
    expect(first.outcome).toBe("relaxed");
    await product.ingest([{ ...document(ids[10]!), subject: "Chemistry" }]);
    const second = await product.search({ ...widened, k: 10, cursor: first.next_cursor });
    expect(second.hits.map(({ id }) => id)).toContain(ids[11]);
    expect(second.hits.map(({ id }) => id)).not.toContain(ids[10]);
    await product.ingest([document(ids[10]!)]);
    await product.database.query("SELECT delete_documents($1, $2::text[])", [
      product.tenantId,
      ["z-advanced"],
    ]);
  });

  it("continue at the next rank with another page size", async () => {
    const first = await product.search({ ...request, k: 5 });
    const next = await product.search({ ...request, k: 3, cursor: first.next_cursor });
    expect(next.hits.map(({ rank }) => rank)).toEqual([6, 7, 8]);
  });

  it("refuse a cursor of another request, another tenant, a damaged one, an expired one", async () => {
    const { next_cursor: cursor } = await product.search({ ...request, k: 5 });
    const answer = (body: object, key?: string) =>
      product.call("/v1/search", { ...request, k: 5, cursor, ...body }, key ? { key } : {});
    const other = await answer({ query: "another" });
    expect(other).toMatchObject({ status: 400, body: { error: { field: "cursor" } } });
    expect(other.body.error.message).toMatch(/different request/);
    const { key } = await product.addTenant("other-pages");
    await product.ingest([document("mine")], key);
    expect((await answer({}, key)).status).toBe(400);
    expect((await answer({ cursor: `${cursor!.slice(0, -6)}AAAAAA` })).status).toBe(400);
    expect((await answer({ cursor: "x" })).status).toBe(400);
    product.clock.now += CURSOR_TTL_MS;
    expect((await answer({})).status).toBe(409);
  });

  it("are small: the rest of a full window takes less than 4 kB", async () => {
    const { key } = await product.addTenant("long-ids");
    await product.ingest(
      Array.from({ length: 100 }, (_, index) => document(`exam-board-physics-2019-paper-${index}`)),
      key,
    );
    const { next_cursor: cursor } = await product.search({ ...request, k: 1 }, key);
    expect(cursor!.length).toBeLessThan(4096);
  });

  it.each([["a\0b"], ["\ud800"]])(
    "refuses a cursor with the id %j, which no row can hold",
    async (id) => {
      const body = searchRequestSchema.parse(request);
      const cursor = await encodeCursor({
        fingerprint: await requestFingerprint(product.tenantId, body),
        expires: Date.now() + 60_000,
        model: null,
        outcome: "exact",
        step: null,
        pool: 12,
        assumed: null,
        from: 2,
        entries: [[id, 1, 1, null, null]],
      });
      const { status, body: answer } = await product.call("/v1/search", { ...request, cursor });
      expect([status, answer.error.field]).toEqual([400, "cursor"]);
    },
  );
});
