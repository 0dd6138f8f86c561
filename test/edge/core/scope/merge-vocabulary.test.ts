/** Learned values and edited entries become one entry per field and normal form. */
import { expect, test } from "vitest";
import { compileVocabulary, extractScope } from "#core/scope/extract-scope.ts";
import {
  type EditedEntry,
  mergeEntries,
  mergeVocabulary,
} from "#core/scope/vocabulary/merge-vocabulary.ts";
import { VOCABULARY_ENTRIES_MAX } from "#core/scope/vocabulary/vocabulary.ts";

const BASE = { version: "7", learned: [], edited: [], years: null, languages: [] };

test("the edited spelling is shown, the documents are counted", () => {
  const { entries } = mergeVocabulary({
    ...BASE,
    edited: [{ field: "subject", value: "Physics", aliases: ["physique"] }],
    learned: [
      { field: "subject", value: "physics", documents: 3 },
      { field: "subject", value: "PHYSICS" },
      { field: "subject", value: "Chemistry", documents: 2 },
      { field: "year", value: "2019" },
      { field: "nonsense", value: "x" },
      { field: "level", value: "  " },
    ],
  });
  expect(entries.map(({ field, value, documents }) => [field, value, documents])).toEqual([
    ["subject", "Physics", 4],
    ["subject", "Chemistry", 2],
  ]);
});

test("entries of several files for one value are united", () => {
  const entries: EditedEntry[] = [
    { field: "subject", value: "Physics", aliases: ["physique"], implies: { level: ["A"] } },
    { field: "subject", value: "PHYSICS", aliases: ["物理", "physique"], ordinary: ["phys"] },
  ];
  expect(mergeEntries(entries)).toEqual([
    {
      field: "subject",
      value: "Physics",
      aliases: ["physique", "物理"],
      covers: [],
      ordinary: ["phys"],
      cased: [],
      people: [],
      lookalikes: [],
      implies: { level: ["A"] },
    },
  ]);
});

test("a vocabulary is bounded; edited entries stay", () => {
  const learned = Array.from({ length: VOCABULARY_ENTRIES_MAX + 5 }, (_, index) => ({
    field: "topic",
    value: `topic ${index}`,
  }));
  const { entries } = mergeVocabulary({
    ...BASE,
    learned,
    edited: [{ field: "subject", value: "Physics" }],
  });
  expect(entries).toHaveLength(VOCABULARY_ENTRIES_MAX);
  expect(entries[0]!.value).toBe("Physics");
});

test("a value that nobody edited is read as it is written", () => {
  const vocabulary = compileVocabulary(
    mergeVocabulary({ ...BASE, learned: [{ field: "subject", value: "Sciences de la Terre" }] }),
  );
  const { extracted } = extractScope("les roches, sciences de la terre", vocabulary);
  expect(extracted.map(({ values }) => values)).toEqual([["Sciences de la Terre"]]);
});
