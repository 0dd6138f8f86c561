/** The language of the reply is not the language of the material. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

describe("the language to answer in is no scope", () => {
  test.each([
    "please answer in english: brevet 2016 exercice 3",
    "réponds en anglais : brevet 2016",
    "explain in english brevet 2016",
    "please explain this in english, brevet 2016",
    "用中文解释 brevet 2016",
    "用中文回答 高考物理",
    "réponds-moi en français : why does light bend",
    "erkläre mir auf Deutsch: brevet 2016",
    "auf Deutsch erklären: brevet 2016",
    "explícame en español brevet 2016",
    "translate into english: brevet 2016",
    "traduis en anglais : brevet 2016",
    "翻译成中文 brevet 2016",
  ])("%s", (query) => {
    const { language, subject } = hard(query, CORPORA);
    expect([language, subject].flat()).not.toContain("French");
    expect(language).toBeUndefined();
  });
});

describe("the language of the material is scope", () => {
  test.each([
    ["brevet 2016 answer in english", "en"],
    ["physics questions in english", "en"],
    ["worked solutions explained in german", "de"],
    ["exercice de physique expliqué en anglais", "en"],
    ["qcm de géographie rédigé en espagnol", "es"],
    ["answer key in spanish, physics", "es"],
  ])("%s", (query, language) => expect(hard(query, CORPORA).language).toEqual([language]));
});
