/** Goal: summaries and pairs say what their formulas say; undefined values and few successes show. */
import { describe, expect, it } from "vitest";
import { CASE_MEASURES } from "#measures/case-measures.ts";
import { comparePairs, type Evaluated, leakageRatio } from "#cerb/ablation/compare-variants.ts";
import type { EvaluatedCase } from "#cerb/ablation/evaluate-runs.ts";
import { countOutcomes, countRootCauses, summarizeVariant } from "#cerb/ablation/summarize.ts";
import { variants } from "#cerb/systems/variants.ts";

type Values = Partial<EvaluatedCase["values"]>;

function evaluated(id: string, values: Values, part: Partial<EvaluatedCase> = {}): EvaluatedCase {
  const zero = Object.fromEntries(CASE_MEASURES.map((measure) => [measure.id, 0]));
  return {
    item: { id, slice: id.split("-")[0] } as EvaluatedCase["item"],
    record: { latency_ms: Number(id.split("-")[1]), error: null } as EvaluatedCase["record"],
    judged: {} as EvaluatedCase["judged"],
    values: { ...zero, ...values } as EvaluatedCase["values"],
    outcome: "exact_hit",
    rootCause: null,
    ...part,
  };
}

describe("summarizeVariant", () => {
  const cases = [
    evaluated("mcq-1", { ndcg8: 1 }),
    evaluated("mcq-3", { ndcg8: null }, { rootCause: "data_gap", outcome: "clean_miss" }),
    evaluated("table-2", { ndcg8: 0 }),
  ];
  const subsets = new Map([["pilot", ["mcq-1"]]]);
  const summary = summarizeVariant(variants({ strict: false })[0]!, cases, { subsets, seed: 42 });

  it("means what is defined, keeps the lower bound and the mean of slices", () => {
    expect(summary.overall).toMatchObject({ cases: 3, ndcg8: 0.5, errors: 0, latencyP50Ms: 2 });
    expect(summary.overall.counts.ndcg8).toBe(2);
    expect(summary.overall.lowerBound.ndcg8).toBeCloseTo(1 / 3, 12);
    expect(summary.macro.ndcg8).toBe(0.5);
    expect(Object.keys(summary.slices)).toEqual(["mcq", "table"]);
    expect(summary.subsets["pilot"]).toMatchObject({ cases: 1, ndcg8: 1 });
  });

  it("counts classes and causes", () => {
    expect(countOutcomes(cases)).toMatchObject({ exact_hit: 2, clean_miss: 1, empty_failure: 0 });
    const causes = countRootCauses(cases);
    expect(causes.overall).toMatchObject({ data_gap: 1, method_scope: 0 });
    expect(causes.slices["mcq"]).toMatchObject({ data_gap: 1 });
  });
});

function paired(from: Values[], to: Values[]): Evaluated {
  const of = (values: Values[]) => values.map((one, index) => evaluated(`c-${index}`, one));
  return new Map([
    ["B", of(from)],
    ["C", of(to)],
  ]);
}

describe("comparePairs", () => {
  it("gives the check values of the protocol", () => {
    const deltas = [0, 0, 1, 0, -0.5, 0.25, 0, 0, 0.5, 0];
    const both = paired(
      deltas.map(() => ({ ndcg8: 0 })),
      deltas.map((ndcg8) => ({ ndcg8 })),
    );
    const pair = comparePairs(both, [["B", "C"]], 42).find(({ measure }) => measure === "ndcg8")!;
    expect(pair).toMatchObject({ count: 10, delta: 0.125, low: -0.1, high: 0.375 });
    expect(pair.p).toBeCloseTo(0.3716, 4);
    expect(pair.pShift).toBe(0.358);
  });

  it("prints the successes of a binary measure and says that the power is limited", () => {
    const both = paired([{ ess: 1 }, { ess: 0 }], [{ ess: 1 }, { ess: 1 }]);
    const pair = comparePairs(both, [["B", "C"]], 42).find(({ measure }) => measure === "ess")!;
    expect(pair.successes).toEqual({ from: 1, to: 2 });
    expect(pair.note).toBe("1 and 2 successes of 2: limited power");
  });

  it("canary: swapped variants change the sign", () => {
    const both = paired([{ ndcg8: 0 }], [{ ndcg8: 1 }]);
    const delta = (pair: ["B", "C"] | ["C", "B"]) => comparePairs(both, [pair], 42)[0]!.delta;
    expect([delta(["B", "C"]), delta(["C", "B"])]).toEqual([1, -1]);
  });
});

describe("leakageRatio", () => {
  it("is the ratio of the means with an interval, null where the second never leaks", () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({ gateLeakage: index % 2 }));
    const both = paired(
      rows.map(() => ({ gateLeakage: 1 })),
      rows,
    );
    const options = { measure: "gateLeakage", seed: 42 } as const;
    const ratio = leakageRatio(both, "B", "C", options);
    expect(ratio.ratio).toBe(2);
    expect(ratio.low!).toBeLessThan(2);
    expect(ratio.high!).toBeGreaterThan(2);
    const clean = paired([{ gateLeakage: 1 }], [{ gateLeakage: 0 }]);
    expect(leakageRatio(clean, "B", "C", options).ratio).toBeNull();
  });
});
