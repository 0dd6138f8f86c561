/** The class or subject of somebody in the topic, and of whoever asks. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

describe("of somebody in the topic", () => {
  test.each([
    "can a minor sue his high school teacher for negligence",
    "a high school science teacher fills a bottle with nitrogen",
    "high school students' sleep, sample of 50",
    "undergrads were asked to rate faces",
    "a high school of 1650 students",
    "an eager biology student took a dialysis tube",
    "Madison is a fifth grader who has difficulty focusing",
    "two physics students push a box",
    "secondary school dropout rates in Kenya",
    "Dans une classe de terminale, huit élèves passent un concours",
    "un élève de sixième et un élève de troisième courent",
    "sortie scolaire : 40 élèves de 3e et 25 élèves de 4e",
    "un professeur de mathématiques achète 30 calculatrices",
    "某高中学校随机抽取50名学生",
    "某校高三学生成绩 频率分布",
  ])("%s", (query) => expect(hard(query, CORPORA)).toEqual({}));
});

describe("of whoever asks", () => {
  test.each([
    ["exercise for a high school student, momentum", ["High school"]],
    ["I am a high school student: momentum", ["High school"]],
    ["my son is a high school student: torque", ["High school"]],
    ["she's a 10th grader, vectors", ["grade 10"]],
    ["high school teacher here, need momentum mcq", ["High school"]],
    ["une classe de 3e, Thalès", ["3e (fin de collège)"]],
    ["a high school physics exercise", ["High school"]],
    ["j'ai une élève de 6e, fractions", ["6e"]],
    ["pour un élève de troisième, Thalès", ["3e (fin de collège)"]],
    ["高三学生 物理 动量", ["grade 12", "senior secondary (university entrance)"]],
  ])("%s", (query, level) => expect(hard(query, CORPORA).level).toEqual(level));

  test("their subject", () => {
    expect(hard("as a biology student i ask about osmosis", CORPORA).subject).toEqual(["Biology"]);
    expect(hard("pour un professeur de mathématiques : Thalès", CORPORA).subject).toBeDefined();
  });
});
