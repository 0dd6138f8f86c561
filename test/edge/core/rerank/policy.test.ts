/** Goal: factors act on a positive scale, and what they add sums to the score. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  curriculumAlignment,
  policyContributions,
  sourceReliability,
  withPolicy,
} from "#core/rerank/policy.ts";

const SEED = 20_260_707;
const NEUTRAL = { curriculum_alignment: 1, source_reliability: 1, redundancy: 1 };
const factor = fc.double({ min: 0.01, max: 1, noNaN: true });
const factors = fc.record({
  curriculum_alignment: factor,
  source_reliability: factor,
  redundancy: factor,
});

describe("withPolicy", () => {
  it("leaves a score alone, bit for bit, when every factor is 1", () => {
    expect(withPolicy(-0.1 - 0.2, NEUTRAL, "learned")).toBe(-0.1 - 0.2);
    expect(withPolicy(1 / 61, NEUTRAL, "fused")).toBe(1 / 61);
    expect(policyContributions(1, NEUTRAL, "learned")).toEqual([]);
  });

  it("multiplies a fused score", () => {
    expect(withPolicy(0.04, { ...NEUTRAL, redundancy: 0.75 }, "fused")).toBeCloseTo(0.03, 15);
  });

  it("multiplies the exponential of a learned score, so a negative score falls too", () => {
    const lowered = withPolicy(-2, { ...NEUTRAL, redundancy: 0.75 }, "learned");
    expect(Math.exp(lowered)).toBeCloseTo(0.75 * Math.exp(-2), 15);
    expect(lowered).toBeLessThan(-2);
  });

  it("never lifts a score, and equals the sum of its contributions bit for bit", () => {
    const score = fc.double({ min: 0, max: 1e3, noNaN: true });
    fc.assert(
      fc.property(score, factors, fc.constantFrom("fused", "learned"), (start, all, scale) => {
        const result = withPolicy(start, all, scale);
        let sum = start;
        for (const { product } of policyContributions(start, all, scale)) sum += product;
        expect(result).toBe(sum);
        expect(result).toBeLessThanOrEqual(start);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("factors", () => {
  it("alignment falls with the share of violated fields, to one half", () => {
    expect(curriculumAlignment(0, 0)).toBe(1);
    expect(curriculumAlignment(0, 4)).toBe(1);
    expect(curriculumAlignment(1, 4)).toBe(0.875);
    expect(curriculumAlignment(4, 4)).toBe(0.5);
  });

  it("reliability is 1 when unknown and keeps away from 0", () => {
    expect([null, 0, 0.05, 0.1, 0.5, 1, 2].map(sourceReliability)).toEqual([
      1, 0.1, 0.1, 0.1, 0.5, 1, 1,
    ]);
  });
});
