/** Goal: a wrong row stops the import with file, line and field; a right file loses nothing. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  JUDGMENT_ROWS_MAX,
  parseJudgments,
  readJudgmentFile,
} from "#trainer/data/judgment-file.ts";
import { selectJudgedQueries } from "#trainer/data/judged-queries.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";

const ROW = {
  query_id: "q1",
  query: "why does light bend",
  scope: { subject: ["Physics"], year: [2019] },
  document_id: "d1",
  grade: 2,
  origin: "weak:objective",
};

const lineOf = (changes: object) => JSON.stringify({ ...ROW, ...changes });

describe("a judgment file", () => {
  it("gives one judgment a line and skips blank lines", () => {
    const text = `${lineOf({})}\n\n${lineOf({ document_id: "d2", grade: 0 })}\n`;
    const judgments = parseJudgments(text, "file.jsonl");
    expect(judgments.map(({ documentId, grade }) => [documentId, grade])).toEqual([
      ["d1", 2],
      ["d2", 0],
    ]);
    expect(judgments[0]?.scope).toEqual(ROW.scope);
  });

  it.each([
    ["grade", { grade: 4 }],
    ["grade", { grade: 1.5 }],
    ["query", { query: "" }],
    ["query", { query: "x".repeat(2_001) }],
    ["query", { query: "a\u0000b" }],
    ["query", { query: "a\ud800b" }],
    ["origin", { origin: "guess" }],
    ["scope", { scope: { colour: ["red"] } }],
    ["scope.subject", { scope: { subject: [] } }],
    ["scope.year.0", { scope: { year: ["2019"] } }],
    ["scope.subject", { scope: { subject: "Physics" } }],
    ["document_id", { document_id: 7 }],
    ["row", { extra: 1 }],
  ])("is refused at its line by the name of the field %s", (field, changes) => {
    const text = `${lineOf({})}\n${lineOf(changes)}`;
    expect(() => parseJudgments(text, "file.jsonl")).toThrow(`file.jsonl:2: ${field}: `);
  });

  it("that is not JSON, or too long, or missing is refused", async () => {
    expect(() => parseJudgments("{", "f")).toThrow("f:1: not JSON");
    const line = `${lineOf({})}\n`;
    expect(parseJudgments(line.repeat(JUDGMENT_ROWS_MAX), "f")).toHaveLength(JUDGMENT_ROWS_MAX);
    expect(() => parseJudgments(line.repeat(JUDGMENT_ROWS_MAX + 1), "f")).toThrow(
      `f:${JUDGMENT_ROWS_MAX + 1}: more than ${JUDGMENT_ROWS_MAX} judgments`,
    );
    await expect(readJudgmentFile("/no/such/file")).rejects.toMatchObject({ exitCode: 2 });
  });

  it("may be packed; a damaged package is refused", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "judgments-")), "rows.jsonl.gz");
    writeFileSync(path, gzipSync(lineOf({})));
    expect(await readJudgmentFile(path)).toHaveLength(1);
    writeFileSync(path, "no package");
    await expect(readJudgmentFile(path)).rejects.toThrow("cannot be decompressed");
  });
});

describe("judged queries", () => {
  const judgments = parseJudgments(
    [1, 2, 3, 4]
      .flatMap((n) => [
        lineOf({ query_id: `q${n}`, document_id: `d${n}` }),
        lineOf({ query_id: `q${n}`, document_id: "gone" }),
      ])
      .join("\n"),
    "f",
  );
  const existing = new Set(["d1", "d2", "d3", "d4"]);

  it("leave out judgments of documents that are gone, and count them", () => {
    const { queries, counts } = selectJudgedQueries(judgments, existing, TRAINING_SETTINGS);
    expect(queries.map(({ queryId }) => queryId)).toEqual(["q1", "q2", "q3", "q4"]);
    expect(queries.every(({ grades }) => grades.size === 1)).toBe(true);
    expect(counts).toEqual({ judgments: 8, queries: 4, withoutDocument: 4 });
  });

  it("are a seeded sample where there are more than the limit", () => {
    const few = { seed: 1, judgedQueriesMax: 2 };
    const { queries, counts } = selectJudgedQueries(judgments, existing, few);
    expect(queries).toHaveLength(2);
    expect(counts.queries).toBe(4);
    expect(selectJudgedQueries(judgments, existing, few).queries).toEqual(queries);
  });
});
