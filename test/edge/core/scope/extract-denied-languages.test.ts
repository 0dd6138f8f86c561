/** A language that is not wanted never becomes the gate; one that is only missing is wanted. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const languages = (query: string) => hard(query, CORPORA).language;

describe("a language that is denied", () => {
  test.each([
    ["QCM sur le chômage, rien en anglais", "en"],
    ["aucun document en anglais, circuits RC", "en"],
    ["je ne lis pas l'anglais, optique QCM", "en"],
    ["physics mcq, nothing in English please", "en"],
    ["please don't send anything in English, optics", "en"],
    ["physics questions, never in Chinese", "zh"],
    ["my students don't understand German, optics mcq", "de"],
    ["bitte nichts Englisches, Optik", "en"],
    ["physik, auf keinen Fall auf Englisch", "en"],
    ["keine spanischen Texte, Optik", "es"],
    ["óptica, nada en inglés", "en"],
    ["óptica, que no esté en francés", "fr"],
    ["aquí nadie sabe inglés, óptica", "en"],
    ["我看不懂英文 光学题", "en"],
    ["光学题 英文的不要", "en"],
  ])("%s", (query, language) => {
    const { excluded } = extractScope(query, CORPORA);
    expect(languages(query)).toBeUndefined();
    expect(excluded.filter(({ field }) => field === "language")).toMatchObject([
      { values: [language] },
    ]);
  });
});

test.each([
  ["je ne trouve rien en français sur l'optique", ["fr"]],
  ["gibt es nichts auf Deutsch zur Optik", ["de"]],
  ["I can't find anything in French on circuits", ["fr"]],
  ["no hay nada en español sobre óptica", ["es"]],
  ["我没找到英文的物理题", ["en"]],
  ["ne lit que l'espagnol, physique", ["es"]],
  ["física en español, no en inglés", ["es"]],
])("missing or preferred: %s", (query, wanted) => expect(languages(query)).toEqual(wanted));

test.each([
  "colonists did not speak German, us history",
  "a man who can't read English signs a contract, law",
  "no taxation in English colonies",
  "nothing in french law forbids it",
  "not only in English, optics",
])("of the topic: %s", (query) => expect(languages(query)).toBeUndefined());
