/**
 * The embedding cases on the whole product, with a provider double that can fail in named ways. Each
 * case has a check of its own; a case without one fails. Then the kinds: sizes around the model's,
 * wrong answers of the provider, a change of model that stops anywhere.
 */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readReembedding, beginReembedding, reembedNext } from "#edge/ingest/reembed.ts";
import { createKey, ensureTenant } from "#edge/local/tenants.ts";
import type { Embedder } from "#edge/ports.ts";
import { searchStatements } from "#edge/store/search-statement.ts";
import { DIMENSION, hashedVector, type Product, startProduct } from "../../support/product.ts";
import { type InputCase, readCases, type Row } from "./case-file.ts";
import { type Check, playCases } from "./case-suite.ts";

const CASES = readCases("embedding", DIMENSION);
const DIMENSIONS: Readonly<Record<string, number>> = { "m-small": 384, "m-wide": 1024, "m-b": 16 };
const dimensionOf = (model: string) => DIMENSIONS[model] ?? DIMENSION;

/** Vectors of one text under two models have nothing in common. */
const vectorOf = (text: string, model: string) =>
  model === "m-b" ? hashedVector(text, 16).toReversed() : hashedVector(text, dimensionOf(model));

type Fault = (vectors: number[][]) => unknown[];

interface World {
  readonly product: Product;
  readonly statements: string[];
  /** Texts that the provider embedded, by model and input type. */
  readonly embedded: Map<string, number>;
  readonly embedder: Embedder;
  fault: Fault | null;
  addTenant(model: string, dimension?: number): Promise<{ tenantId: number; key: string }>;
}

async function startWorld(): Promise<World> {
  const statements: string[] = [];
  const embedded = new Map<string, number>();
  const state: { fault: Fault | null } = { fault: null };
  const embedder: Embedder = {
    name: "double",
    embed: async (texts, model, type) => {
      const name = `${model} ${type}`;
      embedded.set(name, (embedded.get(name) ?? 0) + texts.length);
      const vectors = texts.map((text) => vectorOf(text, model));
      return { vectors: (state.fault?.(vectors) ?? vectors) as number[][] };
    },
  };
  const product = await startProduct({
    embedder,
    wrap: (database) => ({
      query: (text, parameters) => {
        statements.push(text);
        return database.query(text, parameters);
      },
      batch: (batch) => {
        statements.push(...batch.map(({ text }) => text));
        return database.batch(batch);
      },
    }),
  });
  let tenants = 0;
  return {
    product,
    statements,
    embedded,
    embedder,
    get fault() {
      return state.fault;
    },
    set fault(fault) {
      state.fault = fault;
    },
    addTenant: async (model, dimension = dimensionOf(model)) => {
      tenants += 1;
      const { database } = product;
      const tenantId = await ensureTenant(database, {
        name: `e${tenants}`,
        embeddingModel: model,
        embeddingDimension: dimension,
      });
      return { tenantId, key: await createKey(database, tenantId, "admin") };
    },
  };
}

const storedIds = async ({ product }: World, tenantId: number) =>
  (await product.local.rows(`SELECT id FROM documents WHERE tenant_id = ${tenantId}`)).length;

const configured = (one: InputCase, world: World) =>
  world.addTenant(one.config!.embedding_model, one.config!.dimension);

/** Sends the ingest calls of the case; each is refused with expected and got, and nothing is stored. */
const refusesSizes =
  (...got: number[]): Check<World> =>
  async (one, world) => {
    const tenant = await configured(one, world);
    for (const [index, call] of one.calls.entries()) {
      const { status, body } = await world.product.call("/v1/documents", call.body, tenant);
      expect(status).toBe(422);
      expect(body.error.field).toBe("documents[0].embedding");
      expect(body.error.message).toBe(
        `expected ${one.config!.dimension} values for model m-small, got ${got[index]}`,
      );
      expect(body.results[0]).toMatchObject({ index: 0, status: "rejected" });
    }
    expect(await storedIds(world, tenant.tenantId)).toBe(0);
  };

const refusesCount =
  (fault: Fault, message: RegExp): Check<World> =>
  async (one, world) => {
    const tenant = await configured(one, world);
    world.fault = fault;
    const { status, body } = await world.product.call("/v1/documents", one.calls[0]!.body, tenant);
    expect(status).toBe(503);
    expect(body.error.message).toMatch(message);
    expect(await storedIds(world, tenant.tenantId)).toBe(0);
  };

async function loadCorpus({ documents }: InputCase, world: World) {
  const tenant = await world.addTenant("m-a");
  expect((await world.product.ingest(documents, tenant.key)).status).toBe(200);
  world.embedded.clear();
  return tenant;
}

