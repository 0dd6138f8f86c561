/**
 * Goal: every layer runs through the product, features served over HTTP are those that the trainer
 * recomputes to 1e-9, and a collection without training judgments gives the zero-shot layers and says
 * so. Method: a small synthetic collection, PGlite in memory, no mock.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { adaptQuery } from "#core/model/query-adapter.ts";
import { ladderJson } from "#trainer/ladder/ladder-json.ts";
import { ladderPage } from "#trainer/ladder/ladder-page.ts";
import { type LadderResult, runLadder } from "#trainer/ladder/run-ladder.ts";
import { largestServingGap } from "#trainer/ladder/serving-gap.ts";
import { serve } from "#trainer/ladder/search-run.ts";
import { STAGE_NAMES } from "#trainer/ladder/stage.ts";
import { partCertificates } from "#trainer/learned/learned-features.ts";
import { stemKey } from "#trainer/learned/term-weights.ts";
import { historyOracle, neighbourOracle } from "./learned-oracle.ts";
import { syntheticDataset } from "./synthetic-dataset.ts";

const SEED = 11;
const TIMEOUT_MS = 120_000;
const GAP_MAX = 1e-9;

const { dataset, table } = syntheticDataset(SEED);
const options = {
  seed: SEED,
  language: "en",
  embedder: null,
  table,
  progress: () => () => undefined,
  note: () => undefined,
};

describe(`runLadder on a synthetic collection (seed ${SEED})`, () => {
  let result: LadderResult;
  beforeAll(async () => {
    result = await runLadder(dataset, options);
  }, TIMEOUT_MS);

  it("runs every layer, in order", () => {
    expect(result.stages.map(({ name }) => name).toSorted()).toEqual([...STAGE_NAMES].toSorted());
    expect(result.stages.slice(0, 3).map(({ name }) => name)).toEqual([
      "bm25",
      "term-weights",
      "term-weights-disjoint",
    ]);
    for (const { ndcg10, recall100, disjointCvNdcg10 } of result.stages) {
      expect(ndcg10).toBeGreaterThan(0.5);
      expect(recall100).toBe(1);
      expect(disjointCvNdcg10).toBeGreaterThan(0.5);
    }
  });

  it("serves the features that it trains on", () => {
    expect(result.servingGap).toBeLessThanOrEqual(GAP_MAX);
  });

  it("gets from the statement what the definitions say", () => {
    const { context, encoder } = result;
    const { adapter } = encoder!.parts;
    const vectorOf = (queryId: string) =>
      dataset.queryVectors![dataset.queries.findIndex(({ id }) => id === queryId)]!;
    let histories = 0;
    for (const [at, { queryId }] of context.test.queries.entries()) {
      const { statistics, candidates } = encoder!.testFirsts[at]!;
      const query = vectorOf(queryId);
      const adapted = adaptQuery(adapter!, query)!;
      for (const [row, candidate] of candidates.entries()) {
        const document = context.documentVector(candidate.id);
        const score = adapted.reduce((sum, value, j) => sum + value * document[j]!, 0);
        expect(candidate.adaptedScore).toBeCloseTo(score, 5);
        const history = historyOracle(query, candidate.id, context.training, vectorOf);
        if (history === null) expect(candidate.historyCosine).toBeNull();
        else expect(candidate.historyCosine).toBeCloseTo(history, 5);
        histories += history === null ? 0 : 1;
        const neighbour = neighbourOracle(statistics, candidates, row, context.documentVector);
        expect(candidate.neighbourCosine).toBeCloseTo(neighbour, 5);
      }
      const { multipliers } = encoder!.learned.terms;
      for (const { language, lexeme, multiplier } of statistics.stems) {
        expect(multiplier).toBe(multipliers.get(stemKey({ language, lexeme })));
      }
    }
    expect(histories).toBeGreaterThan(0);
  });

  it("notices a served feature that is off", () => {
    const encoder = result.encoder!;
    const { queries } = result.context.test;
    const features = ["bm25"] as const;
    const served = new Map(
      queries.map(({ queryId }, at) => {
        const ids = encoder.testFirsts[at]!.candidates.map(({ id }) => id);
        return [queryId, { ids, features: ids.map(() => new Map([["bm25", 0.123]])) }];
      }),
    );
    expect(largestServingGap(served, queries, encoder, { features })).toBeGreaterThan(GAP_MAX);
  });

  it("proves every solution", () => {
    for (const { part, status } of partCertificates(result.encoder!.learned)) {
      expect(`${part}: ${status}`).toBe(`${part}: optimal`);
    }
    for (const { referee } of result.stages) {
      for (const { status } of referee?.path ?? []) expect(status).toBe("optimal");
    }
  });

  it("writes what was promised", () => {
    const json = ladderJson(result, { dataset: "synthetic", seed: SEED, seconds: 1 });
    expect(json.testUses).toBe(1);
    const best = json.stages.find(({ name }) => name === "referee-17")!;
    expect(Object.keys(best.weights!)).toHaveLength(17);
    expect(best.vsRrf.low).toBeLessThanOrEqual(best.vsRrf.delta);
    const html = ladderPage(result, json);
    for (const { name } of json.stages) expect(html).toContain(name);
    expect(html).not.toMatch(/<script|https?:/);
  });
});

describe("a collection without training judgments", () => {
  it(
    "gives the zero-shot layers and says so",
    async () => {
      const { stages, notes } = await runLadder({ ...dataset, train: new Map() }, options);
      expect(stages.map(({ name }) => name)).toEqual(["bm25", "dense", "rrf"]);
      expect(notes[0]).toMatch(/zero-shot layers only/);
      expect(stages[0]!.unseenNdcg10).toBe(stages[0]!.ndcg10);
    },
    TIMEOUT_MS,
  );
});

describe("serve", () => {
  it(
    "refuses an answer that another encoder gave",
    async () => {
      const { startLadderStack } = await import("#trainer/ladder/ladder-stack.ts");
      const stack = await startLadderStack();
      const queries = [{ queryId: "q", query: "light", scope: {}, origin: "", grades: new Map() }];
      const run = serve({
        stack,
        queries,
        embedder: null,
        encoder: "table",
        rerank: false,
        onProgress: () => undefined,
      });
      await expect(run).rejects.toThrow(/encoded by "none"/);
      await stack.close();
    },
    TIMEOUT_MS,
  );
});
