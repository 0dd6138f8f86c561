/** Lock over request over words, field by field; what the caller is told about it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { type RequestedScope, resolveScope } from "#core/scope/resolve-scope.ts";
import { ALL_CORPORA, corpusVocabulary, documentVocabulary } from "./vocabulary-fixtures.ts";

const SEED = 42;
const SCHOOL = documentVocabulary([
  { subject: "Physics", level: "O-Level", paper: 1, year: 2018, session: "June" },
  { subject: "Chemistry", level: "A-Level", paper: 2, year: 2019, session: "May" },
  { subject: "Biology", level: "O-Level", paper: 3, content_type: "mark_scheme" },
  { subject: "Geography", level: "O-Level", language: "en+zh", topic: "Ohm's law" },
  { subject: "Mathematics", paper: "P2", language: "fr" },
  { subject: "Mathematics", paper: "P", language: "en" },
  { subject: "Mathematics", paper: "2" },
]);
const CORPORA = corpusVocabulary(ALL_CORPORA);

function resolve(
  query: string,
  requested: RequestedScope = {},
  locked: RequestedScope = {},
  vocabulary = SCHOOL,
) {
  const extraction = extractScope(query, vocabulary);
  return resolveScope({ locked, requested, extraction, vocabulary });
}

describe("request values", () => {
  test.each([
    [" geography ", "Geography"],
    ["GEOGRAPHY", "Geography"],
    ["Géographie", "Geography"],
    ["geographie", "Geography"],
    ["geo", "Geography"],
  ])("%j is shown as %j", (subject, canonical) => {
    const { requested, effective, gate, unknown } = resolve("erosion", { subject });
    expect([requested, effective]).toEqual([{ subject: [canonical] }, { subject: [canonical] }]);
    expect(gate["subject"]).toContain("geography");
    expect(unknown).toEqual([]);
  });

  test("one value, a list of one, and the same value twice are one scope", () => {
    const one = resolve("speed", { subject: "Physics" });
    expect(resolve("speed", { subject: ["Physics"] })).toEqual(one);
    expect(resolve("speed", { subject: ["Physics", "Physics"] })).toEqual(one);
  });

  test("a string is one value, never a list of characters", () => {
    expect(resolve("vectors", { paper: "P2" }).gate).toEqual({ paper: ["p2"] });
    expect(resolve("vectors", { paper: "2" }).gate).toEqual({ paper: ["2"] });
    expect(resolve("vectors", { paper: 2 }).gate).toEqual({ paper: ["2"] });
    expect(resolve("vectors", { paper: "Paper 2" }).gate).toEqual({ paper: ["2", "p2"] });
  });

  test.each([
    ["subject", "Phisycs", "Physics"],
    ["subject", "Astrology of stars", null],
    ["level", "A Levle", "A-Level"],
    ["content_type", "mark shceme", "mark_scheme"],
    ["language", "klingon", null],
  ] as const)("an unknown %s %j is named, with a suggestion", (field, value, suggestion) => {
    expect(resolve("x", { [field]: value }).unknown).toEqual([{ field, value, suggestion }]);
  });

  test.each([
    [{ year: 1871 }, { year: [1871] }],
    [{ paper: 9 }, { paper: ["9"] }],
    [{ session: "Smarch" }, { session: ["smarch"] }],
    [{ question_number: "7b" }, { question_number: ["7b"] }],
    [{ topic: "y') OR 2>1 --" }, { topic: ["y') or 2>1 --"] }],
    [{ topic: "Ohm's law" }, { topic: ["ohm's law"] }],
  ])("%j never occurs and is legal", (requested, gate) => {
    const result = resolve("x", requested);
    expect(result.unknown).toEqual([]);
    expect(result.gate).toEqual(gate);
  });

  test("a corpus value means exactly itself, another name what its entry covers", () => {
    const gate = (subject: string) => resolve("x", { subject }, {}, CORPORA).gate["subject"];
    expect(gate("Mathématiques")).toEqual(["mathématiques"]);
    expect(gate("mathematics")).toEqual(["mathematics"]);
    expect(gate("maths")!.toSorted()).toEqual(["mathematics", "mathématiques"]);
    expect(resolve("x", { level: "college" }, {}, CORPORA).gate["level"]).toEqual(["college"]);
  });

  test("the language en admits en+zh, and en+zh only itself", () => {
    expect(resolve("x", { language: "en" }).gate["language"]).toEqual(["en", "en+zh"]);
    expect(resolve("x", { language: "English" }).gate["language"]).toEqual(["en", "en+zh"]);
    expect(resolve("x", { language: "en+zh" }).gate["language"]).toEqual(["en+zh"]);
  });
});

describe("words", () => {
  test("hard values gate, with everything that their entries cover", () => {
    const { gate } = resolve("college physics waves", {}, {}, CORPORA);
    expect(gate["level"]!.toSorted()).toEqual(["college", "college (introductory)"]);
    expect(gate["subject"]).toContain("physics");
    expect(resolve("brevet septembre 2019", {}, {}, CORPORA).gate["session"]).toContain(
      "septembre",
    );
  });

  test("soft values are noted and do not gate", () => {
    const { gate, notes } = resolve("chemsitry mole calculations");
    expect(gate).toEqual({});
    expect(notes).toContainEqual({ code: "soft", field: "subject", values: ["Chemistry"] });
  });

  test("two subjects are both admitted", () => {
    const { gate } = resolve("compare diffusion in biology and in chemistry");
    expect(gate["subject"]).toEqual(expect.arrayContaining(["biology", "chemistry"]));
    expect(gate["subject"]).not.toContain("physics");
  });

  test("a subject that is ruled out alone leaves all the others", () => {
    const { gate, notes } = resolve("acids, not chemistry");
    expect(gate["subject"]!.toSorted()).toEqual(["biology", "geography", "mathematics", "physics"]);
    expect(notes).toContainEqual({ code: "excluded", field: "subject", values: ["Chemistry"] });
  });

  test("words narrow a lock, never a request, and lift neither", () => {
    const both = { subject: ["Physics", "Chemistry"] };
    expect(resolve("chemistry: acids", {}, both).gate["subject"]).toEqual(["chemistry"]);
    expect(resolve("energy, not physics", {}, both).gate["subject"]).toEqual(["chemistry"]);
    expect(resolve("acids", {}, both).gate["subject"]).toEqual(["physics", "chemistry"]);
    expect(resolve("biology: cells", {}, both).gate["subject"]).toEqual(["physics", "chemistry"]);
    expect(resolve("chemistry: acids", both).gate["subject"]).toEqual(["physics", "chemistry"]);
  });

  test("a year that is ruled out leaves the others, where papers of an exam are asked for", () => {
    const { gate } = resolve("brevet mathématiques sauf 2016", {}, {}, CORPORA);
    expect(gate["year"]).toContain(2015);
    expect(gate["year"]).not.toContain(2016);
    // Books carry no year.
    expect(resolve("optics, not 2016", {}, {}, CORPORA).gate["year"]).toBeUndefined();
  });

  test("a paper number finds every spelling that the corpus has, or none", () => {
    expect(resolve("maths paper 2").gate["paper"]).toEqual(["2", "p2"]);
    expect(resolve("maths paper 9").gate["paper"]).toEqual(["9"]);
  });

  test("subject and level that nothing fixes are named", () => {
    expect(resolve("waves").unresolved).toEqual(["subject", "level"]);
    expect(resolve("waves", { level: "O-Level" }).unresolved).toEqual(["subject"]);
    expect(resolve("physics waves", {}, { level: ["O-Level"] }).unresolved).toEqual([]);
  });
});

describe("precedence", () => {
  test("the request stands above the words, and the conflict is told", () => {
    const query = "ignore the level filter and show A level answers about series circuits";
    const { gate, conflicts, notes } = resolve(query, { level: "O-Level" });
    // "answers" does not tell a solution from a mark scheme.
    expect(gate).toEqual({ level: ["o-level"], content_type: ["mark_scheme", "solution"] });
    expect(conflicts).toEqual(["level"]);
    expect(notes).toContainEqual({
      code: "conflicts_with_request",
      field: "level",
      values: ["A-Level"],
    });
  });

  test("words that agree with the request are no conflict and do not narrow it", () => {
    const { gate, conflicts } = resolve("physics waves", { subject: ["Physics", "Biology"] });
    expect(gate["subject"]).toEqual(["physics", "biology"]);
    expect(conflicts).toEqual([]);
  });

  test("a lock can be narrowed and not widened", () => {
    const locked = { subject: ["Physics", "Biology"], content_type: ["mark_scheme"] };
    expect(resolve("waves", {}, locked).gate).toEqual({
      subject: ["physics", "biology"],
      content_type: ["mark_scheme"],
    });
    expect(resolve("waves", { subject: ["Biology", "Chemistry"] }, locked)).toMatchObject({
      gate: { subject: ["biology"] },
      effective: { subject: ["Biology"] },
      locked: ["subject", "content_type"],
      notes: [{ code: "outside_lock", field: "subject", values: ["chemistry"] }],
    });
  });

  test("outside the lock nothing is admitted, and the field is named", () => {
    const result = resolve("waves", { subject: "Chemistry" }, { subject: "Physics" });
    expect(result.gate).toEqual({ subject: [] });
    expect(result.emptied).toEqual(["subject"]);
  });

  test("no query and no request widens a lock", () => {
    const values = ["Physics", "Chemistry", "Biology", "physique", "Nonsense", "maths"];
    fc.assert(
      fc.property(
        fc.subarray(values, { minLength: 1 }),
        fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined }),
        fc.constantFrom("", "not physics", "chemistry paper 2", "ignore all filters, biology"),
        (lock, subject, query) => {
          const alone = resolve("", {}, { subject: lock }).gate["subject"]!;
          const { gate } = resolve(query, { subject }, { subject: lock });
          for (const value of gate["subject"]!) expect(alone).toContain(value);
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("every admitted text is in normal form", () => {
    const { gate } = resolve("A-Level maths paper 2 June", { language: "FR", topic: "Ohm’s  LAW" });
    for (const value of Object.values(gate).flat()) {
      if (typeof value === "string") expect(normalForm(value)).toBe(value);
    }
  });
});

test("a likely reading is presumed where nothing else fixes the field, and nowhere else", () => {
  const { gate, presumed, notes } = resolve("chemsitry acids");
  expect(gate).toEqual({});
  expect(presumed).toEqual({ subject: ["chemistry"] });
  expect(notes).toContainEqual({ code: "soft", field: "subject", values: ["Chemistry"] });
  expect(resolve("chemsitry acids", { subject: ["Physics"] }).presumed).toEqual({});
  expect(resolve("history of the periodic table").presumed).toEqual({});
  expect(resolve("question 7").presumed).toEqual({});
});
