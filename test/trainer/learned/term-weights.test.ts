/** Goal: stems that tell relevant passages from others gain weight, others keep theirs. */
import { describe, expect, it } from "vitest";
import type { Candidate } from "#core/features/candidate.ts";
import { judgedPool, type JudgedPool } from "#trainer/data/judged-pool.ts";
import { TERM_WEIGHTS_RECURRING, trainTermWeights } from "#trainer/learned/term-weights.ts";

const SETTINGS = { ...TERM_WEIGHTS_RECURRING, seed: 3 };
const STEMS = ["telling", "noise"];

function candidate(id: string, rank: number, terms: readonly number[]): Candidate {
  return {
    id,
    language: "en",
    lexicalRank: rank,
    denseRank: null,
    expansionRank: null,
    cosine: null,
    stems: terms.map((term) => ({ term, positions: [1 + term] })),
    exact: [],
    stemLength: 100,
    titleLength: 0,
    exactLength: 0,
    titlePositionLast: 0,
    lncNorm: 1,
  };
}

/** The relevant passage holds one stem, the passage above it the other. */
function pool(queryId: string, relevantStem: number): JudgedPool {
  const statistics = {
    stems: STEMS.map((lexeme, at) => ({
      lexeme,
      language: "en",
      documentFrequency: 10,
      collectionFrequency: 20,
      titleDocumentFrequency: 0,
      positions: [at + 1],
    })),
    exact: [],
    scopes: [{ language: "en", chunks: 1000, stemLength: 100_000, titleLength: 0, exactLength: 0 }],
  };
  const judged = {
    queryId,
    query: queryId,
    scope: {},
    origin: "test",
    grades: new Map([["right", 1]]),
  };
  const candidates = [
    candidate("wrong", 1, [1 - relevantStem]),
    candidate("right", 2, [relevantStem]),
  ];
  return judgedPool(judged, { statistics, candidates });
}

describe("trainTermWeights", () => {
  it("lifts the stem of relevant passages and lowers the other", () => {
    const { multipliers, pairs, status } = trainTermWeights([pool("a", 0), pool("b", 0)], SETTINGS);
    expect(pairs).toBe(2);
    expect(status).toBe("optimal");
    expect(multipliers.get("en telling")).toBeGreaterThan(1.1);
    expect(multipliers.get("en noise")).toBeLessThan(0.9);
  });

  it("learns the opposite from the opposite judgments", () => {
    const { multipliers } = trainTermWeights([pool("a", 1), pool("b", 1)], SETTINGS);
    expect(multipliers.get("en telling")).toBeLessThan(0.9);
  });

  it("learns nothing without a pair", () => {
    const bare = pool("a", 0);
    const judged = { ...bare.judged, grades: new Map<string, number>() };
    expect(trainTermWeights([{ ...bare, judged }], SETTINGS).multipliers.size).toBe(0);
  });
});
