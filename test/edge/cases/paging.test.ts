/**
 * The paging cases on the whole product. Each case has a check of its own; a case without one fails.
 * Then the kinds: pages of any sizes, changes of any sort between them, limits at the limit and past it.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import { type SearchResponse, K_MAX, searchRequestSchema } from "#edge/schemas/search.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { RERANK_WINDOW } from "#edge/store/search-limits.ts";
import {
  currentModelKey,
  MODEL_CACHE_TTL_SECONDS,
  modelKey,
} from "#edge/store/ranking-model-kv.ts";
import { rankingModel } from "../core/model/model-builder.ts";
import { DIMENSION } from "../../support/product.ts";
import { type Call, type InputCase, readCases, type Row } from "./case-file.ts";
import { type Check, playCases } from "./case-suite.ts";
import { type CaseTenant, type Stage, startStage } from "./case-stage.ts";

const CASES = readCases("paging", DIMENSION);

const ids = (answer: SearchResponse | null) => answer!.hits.map(({ id }) => id);

/** Puts a model of BM25 alone in force, as the case's stage does, with another weight. */
function publish({ product }: Stage, { tenantId }: CaseTenant, version: string, weight: number) {
  const model = {
    ...rankingModel([weight], ["bm25"]),
    version,
    featureSchemaHash: featureSchemaHash(["bm25"]),
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: "test-model",
  };
  product.kv.set(modelKey(tenantId, version), JSON.stringify(model));
  product.kv.set(currentModelKey(tenantId), version);
  product.clock.now += MODEL_CACHE_TTL_SECONDS * 1000;
}

/** Plays the calls in order; null where a cursor was needed and the call before gave none. */
async function playPages(
  { calls }: InputCase,
  stage: Stage,
  tenant: CaseTenant,
): Promise<(SearchResponse | null)[]> {
  const answers: (SearchResponse | null)[] = [];
  for (const call of calls) {
    answers.push(await playCall(call, answers, stage, tenant));
  }
  return answers;
}

async function playCall(
  { op, body, version }: Call & { readonly version?: string },
  before: readonly (SearchResponse | null)[],
  stage: Stage,
  tenant: CaseTenant,
): Promise<SearchResponse | null> {
  if (op === "publish") {
    publish(stage, tenant, version!, -1);
    return null;
  }
  if (op === "ingest") {
    await stage.ingest(tenant, body["documents"] as Row[]);
    return null;
  }
  const from = (body["cursor"] as { from_call?: number } | null)?.from_call;
  const cursor = from === undefined ? null : (before[from - 1]?.next_cursor ?? undefined);
  return cursor === undefined ? null : stage.product.search({ ...body, cursor }, tenant.key);
}

const paged =
  (check: (answers: (SearchResponse | null)[]) => void): Check<Stage> =>
  async (one, stage) => {
    check(await playPages(one, stage, await stage.load(one)));
  };

const sizes = (answers: (SearchResponse | null)[]) =>
  answers.map((answer) => answer?.hits.length ?? null);

