/** Goal: micro precision and recall by value, on named fields only; sets and inventions counted. */
import { describe, expect, it } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { type ScopeReading, scoreScope } from "#cerb/scope/score-scope.ts";

type Values = Partial<Record<ScopeField, string[]>>;

function reading(caseId: string, read: Values, label: Values, named?: ScopeField[]): ScopeReading {
  const mapOf = (values: Values) => new Map(Object.entries(values) as [ScopeField, string[]][]);
  return {
    caseId,
    query: `query of ${caseId}`,
    language: caseId.startsWith("fr") ? "fr" : "en",
    read: mapOf(read),
    label: mapOf(label),
    named: named ?? (Object.keys(label) as ScopeField[]),
  };
}

describe("scoreScope", () => {
  const scores = scoreScope([
    reading("en-1", { subject: ["Physics"] }, { subject: ["physics"], level: ["college"] }, [
      "subject",
    ]),
    reading("en-2", { subject: ["physics"] }, { subject: ["physics", "chemistry"] }),
    reading("fr-1", { subject: ["law"], year: ["2018"] }, { subject: ["biology"] }),
  ]);
  const rowOf = (language: string, field: string) =>
    scores.rows.find((row) => row.language === language && row.field === field)!;

  it("counts values of named fields, by normal form", () => {
    expect(rowOf("all", "subject")).toMatchObject({
      count: 3,
      read: 3,
      expected: 4,
      correct: 2,
      precision: 2 / 3,
      recall: 2 / 4,
    });
    expect(rowOf("en", "subject")).toMatchObject({ precision: 1, recall: 2 / 3 });
    expect(rowOf("fr", "subject")).toMatchObject({ precision: 0, recall: 0, f1: null });
    expect(scores.rows.some(({ field }) => field === "level")).toBe(false);
    expect(scores.rows[0]).toMatchObject({ language: "all", field: "all" });
  });

  it("counts sets that were read as one value, and fields that nobody asked for", () => {
    expect(scores).toMatchObject({ collapsedSets: 1, sets: 1, invented: 1 / 4 });
    expect(scores.inventedFields).toEqual([{ caseId: "fr-1", field: "year", read: ["2018"] }]);
  });

  it("lists every miss", () => {
    expect(scores.misses.map(({ caseId, field }) => `${caseId} ${field}`)).toEqual([
      "en-2 subject",
      "fr-1 subject",
    ]);
  });

  it("canary: a wrong value lowers the precision", () => {
    const right = scoreScope([reading("en-1", { year: ["2018"] }, { year: ["2018"] })]);
    const wrong = scoreScope([reading("en-1", { year: ["2019"] }, { year: ["2018"] })]);
    expect(right.rows[0]!.precision).toBe(1);
    expect(wrong.rows[0]!.precision).toBe(0);
  });
});
