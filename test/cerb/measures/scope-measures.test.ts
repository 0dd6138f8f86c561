/** Goal: the scope measures follow the open CERB protocol, its check values included. */
import { describe, expect, it } from "vitest";
import type { CurriculumScope } from "#core/scope/curriculum-scope.ts";
import { CASE_MEASURES, type CaseMeasureId } from "#measures/case-measures.ts";
import {
  CERB_CUTOFF,
  judgeResult,
  type JudgedResult,
  type ReturnedDocument,
} from "#measures/judged-result.ts";
import { fieldLeakage } from "#measures/leakage.ts";
import { outcomeOf } from "#measures/outcome.ts";
import type { ExpectedTarget, ScopedDocument } from "#measures/scope-match.ts";

const CORPUS: Readonly<Record<string, ScopedDocument>> = {
  a: { subject: "Physics", level: "High school", year: 2019, language: "en" },
  b: { subject: "Physics", level: "High school", year: 2018, language: "en+zh" },
  c: { subject: "Statistics", level: "High school", year: 2019, language: "fr" },
  x: { subject: "Physics", level: "College", year: 2019, language: "en" },
  noYear: { subject: "Physics", level: "High school", year: null, language: "en" },
};

interface Given {
  readonly returned: readonly (string | ReturnedDocument)[];
  readonly grades?: Readonly<Record<string, number>>;
  readonly scope?: CurriculumScope;
  readonly expected?: ExpectedTarget;
}

const SCOPE: CurriculumScope = { subject: ["physics"], level: ["HIGH  school"], year: [2019] };

function judged({ returned, grades = {}, scope = SCOPE, expected }: Given): JudgedResult {
  return judgeResult(
    {
      scope,
      expected: expected ?? { subject: "physics", year: 2019 },
      grades: new Map(Object.entries(grades)),
    },
    returned.map((one) => (typeof one === "string" ? { id: one, leaks: [] } : one)),
    (id) => CORPUS[id],
  );
}

function value(id: CaseMeasureId, given: Given): number | null {
  return CASE_MEASURES.find((measure) => measure.id === id)!.valueOf(judged(given));
}

function marked(id: string, ...leaks: string[]): ReturnedDocument {
  return { id, leaks };
}

describe("check values of the protocol", () => {
  const given: Given = { returned: ["x", "a", "b"], grades: { a: 2, b: 1, c: 1 } };

  it.each([
    ["precision8", 0.25],
    ["recall8", 0.6667],
    ["recall8Capped", 0.6667],
    ["ndcg8", 0.5627],
    ["gateLeakage", 0.3333],
    ["fullLeakage", 0.6667],
    ["gateContamination", 1],
    ["fullContamination", 1],
    ["ess", 1],
    ["essPlus", 1],
  ] as const)("%s is %d", (id, expected) => {
    expect(value(id, given)).toBeCloseTo(expected, 4);
  });

  it("canary: the same list without its first document is told apart", () => {
    const shorter = { ...given, returned: ["a", "b"] };
    expect(value("ndcg8", shorter)).not.toBeCloseTo(0.5627, 4);
    expect(value("gateLeakage", shorter)).toBe(0);
  });
});

describe("scope of a document", () => {
  it("is matched by normal form, and a missing value is outside", () => {
    const { returned } = judged({ returned: ["a", "noYear", "b"] });
    expect(returned.map(({ isAdmissible }) => isAdmissible)).toEqual([true, false, false]);
    expect(returned[1]!.violations).toEqual([{ field: "year", by: "absence" }]);
    expect(returned[2]!.violations).toEqual([{ field: "year", by: "value" }]);
  });

  it("splits a language tag, and combines values by OR and fields by AND", () => {
    const scope = { subject: ["physics", "statistics"], language: ["zh", "fr"] };
    const { returned } = judged({ returned: ["a", "b", "c"], scope });
    expect(returned.map(({ isAdmissible }) => isAdmissible)).toEqual([false, true, true]);
  });

  it("leakage of one field is undefined where the field is open", () => {
    const result = judged({ returned: ["a", "x"], scope: { level: ["high school"] } });
    expect(fieldLeakage(result, "level")).toBe(0.5);
    expect(fieldLeakage(result, "year")).toBeNull();
  });
});