const CHECKS: Readonly<Record<string, Check<Stage>>> = {
  "paging-001": paged((answers) => {
    expect(sizes(answers)).toEqual([5, 5, 2, 12]);
    expect(answers.slice(0, 3).flatMap(ids)).toEqual(ids(answers[3]!));
    expect(new Set(ids(answers[3]!)).size).toBe(12);
  }),
  "paging-002": paged((answers) => {
    const found = answers.flatMap(ids);
    expect(found).toEqual(Array.from({ length: 12 }, (_, i) => `h-${i + 1}`).toSorted());
  }),
  "paging-003": paged(([first, second]) => {
    expect(ids(first!).filter((id) => ids(second!).includes(id))).toEqual([]);
    expect(second!.hits.map(({ rank }) => rank)).toEqual(
      Array.from({ length: 25 }, (_, i) => i + 26),
    );
  }),
  "paging-004": async (one, stage) => {
    const tenant = await stage.load(one);
    const answers = await playPages(one, stage, tenant);
    expect(sizes(answers)).toEqual([4, 4, 4, null]);
    // Legs are weighted by the trained model, not by the request: the option is refused by name.
    const body = { ...one.calls[0]!.body, weights: { lexical: 0.9, dense: 0.1 } };
    const refused = await stage.product.call("/v1/search", body, { key: tenant.key });
    expect([refused.status, refused.body.error.field]).toEqual([400, "weights"]);
  },
  "paging-005": paged((answers) => {
    expect(sizes(answers)).toEqual([10, 10, 10, 10, 10, null]);
    expect(new Set(answers.slice(0, 5).flatMap(ids)).size).toBe(50);
  }),
  "paging-006": async (one, stage) => {
    const tenant = await stage.load(one);
    const body = { ...one.calls[0]!.body, cursor: null, k: 12 };
    const old = ids(await stage.product.search(body, tenant.key));
    const [first, , second, fresh] = await playPages(one, stage, tenant);
    expect([...ids(first!), ...ids(second!)]).toEqual(old.slice(0, 10));
    expect(second!.model).toEqual({ version: "bm25", status: "pinned_by_cursor" });
    expect(fresh!.model).toEqual({ version: "v2", status: "current" });
  },
  "paging-007": async (one, stage) => {
    const tenant = await stage.load(one);
    const [first, smaller, other] = one.calls;
    const { key } = tenant;
    const { next_cursor: cursor } = await stage.product.search(first!.body, key);
    const next = await stage.product.search({ ...smaller!.body, cursor }, key);
    expect(next.hits.map(({ rank }) => rank)).toEqual([6, 7, 8]);
    const foreign = await stage.product.call("/v1/search", { ...other!.body, cursor }, { key });
    expect([foreign.status, foreign.body.error.field]).toEqual([400, "cursor"]);
    expect(foreign.body.error.message).toMatch(/different request/u);
  },
  "paging-008": async (one, stage) => {
    const { key } = await stage.load(one);
    for (const [index, name] of ["legs", "offset"].entries()) {
      const answer = await stage.product.call("/v1/search", one.calls[index]!.body, { key });
      expect([answer.status, answer.body.error.field]).toEqual([400, name]);
    }
  },
  "paging-009": paged((answers) => {
    expect(sizes(answers)).toEqual([25]);
  }),
  "paging-010": async (one, stage) => {
    const tenant = await stage.load(one);
    const [first, , second, third, fresh] = await playPages(one, stage, tenant);
    const found = [first!, second!, third!].flatMap(ids);
    expect(found.toSorted()).toEqual(one.documents.map(({ id }) => id).toSorted());
    expect(ids(fresh!)).toContain("a-new");
  },
  "paging-011": async (one, stage) => {
    const { key } = await stage.load(one);
    const [large, ...wrong] = one.calls;
    expect(ids(await stage.product.search(large!.body, key)).toSorted()).toEqual([
      "p-1",
      "p-2",
      "p-3",
    ]);
    for (const { body } of wrong) {
      const { status, body: answer } = await stage.product.call("/v1/search", body, { key });
      expect([status, answer.error.field]).toEqual([400, "k"]);
      expect(answer.error.message).toMatch(body["k"] === 1000 ? /100/u : /1|int/u);
    }
  },
};

