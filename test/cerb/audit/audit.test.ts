/**
 * Goal: the audit counts what it says; near-duplicates are all pairs of the product's rule.
 * Method: small hand-counted corpora; prefix filtering against comparing every pair, seeded.
 */
import { describe, expect, it } from "vitest";
import { contentWords, createShingler, isNearDuplicate } from "#core/rerank/near-duplicate.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { auditDocuments } from "#cerb/audit/run-audit.ts";
import { nearDuplicatePairs } from "#cerb/audit/near-duplicate-pairs.ts";
import type { AuditDocument } from "#cerb/audit/read-audit-documents.ts";

function document(id: string, part: Partial<AuditDocument> = {}): AuditDocument {
  return {
    id,
    corpus: "one",
    topic: null,
    subject: "Physics",
    level: "College",
    year: 2019,
    paper: "1",
    content_type: "mcq",
    language: "en",
    text: `A question with enough letters about ${id}.`,
    options: null,
    passage: null,
    related: null,
    hasImage: false,
    hasEmbedding: true,
    hasWords: true,
    chunks: 1,
    ...part,
  };
}

describe("auditDocuments", () => {
  const audit = auditDocuments(
    [
      document("a", { related: ["a-ms", "gone"], options: { A: "x" } }),
      document("a-ms", { content_type: "mark_scheme" }),
      document("b", { subject: "physics", level: null, year: null, hasEmbedding: false }),
      document("c", { subject: "Chemistry", paper: null, text: "42 [figure]", hasWords: false }),
      document("d", {
        subject: "Chemistry",
        text: "SAME   text with enough letters",
        language: "",
      }),
      document("e", { subject: "Chemistry", text: "same text with enough letters", chunks: 3 }),
    ],
    2,
  );

  it("counts coverage and completeness, overall and by subject", () => {
    expect(audit).toMatchObject({ rows: 6, chunks: 8, corpora: { one: 6 } });
    expect(audit.embeddingCoverage.overall).toEqual({ documents: 6, embedded: 5, share: 5 / 6 });
    expect(audit.embeddingCoverage.subjects["physics"]).toMatchObject({
      documents: 3,
      embedded: 2,
    });
    expect(audit.completeness.overall.fields).toMatchObject({
      level: 5 / 6,
      board: 0,
      paper: 5 / 6,
    });
    expect(audit.languages).toEqual({ "": 1, en: 5 });
  });

  it("gives every pool of subject and level, the empty ones too, and those of papers", () => {
    expect(audit.pools).toContainEqual({ subject: "chemistry", level: null, documents: 0 });
    expect(audit.pools).toContainEqual({ subject: "physics", level: "college", documents: 2 });
    expect(audit.pools).toContainEqual({
      subject: "physics",
      level: "college",
      paper: "1",
      documents: 2,
    });
    expect(audit.emptyPools).toBe(1);
  });

  it("counts duplicates, defects and spellings", () => {
    expect(audit.duplicates).toBe(1);
    expect(audit.defects).toEqual({
      noEmbedding: 1,
      emptyLexicalVector: 1,
      lostMaterial: 1,
      brokenRelated: 1,
      questionsWithoutSolution: 4,
      refusedRows: 2,
    });
    expect(audit.spellings).toEqual([{ field: "subject", values: ["Physics", "physics"] }]);
  });
});

const SEED = 7;

function randomTexts(count: number): string[] {
  const next = mulberry32(SEED);
  const word = () => `w${Math.floor(next() * 12)}`;
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(next() * 12) }, word).join(" "),
  ).flatMap((text) => (next() < 0.4 ? [text, `${text} ${word()}`] : [text]));
}

function allPairs(texts: readonly string[]): string[] {
  const shingle = createShingler();
  const sets = texts.map((text) => new Set(shingle(contentWords(text))));
  return texts.flatMap((_, second) =>
    texts.slice(0, second).flatMap((__, first) => {
      const [a, b] = [sets[first]!, sets[second]!];
      const shared = [...b].filter((one) => a.has(one)).length;
      return isNearDuplicate(shared, a.size, b.size) ? [`${first}-${second}`] : [];
    }),
  );
}

describe("nearDuplicatePairs", () => {
  it(`equals the comparison of all pairs (seed ${SEED})`, () => {
    const texts = [...randomTexts(150), "", "one", "one", "one two"];
    const expected = allPairs(texts.map((text) => text)).filter(
      (pair) => !pair.split("-").some((index) => texts[Number(index)] === ""),
    );
    const found = nearDuplicatePairs(texts).map(([first, second]) => `${first}-${second}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(found.length).toBeGreaterThan(20);
  });

  it("canary: a text that differs by more is no pair", () => {
    expect(nearDuplicatePairs(["a b c d e f", "a b c d e f"])).toHaveLength(1);
    expect(nearDuplicatePairs(["a b c d e f", "a b c x e f"])).toHaveLength(0);
  });
});
