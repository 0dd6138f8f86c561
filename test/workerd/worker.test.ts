/**
 * The bundled Worker in workerd, over HTTP, with the production driver: what an in-process test cannot
 * show. One stack serves all tests; each isolate state that matters is started afresh.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { startWorker, type WorkerProcess } from "#edge/local/worker-process.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { type Product, startProduct } from "../support/product.ts";

const model = (version: string, weight: number) => ({
  version,
  features: [...DEFAULT_FEATURES],
  weights: DEFAULT_FEATURES.map((_, index) => (index === 0 ? weight : 0)),
  means: DEFAULT_FEATURES.map(() => 0),
  scales: DEFAULT_FEATURES.map(() => 1),
  featureSchemaHash: featureSchemaHash(DEFAULT_FEATURES),
  normalizerVersion: NORMALIZER_VERSION,
  analyzerVersion: ANALYZER_VERSION,
  embeddingModel: "test-model",
  cost: 1,
  certificate: { status: "optimal", primal: 1, dual: 1, gapRel: 0, gapRelMax: 0, kktResidual: 0 },
  metrics: {},
  provenance: {
    trainedAt: "2026-01-01T00:00:00.000Z",
    seed: 42,
    queries: 1,
    pairs: 1,
    backend: "test",
  },
});

describe("the Worker in workerd", () => {
  let product: Product;
  let worker: WorkerProcess;

  const start = () =>
    startWorker({
      port: 0,
      databaseUrl: product.gateway.databaseUrl,
      sqlEndpoint: product.gateway.url,
      embeddingUrl: null,
    });
  const search = async (body: object, key = product.key) => {
    const response = await fetch(`${worker.url}/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into the answer
    return { status: response.status, body: (await response.json()) as any };
  };

  beforeAll(async () => {
    product = await startProduct();
    await product.ingest(
      Array.from({ length: 12 }, (_, index) => ({
        id: `phy-${index}`,
        subject: "Physics",
        level: index % 2 === 0 ? "O-Level" : "A-Level",
        language: "en",
        text: `Refraction ${"of light ".repeat(index + 1)} number ${index}.`,
      })),
    );
    worker = await start();
  });
  afterAll(async () => {
    await worker.close();
    await product.close();
  });

  it("answers the same hits to 2 sequential and 20 parallel searches of one isolate", async () => {
    const one = await search({ query: "refraction of light" });
    const two = await search({ query: "refraction of light" });
    const many = await Promise.all(
      Array.from({ length: 20 }, () => search({ query: "refraction of light" })),
    );
    const ids = (answer: { body: { hits: { id: string }[] } }) =>
      answer.body.hits.map(({ id }) => id);
    expect([two, ...many].map(({ status }) => status)).toEqual(
      Array.from({ length: 21 }, () => 200),
    );
    for (const answer of [two, ...many]) {
      expect(ids(answer)).toEqual(ids(one));
    }
  });

  it("gives in workerd what the same app gives in Node", async () => {
    const body = { query: "refraction of light", scope: { level: "O-Level" }, explain: true };
    const vector = [1, 0, 0, 0, 0, 0, 0, 0];
    const here = await product.search({ ...body, vector });
    const there = await search({ ...body, vector });
    const essence = (hits: readonly { id: string; score: number; contributions?: unknown }[]) =>
      hits.map(({ id, score, contributions }) => ({ id, score, contributions }));
    expect(essence(there.body.hits)).toEqual(essence(here.hits));
  });

  it("serves a published model, keeps it through a restart, and goes on by fusion without it", async () => {
    expect((await search({ query: "refraction" })).body.model).toEqual({
      version: null,
      status: "none",
    });
    const published = model("v1", -1);
    await worker.kv.put(modelKey(product.tenantId, "v1"), JSON.stringify(published));
    await worker.kv.put(currentModelKey(product.tenantId), "v1");
    const values = [
      await worker.kv.get(currentModelKey(product.tenantId)),
      JSON.stringify(published),
    ];
    await worker.close();
    worker = await start();
    await worker.kv.put(modelKey(product.tenantId, "v1"), values[1]!);
    await worker.kv.put(currentModelKey(product.tenantId), values[0]!);
    const served = await search({ query: "refraction of light", explain: true });
    expect(served.body.model).toEqual({ version: "v1", status: "current" });
    expect(served.body.hits[0].contributions[0]).toMatchObject({ feature: "bm25", weight: -1 });
    const fusion = await search({ query: "refraction of light", rerank: false });
    expect(served.body.hits.map(({ id }: { id: string }) => id)).not.toEqual(
      fusion.body.hits.map(({ id }: { id: string }) => id),
    );
    await worker.close();
    worker = await start();
    await worker.kv.put(currentModelKey(product.tenantId), "v1");
    const lost = await search({ query: "refraction of light" });
    expect(lost.status).toBe(200);
    expect(lost.body.model).toEqual({ version: null, status: "unusable:missing" });
    expect(lost.body.degraded).toContain("model_unusable:missing");
    expect(lost.body.hits.map(({ id }: { id: string }) => id)).toEqual(
      fusion.body.hits.map(({ id }: { id: string }) => id),
    );
  });

  it.each([
    ["not JSON", "{"],
    ["an empty object", "{}"],
    ["infinite weights", JSON.stringify(model("v9", 7)).replace("7", "1e999")],
    ["another feature schema", JSON.stringify({ ...model("v9", 1), featureSchemaHash: "0" })],
    ["another analyzer", JSON.stringify({ ...model("v9", 1), analyzerVersion: "0" })],
  ])("refuses a model that is %s and ranks by fusion", async (_, body) => {
    await worker.close();
    worker = await start();
    await worker.kv.put(modelKey(product.tenantId, "v9"), body);
    await worker.kv.put(currentModelKey(product.tenantId), "v9");
    const { status, body: answer } = await search({ query: "refraction of light" });
    expect(status).toBe(200);
    expect(answer.model.version).toBeNull();
    expect(answer.model.status).toMatch(/^unusable:/);
    expect(answer.hits.every(({ score }: { score: number }) => Number.isFinite(score))).toBe(true);
  });

  it("describes itself, and answers unknown routes in the error format", async () => {
    const description = await fetch(`${worker.url}/openapi.json`);
    const { paths } = (await description.json()) as { paths: object };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(["/healthz", "/readyz", "/v1/search", "/v1/documents"]),
    );
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    const unknown = await fetch(`${worker.url}/v1/nothing`);
    expect(unknown.status).toBe(404);
    expect(((await unknown.json()) as { error: { code: string } }).error.code).toBe("not_found");
  });

  it("answers 503 with Retry-After and no inner detail when the database is gone", async () => {
    const dead = await startWorker({
      port: 0,
      databaseUrl: "postgres://user:hunter2@127.0.0.1:9/x",
      sqlEndpoint: "http://127.0.0.1:9/sql",
      embeddingUrl: null,
    });
    const response = await fetch(`${dead.url}/v1/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${product.key}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "light" }),
    });
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(text).not.toMatch(/hunter2|127\.0\.0\.1|ECONN/);
    await dead.close();
  });
});