/** Documents that no leg ranks alike: words are repeated, vectors turn away. */
const corpus = (count: number, prefix = "h"): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i + 1}`,
    subject: "Physics",
    level: "O-Level",
    language: "en",
    text: `Momentum ${"of balls ".repeat((i * 7) % 11)} item ${i + 1}`,
    embedding: [1, ((i * 5) % 13) / 13, 0, 0, 0, 0, 0, 0],
  }));
const REQUEST = { query: "momentum of balls", vector: [1, 0.3, 0, 0, 0, 0, 0, 0] };

describe("paging cases", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  playCases(CASES, CHECKS, () => stage);

  it("kind: pages of any sizes are disjoint and join to the single answer, with any options", async () => {
    const tenant = await stage.addTenant("any-sizes");
    await stage.ingest(tenant, corpus(60));
    const size = fc.integer({ min: 1, max: 40 });
    const flag = fc.boolean();
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 1, maxLength: 60 }),
        fc.record({ rerank: flag, expand: flag, highlight: flag }),
        async (ks, options) => {
          const request = { ...REQUEST, ...options };
          const whole = await stage.product.search({ ...request, k: 60 }, tenant.key);
          const found: { id: string; rank: number }[] = [];
          let cursor: string | null = null;
          for (const k of ks) {
            const body = { ...request, k, cursor };
            const page: SearchResponse = await stage.product.search(body, tenant.key);
            expect(page.hits.length).toBe(Math.min(k, 60 - found.length));
            found.push(...page.hits.map(({ id, rank }) => ({ id, rank })));
            cursor = page.next_cursor;
            if (cursor === null) break;
          }
          const expected = whole.hits.map(({ id, rank }) => ({ id, rank }));
          expect(found).toEqual(expected.slice(0, found.length));
        },
      ),
      { numRuns: 15, seed: 42 },
    );
  });

  it("kind: whatever happens to the collection between pages, nothing repeats and the order stays", async () => {
    const tenant = await stage.addTenant("any-changes");
    const original = corpus(20);
    const change = fc.constantFrom("add", "delete", "rewrite", "model" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 3, max: 7 }),
        async (changes, k) => {
          await stage.ingest(tenant, original);
          await deleteAll(stage, tenant, "new-1");
          publish(stage, tenant, "bm25", 1);
          const { hits } = await stage.product.search({ ...REQUEST, k: 20 }, tenant.key);
          const whole = hits.map(({ id }) => id);
          const found: string[] = [];
          const deleted: string[] = [];
          let cursor: string | null = null;
          for (let page = 0; page === 0 || cursor !== null; page += 1) {
            const body = { ...REQUEST, k, cursor };
            const answer: SearchResponse = await stage.product.search(body, tenant.key);
            found.push(...ids(answer));
            cursor = answer.next_cursor;
            const next = whole[(page + 1) * k];
            if (changes[page] === "delete" && next !== undefined) deleted.push(next);
            await apply(changes[page], stage, tenant, next);
          }
          expect(found).toEqual(whole.filter((id) => !deleted.includes(id)));
        },
      ),
      { numRuns: 8, seed: 42 },
    );
  });

  it.each([RERANK_WINDOW - 1, RERANK_WINDOW, RERANK_WINDOW + 1, 130])(
    "kind: of %i matching documents every page is full until the window ends, with the reason",
    async (count) => {
      const tenant = await stage.addTenant(`window-${count}`);
      await stage.ingest(tenant, corpus(count));
      const reachable = Math.min(count, RERANK_WINDOW);
      const found: string[] = [];
      let cursor: string | null = null;
      let notes: readonly string[] = [];
      do {
        const body = { ...REQUEST, k: 25, cursor };
        const page: SearchResponse = await stage.product.search(body, tenant.key);
        expect(page.hits.length).toBe(Math.min(25, reachable - found.length));
        found.push(...ids(page));
        ({ notes, next_cursor: cursor } = page);
      } while (cursor !== null);
      expect(new Set(found).size).toBe(reachable);
      const reason = notes.filter((note) => note.startsWith("window_end"));
      expect(reason.length).toBe(count > RERANK_WINDOW ? 1 : 0);
    },
  );

  it.each([
    [1, 200],
    [K_MAX - 1, 200],
    [K_MAX, 200],
    [K_MAX + 1, 400],
    [0, 400],
    [-1, 400],
    [1.5, 400],
    ["8", 400],
    [null, 400],
    [1e9, 400],
    [2 ** 53, 400],
    [[8], 400],
    [true, 400],
  ])("kind: k = %j is %i, in a search and in a batch", async (k, status) => {
    const { key } = await stage.load({ ...CASES.get("paging-011")!, id: `k-${String(k).length}` });
    const body = { query: "pendulum", k };
    const single = await stage.product.call("/v1/search", body, { key });
    const batch = await stage.product.call("/v1/search:batch", { searches: [body] }, { key });
    expect([single.status, batch.status]).toEqual([status, status]);
    if (status === 200) expect(single.body.hits.length).toBe(Math.min(Number(k), 3));
    else expect(single.body.error.field).toBe("k");
  });

  it("kind: as many hits as were asked for come, up to the cap", async () => {
    const tenant = await stage.addTenant("cap");
    await stage.ingest(tenant, corpus(K_MAX + 5));
    for (const k of [1, 8, 50, K_MAX - 1, K_MAX]) {
      const { hits } = await stage.product.search({ ...REQUEST, k }, tenant.key);
      expect(hits.length).toBe(k);
    }
  });

  it.each([
    "page",
    "offset",
    "from",
    "limit",
    "top_k",
    "min_score",
    "filter",
    "sort",
    "K",
    "legs",
    "weights",
    "constructor",
    " k",
    "",
  ])("kind: the parameter %j, which has no effect, is refused by name", async (name) => {
    expect(Object.keys(searchRequestSchema.shape)).not.toContain(name);
    const { key } = await stage.load({ ...CASES.get("paging-011")!, id: `unknown-${name.length}` });
    const inRequest = { query: "pendulum", [name]: 5 };
    const inScope = { query: "pendulum", scope: { [name]: "5" } };
    const answers = [inRequest, inScope].map((body) =>
      stage.product.call("/v1/search", body, { key }),
    );
    const [request, scope] = await Promise.all(answers);
    expect([request!.status, scope!.status]).toEqual([400, 400]);
    expect(request!.body.error.message).toContain(name);
    expect(scope!.body.error.message).toContain(name);
  });

  it("canary: pages that repeat a document fail their case", async () => {
    const one = CASES.get("paging-001")!;
    const calls = [one.calls[0]!, one.calls[0]!, one.calls[0]!, one.calls[3]!];
    await expect(CHECKS["paging-001"]!({ ...one, id: "canary", calls }, stage)).rejects.toThrow();
  });
});

async function deleteAll({ product }: Stage, { key }: CaseTenant, ...names: string[]) {
  for (const id of names) await product.send("DELETE", `/v1/documents/${id}`, { key });
}

async function apply(
  change: string | undefined,
  stage: Stage,
  tenant: CaseTenant,
  next: string | undefined,
): Promise<void> {
  if (change === "add") await stage.ingest(tenant, corpus(1, "new"));
  if (change === "model") publish(stage, tenant, "turned", -1);
  if (next === undefined) return;
  if (change === "delete") await deleteAll(stage, tenant, next);
  if (change === "rewrite") {
    await stage.ingest(tenant, [
      { ...corpus(1)[0]!, id: next, text: "Momentum momentum of balls" },
    ]);
  }
}
