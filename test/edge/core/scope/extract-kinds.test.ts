/** Everyday names of kinds in the languages of the corpora, and kinds that the topic talks about. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { HARD_CONFIDENCE, NO_EXTRACTION } from "#core/scope/scope-extraction.ts";
import { CORPORA, hard, valuesOf } from "./read-scope.ts";

const kinds = (query: string) => hard(query, CORPORA).content_type;
const ruledOut = (query: string) => {
  const { excluded } = extractScope(query, CORPORA);
  return valuesOf({ ...NO_EXTRACTION, extracted: excluded }, HARD_CONFIDENCE).content_type;
};

describe("names of kinds", () => {
  test.each([
    ["géographie Q.C.M. cyclone", ["mcq"]],
    ["mutliple choice questions on torque", ["mcq"]],
    ["MC-Fragen zur Inflation", ["mcq"]],
    ["quesiti a scelta multipla sull'energia", ["mcq"]],
    ["escolha múltipla sobre energia", ["mcq"]],
    ["test jednokrotnego wyboru o energii", ["mcq"]],
    ["enerji ile ilgili çoktan seçmeli sorular", ["mcq"]],
    ["feleletválasztós kérdések az energiáról", ["mcq"]],
    ["câu hỏi trắc nghiệm về năng lượng", ["mcq"]],
    ["въпроси с избираем отговор за енергия", ["mcq"]],
    ["питања са вишеструким избором, енергија", ["mcq"]],
    ["pyetje me alternativa për energjinë", ["mcq"]],
    ["klausimai su pasirenkamaisiais atsakymais, energija", ["mcq"]],
    ["أسئلة اختيار من متعدد عن الطاقة", ["mcq"]],
    ["FRQs on capacitors", ["structured_question"]],
    ["un exercice à rédiger sur la pyramide", ["structured_question"]],
    ["exercice QCM, brevet 2019", ["mcq", "structured_question"]],
    ["le sujet ET sa correction, brevet 2020", ["mark_scheme", "structured_question"]],
    ["one already solved, Kepler's third law", ["worked_example"]],
    ["esercizi svolti sul moto", ["worked_example"]],
    ["résumé de fin de section sur l'effet Doppler", ["summary"]],
    ["soluzione del brevet 2016", ["solution"]],
    ["feuille d'exercices sur Thalès", ["exercise"]],
    ["高考 概率填空", ["fill_in_blank"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));

  test.each([
    ["高考英语 语法填空", undefined],
    ["高考英语 完形填空", undefined],
    ["soluzione di una equazione", undefined],
  ])("%s: none", (query, values) => expect(kinds(query)).toEqual(values));
});

describe("a misspelt word inside a kind's name", () => {
  test.each(["worked exmaple on banked curves", "worked probelm on torque"])("%s", (query) =>
    expect(kinds(query)).toEqual(["worked_example"]),
  );
  test("a short word may be another one", () =>
    expect(kinds("key teams in the world cup")).toBeUndefined());
});

describe("the place of a kind", () => {
  test.each([
    ["correction maths amérique du nord juin 2014 écluse", ["mark_scheme"]],
    ["la correction (en français) : une voiture freine", ["mark_scheme"]],
    ["juste l'énoncé svp : le sablier", ["structured_question"]],
    ["énoncés seuls, brevet asie 2019", ["structured_question"]],
    ["sujet sans le corrigé, brevet grèce 2019", ["structured_question"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));

  test.each([
    "correction chemistry of lenses",
    "solution chemistry buffers",
    "la solution, chlorure de sodium",
    "énoncé de la loi d'Ohm, physique terminale",
  ])("%s: none", (query) => expect(kinds(query)).toBeUndefined());
});

describe("corrections, keys and pairs of kinds", () => {
  test.each([
    ["grèce 06/2019 rosaces scratch correction", ["mark_scheme"]],
    ["correction hand spinner brevet session de janvier 2018", ["mark_scheme"]],
    [
      "le lutin dans le labyrinthe, avec énoncé ET réponses",
      ["structured_question", "mark_scheme"],
    ],
    ["soln to problem 5, ap physics 2", ["solution"]],
    ["t'as la correction ? brevet 2019", ["mark_scheme"]],
    ["2018高考数学 有答案吗", ["mark_scheme"]],
    ["choose one of four answers: mitosis", ["mcq"]],
    ["pressure gauge, what's the answer & why", ["solution"]],
    ["worksheet with key, buoyancy", ["solution", "exercise"]],
    ["gaokao 2013 history mc, Germany", ["mcq"]],
    ["professional law, entrapment, m/c", ["mcq"]],
    ["高考英语单项填空倒装", ["mcq"]],
    ["ich brauch nur noch die Lösungen, Kirchhoff", ["solution"]],
  ])("%s", (query, values) => expect(kinds(query)?.toSorted()).toEqual(values.toSorted()));

  test.each([
    "correction de la vue, brevet 2018",
    "gaokao 2018 english error correction",
    "brevet 2018 un coefficient de correction",
    "jamb 2014 sodium hydroxide solution",
    "waec 2015 chemistry solution, molarity",
    "植物细胞分裂的详细过程",
    "conflictos ya resueltos en la unión europea, historia",
    "buffer solution and lab, chemistry",
    "photon momentum p = m/c",
    "economics MC curve and MR",
    "piano keys only sound when struck, physics",
    "key stage 3 physics forces",
    "objective lens of a microscope, physics",
    "points A B C D on a circle, brevet",
    "multiple choice theory in economics",
  ])("%s: none", (query) => expect(kinds(query)).toBeUndefined());
});

describe("kinds that the topic talks about", () => {
  test.each([
    "why are multiple choice questions easier than fill in the blank ones? (psychology)",
    "pourquoi les qcm sont plus faciles que les questions ouvertes",
    "warum sind Multiple-Choice-Fragen leichter als offene Fragen",
    "are mcqs easier than open ones? psychology",
    "为什么选择题比填空题容易 心理学",
    "un élève répond au hasard à un QCM, brevet 2018",
    "guessing on a multiple choice test, binomial distribution",
  ])("%s: none", (query) => expect(kinds(query)).toBeUndefined());

  test.each([
    ["why are the mcqs of jamb 2009 so hard", ["mcq"]],
    ["mcqs on why birds fly", ["mcq"]],
    ["为什么选择题第5题选C 2018高考化学", ["mcq"]],
    ["a multiple choice test on the binomial distribution", ["mcq"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));
});

describe("a kind in place of another", () => {
  test("the one is asked for, the other ruled out", () => {
    const query = "pas de qcm, plutôt un exercice à rédiger sur la pyramide";
    expect(kinds(query)).toEqual(["structured_question"]);
    expect(ruledOut(query)).toEqual(["mcq"]);
  });
  test("both stay where nothing is ruled out", () => {
    const query = "un qcm, puis un exercice à rédiger sur la pyramide";
    expect(kinds(query)).toEqual(["mcq", "structured_question"]);
    expect(ruledOut(query)).toBeUndefined();
  });
});

describe("solutions", () => {
  test.each([
    ["AP test prep solutions: 2.0 kg at 15 m/s", ["solution"]],
    ["laws of physics or just descriptive -- official answer", ["solution"]],
    ["j'ai l'énoncé de la facture de gaz, il me manque les réponses", ["mark_scheme"]],
    ["where are the solutions? projectile off a cliff", ["solution"]],
    ["ich suche noch die Lösungen, Kreisbewegung", ["solution"]],
    ["where's the worked-out solution to that runner one", ["solution"]],
    ["find the solutions, x^2 = 4", undefined],
    ["je cherche la solution de l'équation", undefined],
    ["where is the solution more concentrated", undefined],
    ["AP chemistry buffer solutions: which acid", undefined],
    ["the official answer of the government to the crisis, history", undefined],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));
});

describe("kinds in everyday words", () => {
  test.each([
    ["wedding macarons, DNB June 2016: how was it marked?", ["mark_scheme"]],
    ["explained answer to the gaokao fruit-fly question", ["mark_scheme"]],
    ["la correc de Wallis déc 17, les souris", ["mark_scheme"]],
    ["¿me pasas el corregido de la geotermia?", ["mark_scheme"]],
    ["熔沸点比较 求讲解", ["mark_scheme"]],
    ["Lösungsweg Haare auf dem Kopf, Brevet 2019", ["solution"]],
    ["worked answer, arithmetic sequence", ["solution"]],
    ["objective type, class XII physics", ["mcq"]],
    ["A, B, C, D style practice on Ohm's law", ["mcq"]],
    ["Enzyme (mit Auswahlantworten)", ["mcq"]],
    ["tourism essay prompt from gaokao geog 2020", ["structured_question"]],
    ["an activity where they work out distances by echo", ["activity"]],
    ["apuntes para el docente sobre la tercera ley", ["teacher_note"]],
    ["summary for the entropy chapter", ["summary"]],
    ["glycogen during exercise, MCQ", ["mcq"]],
  ])("%s", (query, values) => expect(kinds(query)).toEqual(values));

  test.each([
    "which answer is correct about entropy",
    "how was it marked on the map",
    "un error corregido en la fórmula",
    "渗透作用怎么讲解",
    "Lösungsweg eines Labyrinths",
    "an objective type of lens",
    "which of A, B, C or D lies on the circle",
    "brain activity where they recorded signals",
    "DBQ style excerpt, Jupiter",
    "summary of the treaty of Versailles",
    "heart rate during exercise",
  ])("%s: none", (query) => expect(kinds(query)).toBeUndefined());
});
