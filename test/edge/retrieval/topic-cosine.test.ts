/** Cosines as evidence of the topic: when a scope stands, and when the step of words alone is needless. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cosineMin } from "#edge/retrieval/cosine-limits.ts";
import type { Database } from "#edge/ports.ts";
import {
  decodeFirstStage,
  type FirstStageRequest,
  type FirstStageResult,
  firstStageStatement,
} from "#edge/store/first-stage.ts";
import { DIMENSION, type Product, startProduct } from "../../support/product.ts";

const unit = (...head: number[]) => [
  ...head,
  ...Array.from({ length: DIMENSION - head.length }, () => 0),
];
const vector = unit(1);
const MODEL = "multilingual-e5-small";
const FAR = unit(0.5, 0.866);
const NEAR = unit(0.95, 0.312);

interface Step {
  readonly result: { readonly candidates: readonly unknown[] };
}

describe("cosine as evidence of the topic", () => {
  let product: Product;
  /** Candidates of each statement of the last batch of steps. */
  let steps: number[] = [];
  beforeAll(async () => {
    product = await startProduct({
      embedder: null,
      wrap: (database): Database => ({
        query: database.query,
        batch: async (statements) => {
          const rows = await database.batch(statements);
          steps = rows.flatMap(
            ([row]) => (row as Partial<Step> | undefined)?.result?.candidates?.length ?? [],
          );
          return rows;
        },
      }),
    });
  });
  afterAll(() => product.close());

  const start = async (
    name: string,
    documents: readonly Record<string, unknown>[],
    model = MODEL,
  ) => {
    const { tenantId, key } = await product.addTenant(name);
    await product.database.query("UPDATE tenants SET embedding_model = $2 WHERE tenant_id = $1", [
      tenantId,
      model,
    ]);
    await product.ingest(documents, key);
    const search = (body: Record<string, unknown>) =>
      product.search({ query: "waves", expand: false, vector, ...body }, key);
    return { tenantId, search };
  };

  const requestFor = (tenantId: number): FirstStageRequest => ({
    tenantId,
    languages: ["en"],
    query: "waves",
    expansion: null,
    vector,
    embeddingModel: MODEL,
    gate: {},
  });
  const run = async (requests: readonly FirstStageRequest[]): Promise<FirstStageResult[]> =>
    (await product.database.batch(requests.map(firstStageStatement))).map(([row], index) =>
      decodeFirstStage(row!, requests[index]!),
    );

  it.each([
    [MODEL, "A", []],
    [MODEL, "B", ["topic_miss"]],
    ["another-model", "A", ["topic_miss"]],
  ])("%s, level %s: widened because of %j", async (model, level, reasons) => {
    const near = { id: "near", level: "A", text: "Onde.", embedding: NEAR };
    const far = { id: "far", level: "B", text: "Arbre.", embedding: FAR };
    const { search } = await start(`${model}-${level.toLowerCase()}`, [near, far], model);
    const answer = await search({ scope: { level }, relax: "W2" });
    expect(answer.relaxation.map(({ reason }) => reason)).toEqual(reasons);
  });

  it("lets a scope stand that holds a near document, wherever it is ranked", async () => {
    const { search } = await start("ranked-second", [
      { id: "near", level: "A", text: "Onde.", embedding: NEAR },
      { id: "words", level: "A", text: "A moon.", embedding: FAR },
      { id: "other", level: "B", text: "Waves, tides and currents.", embedding: FAR },
    ]);
    const body = { query: "moon waves tides currents", scope: { level: "A" }, relax: "W2" };
    const answer = await search({ ...body, k: 1 });
    expect(answer.hits.map(({ id }) => id)).toEqual(["words"]);
    expect(answer).toMatchObject({ outcome: "exact", relaxation: [] });
  });

  it.each([
    ["near", NEAR, ["W2"], [2, 0]],
    ["far", FAR, ["W2", "W3"], [2, 1]],
  ])(
    "%s at the second step: the third looks for words: %j",
    async (name, embedding, ran, found) => {
      const { search } = await start(`third-${name}`, [
        { id: "asked", level: "A", subject: "Physics", text: "Arbre.", embedding: FAR },
        { id: "wider", level: "B", subject: "Physics", text: "Onde.", embedding },
        { id: "any", level: "B", subject: "Chemistry", text: "Waves.", embedding: FAR },
      ]);
      const answer = await search({ scope: { level: "A", subject: "Physics" }, relax: "W3" });
      expect(answer.relaxation.map(({ step }) => step)).toEqual(ran);
      expect(steps).toEqual(found);
    },
  );

  it("a wider gate that admits no further document looks for nothing again", async () => {
    const { tenantId, search } = await start("same-pool", [
      { id: "asked", level: "A", subject: "Physics", text: "Arbre.", embedding: FAR },
      { id: "any", level: "B", subject: "Chemistry", text: "Waves.", embedding: FAR },
    ]);
    const answer = await search({ scope: { level: "A", subject: "Physics" }, relax: "W3" });
    expect(steps).toEqual([0, 1]);
    expect(answer.relaxation).toMatchObject([
      { step: "W2", reason: "topic_miss", pool_before: 1, pool_after: 1 },
      { step: "W3", reason: "topic_miss", pool_before: 1, pool_after: 2 },
    ]);
    expect(answer.hits.map(({ id, step }) => [id, step])).toEqual([["any", "W3"]]);
    const narrow = await search({ scope: { level: "A", subject: "Physics" }, relax: "W2" });
    expect(narrow.hits.map(({ id, step }) => [id, step])).toEqual([["asked", null]]);
    // One document more, and it looks.
    const request = requestFor(tenantId);
    for (const [knownPool, found] of [
      [1, 2],
      [2, 0],
      [3, 2],
      [null, 2],
    ] as const) {
      const [one] = await run([{ ...request, knownPool }]);
      expect([one!.poolSize, one!.candidates.length]).toEqual([2, found]);
    }
  });

  it("makes words alone needless from the limit on, within one transaction only", async () => {
    const { tenantId } = await start("bound", [{ id: "a", text: "Waves.", embedding: NEAR }]);
    const request = requestFor(tenantId);
    const words = (needlessFrom: number | null) => ({ ...request, vector: null, needlessFrom });
    const [{ nearest }] = (await run([request])) as [FirstStageResult];
    expect(nearest).toBeCloseTo(0.95, 3);
    const above = nearest! + Number.EPSILON;
    const limits = [nearest, above, null];
    const results = await run([request, ...limits.map(words)]);
    expect(results.slice(1).map(({ candidates }) => candidates.length)).toEqual([0, 1, 1]);
    expect(results.slice(1).map((one) => one.nearest)).toEqual([null, null, null]);
    const [alone] = await run([words(nearest)]);
    expect(alone!.candidates).toHaveLength(1);
    const empty = { ...request, gate: { level: ["none"] } };
    const afterEmpty = await run([request, empty, words(nearest)]);
    expect(afterEmpty.map(({ candidates }) => candidates.length)).toEqual([1, 0, 1]);
  });

  it("knows no limit for unknown models, stand-in vectors and searches by words", () => {
    const encoded = { vector, encoder: "http", degraded: null };
    expect(cosineMin(encoded, MODEL)).toBe(0.86);
    expect(cosineMin(encoded, "bge-small-en-v1.5")).toBe(0.7);
    expect(cosineMin(encoded, "unknown")).toBeNull();
    expect(cosineMin({ ...encoded, encoder: "table" }, MODEL)).toBeNull();
    expect(cosineMin({ ...encoded, vector: null }, MODEL)).toBeNull();
  });
});
