/** The shipped vocabulary files: well formed, without clashes, and true to the shipped corpora. */
import { describe, expect, test } from "vitest";
import { compileVocabulary } from "#core/scope/extract-scope.ts";
import { normalForm, SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";
import { mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { HARD_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { vocabularyEntrySchema } from "#edge/routes/vocabulary.ts";
import { defaultVocabulary } from "#edge/local/default-vocabulary.ts";
import { ALL_CORPORA, corpusVocabulary } from "./vocabulary-fixtures.ts";

const ENTRIES = defaultVocabulary();
const KEYS = [
  "field",
  "value",
  "covers",
  "aliases",
  "ordinary",
  "cased",
  "people",
  "lookalikes",
  "implies",
];

test("each value stands in one file only", () => {
  const keys = ENTRIES.map(({ field, value }) => `${field} ${normalForm(value)}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("entries hold known fields, known keys, and non-empty names without stray spaces", () => {
  for (const entry of ENTRIES) {
    expect(SCOPE_FIELDS).toContain(entry.field);
    for (const key of Object.keys(entry)) expect(KEYS).toContain(key);
    const { value, covers = [], aliases = [], ordinary = [], cased = [] } = entry;
    const { people = [], lookalikes = [] } = entry;
    for (const name of [
      value,
      ...covers,
      ...aliases,
      ...ordinary,
      ...cased,
      ...people,
      ...lookalikes,
    ]) {
      expect(name, value).toBe(name.trim());
      expect(name, value).not.toBe("");
    }
  }
});

test("every entry can be read and written back through the API", () => {
  const schema = vocabularyEntrySchema();
  const refused = ENTRIES.filter((entry) => !schema.safeParse(entry).success);
  expect(refused.map(({ field, value }) => `${field} ${value}`)).toEqual([]);
});

test("what only looks like a name is none", () => {
  for (const { value, aliases = [], ordinary = [], cased = [], ...entry } of ENTRIES) {
    const { people = [], lookalikes = [] } = entry;
    const names = new Set([value, ...aliases, ...ordinary, ...cased, ...people].map(normalForm));
    expect(lookalikes.filter((phrase) => names.has(normalForm(phrase)))).toEqual([]);
  }
});

test("implications name values that the vocabulary knows", () => {
  const known = new Set(ENTRIES.map(({ field, value }) => `${field} ${normalForm(value)}`));
  for (const { implies } of ENTRIES) {
    for (const [field, values] of Object.entries(implies ?? {})) {
      for (const value of values) expect(known).toContain(`${field} ${normalForm(value)}`);
    }
  }
});

describe("corpus values", () => {
  const { vocabulary, covering } = corpusVocabulary(ALL_CORPORA);
  const fields: readonly ScopeField[] = [
    "subject",
    "level",
    "exam",
    "board",
    "session",
    "language",
  ];

  test.each(fields)(
    "every %s of the shipped corpora has an entry or is covered by one",
    (field) => {
      const edited = new Set(
        ENTRIES.filter((entry) => entry.field === field).map(({ value }) => normalForm(value)),
      );
      const unknown = vocabulary.entries
        .filter((entry) => entry.field === field && entry.documents > 0)
        .map(({ value }) => normalForm(value))
        .filter((form) => !edited.has(form) && !covering.get(field)?.has(form));
      expect(unknown.filter((form) => !form.includes("+"))).toEqual([]);
    },
  );

  test("French and English names of one subject are read as one", () => {
    const compiled = corpusVocabulary(ALL_CORPORA);
    for (const [french, english] of [
      ["physique", "physics"],
      ["chimie", "chemistry"],
      ["biologie", "biology"],
      ["géographie", "geography"],
      ["philosophie", "philosophy"],
      ["maths", "mathematics"],
    ]) {
      const values = [french, english].map((word) =>
        extractScope(`${word} questions`, compiled)
          .extracted.filter(({ confidence }) => confidence >= HARD_CONFIDENCE)
          .map((value) => value.values.map(normalForm)),
      );
      expect(values[0], french).toEqual(values[1]);
      expect(values[0]).toHaveLength(1);
    }
  });
});

test("no name of a scope value is written in code: an empty vocabulary reads numbers only", () => {
  const empty = compileVocabulary(
    mergeVocabulary({ version: "0", learned: [], edited: [], years: null, languages: [] }),
  );
  const query = "A-Level physics June 2019 paper 2 mark scheme in French, brevet maths";
  const { extracted } = extractScope(query, empty);
  expect(extracted.map(({ field }) => field)).toEqual(["year", "paper"]);
});
