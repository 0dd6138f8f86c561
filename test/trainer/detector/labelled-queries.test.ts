/** Labelled queries: rows of one vocabulary, faults with file, line and field. */
import { describe, expect, it } from "vitest";
import { LABELLED_QUERIES_MAX, parseLabelledQueries } from "#trainer/detector/labelled-queries.ts";

const row = (change: object = {}) =>
  JSON.stringify({ set: 1, vocabulary: "default", query: "waves", named: {}, ...change });
const parse = (text: string) => parseLabelledQueries(text, "q.jsonl", "default");

describe("labelled queries", () => {
  it("are those of the vocabulary; blank lines are skipped", () => {
    const text = [row(), "", row({ vocabulary: "gce" }), row({ query: "b" })].join("\n");
    expect(parse(text).map(({ query }) => query)).toEqual(["waves", "b"]);
  });

  it.each([
    ["{", /q\.jsonl:2: no JSON/],
    [row({ set: -1 }), /q\.jsonl:2: set: /],
    [row({ query: "" }), /q\.jsonl:2: query: /],
    [row({ query: "x".repeat(1001) }), /q\.jsonl:2: query: /],
    [row({ named: { papers: ["1"] } }), /q\.jsonl:2: named: .*papers/],
    [row({ named: { paper: "1" } }), /q\.jsonl:2: named\.paper: /],
  ])("refuse %s with line and field", (line, message) => {
    expect(() => parse(`${row()}\n${line}`)).toThrow(message);
  });

  it(`are at most ${LABELLED_QUERIES_MAX}`, () => {
    const rows = `${row()}\n`.repeat(LABELLED_QUERIES_MAX);
    expect(parse(rows)).toHaveLength(LABELLED_QUERIES_MAX);
    expect(() => parse(rows + row())).toThrow(/100001: more than 100000 queries/);
  });
});