/** Every document is in reach of the dense leg, in the order of this model and no other. */
async function expectModel(world: World, key: string, model: string, documents: readonly Row[]) {
  const query = "weather";
  world.embedded.clear();
  const { hits, pool_size: pool } = await world.product.search({ query, k: 100 }, key);
  expect([...world.embedded.keys()]).toEqual([`${model} query`]);
  expect(pool).toBe(documents.length);
  const q = vectorOf(query, model);
  const cosine = (text: string) => {
    const v = vectorOf(text, model);
    const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    return dot(q, v) / Math.sqrt(dot(v, v));
  };
  const expected = documents
    .map((row) => ({ id: String(row["id"]), score: cosine(String(row["text"])) }))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const dense = hits.toSorted((a, b) => a.ranks.dense! - b.ranks.dense!);
  expect(dense.map(({ ranks }) => ranks.dense)).toEqual(documents.map((_, index) => index + 1));
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  for (const [index, { id }] of dense.entries()) {
    expect(scores.get(id)).toBeCloseTo(expected[index]!.score, 4);
  }
}

const TARGET = { model: "m-b", dimension: 16 };

/** Embeds so many documents of the corpus (one chunk each), as a job does that is then stopped. */
async function embedSome(world: World, tenantId: number, documents: number): Promise<void> {
  for (let left = documents; left > 0; left -= 20) {
    await reembedNext({ ...world.product, embedder: world.embedder }, tenantId, Math.min(20, left));
  }
}

async function resume(world: World, tenantId: number): Promise<void> {
  const sources = { ...world.product, embedder: world.embedder };
  const isPending = async () =>
    (await readReembedding(world.product.database, tenantId)).pending !== null;
  while (await isPending()) await reembedNext(sources, tenantId);
}

const CHECKS: Readonly<Record<string, Check<World>>> = {
  "embedding-001": refusesSizes(512),
  "embedding-002": refusesSizes(0, 383, 385),
  "embedding-003": refusesCount((vectors) => vectors.slice(0, 5), /expected 10, got 5/u),
  "embedding-004": refusesCount((vectors) => [...vectors, vectors[0]!], /expected 2, got 3/u),
  "embedding-005": async (one, world) => {
    const { key } = await configured(one, world);
    const { status, body } = await world.product.call("/v1/search", one.request, { key });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ field: "vector" });
    expect(body.error.message).toMatch(/expected 1024 .* got 768/u);
  },
  "embedding-006": async (one, world) => {
    const { key } = await configured(one, world);
    world.statements.splice(0);
    const { status, body } = await world.product.call("/v1/search", one.request, { key });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ field: "vector_model" });
    expect(body.error.message).toMatch(/m-other.*m-small/u);
    expect(world.statements.filter((text) => searchStatements().includes(text))).toEqual([]);
  },
  "embedding-007": async (one, world) => {
    const { key, tenantId } = await loadCorpus(one, world);
    await beginReembedding(world.product.database, tenantId, TARGET);
    await embedSome(world, tenantId, 40);
    await expectModel(world, key, "m-a", one.documents);
    world.embedded.clear();
    await resume(world, tenantId);
    expect(Object.fromEntries(world.embedded)).toEqual({ "m-b passage": 60 });
    // One search may still go by what this isolate remembers: by m-a throughout.
    await world.product.search({ query: "weather" }, key);
    await expectModel(world, key, "m-b", one.documents);
  },
  "embedding-008": async (one, world) => {
    const { key, tenantId } = await loadCorpus(one, world);
    const { database } = world.product;
    await beginReembedding(database, tenantId, TARGET);
    await embedSome(world, tenantId, 40);
    world.embedded.clear();
    await beginReembedding(database, tenantId, { model: "m-a", dimension: DIMENSION });
    await resume(world, tenantId);
    expect(world.embedded.size).toBe(0);
    expect(await readReembedding(database, tenantId)).toMatchObject({ pending: null, missing: 0 });
    await expectModel(world, key, "m-a", one.documents);
  },
  "embedding-009": async (one, world) => {
    const { key } = await world.addTenant("m-a");
    const [unembedded, embedded] = one.documents;
    const offline = await startProduct({ embedder: null });
    try {
      await offline.ingest([unembedded!, embedded!]);
      const { hits, pool_size: pool } = await offline.search(one.request!);
      expect(pool).toBe(2);
      expect(hits.map(({ id }) => id).toSorted()).toEqual(["bio-1", "bio-2"]);
      const first = hits.find(({ id }) => id === "bio-1")!;
      expect(first.ranks).toMatchObject({ lexical: 1, dense: null });
    } finally {
      await offline.close();
    }
    expect(key).not.toBe("");
  },
};

