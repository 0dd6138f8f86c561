import { expect, test } from "vitest";
import { compareRankings } from "#edge/playground/compare-rankings.ts";

const ranking = (...ids: string[]) => ids.map((id, index) => ({ id, rank: index + 1 }));

test("what moved, and what only one ranking has, is said from both sides", () => {
  expect(compareRankings(ranking("a", "b", "c"), ranking("a", "c", "d"))).toEqual({
    shared: 2,
    unmoved: 1,
    first: [{ kind: "same" }, { kind: "alone" }, { kind: "moved", up: -1 }],
    second: [{ kind: "same" }, { kind: "moved", up: 1 }, { kind: "alone" }],
  });
});

test("an empty ranking shares nothing", () => {
  expect(compareRankings([], ranking("a"))).toEqual({
    shared: 0,
    unmoved: 0,
    first: [],
    second: [{ kind: "alone" }],
  });
});
