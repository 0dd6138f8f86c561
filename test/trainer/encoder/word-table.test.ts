/**
 * Goal: a tenant whose model has no WordPieces gets a word table of its own text, which imitates the
 * model across languages; a tenant of an unknown model gets a reason. Method: the shipped multilingual
 * model on a few words, and the product's own tables.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWithTable } from "#core/encoder/token-table.ts";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import { loadOnnxEmbedder } from "#edge/local/embedder/onnx-embedder.ts";
import { loadTenant } from "#trainer/data/tenant.ts";
import { type QueryTable, tenantTable } from "#trainer/encoder/tenant-table.ts";
import { countWords, TABLE_WORDS_MAX } from "#trainer/encoder/word-table.ts";
import { type Product, startProduct } from "../../support/product.ts";

const MODEL = "multilingual-e5-small";

const DOCUMENTS = [
  { language: "en", text: "Light bends when it enters glass: the refraction of light." },
  { language: "en", text: "The market price follows supply and demand." },
  { language: "fr", text: "La réfraction de la lumière dans le verre." },
  { language: "fr", text: "Le prix du marché suit l'offre et la demande." },
];

describe("countWords", () => {
  it("keeps the most frequent words, by the language that uses them most", () => {
    const texts = [
      { language: "en", text: "a a b c" },
      { language: "fr", text: "b b" },
    ];
    expect(countWords(texts)).toEqual([
      { word: "b", frequency: 1 },
      { word: "a", frequency: 0.5 },
      { word: "c", frequency: 0.25 },
    ]);
    expect(countWords(texts, 1).map(({ word }) => word)).toEqual(["b"]);
  });

  it("is bounded", () => {
    const words = Array.from({ length: TABLE_WORDS_MAX + 1 }, (_, at) => `w${at}`);
    expect(countWords([{ language: "en", text: words.join(" ") }])).toHaveLength(TABLE_WORDS_MAX);
  });
});

describe("the table of a tenant", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
    await product.ingest(
      DOCUMENTS.map((document, at) => ({
        id: `d${at}`,
        subject: "Physics",
        level: "Grade 9",
        title: null,
        ...document,
      })),
    );
  });
  afterAll(() => product.close());

  async function make(model: string, kept = new Map<string, Uint8Array>()) {
    const tenant = { ...(await loadTenant(product.database, "first")), embeddingModel: model };
    return tenantTable({
      database: product.database,
      tenant,
      seed: 1,
      cache: {
        read: async (source) => kept.get(source) ?? null,
        write: async (source, bytes) => void kept.set(source, bytes),
      },
      progress: () => () => undefined,
    });
  }

  it("finds English passages for French questions, is the same twice, and is made once", async () => {
    const load = await loadOnnxEmbedder(findModelRecord(MODEL)!);
    if (load.status !== "ready") throw new Error(load.reason);
    const kept = new Map<string, Uint8Array>();
    const made = (await make(MODEL, kept)) as QueryTable;
    const passages = await Promise.all(
      DOCUMENTS.map(async ({ text }) => (await load.embedder.embed(text, "passage")).vector),
    );
    const scoresOf = (query: string) => {
      const vector = unitVector(encodeWithTable(query, made.table)!)!;
      return passages.map((passage) => vector.reduce((sum, x, j) => sum + x * passage[j]!, 0));
    };
    for (const [query, near, far] of [
      ["réfractions de la lumière", 0, 1],
      ["le prix et la demande", 1, 0],
      ["supply and demand", 3, 2],
    ] as const) {
      const scores = scoresOf(query);
      expect(scores[near], query).toBeGreaterThan(scores[far]!);
    }
    const again = (await make(MODEL)) as QueryTable;
    expect(again.version).toBe(made.version);
    expect(kept.size).toBe(1);
    const marked = new Map([...kept.keys()].map((source) => [source, made.bytes]));
    expect(((await make(MODEL, marked)) as QueryTable).bytes).toBe(made.bytes);
  });

  it("is a reason where the model is not shipped", async () => {
    expect(await make("test-model")).toBe("test-model is not a shipped model");
  });
});
