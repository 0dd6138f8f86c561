/** Everyday ways to name scope, and the same words where they name none; over the shipped corpora. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { READ_CONFIDENCE } from "#core/scope/scope-extraction.ts";
import { CORPORA, hard, read } from "./read-scope.ts";

const field = (query: string, name: "year" | "session" | "paper" | "content_type" | "language") =>
  hard(query, CORPORA)[name];

describe("years", () => {
  test.each([
    ["brevet '14 pondichéry", [2014]],
    ["brevet 16 étranger pyramide", [2016]],
    ["dnb polynésie juin 18", [2018]],
    ["dnb 17/18 asie", [2017, 2018]],
    ["brevet juin 13-15, asie", [2013, 2014, 2015]],
    ["乙卷22物理 航天员", [2022]],
    ["jamb 08 physics", [2008]],
    ["brevet deux mille dix-huit asie", [2018]],
    ["two thousand seventeen brevet asia", [2017]],
    ["brevet zweitausendneunzehn Asien", [2019]],
    ["brevet dos mil dieciocho asia", [2018]],
    ["brevet décembre 2019 + décembre 2020", [2019, 2020]],
    ["brevet tableur from 2013, 2014 and 2016 only", [2013, 2014, 2016]],
    ["高考语文 病句 2011 哪一句", [2011]],
    ["历史材料题 17年和19年的", [2017, 2019]],
    ["21甲卷语文 姚名达", [2021]],
    ["求详解：2021 西周采邑 历史", [2021]],
    ["二零一八全国一卷 历史", [2018]],
    ["dnb polynesie sept 15 eleveur de chevres", [2015]],
    ["brevet amérique du nord 2019 kilos gaspillés", [2019]],
    ["brevet asie 2k19", [2019]],
  ])("%s", (query, years) => expect(field(query, "year")).toEqual(years));

  test.each([
    "brevet 15 triangles rectangles",
    "brevet 20 euros de réduction",
    "le 16 brevet",
    "3甲卷 语文",
    "brevet asie juin 15 élèves",
    "brevet 2000 euros de réduction",
    "brevet asie 2019 kg",
    "2k ohm resistor brevet",
    "critical elections 1932, 1968 and 1994 mcq",
    "born on july 18",
    "curiosity launched Nov 26, 2011 - DNB correction",
    "comet november 12 2014 classroom activity",
    "el 12 de noviembre de 2014, brevet",
    "am 12. November 2014 landete Philae, Brevet",
    "brevet, saut du 14/10/2012",
    "2012年10月14日 高考历史",
    "allergies 1970 2010 2015 brevet",
    "two thousand five hundred people brevet",
    "twenty twelve-sided dice",
    "Desde 2006 Plutón no es planeta",
    "Curiosity, lancé en 2011, brevet correction",
  ])("%s: none", (query) => expect(field(query, "year")).toBeUndefined());

  test("neither a day nor a table of years is likely, either", () => {
    for (const query of [
      "Nov 26, 2011 launch",
      "allergies 1970 2010 2015",
      "seit 2006 kein Planet",
    ])
      expect(read(query, CORPORA).year, query).toBeUndefined();
  });
});

describe("sittings", () => {
  test.each([
    ["brevet 06/2016", ["Juin"]],
    ["dnb 2019-06 asie", ["Juin"]],
    ["brevet francese di giugno 2016", ["Juin"]],
    ["amérique du sud nov 14 vaccin, DNB", ["Novembre"]],
    ["brevet rattrapage 2017", ["Septembre"]],
    ["brevet autumn sitting 2016", ["Septembre"]],
    ["brevet septiembre 2017", ["Septembre"]],
  ])("%s", (query, session) => expect(field(query, "session")).toEqual(session));

  test.each([
    "forfaits vendus de décembre à avril, brevet 2016",
    "speed limit change of 1 July 2018 brevet 2019",
    "between june and august 2015 brevet",
  ])("%s: none", (query) => expect(field(query, "session")).toBeUndefined());
});

describe("papers", () => {
  test("the number of a paper is that of the exam which is named", () => {
    expect(field("gaokao biology 2018 paper 2", "paper")).toEqual(["新课标Ⅱ"]);
    expect(field("biology 2018 paper 2", "paper")).toEqual(["2"]);
  });

  test.each([
    ["brevet Am. du Sud 2018", ["Amérique du sud"]],
    ["Brevet Asien 2016", ["Asie"]],
    ["brevet 2019 grecia", ["Grèce"]],
    ["West Indies–Guiana 2019 dice", ["Antilles-Guyane"]],
    ["2022 Paper B gaokao", ["全国乙卷"]],
  ])("%s", (query, paper) => expect(field(query, "paper")).toEqual(paper));

  test.each([
    "tarifs postaux vers la Guyane, maths 3e",
    "monsoon across Asia",
    "Athens and democracy",
    "paper A is thinner than paper B",
  ])("%s: none", (query) => expect(field(query, "paper")).toBeUndefined());
});

describe("kinds of documents", () => {
  test.each([
    ["pythagoras, only the corrections, 2015", ["mark_scheme"]],
    ["réponses brevet 2014", ["mark_scheme"]],
    ["regression gaokao 2022, big question", ["structured_question"]],
    ["阿伏加德罗常数 选择 2021高考", ["mcq"]],
    ["高考文科数学填空题双曲线", ["fill_in_blank"]],
    ["glossary? no - just the MCQs", ["mcq"]],
  ])("%s", (query, kind) => expect(field(query, "content_type")).toEqual(kind));

  test.each([
    "réponses des plantes à la lumière",
    "自然选择 2018高考生物",
    "完形填空 2018高考英语",
    "历史选择了道路 2018高考",
    "simulation hypothesis",
  ])("%s: none", (query) => expect(field(query, "content_type")).toBeUndefined());
});

describe("languages", () => {
  test.each([
    ["french-language mcq on charge", ["fr"]],
    ["items in German about a coil", ["de"]],
    ["tourism questions for german speakers", ["de"]],
    ["英文教材 多普勒效应", ["en"]],
    ["deutschsprachige Fragen Tourismus", ["de"]],
  ])("%s", (query, language) => expect(field(query, "language")).toEqual(language));

  test.each(["German speaking countries", "Spanish civil war", "the Chinese room argument"])(
    "%s: none",
    (query) => expect(field(query, "language")).toBeUndefined(),
  );
});

test("German compounds name a subject, a level or an exam", () => {
  expect(hard("Physikfrage Pluto", CORPORA).subject).toEqual(["Physics"]);
  expect(hard("Geschichtsbuch Weimar", CORPORA).subject).toEqual(["History"]);
  expect(hard("Optik, Collegeniveau", CORPORA).level).toEqual(["College"]);
  expect(hard("facebook contest", CORPORA)).toEqual({});
});

test("one of several subjects of a name wins over the name", () => {
  expect(hard("2022 乙卷 理综 物理", CORPORA).subject).toEqual(["Physics"]);
  expect(hard("2022 乙卷 理综", CORPORA).subject).toHaveLength(3);
});

test("a level apart that the named exam does not have belongs to the topic", () => {
  const levelOf = (query: string) =>
    extractScope(query, CORPORA)
      .extracted.filter(
        ({ field: name, confidence }) => name === "level" && confidence >= READ_CONFIDENCE,
      )
      .flatMap(({ values }) => values);
  expect(levelOf("des élèves de terminale passent un concours, brevet asie")).toEqual([
    "3e (fin de collège)",
  ]);
  expect(levelOf("notes sur la 3e loi de newton")).toEqual([]);
});

test("a level set apart at the end of the query counts, a line of a figure does not", () => {
  for (const query of ["Archimedes principle, college", "energy in circuits? HS"])
    expect(hard(query, CORPORA).level, query).toHaveLength(1);
  for (const query of [
    "les longueurs MN, AP",
    "calculer la longueur AP",
    "my sister went to college",
  ])
    expect(hard(query, CORPORA).level, query).toBeUndefined();
});
