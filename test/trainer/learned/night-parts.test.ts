/**
 * Goal: a night learns what returning queries teach, publishes it beside the model, and forgets a
 * judgment that was deleted. Method: a product in which only memory can tell right from wrong; real
 * SQL, the real app, KV over HTTP.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { importJudgments, loadJudgments } from "#trainer/data/judgment-table.ts";
import { loadTenant } from "#trainer/data/tenant.ts";
import { connectKv } from "#trainer/publish/kv-api.ts";
import { publishModel, type PublishPorts } from "#trainer/publish/publish-model.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { train, type TrainingOutcome, type TrainingPorts } from "#trainer/train.ts";
import { hashingEmbedder, type Product } from "../../support/product.ts";
import { type KvDouble, startKvDouble } from "../publish/kv-double.ts";
import {
  answerOf,
  DIMENSION,
  queryIdOf,
  queryTextOf,
  RETURNING,
  SCOPE,
  startReturningProduct,
} from "./returning-product.ts";

const SETTINGS = { ...TRAINING_SETTINGS, bootstrapResamples: 200 };
const TOPIC = 5;

type Trained = Extract<TrainingOutcome, { status: "trained" }>;

let product: Product;
let kv: KvDouble;
let ports: TrainingPorts;
let publishing: PublishPorts;
let night: Trained;

beforeAll(async () => {
  product = await startReturningProduct();
  kv = await startKvDouble(product.kv);
  ports = {
    database: product.database,
    embedder: hashingEmbedder(DIMENSION),
    tenant: await loadTenant(product.database, "first"),
    queryTable: async () => "no table in this test",
    now: () => Date.UTC(2026, 10, 30),
    onProgress: () => undefined,
  };
  const models = connectKv(kv.connection, kv.clock);
  const { tenantId } = product;
  publishing = { database: product.database, models, tenantId, clock: kv.clock };
  await importJudgments(product.database, tenantId, RETURNING);
  night = await trained();
});

afterAll(async () => {
  await kv.close();
  await product.close();
});

async function trained(changes: Partial<typeof SETTINGS> = {}): Promise<Trained> {
  const judgments = await loadJudgments(product.database, product.tenantId);
  const outcome = await train(judgments, ports, { ...SETTINGS, ...changes });
  if (outcome.status !== "trained") throw new Error(outcome.reason);
  return outcome;
}

async function publish({ model, parts }: Trained): Promise<void> {
  await publishModel(model, publishing, { rows: parts?.rows ?? null, table: null });
  product.clock.now += 120_000;
}

/** Value of a feature of each hit of the topic's first wording. */
async function served(feature: string): Promise<Map<string, number | undefined>> {
  const query = queryTextOf(TOPIC, 0);
  const answer = await product.search({ query, scope: SCOPE, explain: true, k: 50 });
  expect(answer.model.status).toBe("current");
  return new Map(
    answer.hits.map(({ id, contributions }) => [
      id,
      contributions?.find((one) => one.feature === feature)?.value,
    ]),
  );
}

describe("a night with returning queries", () => {
  it("takes history, which gains on them and loses nowhere, and says what each part was worth", () => {
    const { trials, model, certificates } = night;
    expect(trials.map(({ part }) => part)).toEqual(["term-weights", "adapter", "history"]);
    const history = trials.at(-1)!;
    expect(history.isTaken).toBe(true);
    expect(history.returning.with).toBeGreaterThan(history.returning.without + 0.05);
    expect(history.again.with).toBeGreaterThan(history.again.without + 0.05);
    expect(history.unseen.with).toBeGreaterThanOrEqual(history.unseen.without);
    expect(model.features).toContain("history_80");
    expect(certificates.every(({ status }) => status === "optimal")).toBe(true);
  });

  it("leaves a part out that is switched off", async () => {
    const { model, parts, trials } = await trained({ parts: [] });
    expect({ features: model.features, parts, trials }).toEqual({
      features: DEFAULT_FEATURES,
      parts: null,
      trials: [],
    });
    expect(model).not.toHaveProperty("learned");
  });

  it("serves what was learned, and goes on without rows that are gone", async () => {
    await publish(night);
    const history = await served("history_80");
    // The query itself was judged: cosine 1.
    expect(history.get(answerOf(TOPIC))).toBeCloseTo(0.2, 5);
    const other = `page-${TOPIC}-${answerOf(TOPIC).endsWith("0") ? 1 : 0}`;
    expect(history.get(other)).toBe(0);
    await product.database.query("DELETE FROM judged_history WHERE tenant_id = $1", [
      product.tenantId,
    ]);
    expect([...(await served("history_80")).values()].every((value) => value === 0)).toBe(true);
  });

  it("forgets a deleted judgment: the next night is that of a tenant which never had it", async () => {
    const deleted = queryIdOf(TOPIC, 1);
    const never = RETURNING.filter(({ queryId }) => queryId !== deleted);
    await product.database.query("DELETE FROM judgments WHERE tenant_id = $1 AND query_id = $2", [
      product.tenantId,
      deleted,
    ]);
    const next = await trained();
    const clean = await train(never, ports, SETTINGS);
    if (clean.status !== "trained") throw new Error(clean.reason);
    expect({ model: next.model, parts: next.parts }).toEqual({
      model: clean.model,
      parts: clean.parts,
    });
    const remembered = (outcome: Trained) =>
      outcome.parts!.rows.history.map(({ queryId }) => queryId);
    expect(remembered(night)).toContain(deleted);
    expect(remembered(next)).not.toContain(deleted);
    expect(next.model.learned!.version).not.toBe(night.model.learned!.version);
  });
});
