/**
 * Goal: whatever fails, the pointer stands on a version whose body can be read. Method: real tables
 * (PGlite), the KV double with faults at each step, and the order of writes as it saw them.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { connectKv } from "#trainer/publish/kv-api.ts";
import { readLearnedFile } from "#trainer/learned/learned-file.ts";
import { learnedVersion } from "#trainer/learned/learned-version.ts";
import { findModel, listModels } from "#trainer/publish/model-table.ts";
import {
  currentVersion,
  LEARNED_VERSIONS_KEPT,
  publishModel,
  type PublishPorts,
  READ_BACK_ATTEMPTS_MAX,
  rollBackTo,
} from "#trainer/publish/publish-model.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { sampleModel } from "../sample-model.ts";
import { type KvDouble, startKvDouble } from "./kv-double.ts";

let product: Product;
let kv: KvDouble;
let ports: PublishPorts;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product.close());

beforeEach(async () => {
  kv = await startKvDouble();
  for (const table of ["model_versions", "term_weights", "judged_history"]) {
    await product.database.query(`DELETE FROM ${table}`, []);
  }
  ports = {
    database: product.database,
    models: connectKv(kv.connection, kv.clock),
    tenantId: product.tenantId,
    clock: kv.clock,
  };
});

afterEach(() => kv.close());

const bodyKey = (version: string) => `t${product.tenantId}:model:${version}`;
const pointerKey = () => `t${product.tenantId}:model:current`;

const first = sampleModel();
const second = sampleModel({ cost: 10, weights: [1, 2] });

describe("publishing", () => {
  it("writes the version, reads it back, and the pointer last", async () => {
    await publishModel(first, ports);
    const key = bodyKey(first.version);
    const table = `GET t${product.tenantId}:table:current`;
    expect(kv.requests).toEqual([`PUT ${key}`, `GET ${key}`, table, `PUT ${pointerKey()}`]);
    expect(kv.values.get(key)).toBe(encodeRankingModel(first));
    expect(await currentVersion(ports)).toBe(first.version);
    const stored = await listModels(ports.database, ports.tenantId);
    expect(stored.map(({ model }) => model)).toEqual([first]);
  });

  it("leaves the pointer where it was when the version is refused (kv-003)", async () => {
    await publishModel(first, ports);
    kv.fault = (request) =>
      request.startsWith("PUT")
        ? { status: 400, code: 10_021, message: "below the minimum" }
        : null;
    await expect(publishModel(second, ports)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`${bodyKey(second.version)} was refused`),
    });
    expect(kv.values.get(pointerKey())).toBe(first.version);
  });

  it("says so when the pointer itself is refused", async () => {
    await publishModel(first, ports);
    kv.fault = (request) =>
      request === `PUT ${pointerKey()}` ? { status: 403, code: 1, message: "forbidden" } : null;
    await expect(publishModel(second, ports)).rejects.toThrow(`${pointerKey()} was refused`);
    expect(kv.values.get(pointerKey())).toBe(first.version);
  });

  it("does not point at a version that reads back differently or not at all", async () => {
    await publishModel(first, ports);
    for (const [body, sentence] of [
      ["{}", "another body"],
      [null, "no body"],
    ] as const) {
      kv.read = (key) => (key === pointerKey() ? (kv.values.get(key) ?? null) : body);
      await expect(publishModel(second, ports)).rejects.toThrow(sentence);
      expect(kv.values.get(pointerKey())).toBe(first.version);
    }
    const reads = kv.requests.filter((request) => request === `GET ${bodyKey(second.version)}`);
    expect(reads).toHaveLength(2 * READ_BACK_ATTEMPTS_MAX);
  });

  it("waits for a store that shows a write late", async () => {
    let reads = 0;
    kv.read = (key) => {
      reads += 1;
      return reads < 3 ? null : (kv.values.get(key) ?? null);
    };
    await publishModel(first, ports);
    expect(await currentVersion(ports)).toBe(first.version);
  });

  it("twice within a second keeps both bodies readable and the last pointer (kv-005)", async () => {
    await publishModel(first, ports);
    await publishModel(second, { ...ports, models: connectKv(kv.connection, kv.clock) });
    expect(await currentVersion(ports)).toBe(second.version);
    for (const model of [first, second]) {
      expect(kv.values.get(bodyKey(model.version))).toBe(encodeRankingModel(model));
    }
  });

  it("of a known version changes nothing of it, also when it was trained again", async () => {
    await publishModel(first, ports);
    const provenance = { ...first.provenance, trainedAt: "2026-11-30T09:00:00.000Z" };
    const again = sampleModel({ provenance });
    expect(again.version).toBe(first.version);
    await publishModel(again, ports);
    expect(kv.values.get(bodyKey(first.version))).toBe(encodeRankingModel(first));
  });

  it("refuses a model whose content was changed under its name", async () => {
    const edited = { ...first, weights: [9, 9] };
    await expect(publishModel(edited, ports)).rejects.toMatchObject({ exitCode: 2 });
    expect(kv.requests).toEqual([]);
    expect(await listModels(ports.database, ports.tenantId)).toEqual([]);
  });
});

describe("learned rows", () => {
  const rowsOf = (multiplier: number) => {
    const content = {
      termWeights: [{ language: "en", lexeme: "light", multiplier }],
      history: [{ queryId: "q", embedding: [1, 0], documentIds: ["a", "b"] }],
    };
    return { version: learnedVersion(content), ...content };
  };
  const modelOf = (cost: number) => {
    const rows = rowsOf(cost);
    const learned = { version: rows.version, weighsLexicalLeg: false, adapter: null };
    return { rows, model: sampleModel({ cost, learned }) };
  };
  const versionsIn = async (table: string) => {
    const rows = await product.database.query<{ version: string }>(
      `SELECT DISTINCT version FROM ${table} WHERE tenant_id = $1`,
      [product.tenantId],
    );
    return rows.map(({ version }) => version);
  };

  it("are written before the model that names them, once", async () => {
    const { rows, model } = modelOf(1);
    kv.fault = () => ({ status: 400, code: 10_021, message: "below the minimum" });
    await expect(publishModel(model, ports, { rows, table: null })).rejects.toThrow("was refused");
    expect(await versionsIn("term_weights")).toEqual([rows.version]);
    kv.fault = () => null;
    await publishModel(model, ports, { rows, table: null });
    const history = await product.database.query(
      "SELECT document_id, query_id FROM judged_history WHERE tenant_id = $1 ORDER BY 1",
      [product.tenantId],
    );
    expect(history).toEqual([
      { document_id: "a", query_id: "q" },
      { document_id: "b", query_id: "q" },
    ]);
    const stored = await findModel(ports.database, ports.tenantId, model.version);
    expect(stored?.model).toEqual(model);
  });

  it("are kept for a bounded number of versions, the newest", async () => {
    const versions: string[] = [];
    for (let cost = 1; cost <= LEARNED_VERSIONS_KEPT + 1; cost += 1) {
      const { rows, model } = modelOf(cost);
      await publishModel(model, ports, { rows, table: null });
      versions.push(rows.version);
      const kept = versions.slice(-LEARNED_VERSIONS_KEPT);
      for (const table of ["term_weights", "judged_history"]) {
        expect((await versionsIn(table)).toSorted()).toEqual(kept.toSorted());
      }
    }
  });

  it("of a file are refused where they are not those that the model names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "learned-"));
    const path = join(folder, "learned.json");
    const rows = rowsOf(2);
    writeFileSync(path, JSON.stringify(rows));
    expect(await readLearnedFile(path, rows.version)).toEqual(rows);
    writeFileSync(path, JSON.stringify({ ...rows, history: [] }));
    await expect(readLearnedFile(path, rows.version)).rejects.toThrow("are not those of version");
    writeFileSync(path, "{");
    await expect(readLearnedFile(path, rows.version)).rejects.toThrow("not the learned rows");
    await expect(readLearnedFile(join(folder, "no"), "v")).rejects.toMatchObject({ exitCode: 2 });
  });
});

describe("rolling back", () => {
  it("puts an earlier version in force, also when KV has lost its body", async () => {
    await publishModel(first, ports);
    await publishModel(second, ports);
    kv.values.delete(bodyKey(first.version));
    await rollBackTo(first.version, ports);
    expect(await currentVersion(ports)).toBe(first.version);
    expect(kv.values.get(bodyKey(first.version))).toBe(encodeRankingModel(first));
  });

  it("refuses a version that was never published and names those that were", async () => {
    await publishModel(first, ports);
    await expect(rollBackTo("20200101-00000000", ports)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`known: ${first.version}`),
    });
    expect(await currentVersion(ports)).toBe(first.version);
  });

  it("never reaches the versions of another tenant", async () => {
    await publishModel(first, ports);
    const { tenantId } = await product.addTenant("second");
    await expect(rollBackTo(first.version, { ...ports, tenantId })).rejects.toThrow("known: none");
    expect(kv.values.has(`t${tenantId}:model:current`)).toBe(false);
  });
});
