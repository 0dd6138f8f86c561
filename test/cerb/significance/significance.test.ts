/** Goal: tests and agreement equal the golden values and the protocol's check values. */
import { describe, expect, it } from "vitest";
import { cohenKappa, type KappaWeights } from "#significance/cohen-kappa.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import {
  type BootstrapTest,
  meanInterval,
  pairedBootstrap,
  RESAMPLES_MAX,
} from "#significance/paired-bootstrap.ts";
import { pairedDifferences } from "#significance/paired-differences.ts";
import { SIGN_FLIP_COUNT_MAX, signFlipTest } from "#significance/sign-flip-test.ts";
import bootstrapGolden from "../../golden/stats/bootstrap.json" with { type: "json" };
import kappaGolden from "../../golden/stats/kappa.json" with { type: "json" };
import randomizationGolden from "../../golden/stats/randomization.json" with { type: "json" };

interface Paired {
  readonly baseline: readonly number[];
  readonly system: readonly number[];
}

function differencesOf({ baseline, system }: Paired): number[] {
  return system.map((value, index) => value - baseline[index]!);
}

describe("mulberry32", () => {
  it("gives the numbers of the protocol for seed 42", () => {
    const next = mulberry32(42);
    const expected = [0.6011037519, 0.448290559, 0.8524657935];
    for (const number of expected) expect(next()).toBeCloseTo(number, 10);
  });
});

type Accept = (typeof bootstrapGolden.cases)[number]["accept"]["1000"];

function within(value: number, [low, high]: readonly number[]): boolean {
  return value >= low! - 1e-9 && value <= high! + 1e-9;
}

function isAccepted({ low, high, p }: BootstrapTest, accept: Accept): boolean {
  return (
    within(low, accept.ci_low_between) &&
    within(high, accept.ci_high_between) &&
    within(p, accept.p_between)
  );
}

describe("pairedBootstrap", () => {
  describe.each(bootstrapGolden.cases)("golden case $name", (one) => {
    it.each([1000, 10000] as const)(
      "lies in the accepted ranges with %d resamples",
      (resamples) => {
        const test = pairedBootstrap(differencesOf(one), { resamples })!;
        expect(test.mean).toBeCloseTo(one.mean_difference, 12);
        expect(isAccepted(test, one.accept[resamples])).toBe(true);
      },
    );
  });

  it("canary: a result for other differences is not accepted", () => {
    const clear = bootstrapGolden.cases.find(({ name }) => name === "clear")!;
    const test = pairedBootstrap(differencesOf(clear).map((difference) => -difference))!;
    expect(isAccepted(test, clear.accept[1000])).toBe(false);
  });

  it("gives the check values of the protocol", () => {
    expect(pairedBootstrap([0, 0, 1, 0, -0.5, 0.25, 0, 0, 0.5, 0])).toMatchObject({
      mean: 0.125,
      low: -0.1,
      high: 0.375,
      atMostZero: 185,
      atLeastZero: 883,
      p: 372 / 1001,
      pShift: 0.358,
    });
    expect(pairedBootstrap([1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0])).toMatchObject({
      mean: 0.5,
      low: 0.25,
      high: 0.75,
      atMostZero: 0,
      atLeastZero: 1000,
      p: 2 / 1001,
      pShift: 0.001,
    });
  });

  it("is the same on every call and differs by seed", () => {
    const differences = [0.1, -0.2, 0.4, 0.05, 0.3];
    expect(pairedBootstrap(differences)).toEqual(pairedBootstrap(differences));
    const other = pairedBootstrap(differences, { seed: 7 });
    expect(other?.atMostZero).not.toBe(pairedBootstrap(differences)?.atMostZero);
  });

  it("has nothing to say without differences, and refuses odd options", () => {
    expect(pairedBootstrap([])).toBeNull();
    expect(meanInterval([])).toBeNull();
    expect(pairedBootstrap([1], { resamples: 1 })).toMatchObject({ low: 1, high: 1 });
    expect(() => pairedBootstrap([1], { resamples: RESAMPLES_MAX + 1 })).toThrow(RangeError);
    expect(() => pairedBootstrap([1], { resamples: 0 })).toThrow(RangeError);
    expect(() => pairedBootstrap([1], { confidence: 1 })).toThrow(RangeError);
  });
});

