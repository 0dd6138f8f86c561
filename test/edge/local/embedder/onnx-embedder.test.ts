/**
 * Goal: the shipped models give the vectors that their authors mean: right prefix, pooling,
 * truncation and norm. Method: reference vectors of another implementation, known orders, and
 * canaries that show which mistakes the threshold catches.
 */
import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCorpus } from "#cerb/corpora/read-corpus.ts";
import {
  findModelRecord,
  MODEL_RECORDS,
  type ModelId,
  withPrefix,
} from "#edge/local/embedder/model-record.ts";
import {
  type Embedder,
  loadOnnxEmbedder,
  MODELS_FOLDER,
} from "#edge/local/embedder/onnx-embedder.ts";

const COSINE_MIN = 0.995;
const GOLDEN = new URL("../../../golden/embedding/scifact-bge-small-en-v1.5.json", import.meta.url);

interface Golden {
  rows: { id: string; vector: number[] }[];
}

async function load(id: ModelId): Promise<Embedder> {
  const result = await loadOnnxEmbedder(findModelRecord(id)!);
  if (result.status === "unavailable") throw new Error(result.reason);
  return result.embedder;
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let at = 0; at < a.length; at += 1) {
    dot += a[at]! * b[at]!;
    squaresA += a[at]! ** 2;
    squaresB += b[at]! ** 2;
  }
  return dot / Math.sqrt(squaresA * squaresB);
}

async function scifactTexts(count: number): Promise<{ id: string; text: string }[]> {
  const texts: { id: string; text: string }[] = [];
  for await (const { row } of readCorpus("scifact")) {
    texts.push({ id: row.id, text: `${row.title} ${row.text}` });
    if (texts.length === count) break;
  }
  return texts;
}

describe("the shipped models", () => {
  let bge: Embedder;
  let e5: Embedder;

  beforeAll(async () => {
    bge = await load("bge-small-en-v1.5");
    e5 = await load("multilingual-e5-small");
  });
  afterAll(() => Promise.all([bge.close(), e5.close()]));

  it("are the files that their records name", async () => {
    for (const { id, sha256 } of MODEL_RECORDS) {
      const bytes = await readFile(new URL(`${id}/model_int8.onnx`, MODELS_FOLDER));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    }
  });

  it("give the reference vectors of 20 SciFact abstracts, long ones truncated", async () => {
    const golden = JSON.parse(await readFile(GOLDEN, "utf8")) as Golden;
    const texts = await scifactTexts(golden.rows.length);
    const tokenCounts: number[] = [];
    for (const [at, expected] of golden.rows.entries()) {
      const { vector, tokenCount } = await bge.embed(texts[at]!.text, "passage");
      expect(texts[at]!.id).toBe(expected.id);
      expect(cosine(vector, expected.vector)).toBeGreaterThanOrEqual(COSINE_MIN);
      tokenCounts.push(tokenCount);
    }
    expect(Math.max(...tokenCounts)).toBe(512);
  });

  it("canary: another text, a cut text or another model falls below the threshold", async () => {
    const golden = JSON.parse(await readFile(GOLDEN, "utf8")) as Golden;
    const [first, second] = await scifactTexts(2);
    const reference = golden.rows[0]!.vector;
    const wrong = [
      await bge.embed(second!.text, "passage"),
      await bge.embed(first!.text.slice(0, 200), "passage"),
      await e5.embed(first!.text, "passage"),
    ];
    for (const { vector } of wrong) expect(cosine(vector, reference)).toBeLessThan(COSINE_MIN);
  });

  it("give unit vectors of the record's dimension, the same for the same text", async () => {
    for (const embedder of [bge, e5]) {
      const { vector } = await embedder.embed("La lumière se réfracte.", "passage");
      expect(vector).toHaveLength(embedder.record.dimension);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect((await embedder.embed("La lumière se réfracte.", "passage")).vector).toEqual(vector);
    }
  });

  it("read the prefixes that their authors trained with", () => {
    const prefixed = MODEL_RECORDS.flatMap((record) => [
      withPrefix(record, "x", "query"),
      withPrefix(record, "x", "passage"),
    ]);
    expect(prefixed).toEqual(["x", "x", "query: x", "passage: x"]);
  });

  it("tell query and passage apart where the model does, and only there", async () => {
    const text = "What is inertia?";
    const [query, passage] = [await e5.embed(text, "query"), await e5.embed(text, "passage")];
    expect(query.vector).not.toEqual(passage.vector);
    expect((await bge.embed(text, "query")).vector).toEqual(
      (await bge.embed(text, "passage")).vector,
    );
  });

  it("find an English passage for a French question", async () => {
    const question = (await e5.embed("Pourquoi la lumière se plie-t-elle dans l'eau ?", "query"))
      .vector;
    const passages = [
      "Light bends when it passes from air into water because its speed changes.",
      "Momentum is conserved in every collision of two carts.",
      "A heat engine turns part of the heat it takes in into work.",
    ];
    const cosines: number[] = [];
    for (const text of passages) {
      cosines.push(cosine(question, (await e5.embed(text, "passage")).vector));
    }
    expect(cosines.indexOf(Math.max(...cosines))).toBe(0);
  });
});

describe("loadOnnxEmbedder", () => {
  it("returns a reason, and does not throw, where the model file is missing", async () => {
    const record = { ...findModelRecord("multilingual-e5-small")!, id: "no-such-model" };
    const result = await loadOnnxEmbedder(record);
    expect(result).toMatchObject({ status: "unavailable", code: "model_missing" });
    expect(result.status === "unavailable" && result.reason).toContain("no-such-model is not in");
  });

  it("knows no record of an unknown model", () => {
    expect(findModelRecord("gpt-embedding")).toBeUndefined();
  });
});
