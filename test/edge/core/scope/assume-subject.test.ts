/** The subject that an answer keeps to where nobody named one. */
import { expect, test } from "vitest";
import { ALTERNATIVES_MAX, assumeSubject, type SubjectVote } from "#core/scope/assume-subject.ts";
import { ALL_CORPORA, corpusVocabulary } from "./vocabulary-fixtures.ts";

const VOCABULARY = corpusVocabulary(ALL_CORPORA);
const inOrder = (...subjects: (string | null)[]): SubjectVote[] =>
  subjects.map((subject, index) => ({ subject, ranks: [index + 1] }));
const assumed = (hits: readonly SubjectVote[]) => assumeSubject(hits, VOCABULARY)?.subject ?? null;

test("nothing is assumed where the hits are of one subject, under any of its names, or of none", () => {
  expect(assumed([])).toBeNull();
  expect(assumed(inOrder(null, null))).toBeNull();
  expect(assumed(inOrder("Physics", "physics"))).toBeNull();
  expect(assumed(inOrder("mathematics", "Mathématiques"))).toBeNull();
});

test("the first hit decides among equals, and a hit without a subject is outside", () => {
  expect(assumed(inOrder("Physics", "Chemistry", "Chemistry"))).toBe("Physics");
  expect(assumed(inOrder(null, "Physics"))).toBe("Physics");
});

test("one odd first hit does not outvote what both legs agree on", () => {
  const hits = [
    { subject: "law", ranks: [1, null, 34] },
    { subject: "accounting", ranks: [2, 1, 5] },
    { subject: "accounting", ranks: [3, 2, 8] },
  ];
  expect(assumed(hits)).toBe("accounting");
  // Canary: by the final order alone the first hit would have won.
  expect(assumed(hits.map(({ subject, ranks }) => ({ subject, ranks: [ranks[0]!] })))).toBe("law");
});

test("the order in which equal hits are listed changes nothing", () => {
  const hits = ["b", "a"].map((subject) => ({ subject, ranks: [1] }));
  expect(assumed(hits)).toBe("a");
  expect(assumed(hits.toReversed())).toBe("a");
});

test("alternatives: the likeliest first, at most the bound", () => {
  const names = Array.from({ length: ALTERNATIVES_MAX + 2 }, (_, i) => `subject ${i}`);
  const exactly = assumeSubject(inOrder(...names.slice(0, ALTERNATIVES_MAX + 1)), VOCABULARY)!;
  expect(exactly.alternatives).toEqual(names.slice(1, ALTERNATIVES_MAX + 1));
  const more = assumeSubject(inOrder(...names), VOCABULARY)!;
  expect(more.alternatives).toEqual(exactly.alternatives);
});
