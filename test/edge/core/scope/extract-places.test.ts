/** Where an exam was sat, told from a place of the topic. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const papers = (query: string) => hard(query, CORPORA).paper;

test.each([
  ["Wallis-et-Futuna, plants de blé : tableau tailles/effectifs, médiane", "Wallis et Futuna"],
  ["correction origami octogone nlle caledo svp", "Nouvelle Calédonie"],
  ["Am. du N. juin 2018 : f(x)", "Amérique du Nord"],
  ["Am. du S. nov 2016", "Amérique du sud"],
  ["corrigé toboggan, Polynésie", "Polynésie"],
  ["exo 3 le manège, Asie", "Asie"],
  ["déc 2014: forfaits de ski, amérique du nord", "Amérique du Nord"],
  ["version élèves de l'Hexagone, comment fallait rédiger la réponse", "Métropole"],
])("%s", (query, paper) => expect(papers(query)).toEqual([paper]));

test.each([
  "volcans et séismes, Asie",
  "tableau des exportations, Amérique du Nord",
  "Polynésie : essais nucléaires",
  "Nouvelle-Calédonie, référendum de 2018",
  "les vents en Asie, qcm",
  "les vents d'Asie, qcm",
  "climate mcq, north america",
  "relief de la Grèce, exercice de géo",
])("%s: none", (query) => expect(papers(query)).toBeUndefined());

describe("the people of a place, said of an exam", () => {
  test.each([
    ["el brevet sudamericano de noviembre 2018, 100 metros", "Amérique du sud"],
    ["le brevet nord-américain, juin 2018", "Amérique du Nord"],
    ["sujet polynésien 2016, baignoire", "Polynésie"],
    ["polynesisches Brevet 2017, Schiff", "Polynésie"],
    ["sujet grec 2019, roues de loterie", "Grèce"],
    ["Greek centre, June 2019: lottery wheels", "Grèce"],
    ["frz. Brevet vom Juli 2019, Mutterland, Sanduhr", "Métropole"],
  ])("%s", (query, paper) => expect(papers(query)).toEqual([paper]));

  test.each([
    "mercado norteamericano 2018",
    "brevet 2018, art polynésien",
    "un sujet de philosophie grecque 2019",
    "the Greek centre of the empire, 2019",
    "polynesische Navigation 2017",
    "das Mutterland und seine Kolonien 1783",
  ])("%s: none", (query) => expect(papers(query)).toBeUndefined());
});

describe("where and how an exam was sat", () => {
  test.each([
    ["French brevet 2018 as sat in La Réunion, playlist", "La Réunion"],
    ["brevet 2017 tombé en Asie, cyclistes", "Asie"],
  ])("%s", (query, paper) => expect(papers(query)).toEqual([paper]));

  test.each([
    "brevet 2018 as lived in Greece by a family",
    "brevet 2018, a house as built in Asia then",
  ])("%s: none", (query) => expect(papers(query)).toBeUndefined());

  test("what is sat in a month is still the SAT", () =>
    expect(hard("SAT in June 2018", CORPORA).exam).toEqual(["SAT"]));
});

describe("names of Chinese papers", () => {
  test.each([
    ["17国一 李世民战薛举", "新课标Ⅰ"],
    ["海绵城市 ‘20全国二", "新课标Ⅱ"],
    ["西晋有什么变化 2014年2卷历史选择题", "新课标Ⅱ"],
    ["volcanoes, gaokao geography, third national paper", "新课标Ⅲ"],
    ["ncee english 2020 paper two", "新课标Ⅱ"],
    ["sequence, National Jia 2021", "全国甲卷"],
    ["orbit, 2021 gaokao, Jia version", "全国甲卷"],
    ["historia gaokao '22 examen B nacional", "全国乙卷"],
  ])("%s", (query, paper) => expect(papers(query)).toContain(paper));

  test.each([
    "G20国一 峰会",
    "17国一起签署协议",
    "《资本论》第2卷",
    "2卷本史记",
    "the Yi version of the legend",
    "the national Yi people",
  ])("%s: none", (query) => expect(papers(query)).toBeUndefined());
});
