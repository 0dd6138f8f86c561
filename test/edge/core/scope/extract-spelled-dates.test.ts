/** Years and sittings that are written in words, in Chinese, in doubt, or said of something else. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const years = (query: string) => hard(query, CORPORA).year;
const sessions = (query: string) => hard(query, CORPORA).session;

describe("Chinese years", () => {
  test.each([
    ["语文和政治怎么考的，15、16两年", [2015, 2016]],
    ["语文古诗鉴赏，最近考过的三届：20、21、22", [2020, 2021, 2022]],
    ["高考数学 18、19、20三年 函数", [2018, 2019, 2020]],
    ["高考数学 15和16年 立体几何", [2015, 2016]],
    ["理数 一九年全国一卷 新药小白鼠", [2019]],
    ["零九年高考语文", [2009]],
    ["16到18年高考 立体几何", [2016, 2017, 2018]],
    ["一六到一八年高考", [2016, 2017, 2018]],
    ["一二年高考数学", [2012]],
  ])("%s", (query, values) => expect(years(query)).toEqual(values));

  test.each([
    "数学一二年级 加法",
    "学了二三年 物理",
    "小明今年15、16岁 数学",
    "物理 15、16年前的实验",
    "十九年高考",
    "10-15年的工作经验 数学",
    "10到15年前 物理",
    "第15、16题 高考数学",
  ])("%s: none", (query) => expect(years(query)).toBeUndefined());
});

describe("years in words and in doubt", () => {
  test.each([
    ["brevet métropole juin dix-neuf", [2019]],
    ["brevet juin dix-huit hand spinner", [2018]],
    ["sujet 2019 : les dépenses des familles en 2013 et en 2015", [2019]],
    ["brevet Juni achtzehn", [2018]],
    ["examen brevet francés, año diecisiete", [2017]],
    ["brevet 2017 or was it 2018, the snail", [2017, 2018]],
    ["brevet Asie 2018 ou c'était 2019, le tableur", [2018, 2019]],
    ["brevet, c'était en deux mille treize je crois", [2013]],
    ["tableur vanille: qu'est-ce qu'on tape en B15 (sept. 2016)", [2016]],
  ])("%s", (query, values) => expect(years(query)).toEqual(values));

  test.each([
    "le dix-huit juin, brevet",
    "juin dix-huit élèves partent",
    "au brevet dix élèves",
    "brevet mars dix mètres de corde",
    "year eleven physics",
    "brevet, Rosetta s'est posée, c'était en 2014",
    "brevet juin 2018 tableur, any other year is fine too",
    "brevet juin 2020, une autre année ira très bien",
  ])("%s: none", (query) => expect(years(query)).toBeUndefined());
});

describe("months of plans", () => {
  test.each([
    "muss im juni das brevet mitschreiben, gibts die aufgabe mit den bienen",
    "je passe le brevet en juin, exercices sur Thalès",
    "my brevet is in June, Thales please",
    "brevet, en septembre il fait 20 degrés",
    "I'm taking the brevet this June, scratch exercises",
    "je vais passer le brevet en juin 2035, exos de probabilités",
  ])("%s: no sitting", (query) => expect(sessions(query)).toBeUndefined());

  test.each([
    ["je passe le brevet, donne celui de juin 2019", ["Juin"]],
    ["brevet en juin 2019, la pyramide", ["Juin"]],
    ["la session de mai 2016, thales", ["Mai"]],
  ])("%s", (query, values) => expect(sessions(query)).toEqual(values));
});
