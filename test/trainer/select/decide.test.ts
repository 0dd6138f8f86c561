/** Goal: each demand alone stops a model, with a sentence that says which. */
import { describe, expect, it } from "vitest";
import { decide } from "#trainer/select/decide.ts";
import type { PathSolution } from "#trainer/solver/regularization-path.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";

const at = (cost: number, gapRel: number) =>
  ({ cost, status: "optimal", certificate: { gapRel } }) as unknown as PathSolution;

const PATH = [at(0.1, 1e-12), at(1, 1e-8), at(10, -1e-9)];

const validation = (value: number, queries = 200) => {
  const difference = { value, low: value - 0.02, high: value + 0.02 };
  return { queries, fusion: difference, learned: difference, difference };
};

describe("the decision of a night", () => {
  it("is to publish what is certified, judged by enough queries and not worse than fusion", () => {
    const { decision, reason } = decide(PATH, validation(0.03), TRAINING_SETTINGS);
    expect(decision).toBe("publish");
    expect(reason).toContain("+0.0300 nDCG against plain fusion on 200 validation queries");
    expect(decide(PATH, validation(0), TRAINING_SETTINGS).decision).toBe("publish");
  });

  it.each([1.01e-8, -1.01e-8, Number.NaN, Infinity])(
    "is to keep when the gap at one C is %s",
    (gap) => {
      const path = [...PATH, at(100, gap)];
      const { decision, reason } = decide(path, validation(0.03), TRAINING_SETTINGS);
      expect(decision).toBe("keep");
      expect(reason).toContain("not certified at C = 100");
    },
  );

  it("is to keep when validation is worse than fusion, be it by little", () => {
    const { decision, reason } = decide(PATH, validation(-0.0001), TRAINING_SETTINGS);
    expect(decision).toBe("keep");
    expect(reason).toContain("worse: -0.0001 nDCG");
  });

  it("is to keep one query below the least number, and to publish at it", () => {
    const least = TRAINING_SETTINGS.validationQueriesMin;
    expect(decide(PATH, validation(0.03, least), TRAINING_SETTINGS).decision).toBe("publish");
    const { decision, reason } = decide(PATH, validation(0.03, least - 1), TRAINING_SETTINGS);
    expect(decision).toBe("keep");
    expect(reason).toBe(`${least - 1} validation queries, at least ${least} are needed`);
  });
});
