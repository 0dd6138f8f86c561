/**
 * Goal: one deterministic order by reranker score, fused score and id, with near-duplicates lowered
 * and every score explained.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import type { FusedDocument } from "#core/fusion/reciprocal-rank-fusion.ts";
import { reciprocalRankFusion } from "#core/fusion/reciprocal-rank-fusion.ts";
import { inTotalOrder } from "#core/fusion/total-order.ts";
import { collapseSameContent } from "#core/rerank/collapse-same-content.ts";
import {
  explainRanking,
  REDUNDANCY_WINDOW,
  type RerankDocument,
  type RerankInput,
  rerank,
} from "#core/rerank/rerank.ts";
import { rankingModel } from "../model/model-builder.ts";

const SEED = 20_260_708;
const CIRCLE = "Find the area of a circle of radius 7 cm.";
const SQUARE = "Find the area of a square of side 4 cm.";

interface Sample {
  readonly id: string;
  readonly score: number;
  readonly fusedScore: number;
  readonly text?: string;
  readonly alignment?: number;
  readonly reliability?: number;
}

/** A model that passes the first feature through as the score, and samples as its rows. */
function inputOf(samples: readonly Sample[], withModel = true): RerankInput {
  const documents: RerankDocument[] = samples.map(
    ({ id, text = `text of ${id}`, alignment = 1, reliability = 1 }) => ({
      id,
      text,
      alignment,
      reliability,
    }),
  );
  const values = new Float64Array(samples.length * DEFAULT_FEATURES.length);
  for (const [row, { score }] of samples.entries()) values[row * DEFAULT_FEATURES.length] = score;
  const fused: FusedDocument[] = inTotalOrder(
    samples.map(({ id, fusedScore }) => ({ id, score: fusedScore, ranks: {} })),
  ).map((one, index) => ({ ...one, rank: index + 1 }));
  return withModel
    ? { documents, fused, features: { ids: DEFAULT_FEATURES, values }, model: rankingModel([1]) }
    : { documents, fused, features: null, model: null };
}

function idsOf(input: RerankInput): string[] {
  return rerank(input).map(({ id }) => id);
}

function explainedScore(input: RerankInput, id: string): number {
  const document = rerank(input).find((one) => one.id === id)!;
  let sum = 0;
  for (const { product } of explainRanking(document, input)) sum += product;
  return sum;
}

const sample = fc.record({
  id: fc.uuid(),
  score: fc.oneof(fc.double({ min: -9, max: 9, noNaN: true }), fc.constantFrom(0, 1)),
  fusedScore: fc.constantFrom(0.01, 0.02, 0.03),
  text: fc.constantFrom(CIRCLE, SQUARE, `${CIRCLE} Show your work.`, "", "short"),
  alignment: fc.constantFrom(1, 0.875, 0.5),
  reliability: fc.constantFrom(1, 0.5),
});
const samples = fc.uniqueArray(sample, { selector: ({ id }) => id, maxLength: 9 });