describe("embedding cases", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  beforeEach(() => {
    world.fault = null;
  });
  afterAll(() => world.product.close());

  playCases(CASES, CHECKS, () => world);

  it.each([1, 8, 384].flatMap((size) => [0, 1, size - 1, size, size + 1].map((n) => [size, n])))(
    "kind: of a model of %i values, a vector of %i is taken or refused by its exact length",
    async (size, length) => {
      const { key } = await world.addTenant("m-any", size);
      const embedding = Array.from({ length: length! }, () => 1);
      const stored = await world.product.ingest([{ id: "x", text: "Slope.", embedding }], key);
      const searched = await world.product.call(
        "/v1/search",
        { query: "slope", vector: embedding },
        { key },
      );
      expect(stored.status).toBe(length === size ? 200 : 422);
      expect(searched.status).toBe(length === size ? 200 : length === 0 ? 400 : 422);
    },
  );

  it.each<[string, number[], number]>([
    ["too small for single precision", [1e-50, 0, 0, 0, 0, 0, 0, 0], 200],
    ["too large for single precision", [1e300, 1e300, 0, 0, 0, 0, 0, 0], 200],
    ["of very different values", [1, 1e-60, 0, 0, 0, 0, 0, 0], 200],
    ["negative zero", [-0, -0, -0, -0, -0, -0, -0, -0], 422],
  ])("kind: a vector that is %s is taken or refused, never a fault", async (_, vector, status) => {
    const { key } = await world.addTenant("m-a");
    const document = { id: "x", text: "Slope.", embedding: vector };
    expect((await world.product.ingest([document], key)).status).toBe(status);
    const answer = await world.product.call("/v1/search", { query: "slope", vector }, { key });
    expect(answer.status).toBe(status);
  });

  it.each<[string, Fault]>([
    ["no vector", () => []],
    ["one too few", (vectors) => vectors.slice(1)],
    ["one too many", (vectors) => [...vectors, vectors[0]!]],
    ["a vector of another size", ([first, ...rest]) => [first!.slice(1), ...rest]],
    ["zeros", ([first, ...rest]) => [first!.map(() => 0), ...rest]],
    ["what is no number", ([first, ...rest]) => [first!.map(() => Number.NaN), ...rest]],
  ])("kind: a provider that returns %s leaves nothing half stored", async (_, fault) => {
    const { key, tenantId } = await world.addTenant("m-a");
    world.fault = fault;
    const rows = ["Xylem.", "Phloem."].map((text, index) => ({ id: `b-${index}`, text }));
    const { status } = await world.product.ingest(rows, key);
    expect([500, 503]).toContain(status);
    expect(await storedIds(world, tenantId)).toBe(0);
  });

  it("kind: a change of model may stop anywhere, and documents may come and go meanwhile", async () => {
    const one = CASES.get("embedding-007")!;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (stop, chunksMax) => {
          const documents = one.documents.slice(0, 12);
          const { key, tenantId } = await loadCorpus({ ...one, documents }, world);
          const { database } = world.product;
          const sources = { ...world.product, embedder: world.embedder };
          await beginReembedding(database, tenantId, TARGET);
          for (let left = stop; left > 0; left -= chunksMax) {
            await reembedNext(sources, tenantId, chunksMax);
          }
          const extra = { ...documents[0]!, id: "z-new", text: "Weather item new" };
          await world.product.ingest([extra], key);
          await world.product.send("DELETE", "/v1/documents/g-1", { key });
          await resume(world, tenantId);
          expect(await readReembedding(database, tenantId)).toEqual({
            ...TARGET,
            pending: null,
            missing: 0,
          });
          await world.product.search({ query: "weather" }, key);
          await expectModel(world, key, "m-b", [...documents.slice(1), extra]);
        },
      ),
      { numRuns: 6, seed: 42 },
    );
  });

  it("kind: going back to the model before embeds nothing, also after the change", async () => {
    const one = CASES.get("embedding-008")!;
    const { key, tenantId } = await loadCorpus(one, world);
    await beginReembedding(world.product.database, tenantId, TARGET);
    await resume(world, tenantId);
    world.embedded.clear();
    await beginReembedding(world.product.database, tenantId, { model: "m-a", dimension: 8 });
    await resume(world, tenantId);
    expect(world.embedded.size).toBe(0);
    await world.product.search({ query: "weather" }, key);
    await expectModel(world, key, "m-a", one.documents);
  });

  it("kind: an isolate that remembers the old model cannot store its vectors as the new one's", async () => {
    const one = CASES.get("embedding-008")!;
    const { key, tenantId } = await loadCorpus(one, world);
    await beginReembedding(world.product.database, tenantId, {
      model: "m-c",
      dimension: DIMENSION,
    });
    await world.product.search({ query: "weather" }, key);
    await resume(world, tenantId);
    const late = { id: "late", text: "Weather item late" };
    const refused = await world.product.ingest([late], key);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect((await world.product.ingest([late], key)).status).toBe(200);
    expect(world.embedded.get("m-c passage")).toBe(101);
  });

  it("canary: vectors of two models that are compared are found", async () => {
    const one = CASES.get("embedding-007")!;
    const { key, tenantId } = await loadCorpus(one, world);
    await world.product.database.query(
      "UPDATE tenants SET embedding_model = 'm-c' WHERE tenant_id = $1",
      [tenantId],
    );
    await expect(expectModel(world, key, "m-b", one.documents)).rejects.toThrow();
  });
});
