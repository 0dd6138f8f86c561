/**
 * Goal: an answer never passes off as verified what nothing verified, and never ranks by a vector that
 * says nothing or by a model that lacks its vectors. Method: the product in process, hits with and without a known scope, queries in a script
 * that the embedding provider reads and in one that it does not.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { defaultVocabulary } from "#edge/local/default-vocabulary.ts";
import { saveVocabulary } from "#edge/local/tenants.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { modelKey } from "#edge/store/ranking-model-kv.ts";
import { rankingModel } from "../core/model/model-builder.ts";
import { type Product, startProduct } from "../../support/product.ts";

const DOCUMENTS = [
  { id: "p", subject: "Physics", level: "O-Level", language: "en", text: "waves carry energy" },
  { id: "q", subject: "Physics", level: null, language: "es", text: "waves carry energy far" },
  { id: "c", subject: "Chemistry", level: "O-Level", language: "zh", text: "waves 能量 波" },
];

describe("marks of what nothing fixed", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
    await saveVocabulary(product.database, product.tenantId, defaultVocabulary());
    await product.ingest(DOCUMENTS);
  });
  afterAll(() => product.close());

  const marks = async (body: Record<string, unknown>) => {
    const { hits } = await product.search(body);
    return Object.fromEntries(hits.map(({ id, unverified }) => [id, unverified]));
  };

  it("a field that nothing fixes is marked on every hit, one that gates on none", async () => {
    expect(await marks({ query: "waves" })).toEqual({
      p: ["subject", "level"],
      q: ["subject", "level"],
      c: ["subject", "level"],
    });
    expect(await marks({ query: "physics waves" })).toEqual({ p: ["level"], q: ["level"] });
    expect(
      await marks({ query: "waves", scope: { subject: "Physics", level: "O-Level" } }),
    ).toEqual({ p: [] });
  });

  it("a likely reading marks the hits that do not meet it, and excludes none", async () => {
    const scope = { subject: "Physics" };
    expect(await marks({ query: "spanish geography question: waves", scope })).toEqual({
      p: ["level", "language"],
      q: ["level"],
    });
    // A misspelt subject is no gate either.
    expect(await marks({ query: "chemsitry waves", scope: { level: "O-Level" } })).toEqual({
      p: ["subject"],
      c: [],
    });
  });

  it("a later page carries the same marks", async () => {
    const first = await product.search({ query: "waves", k: 1 });
    const second = await product.search({ query: "waves", k: 1, cursor: first.next_cursor });
    expect(second.hits[0]!.unverified).toEqual(["subject", "level"]);
  });
});

describe("a script that the embedding model does not read", () => {
  const provider = (scripts: readonly string[] | undefined) => ({
    name: "some",
    embed: async (texts: readonly string[]) => ({
      vectors: texts.map(() => [1, 0, 0, 0, 0, 0, 0, 0]),
      ...(scripts === undefined ? {} : { scripts }),
    }),
  });

  it.each([
    ["能量 波", ["Latin", "Greek"], "none", ["query_unreadable"]],
    ["waves energy", ["Latin", "Greek"], "some", []],
    ["waves energy 波", ["Latin", "Greek"], "some", []],
    ["能量 波", ["Latin", "Han"], "some", []],
    ["能量 波", undefined, "some", []],
  ])("%s by a model of %j: encoder %s", async (query, scripts, encoder, degraded) => {
    const product = await startProduct({ embedder: provider(scripts) });
    await product.ingest(DOCUMENTS.map((row) => ({ ...row, embedding: [1, 0, 0, 0, 0, 0, 0, 0] })));
    const answer = await product.search({ query, explain: true });
    expect(answer).toMatchObject({ encoder, degraded });
    expect(answer.hits.length).toBeGreaterThan(0);
    if (encoder === "none") {
      expect(answer.path.dense).toBe("none");
      expect(answer.hits.every(({ ranks }) => ranks.dense === null)).toBe(true);
      expect(answer.trace).toContain("degraded: query_unreadable");
    }
    await product.close();
  });
});

describe("a model that ranks by meaning, without any vector", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
    await product.ingest(DOCUMENTS);
  });
  afterAll(() => product.close());

  const serve = (weights: readonly number[]) => {
    const features = ["coverage", "cosine"] as const;
    const model = {
      ...rankingModel(weights, features),
      version: `v${weights.join("")}`,
      featureSchemaHash: featureSchemaHash(features),
      normalizerVersion: NORMALIZER_VERSION,
      analyzerVersion: ANALYZER_VERSION,
      embeddingModel: "test-model",
    };
    product.kv.set(modelKey(product.tenantId, model.version), JSON.stringify(model));
    return { query: "waves carry energy far", model: model.version, explain: true };
  };

  it("gives way to the fused order, and the answer says so", async () => {
    const answer = await product.search(serve([-1, 2]));
    expect(answer.model).toEqual({ version: null, status: "not_used" });
    expect(answer.degraded).toContain("model_needs_vector");
    expect(answer.hits.map(({ id }) => id)).toEqual(["q", "p", "c"]);
    expect(answer.trace!.join("\n")).toContain("no vectors to rank by");
  });

  it("stays where it learned without vectors", async () => {
    const answer = await product.search(serve([-1, 0]));
    expect(answer.model).toEqual({ version: "v-10", status: "requested" });
    expect(answer.degraded).not.toContain("model_needs_vector");
    expect(answer.hits.map(({ id }) => id).at(-1)).toBe("q");
  });
});
