/** Two subjects side by side: the one that is not read would be ruled out by the gate of the other. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard, read } from "./read-scope.ts";

const subjects = (query: string) => hard(query, CORPORA).subject?.toSorted();

describe("clauses that repeat their words", () => {
  test.each<[string, string[]]>([
    ["what macro says and what US History says", ["macroeconomics", "us history"]],
    ["how do sociologists define it vs how management people do", ["Sociology", "management"]],
    ["entropy for chemists, entropy for machine learning", ["Chemistry", "machine learning"]],
    ["strain in EE and strain in bio", ["electrical engineering", "Biology"]],
    ["consent: what law says, what ethics says", ["law", "Ethics"]],
    ["ce que disent les historiens vs ce que disent les économistes", ["History", "Economics"]],
    [
      "Was verstehen Biologen unter Stress, was verstehen Physiker darunter",
      ["Biology", "Physics"],
    ],
    [
      "qué entienden los físicos por trabajo y qué entienden los economistas",
      ["Physics", "Economics"],
    ],
    [
      "bystander effect, both the medicine one about the road and the psych ones",
      ["medicine", "Psychology"],
    ],
    ["化学家说的熵 vs 物理学家说的熵", ["Chemistry", "Physics"]],
  ])("%s", (query, expected) => expect(subjects(query)).toEqual(expected.toSorted()));

  test.each([
    "what the law says and what religion says",
    "one is a lawyer, one is a historian, and one is an economist",
    "in law and in business he was respected",
    "both the medicine one swallows and the law one breaks",
    "seven math teachers and the law teachers of a school strike",
  ])("%s: not both", (query) => expect(subjects(query) ?? []).not.toContain("law"));
});

describe("words that promise a second subject", () => {
  test.each<[string, string[]]>([
    ["qcm, aussi bien ceux de géo que ceux d'éco", ["Geography", "Economics"]],
    ["pas seulement en éco mais aussi en géo", ["Economics", "Geography"]],
    ["Globalisierung, sowohl in Geo als auch in Wirtschaft", ["Geography", "Economics"]],
    ["soit en éco soit en géo la mondialisation", ["Economics", "Geography"]],
    ["除了物理还要化学", ["Physics", "Chemistry"]],
    ["既要物理又要化学 能量守恒", ["Physics", "Chemistry"]],
    ["甲午战争 语文阅读和历史选择都要", ["Chinese", "History"]],
  ])("%s", (query, expected) => expect(subjects(query)).toEqual(expected.toSorted()));

  test.each(["both the law and the science say so", "both art and science of the Renaissance"])(
    "%s: none",
    (query) => expect(subjects(query)).toBeUndefined(),
  );
});

test("the people of a subject stand for it only beside another one", () => {
  for (const query of [
    "economists expect inflation to rise",
    "why did physicists and chemists argue about atoms",
    "5 physicists, 4 chemists, 3 biologists: how many committees",
    "化学家发现了什么",
    "生物又分为几类",
    "生物都要呼吸",
  ])
    expect(read(query, CORPORA).subject, query).toBeUndefined();
  expect(subjects("sociologists vs psychologists on conformity")).toEqual([
    "Psychology",
    "Sociology",
  ]);
  expect(subjects("math for economists")).toEqual(["Mathematics"]);
});

describe("a subject against something that is none stays open", () => {
  test.each(["entropy in physics vs in information theory", "fitness at the gym vs in biology"])(
    "%s",
    (query) => {
      expect(subjects(query)).toBeUndefined();
      expect(read(query, CORPORA).subject).toHaveLength(1);
    },
  );

  test.each([
    ["speed vs velocity, physics", ["Physics"]],
    ["AP bio prokaryote vs eukaryote", ["Biology"]],
    ["us history north vs south", ["us history"]],
  ])("%s: said of the topic", (query, expected) => expect(subjects(query)).toEqual(expected));
});
