/**
 * Goal: near-duplicates are found as the golden pairs say, and the comparison of many texts agrees
 * with the plain comparison of two.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contentWords,
  createShingler,
  findTwins,
  isNearDuplicate,
  TEXTS_COMPARED_MAX,
  WORDS_COMPARED_MAX,
} from "#core/rerank/near-duplicate.ts";
import golden from "../../../golden/dedup/pairs.json" with { type: "json" };

const SEED = 20_260_706;
const TOLERANCE = 1e-15;

interface Overlap {
  readonly intersection: number;
  readonly union: number;
  readonly jaccard: number | null;
  readonly "against_0.75": string | null;
}

function overlapOf<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): Overlap {
  const intersection = [...a].filter((one) => b.has(one)).length;
  const union = a.size + b.size - intersection;
  const difference = 4 * intersection - 3 * union;
  const side = difference === 0 ? "equal" : difference > 0 ? "above" : "below";
  return {
    intersection,
    union,
    jaccard: union === 0 ? null : intersection / union,
    "against_0.75": union === 0 ? null : side,
  };
}

function plainShingles(text: string): Set<string> {
  const words = text.split(" ");
  const count = Math.max(1, words.length - 2);
  return new Set(Array.from({ length: count }, (_, at) => words.slice(at, at + 3).join(" ")));
}

function agrees(own: Overlap, expected: Overlap): boolean {
  const near =
    own.jaccard === expected.jaccard || Math.abs(own.jaccard! - expected.jaccard!) <= TOLERANCE;
  return (
    own.intersection === expected.intersection &&
    own.union === expected.union &&
    own["against_0.75"] === expected["against_0.75"] &&
    near
  );
}

describe.each(golden.pairs)("golden pair $name", (pair) => {
  const wordsA = contentWords(pair.a);
  const wordsB = contentWords(pair.b);

  it("has the same words and word similarity", () => {
    expect(wordsA).toEqual(pair.tokens_a);
    expect(wordsB).toEqual(pair.tokens_b);
    expect(agrees(overlapOf(new Set(wordsA), new Set(wordsB)), pair.tokens)).toBe(true);
  });

  it("has the same shingle similarity and verdict", () => {
    const shingle = createShingler();
    const a = new Set(shingle(wordsA));
    const b = new Set(shingle(wordsB));
    expect(agrees(overlapOf(a, b), pair.shingles)).toBe(true);
    expect(isNearDuplicate(pair.shingles.intersection, a.size, b.size)).toBe(
      pair.shingles["against_0.75"] !== "below",
    );
  });
});

it("canary: one shingle too few is caught", () => {
  const [pair] = golden.pairs;
  const shingle = createShingler();
  const all = new Set(shingle(contentWords(pair!.a)));
  const fewer = new Set([...all].slice(1));
  expect(agrees(overlapOf(fewer, all), pair!.shingles)).toBe(false);
});

describe("findTwins", () => {
  it("points at the first text before it, and at the first with the same words", () => {
    const circle = "Find the area of a circle of radius 7 cm.";
    const twins = findTwins([
      circle,
      "Find the area of a square of side 4 cm.",
      "FIND the area of a circle, of radius 7 cm",
      circle,
    ]);
    expect(twins.map(({ sameContentAs }) => sameContentAs)).toEqual([null, null, 0, 0]);
    expect(twins.map(({ nearDuplicateOf }) => nearDuplicateOf)).toEqual([null, null, 0, 0]);
  });

  it("does not take the same words in another order for the same content", () => {
    const [, second] = findTwins(["a b c a b c a b c", "b c a b c a b c a"]);
    expect(second).toEqual({ nearDuplicateOf: 0, sameContentAs: null });
  });

  it("leaves texts without words alone", () => {
    expect(findTwins(["", "…", "= +"]).every((twins) => twins.nearDuplicateOf === null)).toBe(true);
  });

  it("agrees with comparing every pair of texts", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c"), { maxLength: 12 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), (texts) => {
        for (const [index, { nearDuplicateOf }] of findTwins(texts).entries()) {
          const first = texts.slice(0, index).findIndex((other) => {
            if (other === "" || texts[index] === "") return false;
            const verdict = overlapOf(plainShingles(other), plainShingles(texts[index]!))[
              "against_0.75"
            ];
            return verdict !== "below";
          });
          expect(nearDuplicateOf).toBe(first < 0 ? null : first);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("takes as many texts of distinct words as its limits allow, and no more", () => {
    const texts = Array.from({ length: TEXTS_COMPARED_MAX }, (_, text) =>
      Array.from({ length: WORDS_COMPARED_MAX }, (_word, word) => `w${text}x${word}`).join(" "),
    );
    expect(findTwins(texts)).toHaveLength(TEXTS_COMPARED_MAX);
    expect(() => findTwins([...texts, "one more"])).toThrow("at most");
  });
});
