/**
 * Goal: every breach is found, with line and field, and nothing else is. Method: a sound case on
 * three made-up documents, damaged in one place at a time; the zod schema against the JSON Schema.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DocumentLookup, LabelledDocument } from "#cerb/cases/case-rules.ts";
import { type CerbCase, caseSchema, QUERY_LENGTH_MAX } from "#cerb/cases/case-schema.ts";
import { CASES_FILE, CasesError, loadCases } from "#cerb/cases/load-cases.ts";
import { CASES_MAX, LINE_LENGTH_MAX, parseCases } from "#cerb/cases/parse-cases.ts";
import { checkCases } from "#cerb/cases/validate-cases.ts";

const DOCUMENTS = new Map<string, LabelledDocument>([
  ["a", { corpus: "one", document: { subject: "Physics", level: "High school", year: 2019 } }],
  ["b", { corpus: "one", document: { subject: "Biology", level: "High  School", year: 2020 } }],
  ["c", { corpus: "two", document: { subject: "Physics", level: "College", year: null } }],
]);
const documentOf: DocumentLookup = (id) => DOCUMENTS.get(id);

const OPEN = {
  subject: null,
  level: null,
  year: null,
  session: null,
  paper: null,
  content_type: null,
  question_number: null,
};

const SOUND: CerbCase = {
  id: "mcq-01",
  query: "forces, high school",
  language: "en",
  slice: "mcq",
  task_type: "exact_retrieval",
  explicit_scope: {},
  scope: { subject: ["physics", "biology"], level: ["high school"] },
  named_in_query: ["level"],
  expected_evidence_types: ["mcq"],
  expected: { ...OPEN, subject: ["physics", "biology"], level: "high school" },
  ambiguity: { kind: "none", fields: [] },
  relevant: [
    { id: "a", grade: 2 },
    { id: "b", grade: 1 },
  ],
  corpora: ["one", "two"],
  notes: "",
};

function check(...items: unknown[]): string[] {
  const parsed = parseCases(`${items.map((item) => JSON.stringify(item)).join("\n")}\n`);
  return checkCases(parsed, documentOf).map(({ line, field, rule }) => `${line} ${field} ${rule}`);
}

function accepts(change: Record<string, unknown>): boolean {
  return caseSchema.safeParse({ ...SOUND, ...change }).success;
}

const relaxed = {
  ...SOUND,
  task_type: "scope_relaxation",
  relevant: [{ id: "c", grade: 1 }],
} satisfies CerbCase;

describe("rules", () => {
  it("accept sound cases of every task type", () => {
    const synthesis = { ...SOUND, id: "mcq-02", task_type: "synthesis" };
    const adversarial = { ...SOUND, id: "mcq-03", task_type: "adversarial" };
    expect(check(SOUND, synthesis, adversarial, { ...relaxed, id: "mcq-04" })).toEqual([]);
  });

  const breaches: readonly (readonly [string, Partial<CerbCase>, string])[] = [
    ["L1", { relevant: [...SOUND.relevant, { id: "x", grade: 1 }] }, "1 relevant.2.id L1"],
    ["L1 (corpus not named)", { corpora: ["two"] }, "1 relevant.0.id L1"],
    ["L2", { relevant: [...SOUND.relevant, { id: "a", grade: 1 }] }, "1 relevant.2.id L2"],
    ["L3 (other set)", { explicit_scope: { level: ["college"] } }, "1 explicit_scope.level L3"],
    ["L3 (part)", { explicit_scope: { subject: ["physics"] } }, "1 explicit_scope.subject L3"],
    ["L3 (not in scope)", { explicit_scope: { year: [2019] } }, "1 explicit_scope.year L3"],
    ["L4", { named_in_query: ["level", "year"] }, "1 named_in_query.1 L4"],
    ["L4 (number)", { named_in_query: ["question_number"] }, "1 named_in_query.0 L4"],
    ["L5 (null)", { expected: { ...SOUND.expected, level: null } }, "1 expected.level L5"],
    ["L5 (wider)", { expected: { ...SOUND.expected, subject: "law" } }, "1 expected.subject L5"],
    ["L6", { relevant: [...SOUND.relevant, { id: "c", grade: 1 }] }, "1 relevant L6"],
    ["L7", { ...relaxed, relevant: [{ id: "a", grade: 1 }] }, "1 relevant L7"],
    ["L8", { expected: { ...SOUND.expected, question_number: "7" } }, "1 expected L8"],
    ["L8 (nothing relevant)", { relevant: [] }, "1 expected L8"],
    ["L9", { task_type: "synthesis", relevant: [{ id: "a", grade: 2 }] }, "1 relevant L9"],
    ["L10", { ...relaxed, relevant: [{ id: "c", grade: 2 }] }, "1 notes L10"],
  ];

  it.each(breaches)("%s is reported where it is", (_, change, fault) => {
    expect(check({ ...SOUND, ...change })).toContain(fault);
  });

  it("allow grade 2 in a relaxation whose notes say why", () => {
    const relevant = [{ id: "c", grade: 2 }];
    expect(check({ ...relaxed, relevant, notes: "Metadata gap: no level." })).toEqual([]);
  });

  it("compare values by their normal form", () => {
    const scope = { subject: ["PHYSICS", " biology "], level: ["High School"] };
    expect(check({ ...SOUND, scope })).toEqual([]);
  });
});

describe("parsing", () => {
  it("reports line and field, and keeps the good lines", () => {
    const text = [
      JSON.stringify(SOUND),
      "{",
      JSON.stringify({ ...SOUND, id: "mcq-02", scope: { level: [] } }),
      JSON.stringify(SOUND),
      JSON.stringify({ ...SOUND, id: "mcq-05", colour: "red" }),
      JSON.stringify({ ...SOUND, id: "mcq-06" }),
    ].join("\n");
    const { cases, faults } = parseCases(text);
    expect(cases.map(({ line, item }) => [line, item.id])).toEqual([
      [1, "mcq-01"],
      [6, "mcq-06"],
    ]);
    expect(faults.map(({ line, field, rule }) => [line, field, rule])).toEqual([
      [2, "", "json"],
      [3, "scope.level", "schema"],
      [4, "id", "L2"],
      [5, "", "schema"],
    ]);
  });

  it("stops at its limits", () => {
    const many = "{}\n".repeat(CASES_MAX);
    expect(parseCases(many).faults).toHaveLength(CASES_MAX * 13);
    expect(parseCases(`${many}{}`).faults).toMatchObject([{ line: CASES_MAX + 1, rule: "json" }]);
    const long = JSON.stringify({ ...SOUND, notes: "" });
    const padded = (length: number) => long + " ".repeat(length - long.length);
    expect(parseCases(padded(LINE_LENGTH_MAX)).faults).toEqual([]);
    expect(parseCases(padded(LINE_LENGTH_MAX + 1)).faults).toMatchObject([{ line: 1 }]);
  });

  it("refuses to load a faulty file, and sorts a sound one by code units", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cases-"));
    const file = join(folder, "cases.jsonl");
    const ids = ["b", "a-1", "a_1", "a1"];
    const lines = ids.map((id) => JSON.stringify({ ...SOUND, id }));
    await writeFile(file, lines.join("\n"));
    expect((await loadCases(file)).map(({ id }) => id)).toEqual(["a-1", "a1", "a_1", "b"]);
    await writeFile(file, [...lines, "no"].join("\n"));
    await expect(loadCases(file)).rejects.toThrow(CasesError);
    await expect(loadCases(file)).rejects.toThrow("cases.jsonl:5: case (json): not JSON");
    await rm(folder, { recursive: true });
  });
});

describe("schema", () => {
  it("says the same as case.schema.json about damaged cases", async () => {
    const schemaFile = new URL("case.schema.json", CASES_FILE);
    const json = JSON.parse(await readFile(schemaFile, "utf8"));
    // zod cannot read if/then/else, nor a keyword beside $ref; both are tested below.
    for (const key of ["if", "then", "else"]) delete json.properties.ambiguity[key];
    const reference = z.fromJSONSchema(json);
    const { cases } = parseCases(await readFile(CASES_FILE, "utf8"));
    let refusedCount = 0;
    for (const [index, { item }] of cases.entries()) {
      for (const damaged of damages(item, index)) {
        const isAccepted = reference.safeParse(damaged).success;
        expect(caseSchema.safeParse(damaged).success, JSON.stringify(damaged)).toBe(isAccepted);
        if (!isAccepted) refusedCount += 1;
      }
    }
    expect(refusedCount).toBeGreaterThan(cases.length * 30);
  });

  it("wants the fields of an ambiguity exactly when there is one", () => {
    expect(accepts({ ambiguity: { kind: "none", fields: [] } })).toBe(true);
    expect(accepts({ ambiguity: { kind: "none", fields: ["level"] } })).toBe(false);
    expect(accepts({ ambiguity: { kind: "conflicting", fields: ["level"] } })).toBe(true);
    expect(accepts({ ambiguity: { kind: "conflicting", fields: [] } })).toBe(false);
  });

  it("wants a scope that constrains something", () => {
    expect(accepts({ scope: {} })).toBe(false);
    expect(accepts({ explicit_scope: {} })).toBe(true);
  });

  it("counts code points of a query", () => {
    expect(accepts({ query: "𝑥".repeat(QUERY_LENGTH_MAX) })).toBe(true);
    expect(accepts({ query: "x".repeat(QUERY_LENGTH_MAX + 1) })).toBe(false);
  });
});

/** A case with each field missing, replaced by foreign values, and at edges of the formats. */
function damages(item: CerbCase, index: number): unknown[] {
  const fields = Object.keys(item);
  const foreign: unknown[] = [null, "", " ", "x", "X y", 1, 2.5, [], ["x"], ["x", "x"], {}, true];
  const missing = fields.map((field) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)),
  );
  const replaced = fields
    .filter((field) => field !== "ambiguity")
    .flatMap((field) => foreign.map((value) => ({ ...item, [field]: value })))
    .filter(({ scope }) => JSON.stringify(scope) !== "{}");
  const scopes = [{ year: [1899] }, { year: [2100] }, { year: ["2019"] }, { language: ["fra"] }];
  const targets = [{ year: 1900 }, { year: [2019] }, { level: ["a", "b"] }, { level: ["a", "a"] }];
  return [
    item,
    { ...item, extra: index },
    ...missing,
    ...replaced,
    ...scopes.map((scope) => ({ ...item, scope })),
    ...scopes.map((scope) => ({ ...item, explicit_scope: scope })),
    ...targets.map((target) => ({ ...item, expected: { ...item.expected, ...target } })),
    { ...item, relevant: [{ id: "a", grade: 3 }] },
    { ...item, relevant: [{ id: "a", grade: 1, rank: 1 }] },
    { ...item, ambiguity: { kind: "unclear", fields: [] } },
  ];
}
