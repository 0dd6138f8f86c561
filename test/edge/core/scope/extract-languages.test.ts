/** The language of the material in many wordings, each kind with what only looks like it. */
import { describe, expect, test } from "vitest";
import { compileVocabulary, extractScope } from "#core/scope/extract-scope.ts";
import { mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { HARD_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { CORPORA, hard, valuesOf } from "./read-scope.ts";

const languages = (query: string) => hard(query, CORPORA).language;

describe("a language that is asked for", () => {
  test.each([
    // said by a native form alone
    ["zadanie po niemiecku: podaż", ["de"]],
    ["ima li toga i na talijanskom? oktalni brojevi", ["it"]],
    ["fizika németül: Nobel-díj", ["de"]],
    ["a monopólium, francia nyelven", ["fr"]],
    ["çöl iklimi, türkçe olsun", ["tr"]],
    ["коя частица е от кварки, на български език", ["bg"]],
    ["أسئلة باللغة العربية عن المغناطيس", ["ar"]],
    ["klausimas lietuviškai: ežeras", ["lt"]],
    ["hrvatski, Tollensov reagens", ["hr"]],
    // people who speak it
    ["meiosis mcq for my croatian speaking pupil", ["hr"]],
    ["élève albanophone, la liaison ionique", ["sq"]],
    ["física para alumnos rusohablantes", ["ru"]],
    ["alunno di madrelingua spagnola, la pioggia", ["es"]],
    // codes and abbreviations
    ["lang:sq lipase", ["sq"]],
    ["half life question, HU version pls", ["hu"]],
    ["ESP physics full moon", ["es"]],
    ["franz. Fassung der Aufgabe mit zwei Widerständen", ["fr"]],
    ["Mondfinsternis, frz oder dt, ist egal", ["fr", "de"]],
    // lists
    ["comparative advertising - French or German, either works", ["fr", "de"]],
    ["spanish / italian: densely populated regions", ["es", "it"]],
    // before a subject or an exam
    ["Turkish business studies test item: prices that end in 9", ["tr"]],
    ["croatian informatics: 1110 in octal", ["hr"]],
    ["Vietnamese grade 12 chemistry, gypsum", ["vi"]],
    ["Albanian matura, philosophy: irony", ["sq"]],
    ["bac croate, éthique", ["hr"]],
    ["albanischer Kunsttest: Tanz", ["sq"]],
    ["qcm anglophone sur Albert Ellis", ["en"]],
    ["epreuve espagnole de physique : defaut de masse", ["es"]],
    // languages that no document is in
    ["physics worksheet in Japanese", ["ja"]],
    ["korean please, acids and bases", ["ko"]],
    ["in the Greek language: photosynthesis", ["el"]],
    ["une version néerlandaise du brevet 2016", ["nl"]],
    ["Physikaufgabe in ukrainischer Sprache", ["uk"]],
    ["有没有日语的物理题", ["ja"]],
    ["德语 光电效应 选择题", ["de"]],
    ["kemi på svenska", ["sv"]],
  ])("%s", (query, wanted) => expect(languages(query)).toEqual(wanted));
});

describe("a language, a people or a country of the topic", () => {
  test.each([
    "Hungarian uprising 1956",
    "hrvatski narodni preporod",
    "Afrique francophone, géographie",
    "mcq francophone Africa independence",
    "l'épreuve anglaise des Jeux olympiques",
    "französische Abschlussprüfung 3ème, Louvre",
    "frz. Brevet 2019, Sanduhr",
    "English-speaking countries, geography",
    "it is version 2 of the model",
    "Encapsulating Security Payload (ESP) protocol",
    "which language family has Italian, Spanish, Portuguese and Romanian",
    "the official languages are English, Dutch and French, on what continent",
    "Turkish straits in history",
    "French brevet 2016 exercise 3",
    "in Greek and Roman mythology",
    "Danish pastry industry, economics",
    "la economía japonesa, preguntas tipo test",
    "die deutsche Sprache und ihre Dialekte",
    "高考历史 希腊文明 选择题",
    "西班牙文学 选择题",
    "俄国革命 高考历史",
    "world religions quiz: meaning of the word Islam in Arabic",
    "where does the word physics come from, greek? high school book",
    "brevet 2015, can you explain it to me in english please",
  ])("%s", (query) => expect(languages(query)).toBeUndefined());
});

test("the language of a subject that every people has is told, and no gate", () => {
  const { extracted } = extractScope("lithuanian history exam, the Jacobins", CORPORA);
  const [language] = extracted.filter(({ field }) => field === "language");
  expect(language).toMatchObject({ values: ["lt"] });
  expect(language!.confidence).toBeLessThan(HARD_CONFIDENCE);
});

test("names of a language are sure only where an entry tells ordinary ones from them", () => {
  const read = (entry: object) => {
    const edited = [{ field: "language" as const, value: "xx", ...entry }];
    const sources = { version: "1", learned: [], edited, years: null, languages: [] };
    const vocabulary = compileVocabulary(mergeVocabulary(sources));
    return valuesOf(extractScope("the klingish empire", vocabulary), 0.5).language;
  };
  expect(read({ aliases: ["klingish"] })).toBeUndefined();
  expect(read({ aliases: ["klingish"], ordinary: ["klingon"] })).toEqual(["xx"]);
  expect(read({ ordinary: ["klingish"] })).toBeUndefined();
});
