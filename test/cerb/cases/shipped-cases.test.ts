/**
 * Goal: the shipped cases keep the protocol's rules on the shipped corpora, and the frozen lists
 * belong to them. Method: the validator over the real files; composition counted; lists redrawn.
 */
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { DocumentLookup } from "#cerb/cases/case-rules.ts";
import { type CerbCase, SLICES, TASK_TYPES } from "#cerb/cases/case-schema.ts";
import { CASES_FILE, labelsOf, loadCases, loadPilot, loadSplit } from "#cerb/cases/load-cases.ts";
import { type ParsedCases, parseCases } from "#cerb/cases/parse-cases.ts";
import { drawPilot, drawSplit, PILOT_COUNT, STRATIFY_SEED } from "#cerb/cases/stratify-cases.ts";
import { checkCases, readLabelledDocuments } from "#cerb/cases/validate-cases.ts";
import { violations } from "#measures/scope-match.ts";

const CORPORA = ["openstax-physics", "dnb-fr", "mmlu", "exams", "gaokao"];
const SLICE_COUNTS = {
  mcq: 34,
  structured: 34,
  formula_heavy: 14,
  cross_subject: 11,
  bilingual: 11,
  mark_scheme: 12,
  table_heavy: 10,
};

let parsed: ParsedCases;
let cases: CerbCase[];
let documentOf: DocumentLookup;

beforeAll(async () => {
  parsed = parseCases(await readFile(CASES_FILE, "utf8"));
  cases = await loadCases();
  documentOf = await readLabelledDocuments(parsed);
});

function countOf(predicate: (item: CerbCase) => boolean): number {
  return cases.filter(predicate).length;
}

function primaryLanguages({ relevant }: CerbCase): Set<string> {
  const tags = relevant.map(({ id }) => String(documentOf(id)?.document.language));
  return new Set(tags.map((tag) => tag.split("+")[0] ?? ""));
}

function stratumOf(id: string): string {
  const item = cases.find((candidate) => candidate.id === id);
  return `${item?.slice} ${item?.task_type}`;
}

function strataOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(stratumOf(id), (counts.get(stratumOf(id)) ?? 0) + 1);
  return counts;
}

