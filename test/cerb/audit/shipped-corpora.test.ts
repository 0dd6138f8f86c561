/**
 * Goal: the audit gives the completeness and the duplicates that the open protocol states (section 14)
 * for the corpora that are shipped whole.
 */
import { describe, expect, it } from "vitest";
import { completenessOf, duplicateCount } from "#cerb/audit/count-documents.ts";
import type { AuditDocument } from "#cerb/audit/read-audit-documents.ts";
import { readCorpus } from "#cerb/corpora/read-corpus.ts";

const FIELDS = [
  "board",
  "exam",
  "level",
  "subject",
  "year",
  "session",
  "paper",
  "question_number",
  "content_type",
  "language",
] as const;

const REFERENCE: readonly [corpus: string, rows: number, percent: number[], duplicates: number][] =
  [
    ["mmlu", 14_327, [0, 100, 51.2, 100, 0, 0, 0, 0, 100, 100], 111],
    ["openstax-physics", 11_376, [0, 0, 100, 100, 0, 0, 0, 50.1, 100, 100], 85],
    ["gaokao", 5621, [100, 100, 100, 100, 100, 0, 100, 84.3, 100, 100], 52],
    ["dnb-fr", 1107, [100, 100, 100, 100, 100, 99.8, 100, 100, 100, 100], 0],
  ];

describe("the audit of the shipped corpora", () => {
  it.each(REFERENCE)("equals the reference for %s", async (corpus, rows, percent, duplicates) => {
    const documents: AuditDocument[] = [];
    for await (const { row } of readCorpus(corpus)) {
      documents.push({ passage: null, ...row, corpus } as unknown as AuditDocument);
    }
    const { fields } = completenessOf(documents);
    expect(documents).toHaveLength(rows);
    expect(FIELDS.map((field) => Math.round(1000 * fields[field]!) / 10)).toEqual(percent);
    expect(duplicateCount(documents)).toBe(duplicates);
  });
});
