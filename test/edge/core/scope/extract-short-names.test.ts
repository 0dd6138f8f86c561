/** Short and foreign names of exams, levels, subjects and languages, told from other words. */
import { expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { CORPORA, hard, read } from "./read-scope.ts";

const DNB = "DNB (diplôme national du brevet)";

test.each<[string, ScopeField, string]>([
  ["NCEE (China) geography: reeds", "exam", "gaokao"],
  ["the NCEE 2019 question on tea", "exam", "gaokao"],
  ["lunar soil - chinese univ entrance, chem", "exam", "gaokao"],
  ["French 9th-grade leaving certificate math", "exam", DNB],
  ["French grade 9 exam: cone volume", "exam", DNB],
  ["QCM physique term rayon bleu", "level", "grade 12"],
  ["exo maths term suites", "level", "grade 12"],
  ["university first year optics", "level", "College"],
  ["cert exam for CPAs: inventory", "level", "professional"],
  ["prépa maths suites", "level", "CPGE"],
  ["2014, établissements français de l'étranger, maquette", "paper", "Centres étrangers"],
  ["dnb for french lycées abroad: gas tariffs", "paper", "Centres étrangers"],
  ["Grundschule Rechnen Brüche", "subject", "Mathematics"],
  ["MMLU里机器学习那部分 L2正则", "subject", "machine learning"],
  ["any francophone econ question on bird flu", "language", "fr"],
  ["Spanish school leaving exam: what is a bond", "language", "es"],
])("%s", (query, field, value) => expect(hard(query, CORPORA)[field]).toEqual([value]));

test.each<[string, ScopeField]>([
  ["chinese univ entrance, chem", "level"],
  ["maths term 2 exam", "level"],
  ["short term memory mcq", "level"],
  ["physics term definition", "level"],
  ["economics term paper", "level"],
  ["problemas de prepa con fracciones", "level"],
  ["Rechnen mit Molzahlen", "subject"],
  ["francophone Africa economics question", "language"],
  ["francophone literature", "language"],
  ["Spanish flu: mortality", "language"],
  ["French abroad: economics of expats", "paper"],
])("%s: no %s", (query, field) => expect(hard(query, CORPORA)[field]).toBeUndefined());

test("a misspelt name stands for all that are spelt so", () => {
  expect(read("collge physics waves", CORPORA).level).toEqual(["3e (fin de collège)", "College"]);
});
