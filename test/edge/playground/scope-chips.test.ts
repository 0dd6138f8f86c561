import { expect, test } from "vitest";
import type { ExtractedScope, SearchResponse } from "#edge/client/create-client.ts";
import { echoSegments, scopeChips, unheeded } from "#edge/playground/scope-chips.ts";

const read = (
  field: ExtractedScope["field"],
  values: ExtractedScope["values"],
  span: readonly [number, number],
): ExtractedScope => ({ field, values, span, rule: field, confidence: 1 });

const answerWith = (scope: Partial<SearchResponse["scope"]>): SearchResponse =>
  ({
    scope: {
      requested: {},
      extracted: [],
      effective: {},
      locked: [],
      unresolved: [],
      notes: [],
      ...scope,
    },
  }) as unknown as SearchResponse;

test("each chip says who set it: the key, the person, the words, or what the words exclude", () => {
  const answer = answerWith({
    requested: { level: ["A-Level"] },
    extracted: [read("year", [2019], [5, 9]), read("year", [2020], [10, 14])],
    effective: {
      subject: ["Physics"],
      level: ["A-Level"],
      year: [2019, 2020],
      content_type: ["mcq", "solution"],
    },
    locked: ["subject"],
  });
  expect(scopeChips({ scope: { level: ["A-Level"], subject: ["Biology"] } }, answer)).toEqual([
    { field: "subject", values: ["Physics"], origin: "lock", spans: [] },
    { field: "level", values: ["A-Level"], origin: "request", spans: [] },
    {
      field: "year",
      values: ["2019", "2020"],
      origin: "words",
      spans: [
        [5, 9],
        [10, 14],
      ],
    },
    { field: "content_type", values: ["mcq", "solution"], origin: "exclusion", spans: [] },
  ]);
});

test("words that were not sure enough set no chip, and are not taken out with it", () => {
  const query = "physics, the physics of waves, no mcq, buffer solution";
  const mention = { ...read("subject", ["Physics"], [13, 20]), confidence: 0.3 };
  const soft = { ...read("content_type", ["solution"], [46, 54]), confidence: 0.89 };
  const extracted = [read("subject", ["Physics"], [0, 7]), mention, soft];
  const effective = { subject: ["Physics"], content_type: ["exercise", "solution"] };
  expect(scopeChips({ scope: {} }, answerWith({ extracted, effective }))).toEqual([
    { field: "subject", values: ["Physics"], origin: "words", spans: [[0, 7]] },
    { field: "content_type", values: ["exercise", "solution"], origin: "exclusion", spans: [] },
  ]);
  const marked = echoSegments(query, extracted).filter(({ fields }) => fields.length > 0);
  expect(marked.map(({ text }) => text)).toEqual(["physics", "solution"]);
});

test("without an answer the chips are what was set by hand, so that it can be taken back", () => {
  expect(scopeChips({ scope: { level: ["Collge"] } }, null)).toEqual([
    { field: "level", values: ["Collge"], origin: "request", spans: [] },
  ]);
});

test("what was asked before and removed since shows no chip", () => {
  const answer = answerWith({ requested: { level: ["AP"] }, effective: { level: ["AP"] } });
  expect(scopeChips({ scope: {} }, answer)).toEqual([]);
});

test("heard but not applied: neither in force, nor set by hand, nor locked", () => {
  const extracted = [
    read("subject", ["Physics"], [0, 7]),
    read("language", ["fr"], [0, 7]),
    read("level", ["AP"], [8, 10]),
    read("exam", ["GCE"], [11, 14]),
  ];
  const answer = answerWith({
    extracted,
    effective: { subject: ["Physics"], exam: ["IB"] },
    locked: ["exam"],
  });
  expect(unheeded({ scope: { level: ["College"] } }, answer)).toEqual([extracted[1]]);
});

test("the query is cut where its reading changes, and one word may mean two fields", () => {
  const query = "brevet 2019 de maths";
  const extracted = [
    read("exam", ["DNB"], [0, 6]),
    read("level", ["3e"], [0, 6]),
    read("year", [2019], [7, 11]),
    read("subject", ["Mathématiques"], [15, 20]),
  ];
  const segments = echoSegments(query, extracted);
  expect(segments).toEqual([
    { text: "brevet", fields: ["level", "exam"] },
    { text: " ", fields: [] },
    { text: "2019", fields: ["year"] },
    { text: " de ", fields: [] },
    { text: "maths", fields: ["subject"] },
  ]);
  expect(segments.map(({ text }) => text).join("")).toBe(query);
});

test("overlapping and impossible spans still give the whole query", () => {
  const query = "june 2019";
  const extracted = [
    read("session", ["June"], [0, 9]),
    read("year", [2019], [5, 9]),
    read("paper", ["2"], [20, 30]),
  ];
  const segments = echoSegments(query, extracted);
  expect(segments).toEqual([
    { text: "june ", fields: ["session"] },
    { text: "2019", fields: ["year", "session"] },
  ]);
  expect(echoSegments("", [])).toEqual([]);
});
