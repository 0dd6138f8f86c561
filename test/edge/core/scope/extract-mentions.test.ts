/**
 * Goal: no name of a scope value in a query is dropped in silence. Method: every name of the shipped
 * vocabulary in sentences that give it no support; what is not read is recorded, so that hits which it
 * may speak against are marked.
 */
import { describe, expect, it } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { resolveScope } from "#core/scope/resolve-scope.ts";
import { unverifiedFields } from "#core/scope/leakage.ts";
import { ALL_CORPORA, corpusVocabulary } from "./vocabulary-fixtures.ts";

const vocabulary = corpusVocabulary(ALL_CORPORA);
/** Subject and level mark all hits as long as they are unknown. */
const FIELDS: ReadonlySet<ScopeField> = new Set([
  "board",
  "exam",
  "session",
  "paper",
  "content_type",
  "language",
]);
const FRAMES = [
  ["how the ", " of gases moves"],
  ["gases in tubes ", ""],
];
const CHINESE_FRAMES = [["气体的", "移动"]];
/** Codes of languages are no words without their cue: "es", "de". */
const CODE_CHARS_MAX = 3;

const isRecorded = (query: string, start: number, end: number): boolean => {
  const { extracted, excluded } = extractScope(query, vocabulary);
  return [...extracted, ...excluded].some(
    ({ span, rule }) => span[0] < end && span[1] > start && rule !== "query_language",
  );
};

function silentNames(): { names: number; silent: Set<string> } {
  const silent = new Set<string>();
  let names = 0;
  for (const { field, value, aliases, ordinary = [], cased = [] } of vocabulary.vocabulary
    .entries) {
    if (!FIELDS.has(field)) continue;
    for (const name of new Set([value, ...aliases, ...ordinary, ...cased])) {
      if (field === "language" && /^[a-z-]+$/u.test(name) && name.length <= CODE_CHARS_MAX)
        continue;
      names += 1;
      for (const [before, after] of /\p{Script=Han}/u.test(name) ? CHINESE_FRAMES : FRAMES) {
        const query = before! + name + after!;
        if (!isRecorded(query, before!.length, before!.length + name.length)) silent.add(name);
      }
    }
  }
  return { names, silent };
}

const marks = (query: string, document: Readonly<Record<string, string | number>>) => {
  const extraction = extractScope(query, vocabulary);
  const requested = { subject: "Chemistry", level: "high school" };
  const scope = resolveScope({ locked: {}, requested, extraction, vocabulary });
  return unverifiedFields({ subject: "chemistry", level: "high school", ...document }, scope);
};

describe("names that are not read", () => {
  it("are recorded, all but a phrase that means something else", () => {
    const { names, silent } = silentNames();
    expect(names).toBeGreaterThan(4000);
    expect([...silent].toSorted()).toEqual(["A B C D questions", "free response", "free-response"]);
  });

  it("canary: a name of no vocabulary is not recorded", () => {
    expect(isRecorded("how the blorf of gases moves", 8, 13)).toBe(false);
  });

  it.each([
    ["buffer solution ph", { content_type: "exercise" }, ["content_type"]],
    ["buffer solution ph", { content_type: "solution" }, []],
    ["buffer ph", { content_type: "exercise" }, []],
    ["buffer solutions, exercises please", { content_type: "exercise" }, []],
    ["the american south cotton trade", { paper: "Asie" }, []],
    ["curiosity rover launched Nov 26, 2011", { year: 2013 }, ["year", "session"]],
    ["curiosity rover launched Nov 26, 2011", { year: 2011, session: "Novembre" }, []],
    ["rusting of nails, national Z paper", { paper: "Asie" }, ["paper"]],
    ["rusting of nails, the retake", { session: "Juin" }, ["session"]],
    ["rusting of nails, pas le corrigé", { content_type: "mcq" }, []],
    ["rusting of nails mcq with choices", { content_type: "mcq" }, []],
  ])("%s: a hit that carries %j is marked in %j", (query, document, fields) => {
    expect(marks(query, document)).toEqual(fields);
  });
});
