/** Which names are added, for which language, and what never is. */
import { describe, expect, it } from "vitest";
import {
  EXPANDED_TERMS_MAX,
  EXPANSION_WORDS_MAX,
  expandQuery,
  type Expansion,
} from "#core/expansion/expand-query.ts";
import { compileGlossary } from "#core/expansion/glossary.ts";
import { EQUATION_WORD } from "#core/text/formula-equation.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import { compileVocabulary } from "#core/scope/extract-scope.ts";
import type { VocabularyEntry } from "#core/scope/vocabulary/vocabulary.ts";

const GLOSSARY = compileGlossary({
  languages: ["en", "fr"],
  terms: {
    physics: [
      "kinetic energy|KE / énergie cinétique / E = ½mv²",
      "energy / énergie",
      "power / puissance",
      "Ohm's law / loi d'Ohm / V = IR",
      "lens / lentille",
      "random access memory|=RAM / mémoire vive",
      "radius / ~rayon|rayon d'un cercle",
    ],
    mathematics: ["power|exponent / exposant"],
  },
});

const NO_TOPICS: VocabularyEntry[] = [];

function expand(
  topicText: string,
  { languages = ["en", "fr"], subjects = [] as string[], entries = NO_TOPICS } = {},
): Expansion | null {
  const vocabulary = compileVocabulary({ version: "1", entries, years: null, languages });
  return expandQuery({
    extraction: { topicText },
    vocabulary,
    languages,
    subjects,
    glossary: GLOSSARY,
  });
}

const wordsOf = (list: string | undefined) => (list ?? "").split(" ");

describe("other names", () => {
  it.each([
    ["KE of a ball", "en", ["kinetic", "energy"]],
    ["ke of a ball", "fr", ["énergie", "cinétique"]],
    ["energie cinetique", "en", ["kinetic", "energy", "ke"]],
    ["convex lenses and lens", "fr", ["lentille"]],
    ["lentilles", "en", ["lens"]],
  ])("%s in %s adds %j", (query, language, words) => {
    expect(wordsOf(expand(query)?.words[language])).toEqual(expect.arrayContaining(words));
  });

  it("keeps the whole query in the language that the query uses, the new names alone elsewhere", () => {
    const expansion = expand("KE of a ball");
    expect(wordsOf(expansion?.words["en"])).toContain("ball");
    expect(wordsOf(expansion?.words["fr"])).not.toContain("ball");
    expect(expansion?.share).toBe(1);
    expect(expand("KE in photosynthesis experiments")?.share).toBeCloseTo(1 / 3);
  });

  it("takes the longest name at a place", () => {
    expect(expand("kinetic energy")?.terms).toEqual([
      { found: "kinetic energy", added: ["KE", "énergie cinétique", "E = ½mv²"] },
    ]);
  });

  it("finds a law by its equation and an equation by its law", () => {
    const equation = normalizeSearchText("V = IR").split(" ").at(-1)!;
    expect(equation.startsWith(EQUATION_WORD)).toBe(true);
    expect(wordsOf(expand("Ohm's law")?.words["en"])).toContain(equation);
    expect(wordsOf(expand("loi d’Ohm")?.words["fr"])).toContain(equation);
    const ofEquation = expand("V=IR");
    expect(wordsOf(ofEquation?.words["en"])).toEqual(expect.arrayContaining(["ohm", "law"]));
    expect(wordsOf(expand("Ohm's law")?.words["fr"]), "no bare symbols").not.toContain("v");
  });

  it("lets the subject in force choose between meanings", () => {
    expect(expand("power", { subjects: ["Physics"] })?.terms[0]?.added).toEqual(["puissance"]);
    expect(expand("power", { subjects: ["Mathematics"] })?.terms[0]?.added).toEqual([
      "exponent",
      "exposant",
    ]);
    expect(expand("power")?.terms[0]?.added).toEqual(["puissance", "exponent", "exposant"]);
  });

  it("reads abbreviations that are also words in capitals only", () => {
    expect(expand("size of RAM")?.words["fr"]).toBe("mémoire vive");
    expect(expand("a ram and a sheep")).toBeNull();
  });

  it("never reads a name that is marked as added only", () => {
    expect(expand("rayon")).toBeNull();
    expect(wordsOf(expand("radius")?.words["fr"])).toContain("rayon");
  });

  it("adds the aliases of a tenant's own topics, in every language", () => {
    const topic: VocabularyEntry = {
      field: "topic",
      value: "Simple machines",
      covers: [],
      aliases: ["levers and pulleys"],
      documents: 3,
    };
    const expansion = expand("levers and pulleys", { entries: [topic] });
    expect(wordsOf(expansion?.words["fr"])).toEqual(expect.arrayContaining(["simple", "machines"]));
  });
});

describe("nothing is added", () => {
  it.each(["", "the colour of the sky", "?!", "x"])("for %j", (query) => {
    expect(expand(query)).toBeNull();
  });

  it("in a language outside the scope, or where the scope has no language", () => {
    expect(expand("lens", { languages: ["en"] })).toBeNull();
    expect(expand("kinetic energy", { languages: [] })).toBeNull();
  });

  it("when the query says all names already", () => {
    expect(expand("lens lentille")).toBeNull();
  });
});

it("is bounded, deterministic and says nothing of scope", () => {
  const line = (n: number) =>
    `term${n} / ${Array.from({ length: 30 }, (_, i) => `mot${n}x${i}`).join("|")}`;
  const glossary = compileGlossary({
    languages: ["en", "fr"],
    terms: { any: Array.from({ length: 20 }, (_, n) => line(n)) },
  });
  const vocabulary = compileVocabulary({ version: "1", entries: [], years: null, languages: [] });
  const topicText = Array.from({ length: 20 }, (_, n) => `term${n}`).join(" ");
  const run = () =>
    expandQuery({
      extraction: { topicText },
      vocabulary,
      languages: ["fr"],
      subjects: [],
      glossary,
    });
  expect(run()?.terms).toHaveLength(EXPANDED_TERMS_MAX);
  expect(wordsOf(run()?.words["fr"])).toHaveLength(EXPANSION_WORDS_MAX);
  expect(run()).toEqual(run());
});
