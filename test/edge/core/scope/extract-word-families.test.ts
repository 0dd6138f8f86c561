/** Families of everyday wording in five languages, each beside look-alikes that name no scope. */
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const field = (query: string, name: ScopeField) => hard(query, CORPORA)[name];

describe("years of the topic", () => {
  test.each([
    "chernobyl disaster in 1986 - worked example",
    "Tschernobyl im Jahr 1986, Beispielaufgabe",
    "la catastrophe de 1986 : exercice corrigé",
    "accidente en el año 1986, ejemplo resuelto",
    "在1986年的切尔诺贝利 例题",
    "Roe v Wade 1973 high school government mcq",
    "population growth since 1950, geography mcq",
    "inflación en 2008 economía grado 12",
    "2008年金融危机 宏观经济学",
  ])("%s: none", (query) => expect(field(query, "year")).toBeUndefined());

  test.each([
    ["questions from the 1986 exam", [1986]],
    ["brevet en 1998 asie", [1998]],
    ["2024年高考甲卷 物理", [2024]],
    ["JO Rio 2016 - brevet métropole de juin 2017", [2017]],
    ["brevet polynésie sept 2017 tableur, médailles aux JO de Rio", [2017]],
    ["brevet polynésie 2017 médailles JO de Rio", [2017]],
    ["2014年新疆棉花 2021年高考地理", [2021]],
    ["brevet asie 2019 émissions en 1990 et 2013", [2019]],
    ["biology jamb 2004 2005", [2004, 2005]],
    ["评价曹操 2010年的", [2010]],
    ["曹操 2010年的那道题", [2010]],
    ["pythagore 2015 svp", [2015]],
  ])("%s", (query, years) => expect(field(query, "year")).toEqual(years));
});

describe("members of a list repeat what leads to them", () => {
  test.each<[string, ScopeField, (string | number)[]]>([
    ["mmlu, from nutrition and from human aging", "subject", ["nutrition", "human aging"]],
    ["de la biologie et du droit, mmlu", "subject", ["Biology", "law"]],
    ["both the high school and the college questions", "level", ["High school", "College"]],
    ["au brevet en 2014 et en 2015", "year", [2014, 2015]],
    ["Brevet aus 2014 und aus 2015", "year", [2014, 2015]],
    ["brevet del 2014 y del 2015", "year", [2014, 2015]],
    ["brevet from 2014, from 2015 and from 2016", "year", [2014, 2015, 2016]],
  ])("%s", (query, name, values) => expect(field(query, name)).toEqual(values));

  test.each([
    ["chemistry and the law of mass action", ["Chemistry"]],
    ["biology and the art of illustration", ["Biology"]],
  ])("%s: the first alone", (query, subject) => expect(field(query, "subject")).toEqual(subject));
});

describe("kinds of exercises", () => {
  test.each([
    ["corrections des exos de pgcd", ["mark_scheme"]],
    ["correction de tous les exercices", ["mark_scheme"]],
    ["Lösungen der Aufgaben zu Thales", ["solution"]],
    ["respuestas a los ejercicios", ["solution"]],
    ["solutions to the exercises on torque", ["solution"]],
    ["数学选择填空 数列", ["mcq", "fill_in_blank"]],
  ])("%s", (query, kinds) => expect(field(query, "content_type")).toEqual(kinds));

  test.each(["solution of a salt", "Lösung der Gleichung", "la solution du problème palestinien"])(
    "%s: none",
    (query) => expect(field(query, "content_type")).toBeUndefined(),
  );
});

describe("tracks of the gaokao", () => {
  test.each([
    "gaokao 2017 maths filière sciences",
    "gaokao maths science track",
    "gaokao Mathe naturwissenschaftlicher Zweig",
    "gaokao matemáticas rama de ciencias",
    "高考 理科卷 导数",
  ])("%s", (query) => expect(field(query, "level")?.[0]).toMatch(/science track/u));

  test("a track of one subject gives way where another subject is named", () => {
    expect(hard("gaokao science track physics", CORPORA).level).toBeUndefined();
  });
});

describe("Chinese subjects before words of schools", () => {
  test.each([
    ["语文默写 离骚", "Chinese"],
    ["化学选择 电解", "Chemistry"],
    ["物理实验 测重力加速度", "Physics"],
    ["数学导数题", "Mathematics"],
    ["化学工艺流程题", "Chemistry"],
  ])("%s", (query, subject) => expect(field(query, "subject")).toEqual([subject]));

  test.each([
    "地理大发现",
    "解析几何",
    "化学平衡 移动",
    "物理学家 牛顿",
    "历史问题",
    "历史选择了道路",
  ])("%s: none", (query) => expect(hard(query, CORPORA)).toEqual({}));
});

describe("Chinese sittings and centres", () => {
  test.each([
    ["法国会考brevet 2019年6月 希腊卷", "Juin", "Grèce"],
    ["DNB 2013年12月 新喀里多尼亚", "Décembre", "Nouvelle Calédonie"],
    ["2018年九月 亚洲卷 brevet", "Septembre", "Asie"],
    ["dnb 2016 nouvelle calédonie mars", "Mars", "Nouvelle Calédonie"],
  ])("%s", (query, session, paper) =>
    expect(hard(query, CORPORA)).toMatchObject({ session: [session], paper: [paper] }),
  );

  test.each([
    "1978年12月 十一届三中全会 高考历史",
    "2008年8月 奥运会 高考政治",
    "2018高考 亚洲季风",
    "高考物理 2018年 第一卷",
  ])("%s: none", (query) => {
    expect(field(query, "session")).toBeUndefined();
    expect(field(query, "paper")).toBeUndefined();
  });
});

describe("languages of the material", () => {
  test.each([
    ["美国高中物理 英文 牛顿第三定律", ["en"]],
    ["大学物理英文例题", ["en"]],
    ["德语地理题", ["de"]],
    ["englische Zusammenfassung Drehmoment", ["en"]],
    ["spanische Physikfrage Kernkraftwerk", ["es"]],
    ["résumé anglais du chapitre optique", ["en"]],
    ["resumen inglés de óptica", ["en"]],
    ["preguntas tipo test alemanas de geografía", ["de"]],
    ["Formelblatt ohmsches Gesetz englisch", ["en"]],
  ])("%s", (query, language) => expect(field(query, "language")).toEqual(language));

  test.each([
    "高考英语阅读",
    "英文写作技巧",
    "summary French Revolution",
    "mcq french history",
    "guerra civil española preguntas tipo test",
    "Zusammenfassung Deutsche Einheit",
    "qcm anglais",
  ])("%s: none", (query) => expect(field(query, "language")).toBeUndefined());
});

test("an exam keeps its name before a paper", () => {
  for (const query of ["2023年高考甲卷化学", "gaokao paper A 2022 physics"])
    expect(hard(query, CORPORA), query).toMatchObject({ exam: ["gaokao"] });
  expect(field("gaokao paper 2 biology 2018", "paper")).toEqual(["新课标Ⅱ"]);
});

test("the law of somebody is no subject", () => {
  expect(field("AP physics ampere's law test prep", "subject")).toEqual(["Physics"]);
});