describe("meanInterval", () => {
  it("is the mean with the bootstrap's interval, wider for more confidence", () => {
    const values = [0.2, 0.9, 0.4, 0.7, 0.5, 0.1, 0.8];
    const test = pairedBootstrap(values)!;
    const interval = meanInterval(values)!;
    expect(interval).toEqual({ value: test.mean, low: test.low, high: test.high });
    expect(meanInterval(values, { confidence: 0.99 })!.low).toBeLessThan(interval.low);
  });
});

describe("pairedDifferences", () => {
  it("pairs by case in ascending order and drops what is undefined in either", () => {
    const first = new Map([
      ["b", 0.5],
      ["a", 0.25],
      ["c", null],
      ["only-first", 1],
    ]);
    const second = new Map([
      ["a", 0.75],
      ["b", 0],
      ["c", 1],
      ["only-second", 1],
    ]);
    expect(pairedDifferences(first, second)).toEqual([0.5, -0.5]);
  });
});

describe("signFlipTest", () => {
  it.each(randomizationGolden.cases)("golden case $name has the exact counts", (one) => {
    const test = signFlipTest(differencesOf(one));
    expect(test).toEqual({
      assignments: one.assignments,
      twoSided: one.two_sided,
      greater: one.greater,
      less: one.less,
    });
  });

  it("canary: counts of other differences are told apart", () => {
    const [one] = randomizationGolden.cases.filter(({ name }) => name === "one-sign-n10");
    const [first, ...rest] = differencesOf(one!);
    expect(signFlipTest([-first!, ...rest]).greater).not.toEqual(one!.greater);
  });

  it("holds its limit", () => {
    const most = Array.from({ length: SIGN_FLIP_COUNT_MAX }, () => 0.5);
    expect(signFlipTest(most).twoSided.count).toBe(2);
    expect(() => signFlipTest([...most, 1])).toThrow(RangeError);
  });
});

describe("cohenKappa", () => {
  const weightings = [
    ["none", "kappa"],
    ["linear", "kappa_linear"],
    ["quadratic", "kappa_quadratic"],
  ] as const satisfies readonly (readonly [KappaWeights, string])[];

  it.each(kappaGolden.cases)("golden case $name agrees in all weightings", (one) => {
    for (const [weights, name] of weightings) {
      const own = cohenKappa(one.a, one.b, one.labels, weights);
      const expected = one.expected[name];
      if (expected === null) expect(own.kappa).toBeNull();
      else expect(Math.abs(own.kappa! - expected)).toBeLessThanOrEqual(1e-12);
      expect(own.judgedByBoth).toBe(one.judged_by_both);
      expect(own.items).toBe(one.items);
      expect(own.coverage).toBe(one.coverage);
      expect(own.observed).toBe(one.observed_agreement);
    }
  });

  it("gives the check value of the protocol", () => {
    const judge = ["p", "p", "c", "b", "c", "b", "p", "b"];
    const label = ["p", "p", "p", "b", "c", "c", "p", "b"];
    const { observed, kappa } = cohenKappa(judge, label, ["b", "c", "p"]);
    expect(observed).toBe(0.75);
    expect(kappa).toBeCloseTo(0.619, 4);
  });

  it("canary: one changed judgment changes kappa", () => {
    const [one] = kappaGolden.cases;
    const changed = ["n", ...one!.a.slice(1)];
    expect(cohenKappa(changed, one!.b, one!.labels).kappa).not.toBeCloseTo(0.4, 12);
  });

  it("refuses lists of different length and unknown labels", () => {
    expect(() => cohenKappa(["a"], [], ["a"])).toThrow(RangeError);
    expect(() => cohenKappa(["a"], ["b"], ["a"])).toThrow("label b");
  });
});
