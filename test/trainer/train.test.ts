/**
 * Goal: judgments become a certified model that beats fusion on queries it never saw, and the
 * Worker serves it on the same numbers. Method: the real app, SQL and features over PGlite; only
 * vectors and KV are doubles.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { buildCandidates, providerEncoder } from "#trainer/data/build-candidates.ts";
import { groupOf } from "#trainer/data/feature-set.ts";
import { groupByQuery, type Judgment } from "#trainer/data/judgment.ts";
import { importJudgments, loadJudgments } from "#trainer/data/judgment-table.ts";
import { loadTenant } from "#trainer/data/tenant.ts";
import { connectKv } from "#trainer/publish/kv-api.ts";
import { publishModel } from "#trainer/publish/publish-model.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { train, type TrainingOutcome, type TrainingPorts } from "#trainer/train.ts";
import { hashingEmbedder, type Product } from "../support/product.ts";
import { type KvDouble, startKvDouble } from "./publish/kv-double.ts";
import {
  JUDGMENTS,
  judgmentOf,
  queryOf,
  SCOPE,
  startTrainingProduct,
  wordOf,
} from "./training-product.ts";

const SETTINGS = { ...TRAINING_SETTINGS, bootstrapResamples: 500 };

let product: Product;
let kv: KvDouble;
let ports: TrainingPorts;
/** What training on all judgments gave. */
let night: Trained;

beforeAll(async () => {
  product = await startTrainingProduct();
  kv = await startKvDouble(product.kv);
  ports = {
    database: product.database,
    embedder: hashingEmbedder(),
    tenant: await loadTenant(product.database, "first"),
    queryTable: async () => "no table in this test",
    now: () => Date.UTC(2026, 10, 30),
    onProgress: () => undefined,
  };
  night = await trained(JUDGMENTS);
});

afterAll(async () => {
  await kv.close();
  await product.close();
});

type Trained = Extract<TrainingOutcome, { status: "trained" }>;

async function trained(
  judgments: readonly Judgment[],
  changes: Partial<TrainingPorts> = {},
): Promise<Trained> {
  const outcome = await train(judgments, { ...ports, ...changes }, SETTINGS);
  if (outcome.status !== "trained") throw new Error(outcome.reason);
  return outcome;
}

const FEW = JUDGMENTS.slice(0, 12);

describe("training", () => {
  it("learns what the judgments say and beats fusion on queries that it never saw", () => {
    const { selection, counts, model } = night;
    expect(counts.queriesUsed).toEqual({ train: 30, validation: 10, test: 10 });
    expect(selection.test.difference.low).toBeGreaterThan(0);
    expect(selection.crossValidation.difference.low).toBeGreaterThan(0);
    expect(selection.decision.decision).toBe("publish");
    expect(model.certificate.gapRelMax).toBeLessThanOrEqual(1e-8);
    expect(model.features).toEqual(DEFAULT_FEATURES);
  });

  it("gives the same model twice, and whatever the order of the judgments", async () => {
    const again = await trained(JUDGMENTS.toReversed());
    expect(again.model).toEqual(night.model);
  });

  it("works by words alone where there is no embedding provider", async () => {
    const { model } = await trained(FEW, { embedder: null });
    expect(model.features).not.toContain("cosine");
    expect(model.weights[model.features.indexOf("title_idf_coverage")]).toBeGreaterThan(0);
  });

  it("reports progress up to the number of queries", async () => {
    const seen: [number, number][] = [];
    await trained(FEW, { onProgress: (...step) => seen.push(step) });
    expect(seen.at(-1)).toEqual([FEW.length, FEW.length]);
  });

  it("leaves out judgments of documents that are gone and scopes that admit nothing", async () => {
    const gone = judgmentOf(0, { documentId: "deleted" });
    const nowhere = judgmentOf(1, { queryId: "nowhere", scope: { level: ["Unheard of"] } });
    const { counts } = await trained([...FEW, gone, nowhere]);
    expect(counts).toMatchObject({ withoutDocument: 1, withoutCandidates: 1 });
  });

  it("stops when the provider's vectors have another dimension than the tenant's", async () => {
    const attempt = trained(FEW, { embedder: hashingEmbedder(9) });
    await expect(attempt).rejects.toThrow("gave 9 values for model test-model");
  });
});

