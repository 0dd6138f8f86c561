/** Languages that may be, not must be; a choice of two; and the one that is asked for alone. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const languages = (query: string) => hard(query, CORPORA).language;

describe("a language that is merely allowed", () => {
  test.each([
    "primero de carrera, choques; en inglés me vale",
    "fracciones para un crío de primaria, da igual que el material venga en inglés",
    "physics mcq, English is fine",
    "QCM physique, en anglais ça va",
    "Physik, auch wenn es auf Englisch ist",
    "物理题，英文的也可以",
  ])("%s", (query) => {
    expect(languages(query)).toBeUndefined();
    expect(hard(query, CORPORA).subject ?? []).not.toContain("English");
  });
});

test.each([
  ["physics mcq in French, English is fine too", ["fr", "en"]],
  ["economics, perfect competition, english or french no wahala", ["en", "fr"]],
  ["optics mcq, English or German is fine", ["en", "de"]],
  ["where can be found a physics worksheet in French", ["fr"]],
  ["enzymes for high school bio, english only abeg", ["en"]],
  ["Bio highschool, englischer Test mit A B C D", ["en"]],
])("asked for: %s", (query, wanted) => expect(languages(query)).toEqual(wanted));

test.each([
  "gaokao 2018, English only",
  "why is English fine art popular",
  "wie sagt man Hotel auf Deutsch, Tourismus",
  "cómo se dice fuerza en inglés",
  "comment dit-on force en anglais",
  "光合作用英语怎么说",
  "englischer Test",
])("something else: %s", (query) => expect(languages(query)).toBeUndefined());
