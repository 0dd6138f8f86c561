/** Goal: a model that weighs the cosine ranks only where some candidate has one. */
import { expect, test } from "vitest";
import { canRank } from "#core/model/ranks-by-meaning.ts";

const unknown = [{ cosine: null }, { cosine: Number.NaN }];

test.each([
  ["weighs the cosine", ["bm25", "cosine"], [1, 2], unknown, false],
  ["weighs it against", ["bm25", "cosine_curved"], [1, -1], unknown, false],
  ["learned without vectors", ["bm25", "cosine"], [1, 0], unknown, true],
  ["lists words only", ["bm25", "coverage"], [1, 2], unknown, true],
  ["one candidate has a cosine", ["cosine"], [1], [...unknown, { cosine: -0.2 }], true],
  ["nothing to rank", ["cosine"], [1], [], true],
] as const)("%s", (_, features, weights, candidates, expected) => {
  expect(canRank({ features, weights }, candidates)).toBe(expected);
});
