/** Goal: folds are even, decided by the seed, and no component is ever cut. */
import { describe, expect, it } from "vitest";
import type { JudgedQuery } from "#trainer/data/judgment.ts";
import { FOLD_COUNT, foldsByComponent, foldsByQuery } from "#trainer/data/folds.ts";

const WORDS = ["light", "glass", "cell", "force", "acid", "market", "poem"];

/** Three queries in a row have one answer. */
const QUERIES: JudgedQuery[] = Array.from({ length: 90 }, (_, at) => ({
  queryId: `q${at}`,
  query: `${WORDS[at % WORDS.length]} number ${at} ${at * at}`,
  scope: {},
  origin: "test",
  grades: new Map([[`d${Math.floor(at / 3)}`, 1]]),
}));

describe("foldsByQuery", () => {
  it("gives every fold the same share, by the seed", () => {
    const folds = foldsByQuery(100, 1);
    for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
      expect(folds.filter((value) => value === fold)).toHaveLength(100 / FOLD_COUNT);
    }
    expect(foldsByQuery(100, 1)).toEqual(folds);
    expect(foldsByQuery(100, 2)).not.toEqual(folds);
  });
});

describe("foldsByComponent", () => {
  it("keeps queries with a common answer together", () => {
    const folds = foldsByComponent(QUERIES, 1);
    for (const at of QUERIES.keys()) expect(folds[at]).toBe(folds[3 * Math.floor(at / 3)]);
    expect(new Set(folds).size).toBe(FOLD_COUNT);
  });

  it("would be noticed to cut them", () => {
    const folds = foldsByQuery(QUERIES.length, 1);
    expect(QUERIES.some((_, at) => folds[at] !== folds[3 * Math.floor(at / 3)])).toBe(true);
  });
});
