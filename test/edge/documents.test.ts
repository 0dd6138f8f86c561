/** Ingest through the app into real PostgreSQL: what is stored, what is refused, what stays. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS_PER_REQUEST_MAX } from "#edge/schemas/documents.ts";
import type { Embedder } from "#edge/ports.ts";
import { type Product, hashingEmbedder, startProduct } from "../support/product.ts";

const document = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  subject: "Physics",
  level: "O-Level",
  language: "en",
  text: `Refraction of light in document ${id}.`,
  ...more,
});

describe("POST /v1/documents", () => {
  let product: Product;
  let embedded = 0;
  const counting: Embedder = {
    name: "counting",
    embed: async (texts, model, type) => {
      embedded += type === "passage" ? texts.length : 0;
      return hashingEmbedder().embed(texts, model, type);
    },
  };
  beforeAll(async () => {
    product = await startProduct({ embedder: counting });
  });
  afterAll(() => product.close());

  const statistics = () =>
    product.local.rows(`SELECT
      (SELECT sum(chunks)::int FROM partitions) AS chunks,
      (SELECT sum(documents)::int FROM partitions) AS documents,
      (SELECT sum(chunk_count)::int FROM term_statistics) AS postings,
      (SELECT sum(occurrences)::int FROM term_statistics) AS occurrences`);

  it("creates, recognises the same again, updates, and counts each document once", async () => {
    const first = await product.ingest([document("geo-1")]);
    expect(first.body.results[0]).toMatchObject({ index: 0, id: "geo-1", status: "created" });
    const before = embedded;
    const again = await product.ingest([document("geo-1")]);
    expect(again.body.results[0].status).toBe("unchanged");
    expect(embedded).toBe(before);
    const changed = await product.ingest([document("geo-1", { text: "Types of rainfall." })]);
    expect(changed.body.results[0].status).toBe("updated");
    const [row] = await statistics();
    expect(row).toMatchObject({ chunks: 1, documents: 1 });
    const hits = (await product.search({ query: "rainfall" })).hits;
    expect(hits.map(({ id }) => id)).toEqual(["geo-1"]);
    expect(hits[0]!.text).toBe("Types of rainfall.");
  });

  it("keeps statistics exactly as if a deleted document had never been there", async () => {
    const before = await statistics();
    await product.ingest([document("gone-1", { text: "Unheard words about zymurgy." })]);
    expect(await statistics()).not.toEqual(before);
    const rows = await product.database.query("SELECT delete_documents($1, $2::text[]) AS id", [
      product.tenantId,
      ["gone-1", "never-was"],
    ]);
    expect(rows).toEqual([{ id: "gone-1" }]);
    expect(await statistics()).toEqual(before);
  });

  it("rejects bad items by index and field and stores the others", async () => {
    const { status, body } = await product.ingest([
      document("ok-1"),
      document("bad-1", { lvel: "O-Level" }),
      document("bad-2", { year: "2019" }),
      document("ok-1"),
      { id: "bad-3" },
      document("bad-4", { text: " \u200b " }),
      document("bad-5", { embedding: [1, 2] }),
      document("bad-6", { embedding: Array.from({ length: 8 }, () => 0) }),
      document("bad-7", { metadata: { label: "\ud800" } }),
      "not an object",
    ] as Record<string, unknown>[]);
    expect(status).toBe(200);
    expect(body.results.map((item: { status: string }) => item.status)).toEqual([
      "created",
      ...Array.from({ length: 9 }, () => "rejected"),
    ]);
    expect(
      body.results.map((item: { error: { field?: string } | null }) => item.error?.field),
    ).toEqual([
      undefined,
      "documents[1].lvel",
      "documents[2].year",
      "documents[3].id",
      "documents[4].text",
      "documents[5].text",
      "documents[6].embedding",
      "documents[7].embedding",
      "documents[8].metadata.label",
      "documents[9]",
    ]);
    expect(body.results[6].error.message).toMatch(/expected 8 values for model test-model, got 2/);
  });

  it("answers 422 with the first fault when every item is refused", async () => {
    const { status, body } = await product.ingest([document("x", { embedding: [1] })]);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: "unprocessable", field: "documents[0].embedding" });
    expect(body.results).toHaveLength(1);
  });

  it("repairs NUL and lone surrogates in text, says so, and finds the rest", async () => {
    const { body } = await product.ingest([
      document("pdf-1", { text: "The speci\u0000c heat capacity of water is high.\ud800" }),
    ]);
    expect(body.results[0]).toMatchObject({
      status: "created",
      repairs: ["text: removed 1 NUL and 1 lone surrogates"],
    });
    const { hits } = await product.search({ query: "heat capacity of water" });
    expect(hits[0]!.id).toBe("pdf-1");
    expect(hits[0]!.text).not.toContain("\u0000");
  });

  it("takes NDJSON, where a broken line is one rejected item", async () => {
    const lines = [
      JSON.stringify(document("nd-1")),
      "{broken",
      "",
      JSON.stringify(document("nd-2")),
    ];
    const { status, body } = await product.call("/v1/documents", null, {
      headers: { "content-type": "application/x-ndjson" },
      rawBody: lines.join("\n"),
    });
    expect(status).toBe(200);
    expect(body.results.map((item: { status: string }) => item.status)).toEqual([
      "created",
      "rejected",
      "created",
    ]);
  });

  it("stores nothing when the provider returns another number of vectors", async () => {
    const short: Embedder = { name: "short", embed: async () => ({ vectors: [[1, 0]] }) };
    const other = await startProduct({ embedder: short });
    const { status, body } = await other.ingest([document("b-1"), document("b-2")]);
    expect(status).toBe(503);
    expect(body.error.message).toMatch(/expected 2, got 1/);
    expect(await other.local.rows("SELECT id FROM documents")).toEqual([]);
    await other.close();
  });

  it("bounds the number of documents, at the bound and one past it", async () => {
    const items = Array.from({ length: DOCUMENTS_PER_REQUEST_MAX + 1 }, () => 0);
    const over = await product.call("/v1/documents", { documents: items });
    expect(over.status).toBe(400);
    expect(over.body.error.field).toBe("documents");
    const at = await product.call("/v1/documents", { documents: items.slice(1) });
    expect(at.status).toBe(422);
    expect(at.body.results).toHaveLength(DOCUMENTS_PER_REQUEST_MAX);
  });

  it("cuts a long text into chunks that are found by their first and last words, as one hit", async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `term${index}x.`).join(" ");
    const { body } = await product.ingest([document("long-1", { text: words })]);
    expect(body.results[0].status).toBe("created");
    for (const query of ["term0x", "term1499x", "term0x term1499x"]) {
      const { hits } = await product.search({ query, k: 3 });
      expect(hits[0]!.id).toBe("long-1");
      expect(hits.filter(({ id }) => id === "long-1")).toHaveLength(1);
    }
    const tooRich = Array.from({ length: 80_000 }, (_, index) => `term${index}`).join(" ");
    const refused = await product.ingest([document("big-1", { text: tooRich })]);
    expect(refused.status).toBe(422);
  });

  it("needs a writer's key", async () => {
    const { key } = await product.addTenant("readers", "reader");
    const { status, body } = await product.ingest([document("r-1")], key);
    expect(status).toBe(403);
    expect(body.error.code).toBe("forbidden");
  });
});
