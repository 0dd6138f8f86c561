/** Goal: measures equal trec_eval's (test/golden/measures), per query and in both means. */
import { describe, expect, it } from "vitest";
import { averagePrecision } from "#measures/average-precision.ts";
import { evaluateRun } from "#measures/evaluate-run.ts";
import type { Grades } from "#measures/judged-list.ts";
import { normalizedDiscountedGain } from "#measures/ndcg.ts";
import { precision } from "#measures/precision.ts";
import { recall } from "#measures/recall.ts";
import { reciprocalRank } from "#measures/reciprocal-rank.ts";
import { runOrder, type TieRule } from "#measures/run-order.ts";
import golden from "../../golden/measures/cases.json" with { type: "json" };

const TOLERANCE = 1e-9;

type Values = Readonly<Record<string, number>>;
type Measure = (ids: readonly string[], grades: Grades) => number | null;

interface Expected {
  readonly per_query: Readonly<Record<string, Values>>;
  readonly n_queries: number;
  readonly mean: Values | null;
  readonly mean_all_judged: Values | null;
}

interface GoldenCase {
  readonly name: string;
  readonly qrels: Readonly<Record<string, Values>>;
  readonly run: Readonly<Record<string, Values>>;
  readonly expected: Expected;
  readonly alternative_float64_scores?: Pick<Expected, "per_query" | "mean">;
}

const CASES = golden.cases as unknown as readonly GoldenCase[];

function measureNamed(name: string): Measure {
  const [kind, cutoff] = name.split("@");
  const k = Number(cutoff);
  if (kind === "nDCG") return (ids, grades) => normalizedDiscountedGain(ids, grades, k);
  if (kind === "P") return (ids, grades) => precision(ids, grades, k);
  if (kind === "Recall") return (ids, grades) => recall(ids, grades, k);
  return kind === "RR" ? reciprocalRank : averagePrecision;
}

const NAMES = Object.keys(CASES[0]!.expected.mean!);

function near(own: number | null | undefined, expected: number | undefined): boolean {
  return own !== null && own !== undefined && Math.abs(own - expected!) <= TOLERANCE;
}

/** Every value that differs from the reference; empty when all agree. */
function differences(
  { qrels, run }: GoldenCase,
  expected: Expected,
  rule: TieRule,
  names = NAMES,
): string[] {
  const judgments = new Map(
    Object.entries(qrels).map(([query, grades]) => [query, new Map(Object.entries(grades))]),
  );
  const lists = new Map(
    Object.entries(run).map(([query, scores]) => {
      const scored = Object.entries(scores).map(([id, score]) => ({ id, score }));
      return [query, runOrder(scored, rule)];
    }),
  );
  return names.flatMap((name) => {
    const own = evaluateRun(judgments, lists, measureNamed(name));
    const wrong = Object.entries(expected.per_query).flatMap(([query, values]) =>
      near(own.perQuery.get(query), values[name]) ? [] : [`${name} of ${query}`],
    );
    if (own.perQuery.size !== expected.n_queries) wrong.push(`${name}: queries`);
    const isMeanRight =
      expected.mean === null ? own.mean === null : near(own.mean, expected.mean[name]);
    if (!isMeanRight) wrong.push(`${name}: mean`);
    if (!near(own.meanOfAllJudged, expected.mean_all_judged?.[name])) wrong.push(`${name}: all`);
    return wrong;
  });
}

/** The run of the alternative holds every judged query, so both means are one. */
function expectedWith64Bits({ expected, alternative_float64_scores: other }: GoldenCase): Expected {
  return other ? { ...expected, ...other, mean_all_judged: other.mean } : expected;
}

describe("golden measures", () => {
  it("covers fourteen measures", () => {
    expect(NAMES).toHaveLength(14);
  });

  it.each(CASES)("case $name agrees with 32-bit scores", (one) => {
    expect(differences(one, one.expected, "trec_eval_float32")).toEqual([]);
  });

  it.each(CASES)("case $name agrees with 64-bit scores", (one) => {
    expect(differences(one, expectedWith64Bits(one), "trec_eval")).toEqual([]);
  });

  it("canary: another tie rule is caught by the cases with ties", () => {
    const ties = CASES.find(({ name }) => name === "ties")!;
    expect(differences(ties, ties.expected, "product")).not.toEqual([]);
    const float32 = CASES.find(({ name }) => name === "float32-ties")!;
    expect(differences(float32, float32.expected, "trec_eval")).not.toEqual([]);
  });

  it("canary: a dropped judgment is caught", () => {
    const [graded] = CASES;
    const qrels = { ...graded!.qrels, q1: {} };
    expect(differences({ ...graded!, qrels }, graded!.expected, "trec_eval")).not.toEqual([]);
  });
});
