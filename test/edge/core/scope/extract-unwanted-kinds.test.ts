/** Kinds that a query names but does not ask for: owned, of no use, or told to say which item is meant. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const kinds = (query: string) => hard(query, CORPORA).content_type;

describe("a kind that somebody has already", () => {
  test.each([
    ["pas l'énoncé, on l'a déjà, juste le corrigé, brevet 2019", ["mark_scheme"]],
    ["题目我有了，要答案 高考2019数学", ["mark_scheme"]],
    ["I already have the mark scheme, brevet 2018", undefined],
    ["le corrigé je l'ai déjà, brevet 2018", undefined],
    ["die Lösungen habe ich schon, AP Physics", undefined],
    ["ya tengo las soluciones, brevet 2018", undefined],
    ["j'ai déjà fait les qcm, donne moi des questions ouvertes", ["structured_question"]],
    ["ya tengo el solucionario, quiero ejercicios propuestos", ["exercise"]],
    ["选择题做过了，给我填空题", ["fill_in_blank"]],
    ["I have the mcqs, just need the answers, AP physics", ["solution"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));

  test.each([
    ["do you have the mark scheme already", ["mark_scheme"]],
    ["can i have the mcqs and the answers for ap physics", ["mcq", "solution"]],
    ["have the answer keys been published already, brevet 2019", ["mark_scheme"]],
    ["I don't have the mark scheme, brevet 2018", ["mark_scheme"]],
    ["keys only, students already hold the sheet: gravity, college", ["solution"]],
  ])("%s: asked for", (query, values) => expect(kinds(query)).toEqual(values));
});

describe("a kind of no use", () => {
  test.each([
    ["mcqs are useless to me, give me worked examples on torque", ["worked_example"]],
    ["les QCM ne me servent à rien, exercices à rédiger svp", ["structured_question"]],
    ["Multiple Choice brauche ich nicht, lieber offene Fragen", ["structured_question"]],
    ["den Lösungsschlüssel brauche ich nicht, nur die Übungsaufgaben", ["exercise"]],
    ["el solucionario no me sirve, quiero ejemplos resueltos", ["worked_example"]],
    ["选择题我不要，只要大题 高考物理", ["structured_question"]],
    ["marre des QCM, je veux des questions ouvertes", ["structured_question"]],
    ["i hate mcqs, free response questions please", ["structured_question"]],
    ["sick patients, mcqs on fever", ["mcq"]],
    ["tut mir leid, Multiple Choice bitte zur Optik", ["mcq"]],
    ["brevet 2018, le corrigé on s'en fiche", undefined],
    ["leave the answers out, brevet 2018", undefined],
    ["no hace falta la solución, brevet 2018", undefined],
    ["inutile de mettre le corrigé, brevet 2018", undefined],
    ["不看解析 高考2018物理", undefined],
    ["mcqs no thanks, worked examples yes", ["worked_example"]],
    ["the mark scheme, i don't need the question, brevet 2018", ["mark_scheme"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));
});

describe("a kind that says which item is meant", () => {
  test.each([
    ["文数选择最后一题，题目我有了，只缺过程", ["mark_scheme"]],
    ["垃圾分类 填空 求解答", ["mark_scheme"]],
    ["mcqs on torque, just with answers", ["mcq", "solution"]],
    ["mcqs with answers for ap physics", ["mcq", "solution"]],
  ])("%s", (query, values) => expect(kinds(query)?.toSorted()).toEqual(values));
});
