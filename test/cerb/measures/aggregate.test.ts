/** Goal: undefined values are left out of the mean, count 0 in the lower bound, never vanish. */
import { describe, expect, it } from "vitest";
import { aggregate, nearestRank } from "#measures/aggregate.ts";

describe("aggregate", () => {
  it("averages what is defined, and says how much that is", () => {
    expect(aggregate([1, null, 0.5, null])).toEqual({ mean: 0.75, count: 2, lowerBound: 0.375 });
  });

  it("has no mean without a defined value", () => {
    expect(aggregate([null])).toEqual({ mean: null, count: 0, lowerBound: 0 });
    expect(aggregate([])).toEqual({ mean: null, count: 0, lowerBound: null });
  });
});

describe("nearestRank", () => {
  it("takes a value of the list, never one in between", () => {
    expect(nearestRank([4, 1, 3, 2], 0.5)).toBe(2);
    expect(nearestRank([4, 1, 3, 2], 0.95)).toBe(4);
    expect(nearestRank([7], 0.01)).toBe(7);
    expect(nearestRank([], 0.5)).toBeNull();
  });

  it("does not rise by a rounding error of the share", () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(nearestRank(values, 0.07)).toBe(7);
    expect(nearestRank(values, 0.29)).toBe(29);
  });
});
