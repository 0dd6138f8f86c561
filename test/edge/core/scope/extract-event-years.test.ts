/** Years of what happened, in five languages, are no exam's unless an exam word is beside them. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard, read } from "./read-scope.ts";

const years = (query: string) => hard(query, CORPORA).year;

describe("the year of an event gates nothing", () => {
  test.each([
    "coronavirus 2019 virology",
    "brexit 2016 economics",
    "Nobel prize in physics 2015",
    "prix Nobel de physique 2018",
    "accord de Paris 2015 géographie",
    "gravitational waves discovered 2015",
    "2015 Paris climate agreement",
    "2016 us election politics",
    "2008 financial crisis macroeconomics",
    "pandémie de 2020 biologie",
    "Pariser Klimaabkommen 2015 Geografie",
    "Bundestagswahl 2017",
    "crisis de 2008 economía",
    "premio Nobel de física 2015",
    "诺贝尔奖 2015 物理",
    "2008年金融危机 宏观经济学",
    "1994 genocide in Rwanda, world history mcq",
    "2014年日本要求美国修改教科书的内容 高考政治",
  ])("%s", (query) => expect(years(query)).toBeUndefined());
});

describe("beside an exam word the year is an exam's", () => {
  test.each([
    ["brevet 2016 la guerre froide", [2016]],
    ["gaokao 2020 pandemic", [2020]],
    ["jamb 2015 election question", [2015]],
    ["annales 2016 histoire guerre", [2016]],
    ["physics 2015 energy crisis", [2015]],
    ["2016 physics questions war", [2016]],
    ["mcq 2015 war", [2015]],
    ["2018年鲁滨逊漂流记那道材料题 高考历史", [2018]],
    ["2015年农业面源污染 高考地理", [2015]],
    ["2021甲卷 2020年疫情下消费 材料分析题", [2021]],
    ["2021年甲卷和2020年全国二卷 历史", [2021, 2020]],
  ])("%s", (query, values) => expect(years(query)).toEqual(values));
});

test("the year of an event is not likely an exam's, either; another year may be", () => {
  for (const query of ["Nobel prize in physics 2015", "2008 crash, US foreign policy"])
    expect(read(query, CORPORA).year, query).toBeUndefined();
  expect(read("19年那道细胞凋亡 到底选哪个", CORPORA).year).toEqual([2019]);
});

test("nor is its month a sitting's", () => {
  for (const query of [
    "attentats de novembre 2015",
    "la tempête de décembre 1999",
    "marzo de 2004 atentados de Madrid",
    "le 11 septembre 2001 attentats",
    "le premier juillet 2018 la vitesse maximale",
    "les mois de juin, juillet, août et septembre",
    "growth of incomes between 1960 and 1995",
  ])
    expect(hard(query, CORPORA), query).toEqual({});
  expect(hard("brevet septembre 2017 attentats", CORPORA).session).toEqual(["Septembre"]);
  expect(hard("sujets de juin, juillet et septembre, brevet", CORPORA).session).toBeDefined();
});