describe("rerank", () => {
  it("orders by reranker score, then fused score, then id, for every order of the input", () => {
    const equal = [
      { id: "c", score: 0.5, fusedScore: 0.03 },
      { id: "a", score: 0.5, fusedScore: 0.02 },
      { id: "b", score: 0.5, fusedScore: 0.02 },
      { id: "d", score: 0.7, fusedScore: 0.01 },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(equal, { minLength: 4 }), (shuffled) => {
        expect(idsOf(inputOf(shuffled))).toEqual(["d", "c", "a", "b"]);
      }),
      { seed: SEED, numRuns: 50 },
    );
  });

  it("is a permutation in order of score, whatever the order of the rows", () => {
    fc.assert(
      fc.property(samples, fc.boolean(), (list, withModel) => {
        const ranked = rerank(inputOf(list, withModel));
        expect(ranked.map(({ rank }) => rank)).toEqual(list.map((_, index) => index + 1));
        expect(new Set(ranked.map(({ id }) => id)).size).toBe(list.length);
        const reversed = rerank(inputOf(list.toReversed(), withModel));
        expect(reversed.map(({ id, score }) => [id, score])).toEqual(
          ranked.map(({ id, score }) => [id, score]),
        );
        for (const [index, { score }] of ranked.slice(1).entries()) {
          expect(score).toBeLessThanOrEqual(ranked[index]!.score);
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("explains every score to the last bit, with and without a model", () => {
    fc.assert(
      fc.property(samples, fc.boolean(), (list, withModel) => {
        const input = inputOf(list, withModel);
        for (const { id, score } of rerank(input)) expect(explainedScore(input, id)).toBe(score);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("canary: a contribution that is left out is noticed", () => {
    const input = inputOf([{ id: "a", score: 2, fusedScore: 0.01, reliability: 0.5 }]);
    const [document] = rerank(input);
    let sum = 0;
    for (const { product } of explainRanking(document!, input).slice(0, -1)) sum += product;
    expect(sum).not.toBe(document!.score);
  });

  it("ranks by fusion without a model", () => {
    const lists = [
      { name: "lexical", ids: ["b", "a"] },
      { name: "dense", ids: ["c", "a"] },
    ];
    const fused = reciprocalRankFusion(lists);
    const documents = fused.map(({ id }) => ({ id, text: id, alignment: 1, reliability: 1 }));
    const input = { documents, fused, features: null, model: null };
    expect(idsOf(input)).toEqual(fused.map(({ id }) => id));
    expect(rerank(input).map(({ score }) => score)).toEqual(fused.map(({ score }) => score));
  });

  it("lowers what fits the scope less, and what is less reliable", () => {
    const list = [
      { id: "a", score: 1, fusedScore: 0.02, alignment: 0.5 },
      { id: "b", score: 0.9, fusedScore: 0.02, reliability: 0.9 },
      { id: "c", score: 0.8, fusedScore: 0.02 },
    ];
    expect(idsOf(inputOf(list))).toEqual(["c", "b", "a"]);
    expect(idsOf(inputOf(list, false))).toEqual(["c", "b", "a"]);
  });

  it.each([true, false])("gives the later-placed twin 0.75 and says why (model: %s)", (model) => {
    const input = inputOf(
      [
        { id: "p1-q3", score: -2, fusedScore: 0.03, text: CIRCLE },
        { id: "p2-q1", score: -2.1, fusedScore: 0.029, text: CIRCLE },
        { id: "p1-q4", score: -2.3, fusedScore: 0.025, text: SQUARE },
      ],
      model,
    );
    const ranked = rerank(input);
    expect(ranked.map(({ id }) => id)).toEqual(["p1-q3", "p1-q4", "p2-q1"]);
    expect(ranked[2]).toMatchObject({ nearDuplicateOf: "p1-q3", sameContentAs: "p1-q3" });
    const penalty = explainRanking(ranked[2]!, input).find(
      ({ feature }) => feature === "redundancy",
    );
    expect(penalty?.value).toBe(0.75);
    expect(ranked[0]!.factors.redundancy).toBe(1);
  });

  it("does not penalise a document whose twin is not in the pool", () => {
    const input = inputOf([{ id: "p2-q1", score: 1, fusedScore: 0.03, text: CIRCLE }]);
    expect(rerank(input)[0]).toMatchObject({ score: 1, nearDuplicateOf: null });
  });

  it("looks for twins among the best documents only", () => {
    const list = Array.from({ length: REDUNDANCY_WINDOW + 1 }, (_, index) => ({
      id: `d${index}`,
      score: -index,
      fusedScore: 0.01,
      text: index === 0 || index >= REDUNDANCY_WINDOW - 1 ? CIRCLE : `text of ${index}`,
    }));
    const twins = rerank(inputOf(list)).filter(({ nearDuplicateOf }) => nearDuplicateOf !== null);
    expect(twins.map(({ id }) => id)).toEqual([`d${REDUNDANCY_WINDOW - 1}`]);
  });

  it("refuses what cannot be ranked", () => {
    const input = inputOf([{ id: "a", score: 1, fusedScore: 0.03 }]);
    expect(() => rerank({ ...input, fused: [] })).toThrow("document a was not fused");
    expect(() => rerank({ ...input, features: null })).toThrow("needs the features");
    const alignment = inputOf([{ id: "a", score: 1, fusedScore: 0.03, alignment: 0 }]);
    expect(() => rerank(alignment)).toThrow("the score of a is -Infinity");
  });

  it("takes an empty pool", () => {
    expect(rerank(inputOf([]))).toEqual([]);
    expect(rerank(inputOf([], false))).toEqual([]);
  });
});

describe("collapseSameContent", () => {
  const ranked = rerank(
    inputOf([
      { id: "p1-q3", score: 3, fusedScore: 0.03, text: CIRCLE },
      { id: "p2-q1", score: 2, fusedScore: 0.02, text: CIRCLE },
      { id: "p3-q9", score: 1.5, fusedScore: 0.02, text: `${CIRCLE} Show your work.` },
      { id: "p1-q4", score: 1, fusedScore: 0.02, text: SQUARE },
      { id: "p5-q2", score: 0, fusedScore: 0.02, text: CIRCLE.toUpperCase() },
    ]),
  );

  it("keeps the best of equal documents and lists the others", () => {
    const hits = collapseSameContent(ranked).map(({ document, alsoIn }) => [
      document.id,
      alsoIn.map(({ id }) => id),
    ]);
    expect(hits).toEqual([
      ["p1-q3", ["p2-q1", "p5-q2"]],
      ["p3-q9", []],
      ["p1-q4", []],
    ]);
  });

  it("still merges the others when the best of them was filtered out", () => {
    const rest = ranked.filter(({ id }) => id !== "p1-q3");
    const [first] = collapseSameContent(rest);
    expect(first!.document.id).toBe("p2-q1");
    expect(first!.alsoIn.map(({ id }) => id)).toEqual(["p5-q2"]);
  });
});
