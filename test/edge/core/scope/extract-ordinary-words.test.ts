/** Words that are also names of scope: where they are not, and where the same words are. */
import { describe, expect, test } from "vitest";
import { hard } from "./read-scope.ts";

describe("ordinary words are no scope", () => {
  test.each([
    "May be a catalyst speeds this up, why?",
    "what may be the cause of acid rain",
    "it may rain in June",
    "on a level road a car brakes, find the distance",
    "what is a level surface in surveying",
    "A level surface of water in a beaker",
    "a carbon atom can form 4 bonds",
    "how to form 5 g of precipitate",
    "atoms form 2 ions",
    "a kettle delivers 2019 joules in one second",
    "a mass of 2010 kg",
    "x = 2015 solve",
    "a bill of $2016",
    "2,018 apples",
    "why were castles built on hills after 1066",
    "the cold war from 1945-1991",
    "I have 2 papers on titration",
    "the spot moved up the paper 2 cm",
    "fold the paper 3 times",
    "the gas law",
    "CuSO4·5H2O",
    "p1v1 = p2v2",
    "causes of economic decline in mining towns",
    "physical and chemical change",
    "commence the reaction",
    "terminate the reaction",
    "une seconde par minute",
    "la première loi",
    "la force de gravité sur Mars",
    "un métal et ses propriétés",
    "compléter le tableau à l'aide des données",
    "de l'air à l'eau",
    "l'angle BAC mesure 50°",
    "le segment [AS] et la hauteur",
    "le 26 octobre 2015 la hauteur d'eau était de 5 m",
    "on 26 October 2015 the tide was high",
    "le 1er janvier 2010",
    "une grandeur physique",
    "l'activité physique et le coeur",
    "un modèle mathématique",
    "development is embedded in history",
    "molecules that form three-dimensional networks",
    "a wireless user connects to any AP nearby",
    "the ending -ol of an alcohol",
  ])("%s", (query) => expect(hard(query)).toEqual({}));

  test("an adverb before a subject is no level", () => {
    expect(hard("enzymes work as biology teachers explain")).toEqual({ subject: ["Biology"] });
    expect(hard("May I use a calculator in maths paper 1?")).toEqual({
      subject: ["Mathematics"],
      paper: ["1"],
    });
  });
});

describe("the same words beside scope are scope", () => {
  test.each([
    ["Chemistry May 2017 catalysts", { subject: ["Chemistry"], session: ["May"], year: [2017] }],
    ["catalysts may 2017", { session: ["May"], year: [2017] }],
    ["A level physics braking distance", { level: ["A-Level"], subject: ["Physics"] }],
    ["a level physics braking distance", { level: ["A-Level"], subject: ["Physics"] }],
    ["braking distance A level", { level: ["A-Level"] }],
    ["AS biology enzymes", { level: ["AS"], subject: ["Biology"] }],
    ["Form 5 mathematics sets", { level: ["Form 5"], subject: ["Mathematics"] }],
    ["form 4 chemistry", { level: ["Form 4"], subject: ["Chemistry"] }],
    ["quadratic equations form 3", { level: ["Form 3"] }],
    ["chemistry paper 2 titration", { subject: ["Chemistry"], paper: ["2"] }],
    ["June 2019 electricity", { session: ["June"], year: [2019] }],
    ["physics papers 1 and 2", { subject: ["Physics"], paper: ["1", "2"] }],
    ["history: causes of the war", { subject: ["History"] }],
    ["grandeur physique terminale", { subject: ["Physics"], level: ["Terminale"] }],
    ["cours de physique", { subject: ["Physics"] }],
    ["o/l physics", { level: ["O-Level"], subject: ["Physics"] }],
    ["biology a/l", { subject: ["Biology"], level: ["A-Level"] }],
    [
      "physics paper 1 June 2015",
      { subject: ["Physics"], paper: ["1"], session: ["June"], year: [2015] },
    ],
  ])("%s", (query, scope) => expect(hard(query)).toEqual(scope));
});