describe("shipped cases", () => {
  it("keep the schema and L1-L10 on the shipped corpora", () => {
    expect(checkCases(parsed, documentOf)).toEqual([]);
  });

  it("so do the cases that name no subject, and none of them does", async () => {
    const file = new URL("unnamed-subject/cases.jsonl", CASES_FILE);
    const unnamed = parseCases(await readFile(file, "utf8"));
    expect(checkCases(unnamed, documentOf)).toEqual([]);
    expect(unnamed.cases).toHaveLength(190);
    for (const { item } of unnamed.cases) expect(item.named_in_query).not.toContain("subject");
  });

  it.each(["held-out", "held-out-b"])(
    "so does %s, of all slices, and both passes label the same ones",
    async (set) => {
      const read = (name: string) => readFile(new URL(`${set}/${name}`, CASES_FILE), "utf8");
      const heldOut = parseCases(await read("cases.jsonl"));
      expect(checkCases(heldOut, documentOf)).toEqual([]);
      expect(new Set(heldOut.cases.map(({ item }) => item.slice)).size).toBe(SLICES.length);
      const ids = heldOut.cases.map(({ item }) => item.id);
      expect(ids).toHaveLength(128);
      for (const pass of ["first-pass.jsonl", "second-pass.jsonl"]) {
        const lines = (await read(pass)).trimEnd().split("\n");
        expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
      }
    },
  );

  it("are 126, imbalanced over the slices as planned", () => {
    expect(cases).toHaveLength(126);
    const counts = SLICES.map((slice) => [slice, countOf((item) => item.slice === slice)]);
    expect(Object.fromEntries(counts)).toEqual(SLICE_COUNTS);
  });

  it("have enough of every task type, and exact retrieval as the majority", () => {
    const [exact, relaxation, synthesis, adversarial] = TASK_TYPES.map((type) =>
      countOf(({ task_type }) => task_type === type),
    );
    expect(exact).toBeGreaterThan(63);
    expect(relaxation).toBeGreaterThanOrEqual(12);
    expect(synthesis).toBeGreaterThanOrEqual(8);
    expect(adversarial).toBeGreaterThanOrEqual(20);
  });

  it("send a scope in about a third, and name a level in about a third", () => {
    const explicit = countOf(({ explicit_scope: sent }) => Object.keys(sent).length > 0);
    const named = countOf(({ named_in_query: fields }) => fields.includes("level"));
    expect(Math.abs(explicit - 42)).toBeLessThanOrEqual(6);
    expect(Math.abs(named - 42)).toBeLessThanOrEqual(6);
  });

  it("carry notes and were labelled on all five corpora", () => {
    for (const item of cases) {
      expect(item.notes.trim(), item.id).not.toBe("");
      expect(item.corpora, item.id).toEqual(CORPORA);
      expect(item.id.startsWith(`${item.slice}-`), item.id).toBe(true);
    }
  });

  it("have relevant documents, and in the language that the slice wants", () => {
    for (const item of cases) {
      const languages = primaryLanguages(item);
      expect(languages.size, item.id).toBeGreaterThan(0);
      if (item.slice !== "bilingual") expect([...languages], item.id).toEqual([item.language]);
      else if (item.task_type !== "scope_relaxation") {
        expect(languages.has(item.language), item.id).toBe(false);
      }
    }
  });

  it("span two subjects in cross_subject", () => {
    for (const { id, slice, scope } of cases) {
      if (slice === "cross_subject") expect(scope.subject?.length, id).toBeGreaterThanOrEqual(2);
    }
  });

  it("give the measures their labels", () => {
    for (const item of cases) {
      const { scope, grades } = labelsOf(item);
      const isRelaxation = item.task_type === "scope_relaxation";
      for (const id of grades.keys()) {
        const document = documentOf(id)?.document ?? {};
        expect(violations(document, scope).length > 0, `${item.id} ${id}`).toBe(isRelaxation);
      }
    }
  });
});

describe("frozen lists", () => {
  it("split the cases into two halves of the same make", async () => {
    const { seed, tuning, measured } = await loadSplit();
    expect(seed).toBe(STRATIFY_SEED);
    expect([tuning.length, measured.length]).toEqual([63, 63]);
    expect([...tuning, ...measured].toSorted()).toEqual(cases.map(({ id }) => id));
    const halves = [strataOf(tuning), strataOf(measured)] as const;
    for (const stratum of strataOf(cases.map(({ id }) => id)).keys()) {
      const difference = (halves[0].get(stratum) ?? 0) - (halves[1].get(stratum) ?? 0);
      expect(Math.abs(difference), stratum).toBeLessThanOrEqual(1);
    }
  });

  it("hold 61 pilot cases, every stratum with its share", async () => {
    const pilot = await loadPilot();
    expect(new Set(pilot).size).toBe(PILOT_COUNT);
    const inPilot = strataOf(pilot);
    for (const [stratum, count] of strataOf(cases.map(({ id }) => id))) {
      const share = (count * PILOT_COUNT) / cases.length;
      expect(Math.abs((inPilot.get(stratum) ?? 0) - share), stratum).toBeLessThan(1);
    }
  });

  it("can be drawn again", async () => {
    const { tuning, measured } = await loadSplit();
    expect(drawSplit(cases)).toEqual({ tuning, measured });
    expect(drawPilot(cases)).toEqual(await loadPilot());
  });

  it("do not depend on the order of the file, but on the seed", () => {
    expect(drawSplit(cases.toReversed())).toEqual(drawSplit(cases));
    expect(drawSplit(cases, STRATIFY_SEED + 1)).not.toEqual(drawSplit(cases));
  });
});
