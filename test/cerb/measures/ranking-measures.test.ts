/** Goal: properties of the ranking measures that no reference run shows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { averagePrecision } from "#measures/average-precision.ts";
import { evaluateRun } from "#measures/evaluate-run.ts";
import { cutList } from "#measures/judged-list.ts";
import { normalizedDiscountedGain } from "#measures/ndcg.ts";
import { precision } from "#measures/precision.ts";
import { cappedRecall, recall } from "#measures/recall.ts";
import { reciprocalRank } from "#measures/reciprocal-rank.ts";
import { runOrder } from "#measures/run-order.ts";

const SEED = 20_260_709;
const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
const grades = fc
  .array(fc.integer({ min: -1, max: 3 }), { minLength: ids.length, maxLength: ids.length })
  .map((values) => new Map(ids.map((id, index) => [id, values[index]!])));
const list = fc.shuffledSubarray(ids);

describe("ranking measures", () => {
  it("lie between 0 and 1, or are undefined when nothing is relevant", () => {
    fc.assert(
      fc.property(list, grades, (returned, judged) => {
        const values = [
          normalizedDiscountedGain(returned, judged, 8),
          precision(returned, judged, 8),
          recall(returned, judged, 8),
          cappedRecall(returned, judged, 8),
          reciprocalRank(returned, judged),
          averagePrecision(returned, judged),
        ];
        const hasRelevant = [...judged.values()].some((grade) => grade >= 1);
        for (const value of values) {
          expect(value === null).toBe(!hasRelevant);
          if (value !== null) expect(value >= 0 && value <= 1 + 1e-12).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("are 1 for the ideal order", () => {
    fc.assert(
      fc.property(grades, (judged) => {
        fc.pre([...judged.values()].some((grade) => grade >= 1));
        const ideal = ids.toSorted((a, b) => judged.get(b)! - judged.get(a)!);
        expect(normalizedDiscountedGain(ideal, judged, 8)).toBeCloseTo(1, 12);
        expect(averagePrecision(ideal, judged)).toBeCloseTo(1, 12);
        expect(cappedRecall(ideal, judged, 8)).toBe(1);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("never fall when a relevant document moves up", () => {
    fc.assert(
      fc.property(list, grades, fc.nat(), (returned, judged, pick) => {
        fc.pre(returned.length > 1);
        const at = 1 + (pick % (returned.length - 1));
        fc.pre((judged.get(returned[at]!) ?? 0) > Math.max(0, judged.get(returned[at - 1]!) ?? 0));
        const better = returned.with(at, returned[at - 1]!).with(at - 1, returned[at]!);
        const gain = (ranking: string[]): number => normalizedDiscountedGain(ranking, judged, 8)!;
        expect(gain(better)).toBeGreaterThanOrEqual(gain(returned));
        expect(averagePrecision(better, judged)).toBeGreaterThanOrEqual(
          averagePrecision(returned, judged)!,
        );
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe("cutList", () => {
  it("drops later repetitions, then cuts", () => {
    expect(cutList(["a", "b", "a", "c", "d"], 3)).toEqual(["a", "b", "c"]);
  });
});

describe("runOrder", () => {
  const tied = [
    { id: "z", score: 1 },
    { id: "a", score: 1 },
  ];

  it("follows the stated tie rule, whichever of the tied documents is relevant", () => {
    const gainIf = (relevant: string): number =>
      normalizedDiscountedGain(runOrder(tied, "product"), new Map([[relevant, 1]]), 2)!;
    expect(gainIf("a")).toBe(1);
    expect(gainIf("z")).toBeCloseTo(0.6309, 4);
    expect(runOrder(tied, "trec_eval")).toEqual(["z", "a"]);
  });

  it("refuses a score that is not finite", () => {
    expect(() => runOrder([{ id: "a", score: Number.NaN }], "product")).toThrow(RangeError);
  });
});

describe("evaluateRun", () => {
  it("has no mean where there is nothing to average", () => {
    const none = evaluateRun(new Map(), new Map(), () => 1);
    expect(none).toEqual({ perQuery: new Map(), mean: null, meanOfAllJudged: null });
  });
});
