/**
 * Extraction on hand-written queries (test/golden/scope/queries.jsonl): what a query names, against
 * what was read in it. Set 1 was written before the first run; the others after the rules that
 * the sets before had shaped. Prints a table per field and language, and every miss.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { normalForm, type ScopeField } from "#core/scope/curriculum-scope.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { READ_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { ALL_CORPORA, corpusVocabulary, gceVocabulary } from "./vocabulary-fixtures.ts";

const PRECISION_MIN = 0.98;
const RECALL_MIN = 0.95;

interface NamedQuery {
  readonly set: number;
  readonly vocabulary: "gce" | "default";
  readonly language: string;
  readonly query: string;
  readonly named: Readonly<Partial<Record<ScopeField, readonly (string | number)[]>>>;
}

interface Counts {
  hit: number;
  invented: number;
  missed: number;
}

const QUERIES = readFileSync(
  new URL("../../../golden/scope/queries.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as NamedQuery);
const VOCABULARIES = { gce: gceVocabulary(), default: corpusVocabulary(ALL_CORPORA) };

/** "field=value" of everything that was read; implied scope is not named by the query. */
function readValues({ query, vocabulary }: NamedQuery): Set<string> {
  const { extracted } = extractScope(query, VOCABULARIES[vocabulary]);
  return new Set(
    extracted
      .filter(
        ({ confidence, rule }) => confidence >= READ_CONFIDENCE && !rule.startsWith("implied"),
      )
      .flatMap(({ field, values }) => values.map((value) => `${field}=${normalForm(value)}`)),
  );
}

function namedValues({ named }: NamedQuery): Set<string> {
  return new Set(
    Object.entries(named).flatMap(([field, values]) =>
      values.map((value) => `${field}=${normalForm(value)}`),
    ),
  );
}

function score(queries: readonly NamedQuery[], read: (query: NamedQuery) => Set<string>) {
  const counts = new Map<string, Counts>();
  const misses: string[] = [];
  const add = (key: string, outcome: keyof Counts): void => {
    const entry = counts.get(key) ?? { hit: 0, invented: 0, missed: 0 };
    entry[outcome] += 1;
    counts.set(key, entry);
  };
  for (const query of queries) {
    const got = read(query);
    const named = namedValues(query);
    for (const value of got) {
      const isNamed = named.has(value);
      add(value.split("=")[0]!, isNamed ? "hit" : "invented");
      if (!isNamed) misses.push(`${query.query}: invented ${value}`);
    }
    for (const value of named) {
      if (got.has(value)) continue;
      add(value.split("=")[0]!, "missed");
      misses.push(`${query.query}: missed ${value}`);
    }
  }
  return { counts, misses };
}

const precision = ({ hit, invented }: Counts) => hit / Math.max(1, hit + invented);
const recall = ({ hit, missed }: Counts) => hit / Math.max(1, hit + missed);

function table(title: string, counts: ReadonlyMap<string, Counts>): string {
  const rows = [...counts].toSorted().map(([field, entry]) => {
    const named = entry.hit + entry.missed;
    const numbers = [precision(entry), recall(entry)].map((value) => value.toFixed(3).padStart(7));
    return `  ${field.padEnd(16)}${numbers.join("")}${String(named).padStart(6)}`;
  });
  return [`${title.padEnd(18)}  prec. recall  count`, ...rows].join("\n");
}

test("at least 200 queries in English and in French, distinct", () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(QUERIES.map(({ query, vocabulary }) => `${vocabulary} ${query}`)).size).toBe(
    QUERIES.length,
  );
  for (const language of ["en", "fr"]) {
    expect(QUERIES.filter((query) => query.language === language).length).toBeGreaterThan(80);
  }
});

test("precision and recall of every field hold the bars", () => {
  const tables = [table("all", score(QUERIES, readValues).counts)];
  for (const language of ["en", "fr", "de", "es", "zh"]) {
    const queries = QUERIES.filter((query) => query.language === language);
    tables.push(table(language, score(queries, readValues).counts));
  }
  const { counts, misses } = score(QUERIES, readValues);
  process.stdout.write(`${tables.join("\n")}\n${misses.join("\n")}\n`);
  for (const [field, entry] of counts) {
    const context = `${field}\n${misses.join("\n")}`;
    expect(precision(entry), context).toBeGreaterThanOrEqual(PRECISION_MIN);
    expect(recall(entry), context).toBeGreaterThanOrEqual(RECALL_MIN);
  }
});

test("the named values of the CERB example cases are read, every one and nothing beside them", () => {
  const cases = readFileSync(
    new URL("../../../golden/scope/cerb-example-queries.jsonl", import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as NamedQuery & { id: string });
  expect(cases).toHaveLength(14);
  for (const example of cases) {
    const read = readValues({ ...example, vocabulary: "default" });
    const fields = Object.keys(example.named);
    const relevant = [...read].filter((value) => fields.includes(value.split("=")[0]!));
    expect(relevant.toSorted(), example.id).toEqual([...namedValues(example)].toSorted());
  }
});

test("the score notices a reader that sees level in every query, and one that sees nothing", () => {
  const eager = score(QUERIES, (query) => new Set([...readValues(query), "level=a-level"]));
  expect(precision(eager.counts.get("level")!)).toBeLessThan(PRECISION_MIN);
  const blind = score(QUERIES, () => new Set());
  expect(recall(blind.counts.get("subject")!)).toBe(0);
});

test("spans hold the words that were read, in order, inside the query", () => {
  for (const { query, vocabulary } of QUERIES) {
    const { extracted } = extractScope(query, VOCABULARIES[vocabulary]);
    let last = 0;
    for (const { span } of extracted) {
      expect(span[0]).toBeGreaterThanOrEqual(last);
      expect(span[1]).toBeGreaterThan(span[0]);
      expect(span[1]).toBeLessThanOrEqual(query.length);
      last = span[0];
    }
  }
});
