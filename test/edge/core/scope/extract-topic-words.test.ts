/** Names of levels, subjects, kinds and places that are words of a topic, and the same beside exam words. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

describe("a word of the topic is no scope", () => {
  test.each([
    "accounting for friction",
    "advanced level of consciousness",
    "the answers bacteria give",
    "key answers in negotiation",
    "le climat aux Antilles",
    "population de la Polynésie française",
    "séisme en Nouvelle-Calédonie",
    "the German question 1848",
    "the physics of music",
    "what does an economics professional do",
    "form 4 crystal",
    "grade 3/6 systolic murmur",
    "grade 2 astrocytoma survival",
    "grade 3 ankle sprain rehab",
    "maths anxiety and girls",
    "collège de France et Bergson",
    "坚定维护国际法的权威",
    "open primary vs closed primary",
    "baisse des prix de 2013 à 2015",
    "french guiana and its neighbours (english, dutch, french official)",
    "aire en cm2 d'un disque",
    "Ms. Perez drove 40 miles",
    "le brevet d'invention et le monopole",
    "un collège achète des livres",
    "la terminale d'un axone",
    "selectividad de los receptores de membrana",
    "the SAT solver is NP complete",
    "the SAT scores are normal with mean 500",
    "professional ethics of nurses",
    "die deutsche Frage 1848",
    "国际法庭审判战犯",
    "雅典民主政治的特点",
    "漫长历史中的瓷器",
    "social accounting of firms",
    "laws of physics and determinism",
    "语文课上老师讲苏轼",
    "高考制度的恢复",
    "Rochambeau and Washington at Yorktown",
    "reist ein Passagier der zweiten Klasse",
    "Grade = 5 + 3x",
  ])("%s", (query) => expect(hard(query, CORPORA)).toEqual({}));

  test.each([
    ["electoral college us history", { subject: ["us history"] }],
    ["cyclone aux Antilles en 2017, géographie", { subject: ["Geography"] }],
    ["accounting for air resistance, physics", { subject: ["Physics"] }],
  ])("%s", (query, scope) => expect(hard(query, CORPORA)).toEqual(scope));
});

describe("the same words beside scope", () => {
  test.each([
    ["accounting for beginners", "subject", ["accounting"]],
    ["accounting for high school", "subject", ["accounting"]],
    ["advanced level of physics", "level", ["A-Level"]],
    ["Antilles 2016 exercice 3", "paper", ["Antilles-Guyane"]],
    ["sujet Polynésie française thalès", "paper", ["Polynésie"]],
    ["exercice Antilles pythagore", "paper", ["Antilles-Guyane"]],
    ["nouvelle calédonie juin 2015", "paper", ["Nouvelle Calédonie"]],
    ["Nouvelle-Calédonie", "paper", ["Nouvelle Calédonie"]],
    ["brevet wallis et futuna", "paper", ["Wallis et Futuna"]],
    ["maths 3e pondichery", "paper", ["Pondichéry"]],
    ["maths en CM2", "level", ["elementary"]],
    ["SAT scores of physics questions", "subject", ["Physics"]],
    ["grade 10 melting point", "level", ["grade 10"]],
    ["国际法 选择题", "subject", ["international law"]],
    ["语文 书信", "subject", ["Chinese"]],
    ["Rochambeau juin 2015", "paper", ["Amérique du Nord"]],
  ] as const)("%s", (query, field, values) => expect(hard(query, CORPORA)[field]).toEqual(values));
});

test.each(["annales de 2013 à 2015", "physics questions from 2013 to 2015"])(
  "%s: years of exams",
  (query) => expect(hard(query, CORPORA).year).toEqual([2013, 2014, 2015]),
);

test("a language behind another one's colon is a people", () => {
  expect(hard("spanish-language: hungarian town known for wine", CORPORA)).toEqual({
    language: ["es"],
  });
  expect(hard("language: hungarian, wine", CORPORA)).toEqual({ language: ["hu"] });
});
