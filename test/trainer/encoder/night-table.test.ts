/**
 * Goal: a night trains on the vectors of the tenant's own table, publishes the table beside the model,
 * and the Worker encodes with it; without it the provider encodes again. Method: a word table of the
 * product's own text, KV over HTTP, the real app.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { currentTableKey, NO_TABLE, tableKey } from "#edge/store/token-table-kv.ts";
import { loadTenant } from "#trainer/data/tenant.ts";
import { queryTable, type QueryTable } from "#trainer/encoder/tenant-table.ts";
import { buildWordTable, countWords } from "#trainer/encoder/word-table.ts";
import { connectKv } from "#trainer/publish/kv-api.ts";
import { publishModel, type PublishPorts, rollBackTo } from "#trainer/publish/publish-model.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { train, type TrainingOutcome } from "#trainer/train.ts";
import { hashedVector, hashingEmbedder, type Product } from "../../support/product.ts";
import {
  DIMENSION,
  queryTextOf,
  RETURNING,
  SCOPE,
  startReturningProduct,
  TOPICS,
} from "../learned/returning-product.ts";
import { type KvDouble, startKvDouble } from "../publish/kv-double.ts";

const SETTINGS = { ...TRAINING_SETTINGS, bootstrapResamples: 200 };

type Trained = Extract<TrainingOutcome, { status: "trained" }>;

let product: Product;
let kv: KvDouble;
let publishing: PublishPorts;
let table: QueryTable;

beforeAll(async () => {
  const values = new Map<string, string>();
  kv = await startKvDouble(values);
  product = await startReturningProduct({
    models: {
      get: async (key) => product.kv.get(key) ?? values.get(key) ?? null,
      getBytes: async (key) => kv.bytes.get(key)?.slice().buffer ?? null,
    },
  });
  const models = connectKv(kv.connection, kv.clock);
  const { database, tenantId } = product;
  publishing = { database, models, tenantId, clock: kv.clock };
  const texts = Array.from({ length: TOPICS }, (_, topic) => queryTextOf(topic, 1));
  const words = countWords(texts.map((text) => ({ language: "en", text })));
  const vectors = words.map(({ word }) => Float32Array.from(hashedVector(word, DIMENSION)));
  table = queryTable(buildWordTable("test-model", words, vectors), "test-model");
});

afterAll(async () => {
  await kv.close();
  await product.close();
});

async function trained(changes: Partial<typeof SETTINGS> = {}): Promise<Trained> {
  const ports = {
    database: product.database,
    embedder: hashingEmbedder(DIMENSION),
    tenant: await loadTenant(product.database, "first"),
    queryTable: async () => table,
    now: () => Date.UTC(2026, 10, 30),
    onProgress: () => undefined,
  };
  const outcome = await train(RETURNING, ports, { ...SETTINGS, ...changes });
  if (outcome.status !== "trained") throw new Error(outcome.reason);
  return outcome;
}

async function publish({ model, parts, table: taken }: Trained): Promise<void> {
  await publishModel(model, publishing, { rows: parts?.rows ?? null, table: taken });
  product.clock.now += 120_000;
}

async function served() {
  product.clock.now += 120_000;
  const answer = await product.search({ query: queryTextOf(3, 0), scope: SCOPE });
  return { encoder: answer.encoder, version: answer.model.version };
}

describe("a query table", () => {
  let withTable: Trained;
  let without: Trained;

  it("is taken where validation loses little, and named by the model", async () => {
    withTable = await trained({ tableLossMax: 1 });
    expect(withTable.tableTrial).toMatchObject({ isTaken: true });
    expect(withTable.model.queryTable).toBe(table.version);
  });

  it("is left out where validation loses more, or where it is switched off", async () => {
    without = await trained({ tableLossMax: -1 });
    expect(without.tableTrial).toMatchObject({ isTaken: false });
    expect(without.tableTrial.unseen!.without).toBe(without.selection.validation.learned.value);
    expect(without.model).not.toHaveProperty("queryTable");
    const off = await trained({ usesTable: false, parts: [] });
    expect(off.tableTrial).toEqual({ unseen: null, isTaken: false, reason: "switched off" });
  });

  it("encodes queries once it is published, and no longer when it is gone", async () => {
    await publish(withTable);
    const { version } = withTable.model;
    expect(await served()).toEqual({ encoder: "table", version });
    const key = tableKey(product.tenantId, table.version);
    expect([...kv.bytes.get(key)!]).toEqual([...table.bytes]);
    const order = kv.requests.filter((request) => request.startsWith("PUT"));
    expect(order.at(0)).toContain(":table:");
    expect(order.slice(-2)).toEqual([
      `PUT ${currentTableKey(product.tenantId)}`,
      `PUT t${product.tenantId}:model:current`,
    ]);
  });

  it("goes and comes with the model that was trained on it", async () => {
    await publish(without);
    expect(kv.values.get(currentTableKey(product.tenantId))).toBe(NO_TABLE);
    expect(await served()).toEqual({ encoder: "hashing", version: without.model.version });
    await rollBackTo(withTable.model.version, publishing);
    expect(await served()).toEqual({ encoder: "table", version: withTable.model.version });
    kv.bytes.clear();
    kv.values.set(currentTableKey(product.tenantId), "0123456789abcdef");
    expect(await served()).toEqual({ encoder: "hashing", version: withTable.model.version });
  });

  it("goes and comes with the model that is activated over HTTP", async () => {
    const pointer = () => product.kv.get(currentTableKey(product.tenantId));
    const activate = ({ model }: Trained) =>
      product.call(`/v1/models/${model.version}/activate`, {});
    for (const [one, expected] of [
      [without, NO_TABLE],
      [withTable, table.version],
    ] as const) {
      expect((await activate(one)).status).toBe(200);
      expect(pointer()).toBe(expected);
    }
  });

  it("must be the one that the model names", async () => {
    const { model } = withTable;
    const alone = publishModel(model, publishing, { rows: null, table: null });
    await expect(alone).rejects.toThrow("is not the table beside it");
  });
});
