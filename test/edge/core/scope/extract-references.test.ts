/** Papers, questions, years and sittings, in English and French, in every notation. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { READ_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { CORPORA, GCE, hard, read } from "./read-scope.ts";
import { documentVocabulary } from "./vocabulary-fixtures.ts";

describe("a compact reference is read whole", () => {
  test.each([
    [
      "O-Level Physics P1 Q7",
      { level: ["O-Level"], subject: ["Physics"], paper: ["1"], question_number: ["7"] },
    ],
    [
      "A-Level chemistry paper 1 alkenes",
      { level: ["A-Level"], subject: ["Chemistry"], paper: ["1"] },
    ],
    [
      "Q3 P2 biology form 5",
      { question_number: ["3"], paper: ["2"], subject: ["Biology"], level: ["Form 5"] },
    ],
    [
      "maths a-level P3 q.12",
      { subject: ["Mathematics"], level: ["A-Level"], paper: ["3"], question_number: ["12"] },
    ],
    [
      "O-Level Physics June 2019 P1 Q7",
      {
        level: ["O-Level"],
        subject: ["Physics"],
        session: ["June"],
        year: [2019],
        paper: ["1"],
        question_number: ["7"],
      },
    ],
  ])("%s", (query, scope) => expect(hard(query)).toEqual(scope));

  test("nothing is left as a topic, and no two spans overlap", () => {
    const { extracted, topicText } = extractScope("O-Level Physics June 2019 P1 Q7", GCE);
    expect(topicText).toBe("");
    for (const [index, { span }] of extracted.entries()) {
      expect(span[0]).toBeGreaterThanOrEqual(extracted[index - 1]?.span[1] ?? 0);
    }
  });

  test("the topic keeps its words and loses the scope", () => {
    expect(extractScope("A-Level chemistry paper 1 alkenes", GCE).topicText).toBe("alkenes");
    expect(extractScope("diffusion in biology", GCE).topicText).toBe("diffusion");
  });
});

describe("French references", () => {
  test.each([
    "physique terminale série D 2018 épreuve 2",
    "physique terminale D 2018 épreuve 2",
    "Physique Terminale D 2018, épreuve n°2",
    "physique tle D 2018 deuxième épreuve",
    "PHYSIQUE TERMINALE D 2018 ÉPREUVE 2",
  ])("%s", (query) => {
    expect(hard(query)).toEqual({
      subject: ["Physics"],
      level: ["Terminale"],
      year: [2018],
      paper: ["2"],
    });
    expect(extractScope(query, GCE).topicText).toBe("");
  });

  test("the series belongs to the level; the language of the query is recorded, not required", () => {
    const { extracted } = extractScope("physique terminale série D 2018 épreuve 2", GCE);
    expect(extracted.find(({ field }) => field === "level")?.rule).toBe("level_with_series");
    const language = extracted.find(({ field }) => field === "language");
    expect(language?.values).toEqual(["fr"]);
    expect(language!.confidence).toBeLessThan(READ_CONFIDENCE);
  });
});

describe("roman numerals, years and ranges", () => {
  test.each([
    ["Maths Paper II vectors", ["2"]],
    ["causes of World War II, Paper I", ["1"]],
    ["paper ii trigonometry", ["2"]],
    ["Paper \u2161 circles", ["2"]],
    ["PAPER III", ["3"]],
    ["paper one", ["1"]],
    ["second paper", ["2"]],
    ["épreuve II", ["2"]],
  ])("%s", (query, paper) => expect(hard(query).paper).toEqual(paper));

  test.each([
    ["physics 2015-2018", [2015, 2016, 2017, 2018]],
    ["physics 2015 – 2018", [2015, 2016, 2017, 2018]],
    ["physics from 2015 to 2018", [2015, 2016, 2017, 2018]],
    ["physique de 2015 à 2018", [2015, 2016, 2017, 2018]],
    ["physics between 2015 and 2018", [2015, 2016, 2017, 2018]],
    ["physics 2015/16", [2015, 2016]],
    ["physics 2018-2015", [2015, 2016, 2017, 2018]],
    ["physics 2015 and 2018", [2015, 2018]],
    ["physics since 2021", [2021, 2022, 2023]],
    ["physics before 2010", [2008, 2009]],
  ])("%s", (query, years) => expect(hard(query).year).toEqual(years));

  test("a range longer than a scope may hold is not read as one", () => {
    expect(hard("physics 1981-2012").year).toHaveLength(32);
    expect(hard("physics 1980-2012").year ?? []).not.toHaveLength(33);
  });

  test("a year is recorded, not required, in a corpus without years", () => {
    const places = documentVocabulary([
      { subject: "Geography", level: "O-Level", paper: 1 },
      { subject: "Geography", level: "A-Level", paper: 1 },
    ]);
    expect(hard("population growth in 2020", places)).toEqual({});
    expect(hard("geography paper 1 2020", places)).toEqual({
      subject: ["Geography"],
      paper: ["1"],
    });
    expect(read("geography paper 1 2020", places).year).toEqual([2020]);
  });
});

describe("questions by their place", () => {
  const question = (query: string) => hard(query, CORPORA).question_number;
  test.each([
    ["le 1er exo du brevet asie 2019", ["1"]],
    ["premier exercice, brevet 2018", ["1"]],
    ["le 3e exercice du brevet 2019", ["3"]],
    ["first question of jamb 2009 physics", ["1"]],
    ["2019 全国一卷 第三题 历史", ["3"]],
    ["2018全国二卷 第二十一题", ["21"]],
    ["第十二题 2019 高考化学", ["12"]],
  ])("%s", (query, values) => expect(question(query)).toEqual(values));

  test.each([
    "maths 3e exercice, brevet 2019",
    "exercice de troisième, brevet 2019",
    "第一次世界大战 高考历史",
    "2019高考 三题",
  ])("%s: none", (query) => expect(question(query)).toBeUndefined());
});
