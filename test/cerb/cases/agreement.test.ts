/**
 * Goal: the agreement of the two labelling passes is computed right, and the shipped figures belong
 * to the shipped labels. Method: small passes counted by hand; agreement.json made again; canaries
 * that a changed label, a lost case and a stale file are noticed.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  AGREEMENT_FILE,
  compareLabels,
  facetAgreement,
  gradePairs,
  type LabelPair,
  type PassLabels,
  pairPasses,
  parsePass,
  positiveAgreement,
  relevanceAgreement,
  renderAgreement,
  SECOND_PASS_FILE,
} from "#cerb/cases/agreement.ts";
import { ruleFaults } from "#cerb/cases/case-rules.ts";
import { loadCases } from "#cerb/cases/load-cases.ts";
import { readLabelledDocuments } from "#cerb/cases/validate-cases.ts";

type Grades = Record<string, 1 | 2>;

function labels(id: string, grades: Grades, scope: PassLabels["scope"] = {}): PassLabels {
  const relevant = Object.entries(grades).map(([document, grade]) => ({ id: document, grade }));
  return { id, scope, slice: "mcq", named_in_query: [], relevant };
}

function pairOf(first: Grades, second: Grades): LabelPair {
  return { first: labels("q", first), second: labels("q", second) };
}

function subjects(first: string[], second: string[]): LabelPair {
  return {
    first: labels("q", {}, first.length > 0 ? { subject: first } : {}),
    second: labels("q", {}, second.length > 0 ? { subject: second } : {}),
  };
}

const THREE_OF_FOUR = pairOf({ a: 2, b: 1, c: 1 }, { a: 2, b: 2, d: 1 });

describe("relevance", () => {
  it("grades a document that one pass does not list with 0", () => {
    expect(gradePairs(THREE_OF_FOUR)).toEqual([
      { first: 2, second: 2 },
      { first: 1, second: 2 },
      { first: 1, second: 0 },
      { first: 0, second: 1 },
    ]);
  });

  it("counts Dice and Jaccard for relevant and for exact documents", () => {
    const pairs = gradePairs(THREE_OF_FOUR);
    expect(positiveAgreement(pairs, 1)).toEqual({
      first: 3,
      second: 3,
      both: 2,
      dice: 4 / 6,
      jaccard: 2 / 4,
    });
    expect(positiveAgreement(pairs, 2)).toMatchObject({ both: 1, dice: 2 / 3, jaccard: 1 / 2 });
    expect(positiveAgreement([], 1)).toMatchObject({ dice: null, jaccard: null });
  });

  // Grades 2/2, 1/2, 1/0, 0/1: p_o = 1/4; p_e = (1·1 + 2·1 + 1·2) / 16 = 5/16.
  it("has κ over the listed documents, by hand -1/11", () => {
    const { gradesOfEitherListed, identicalCases } = relevanceAgreement([THREE_OF_FOUR]);
    expect(gradesOfEitherListed.observed).toBeCloseTo(1 / 4, 12);
    expect(gradesOfEitherListed.unweighted).toBeCloseTo(-1 / 11, 12);
    // Linear: observed disagreement 3/4; chance (1 + 4 + 2 + 4 + 2 + 1) / 16 = 14/16.
    expect(gradesOfEitherListed.linear).toBeCloseTo(1 - 3 / 4 / (14 / 16), 12);
    expect(identicalCases).toBe(0);
  });

  it("tends to the positive agreement when every unlisted document is a negative", () => {
    const two = pairOf({ a: 1, b: 1, c: 1 }, { a: 1, b: 1, d: 1 });
    const { relevance } = compareLabels([two], 100_000);
    expect(relevance.gradesOfAllDocuments.pairs).toBe(100_000);
    expect(relevance.gradesOfAllDocuments.unweighted).toBeCloseTo(2 / 3, 4);
  });

  it("canary: a grade that is changed lowers κ and Dice", () => {
    const same = pairOf({ a: 2, b: 1, c: 1 }, { a: 2, b: 1, c: 1 });
    const changed = pairOf({ a: 2, b: 1, c: 1 }, { a: 2, b: 2, d: 1 });
    expect(relevanceAgreement([same])).toMatchObject({
      identicalCases: 1,
      relevant: { dice: 1 },
      gradesOfEitherListed: { unweighted: 1, linear: 1 },
    });
    expect(relevanceAgreement([changed]).relevant.dice).toBeLessThan(1);
    expect(relevanceAgreement([changed]).gradesOfEitherListed.linear).toBeLessThan(1);
  });
});

describe("scope", () => {
  const pairs = [
    subjects(["Physics"], ["physics"]),
    subjects(["mathématiques"], ["mathematics", "mathématiques"]),
    subjects([], []),
    subjects(["history"], []),
  ];

  it("compares sets of normal forms, an open field being a label", () => {
    expect(facetAgreement(pairs, "subject").equalSets.observed).toBe(2 / 4);
  });

  it("lets a shared value stand for both sides", () => {
    const { sharedValue } = facetAgreement(pairs, "subject");
    expect(sharedValue.observed).toBe(3 / 4);
    // Labels physics, mathématiques, open, history / open: p_e = (1 + 1 + 1·2) / 16.
    expect(sharedValue.kappa).toBeCloseTo((3 / 4 - 1 / 4) / (1 - 1 / 4), 12);
  });

  it("is undefined where both passes leave a field open everywhere", () => {
    expect(facetAgreement(pairs, "board").equalSets.kappa).toBeNull();
  });
});

describe("pairing", () => {
  it("canary: a case that is lost, doubled or unknown is refused", () => {
    const first = [labels("a", {}), labels("b", {})];
    expect(() => pairPasses(first, [labels("a", {})])).toThrow(RangeError);
    expect(() => pairPasses(first, [labels("a", {}), labels("a", {})])).toThrow(RangeError);
    expect(() => pairPasses(first, [labels("a", {}), labels("c", {})])).toThrow('no "b"');
    expect(pairPasses(first, first.toReversed()).map((pair) => pair.second.id)).toEqual(["a", "b"]);
  });

  it("names the line of a label that does not fit", () => {
    const good = JSON.stringify(labels("a", {}, { subject: ["physics"] }));
    const bad = JSON.stringify({ ...labels("b", {}, { subject: ["physics"] }), slice: "essay" });
    expect(() => parsePass(`${good}\n${bad}\n`)).toThrow("line 2");
  });
});

describe("the shipped second pass", () => {
  it("labels every case, with documents that keep the rules of the protocol", async () => {
    const cases = await loadCases();
    const pairs = pairPasses(cases, parsePass(await readFile(SECOND_PASS_FILE, "utf8")));
    const documentOf = await readLabelledDocuments({
      cases: cases.map((item, line) => ({ line, item })),
    });
    const about = new Set(["L1", "L2", "L3", "L6", "L7"]);
    const faults = cases.flatMap((item, index) => {
      const { scope, relevant } = pairs[index]?.second ?? item;
      return ruleFaults({ ...item, scope, relevant }, documentOf)
        .filter(({ rule }) => about.has(rule))
        .map((fault) => `${item.id} ${fault.rule} ${fault.message}`);
    });
    expect(faults).toEqual([]);
  });

  it("has its figures in agreement.json", async () => {
    expect(await readFile(AGREEMENT_FILE, "utf8")).toBe(await renderAgreement());
  });
});