describe("too little to learn from (trainer-006)", () => {
  const one = judgmentOf(0);
  const everyCandidateRelevant = ["answer-0", "repeater-0-1", "repeater-0-2", "repeater-0-3"];

  it.each([
    ["no judgments", [], 0, 0],
    ["only irrelevant ones", [judgmentOf(0, { grade: 0 })], 1, 1],
    [
      "a relevant document that is no candidate",
      [judgmentOf(0, { documentId: "answer-1", query: "zzzz" })],
      1,
      1,
    ],
  ])("is no_pairs with its counts: %s", async (_, judgments, judgmentCount, queryCount) => {
    const outcome = await train(judgments, { ...ports, embedder: null }, SETTINGS);
    expect(outcome.status).toBe("no_pairs");
    expect(outcome.counts).toMatchObject({ judgments: judgmentCount, queries: queryCount });
  });

  it("is no_pairs where every candidate is relevant", async () => {
    const judgments = everyCandidateRelevant.map((documentId) => ({ ...one, documentId }));
    const scope = { ...SCOPE, topic: [wordOf(0)] };
    const narrow = judgments.map((judgment) => ({ ...judgment, scope }));
    const outcome = await train(narrow, { ...ports, embedder: null }, SETTINGS);
    expect(outcome).toMatchObject({ status: "no_pairs", counts: { withoutCandidates: 0 } });
  });

  it("is one trained but unpublished model with a single good query", async () => {
    const { selection, counts } = await trained([one]);
    expect(counts.pairs).toBe(5);
    expect(selection.decision).toEqual({
      decision: "keep",
      reason: "0 validation queries, at least 10 are needed",
    });
  });
});

describe("serving what was trained", () => {
  it("answers by the new version, on features that equal the trainer's to the bit", async () => {
    const { model } = night;
    await publishModel(model, {
      database: product.database,
      models: connectKv(kv.connection, kv.clock),
      tenantId: product.tenantId,
      clock: kv.clock,
    });
    product.clock.now += 120_000;
    const request = { query: queryOf(7), scope: SCOPE, explain: true, k: 20 };
    const answer = await product.search(request);
    expect(answer.model).toMatchObject({ version: model.version, status: "current" });
    expect(answer.hits[0]?.id).toBe("answer-7");

    const [judged] = groupByQuery([judgmentOf(7)]);
    const encode = providerEncoder(ports.embedder, ports.tenant);
    const sources = { ...ports, encode, onProgress: () => undefined, requestsInFlight: 1 };
    const [candidates] = await buildCandidates([judged!], sources);
    const group = groupOf(candidates!.pool, DEFAULT_FEATURES);
    for (const { id, contributions } of answer.hits) {
      const row = group.ids.indexOf(id);
      const served = new Map(contributions?.map(({ feature, value }) => [feature, value]));
      for (const [column, feature] of DEFAULT_FEATURES.entries()) {
        const here = group.values[row * DEFAULT_FEATURES.length + column];
        expect(served.get(feature), `${feature} of ${id}`).toBe(here);
      }
    }
    expect(answer.hits.length).toBeGreaterThan(3);
  });
});

describe("judgments in the database", () => {
  it("come back as they were stored; a second import replaces", async () => {
    await importJudgments(product.database, product.tenantId, JUDGMENTS);
    const changed = judgmentOf(3, { grade: 2, query: "a better wording" });
    await importJudgments(product.database, product.tenantId, [judgmentOf(3), changed]);
    const stored = await loadJudgments(product.database, product.tenantId);
    const byId = stored.toSorted((a, b) => (a.queryId < b.queryId ? -1 : 1));
    const expected = JUDGMENTS.map((judgment) =>
      judgment.queryId === "query-3" ? changed : judgment,
    );
    expect(byId).toEqual(expected.toSorted((a, b) => (a.queryId < b.queryId ? -1 : 1)));
  });

  it("belong to one tenant", async () => {
    const { tenantId } = await product.addTenant("other");
    expect(await loadJudgments(product.database, tenantId)).toEqual([]);
  });
});
