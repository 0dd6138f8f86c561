/** School years, short names of courses and centres of exams, each kind with ordinary words like it. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const COLLEGE = ["College"];
const BOTH = ["High school", "College"];

describe("years of university and school", () => {
  test.each([
    ["optics for first-year undergraduates", COLLEGE],
    ["relativity worksheet, undergrad yr 1", COLLEGE],
    ["1st yr univ lin alg", COLLEGE],
    ["gen chem @ state uni, spin", COLLEGE],
    ["bio midterm (college lvl)", COLLEGE],
    ["Physik für Erstis", COLLEGE],
    ["licence 1 physique, optique", COLLEGE],
    ["primer curso de carrera, choques", COLLEGE],
    ["étudiant en première année de médecine, anatomie", COLLEGE],
    ["junior year, chemistry: molar mass", BOTH],
    ["Q=mcΔT physics high skool", ["High school"]],
    ["circuits, 9th thru 12th", ["High school"]],
    ["math for little kids (elementary) - stickers", ["elementary"]],
    ["problema de fracciones de primaria", ["elementary"]],
    ["nos troisièmes ont eu les abeilles", ["3e (fin de collège)"]],
    ["economía de bachiller", ["grade 12"]],
    ["attorney-level question on torts", ["professional"]],
    ["bar exam: easements", ["professional"]],
    ["ma fille est en troisième et n'a plus sa feuille", ["3e (fin de collège)"]],
    ["je suis en troisième, Thalès", ["3e (fin de collège)"]],
  ])("%s", (query, wanted) => expect(hard(query, CORPORA).level).toEqual(wanted));

  test.each([
    "junior partner in a law firm",
    "L1 cache and L2 cache, computer science",
    "coil (primary) has 200 turns",
    "de primaria importancia para la economía",
    "bachiller Sansón Carrasco en el Quijote",
    "a community college in Texas",
    "pre-AP physics",
    "la troisième année consécutive, maths",
    "la voiture passe en troisième",
    "ma fille est en première ligne",
    "she failed the bar exam twice",
  ])("not: %s", (query) => expect(hard(query, CORPORA).level).toBeUndefined());
});

describe("short names of courses", () => {
  test.each([
    ["A&P 1 quiz: right ventricle", ["anatomy"]],
    ["civ pro, diversity suit", ["law"]],
    ["trivia for family night", ["miscellaneous"]],
    ["macro hw: cashier replaced by self checkout", ["macroeconomics"]],
    ["geri rotation, theory of senescence", ["human aging"]],
    ["épreuve de maths de juin 2018", ["Mathematics"]],
    ["地理那道长江的题", ["Geography"]],
  ])("%s", (query, wanted) => expect(hard(query, CORPORA).subject).toEqual(wanted));

  test.each([
    "what is a p value",
    "trivial solution of a linear system",
    "evidence for evolution",
    "3L of water at 20 C",
  ])("not: %s", (query) => expect(hard(query, CORPORA).subject).toBeUndefined());
});

describe("centres and papers", () => {
  test.each([
    ["maths de 3e comme on en donne chez nous à Papeete", ["Polynésie"]],
    ["地理题 16年全国三", ["新课标Ⅲ"]],
    ["2021 全国乙 理数", ["全国乙卷"]],
    ["brevet francese 2019, i tre dadi (Antille-Guyana)", ["Antilles-Guyane"]],
  ])("%s", (query, wanted) => expect(hard(query, CORPORA).paper).toEqual(wanted));

  test.each([
    "la population chez nous en Guyane, géographie",
    "2016年希腊危机 政治",
    "Hexagone régulier, aire, brevet",
  ])("not: %s", (query) => expect(hard(query, CORPORA).paper).toBeUndefined());
});
