/** Bounded edit distance: agrees with the definition, keeps its bounds, corrects no real word. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileVocabulary } from "#core/scope/extract-scope.ts";
import { mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { editDistance, isMisspelling } from "#core/scope/vocabulary/typo-index.ts";

const SEED = 42;

/** The recursive definition of optimal string alignment, memoised. */
function distanceByDefinition(a: string, b: string): number {
  const memo = new Map<string, number>();
  const d = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i},${j}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let best = Math.min(d(i - 1, j) + 1, d(i, j - 1) + 1);
    best = Math.min(best, d(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      best = Math.min(best, d(i - 2, j - 2) + 1);
    }
    memo.set(key, best);
    return best;
  };
  return d(a.length, b.length);
}

const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });

test("the distance is the one of the definition", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(distanceByDefinition(a, b));
      expect(editDistance(a, b)).toBe(editDistance(b, a));
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

test("a wrong distance would be noticed: a transposition is one edit, not two", () => {
  expect(editDistance("chemsitry", "chemistry")).toBe(1);
  expect(distanceByDefinition("chemsitry", "chemistry")).toBe(1);
});

describe("find", () => {
  const { typos } = compileVocabulary(
    mergeVocabulary({
      version: "1",
      edited: [
        { field: "subject", value: "Chemistry" },
        { field: "subject", value: "Commerce", lookalikes: ["commence"] },
        { field: "subject", value: "Physics" },
        { field: "subject", value: "Art" },
        { field: "subject", value: "Law", ordinary: ["law"] },
        { field: "content_type", value: "correction" },
      ],
      learned: [],
      years: null,
      languages: [],
    }),
  );
  const found = (text: string) => typos.find(text)?.entries[0]?.value ?? null;

  test.each([
    ["chemistri", null],
    ["chemsitry", "Chemistry"],
    ["chmistry", "Chemistry"],
    ["chemissttry", "Chemistry"],
    ["chxmxstry", "Chemistry"],
    ["chxmxstrx", null],
    ["phisics", "Physics"],
    ["phisixs", null],
    ["commerse", "Commerce"],
    ["commence", null],
    ["chemistry", null],
    ["hemistry", null],
    ["aart", null],
    ["laww", null],
    ["collection", null],
  ])("%s → %s", (text, value) => expect(found(text)).toBe(value));

  test("two edits only in long names, one in short ones", () => {
    expect(isMisspelling("sceince", "science")).toBe(true);
    expect(isMisspelling("sceicne", "science")).toBe(false);
    expect(isMisspelling("sciences", "science")).toBe(false);
  });
});
