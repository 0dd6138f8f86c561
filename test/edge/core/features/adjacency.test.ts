/** Goal: what counts as adjacent words when stop words leave gaps in the positions. */
import { describe, expect, it } from "vitest";
import { adjacentPairs, longestRun } from "#core/features/adjacency.ts";

/** Query "bending of light in glass": stop words at positions 2 and 4. */
const QUERY = [
  { term: 0, position: 1 },
  { term: 1, position: 3 },
  { term: 2, position: 5 },
];

function runOf(...positions: (number[] | undefined)[]): number {
  return longestRun(QUERY, positions);
}

describe("longestRun", () => {
  it("takes the same gaps as in the query", () => {
    expect(runOf([7], [9], [11])).toBe(3);
  });

  it("takes a candidate that leaves the stop words out", () => {
    expect(runOf([7], [8], [9])).toBe(3);
  });

  it("takes one more word between two words, and not two", () => {
    expect(runOf([7], [10], [12])).toBe(3);
    expect(runOf([7], [11], [13])).toBe(2);
  });

  it("does not take the words in another order or at one position", () => {
    expect(runOf([9], [8], [7])).toBe(1);
    expect(runOf([7], [7], [7])).toBe(1);
  });

  it("starts anywhere in the query and needs no unbroken query", () => {
    expect(runOf(undefined, [4], [6])).toBe(2);
    expect(runOf([4], undefined, [8])).toBe(1);
    expect(runOf(undefined, undefined, undefined)).toBe(0);
  });

  it("finds the best of many positions", () => {
    expect(runOf([1, 20, 50], [4, 22, 70], [9, 24, 90])).toBe(3);
  });

  it("follows a word that the query repeats", () => {
    const repeated = [
      { term: 0, position: 1 },
      { term: 0, position: 2 },
    ];
    expect(longestRun(repeated, [[5]])).toBe(1);
    expect(longestRun(repeated, [[5, 6]])).toBe(2);
  });

  it("lets words of one query position share a position", () => {
    const compound = [
      { term: 0, position: 1 },
      { term: 1, position: 1 },
    ];
    expect(longestRun(compound, [[5], [5]])).toBe(2);
    expect(longestRun(compound, [[5], [7]])).toBe(1);
  });
});

describe("adjacentPairs", () => {
  it("counts each pair of neighbours that is adjacent somewhere", () => {
    expect(adjacentPairs(QUERY, [[1], [3], [50]])).toBe(1);
    expect(adjacentPairs(QUERY, [[1], [3, 49], [50]])).toBe(2);
    expect(adjacentPairs(QUERY, [[1], undefined, [3]])).toBe(0);
    expect(adjacentPairs([], [])).toBe(0);
  });
});
