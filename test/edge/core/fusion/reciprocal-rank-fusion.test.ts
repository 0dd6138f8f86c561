/** Goal: reciprocal rank fusion in the cases that broke products of this kind. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "#core/features/candidate.ts";
import { fuseCandidates, reciprocalRankFusion } from "#core/fusion/reciprocal-rank-fusion.ts";
import { minMaxFusion } from "#core/fusion/score-fusion.ts";
import { candidate } from "../features/candidate-builder.ts";

const SEED = 20_260_703;

function idsAndScores(
  lists: Readonly<Record<string, readonly string[]>>,
  weights: Readonly<Record<string, number>> = {},
): [string, number][] {
  const named = Object.entries(lists).map(([name, ids]) => ({
    name,
    ids,
    weight: weights[name] ?? 1,
  }));
  return reciprocalRankFusion(named).map(({ id, score }) => [id, score]);
}

describe("reciprocalRankFusion", () => {
  it("orders equal scores by id, in both orders of the lists", () => {
    const both = 1 / 61 + 1 / 62;
    const expected = [
      ["a", both],
      ["b", both],
    ];
    expect(idsAndScores({ lexical: ["a", "b"], dense: ["b", "a"] })).toEqual(expected);
    expect(idsAndScores({ dense: ["b", "a"], lexical: ["a", "b"] })).toEqual(expected);
  });

  it("cuts inside a tie at the same place for every order of lists", () => {
    const lexical = ["p1", "p2", "p3"];
    const dense = ["q1", "q2", "q3"];
    for (const lists of [
      { lexical, dense },
      { dense, lexical },
    ]) {
      const ids = idsAndScores(lists).map(([id]) => id);
      expect(ids.slice(0, 3)).toEqual(["p1", "q1", "p2"]);
    }
  });

  it("gives a document nothing from a list that lacks it, and says so in its ranks", () => {
    const dense = Array.from({ length: 50 }, (_, index) => `y-${index + 1}`);
    const fused = reciprocalRankFusion([
      { name: "lexical", ids: ["x"] },
      { name: "dense", ids: dense },
    ]);
    const x = fused.find(({ id }) => id === "x");
    expect(x).toMatchObject({ score: 1 / 61, ranks: { lexical: 1, dense: null } });
  });

  it("ignores empty lists", () => {
    const expected = [
      ["x", 1 / 61],
      ["z", 1 / 62],
    ];
    expect(idsAndScores({ lexical: ["x", "z"], dense: [] })).toEqual(expected);
    expect(idsAndScores({ lexical: ["x", "z"], dense: [], expansion: [] })).toEqual(expected);
    expect(reciprocalRankFusion([])).toEqual([]);
  });

  it("takes a weight of 0 for 0", () => {
    const lists = { lexical: ["x", "y"], dense: ["y", "z"] };
    expect(idsAndScores(lists, { lexical: 0, dense: 1 })).toEqual([
      ["y", 1 / 61],
      ["z", 1 / 62],
      ["x", 0],
    ]);
  });

  it("counts a repeated id once, where it stands first, and leaves no gap", () => {
    expect(idsAndScores({ lexical: ["a", "a", "b", "a"] })).toEqual([
      ["a", 1 / 61],
      ["b", 1 / 62],
    ]);
  });

  it.each([Number.NaN, Infinity, -1])("refuses the weight %d", (weight) => {
    expect(() => reciprocalRankFusion([{ name: "dense", ids: ["a"], weight }])).toThrow("dense");
  });

  it("refuses two lists of one name", () => {
    const list = { name: "dense", ids: ["a"] };
    expect(() => reciprocalRankFusion([list, list])).toThrow("two lists are named dense");
  });

  it("numbers the fused ranks from 1 and is independent of the order of the lists", () => {
    const list = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map((n) => `d${n}`));
    fc.assert(
      fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
        const named = lists.map((ids, index) => ({ name: `list ${index}`, ids }));
        const fused = reciprocalRankFusion(named);
        const reversed = reciprocalRankFusion(named.toReversed());
        expect(fused.map(({ rank }) => rank)).toEqual(fused.map((_, index) => index + 1));
        expect(reversed.map(({ id, score }) => [id, score])).toEqual(
          fused.map(({ id, score }) => [id, score]),
        );
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("fuseCandidates", () => {
  const pool: Candidate[] = [
    candidate({ id: "b", lexicalRank: 1, denseRank: 2 }),
    candidate({ id: "a", lexicalRank: 2, denseRank: 1 }),
    candidate({ id: "c", expansionRank: 1 }),
    candidate({ id: "d" }),
  ];

  it("gives what the lists give", () => {
    const fused = reciprocalRankFusion([
      { name: "lexical", ids: ["b", "a"] },
      { name: "dense", ids: ["a", "b"] },
      { name: "expansion", ids: ["c"] },
    ]);
    expect(fuseCandidates(pool).slice(0, 3)).toEqual(fused);
    expect(fuseCandidates(pool)[3]).toMatchObject({ id: "d", score: 0, rank: 4 });
  });

  it("weighs the legs", () => {
    const fused = fuseCandidates(pool, { lexical: 0, dense: 1 });
    expect(fused.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
    expect(fuseCandidates(pool, { expansion: 3 })[0]!.id).toBe("c");
  });
});

describe("minMaxFusion", () => {
  it("stays finite with an empty list and with equal scores of zero", () => {
    const dense = [
      { id: "y", score: 0.8 },
      { id: "z", score: 0.4 },
    ];
    expect(minMaxFusion([[], dense], 0).map(({ id }) => id)).toEqual(["y", "z"]);
    const zeros = [
      { id: "y", score: 0 },
      { id: "x", score: 0 },
    ];
    const fused = minMaxFusion([zeros, [{ id: "z", score: 0.7 }]], 0);
    expect(fused).toEqual([
      { id: "x", score: 0 },
      { id: "y", score: 0 },
      { id: "z", score: 0 },
    ]);
  });
});