describe("edges of the measures", () => {
  it("an empty list leaks nothing and finds nothing", () => {
    const given = { returned: [], grades: { a: 1 } };
    for (const id of ["gateLeakage", "fullLeakage", "silentContamination", "ess"] as const) {
      expect(value(id, given)).toBe(0);
    }
    expect(value("recall8", given)).toBe(0);
    expect(value("empty", given)).toBe(1);
  });

  it("each is undefined exactly where its definition says so", () => {
    const noGate = { returned: ["a"], scope: { year: [2019] } };
    expect(value("gateLeakage", noGate)).toBeNull();
    expect(value("gateContamination", noGate)).toBeNull();
    expect(value("fullLeakage", noGate)).toBe(0);
    expect(value("precision8", { returned: ["a"] })).toBeNull();
    const open = { subject: null, year: null };
    expect(value("ess", { returned: ["a"], expected: open })).toBeNull();
    expect(value("essPlus", { returned: ["a"], expected: open })).toBeNull();
  });

  it("drops repetitions and cuts to eight before anything is counted", () => {
    const returned = ["x", "x", ...Array.from({ length: CERB_CUTOFF }, () => "a")];
    expect(judged({ returned }).returned.map(({ id }) => id)).toEqual(["x", "a"]);
    expect(value("gateLeakage", { returned })).toBe(0.5);
  });

  it("success with relevance needs one document that is both", () => {
    const given = { returned: ["a", "x"], grades: { x: 2 } };
    expect(value("ess", given)).toBe(1);
    expect(value("essPlus", given)).toBe(0);
  });

  it("a target may be a list, and the question number counts", () => {
    const expected = { subject: ["statistics", "physics"], question_number: "7" };
    expect(value("ess", { returned: ["a"], expected })).toBe(0);
    expect(value("ess", { returned: ["a"], expected: { subject: expected.subject } })).toBe(1);
  });

  it("contamination is silent unless every violated field is marked", () => {
    expect(value("silentContamination", { returned: [marked("x")] })).toBe(1);
    expect(value("silentContamination", { returned: [marked("x", "year")] })).toBe(1);
    expect(value("silentContamination", { returned: [marked("x", "level")] })).toBe(0);
    expect(value("fullContamination", { returned: [marked("x", "level")] })).toBe(1);
  });

  it("a mark that says unknown breaks the silence and states nothing", () => {
    const unsure = { id: "x", leaks: [], unverified: ["level"] };
    expect(value("silentContamination", { returned: [unsure] })).toBe(0);
    expect(value("unstatedContamination", { returned: [unsure] })).toBe(1);
    expect(value("unstatedContamination", { returned: [marked("x", "level")] })).toBe(0);
    expect(value("silentContamination", { returned: [{ ...unsure, unverified: ["year"] }] })).toBe(
      1,
    );
  });

  it("marks on admissible documents are counted, and nothing else", () => {
    const unsure = { id: "a", leaks: [], unverified: ["level"] };
    expect(value("markedAdmissible", { returned: [unsure, "x"] })).toBe(1);
    expect(value("markedAdmissible", { returned: ["a"] })).toBe(0);
    expect(value("markedAdmissible", { returned: [marked("x", "level")] })).toBeNull();
  });

  it("facet coverage counts the values that relevant documents really have", () => {
    const scope = { subject: ["physics", "statistics", "history"] };
    const grades = { a: 1, c: 1 };
    expect(value("facetCoverage", { returned: ["a"], grades, scope })).toBe(0.5);
    expect(value("facetCoverage", { returned: ["a", "c"], grades, scope })).toBe(1);
    expect(value("facetCoverage", { returned: ["x"], grades, scope })).toBe(0);
    expect(value("facetCoverage", { returned: ["a"], grades: { a: 1 }, scope })).toBeNull();
  });

  it("refuses a returned document that the corpus lacks", () => {
    expect(() => judged({ returned: ["ghost"] })).toThrow("ghost");
  });

  it("ids of the registry are distinct", () => {
    const ids = CASE_MEASURES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("outcomeOf", () => {
  it.each([
    ["empty_failure", { returned: [], grades: { a: 1 } }],
    ["exact_hit", { returned: ["x", "a"], grades: { a: 1 } }],
    ["leakage_flagged_recovery", { returned: [marked("x", "level")], grades: { x: 1 } }],
    ["clean_miss", { returned: ["a"], grades: { x: 1 } }],
    ["contaminated_failure", { returned: ["x"], grades: { x: 1 } }],
    ["contaminated_failure", { returned: [marked("x", "level")], grades: { b: 1 } }],
    ["correct_empty", { returned: [] }],
    ["clean_miss", { returned: ["a"] }],
    ["flagged_offer", { returned: [marked("x", "level")] }],
    ["contaminated_failure", { returned: [marked("x", "level"), "b"] }],
  ] as const)("is %s", (outcome, given) => {
    expect(outcomeOf(judged(given))).toBe(outcome);
  });

  it("a recovery inside the scope but off the target is a recovery without leakage", () => {
    const given = { returned: ["a"], grades: { a: 1 }, expected: { question_number: "3" } };
    expect(outcomeOf(judged(given))).toBe("leakage_flagged_recovery");
  });
});
