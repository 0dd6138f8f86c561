/** Years of two digits and years that signs join: lists, ranges, months in digits; and numbers that are none. */
import { describe, expect, test } from "vitest";
import { extractScope } from "#core/scope/extract-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const years = (query: string) => hard(query, CORPORA).year;

describe("ranges and lists of short years", () => {
  test.each([
    ["15~17年高考物理", [2015, 2016, 2017]],
    ["15-17高考物理", [2015, 2016, 2017]],
    ["15、16高考化学", [2015, 2016]],
    ["2015～2017年高考", [2015, 2016, 2017]],
    ["brevet 15/16/17 maths", [2015, 2016, 2017]],
    ["2015/16/17 brevet", [2015, 2016, 2017]],
    ["brevet 15, 16 et 17 maths", [2015, 2016, 2017]],
    ["brevet 15-17 pythagore", [2015, 2016, 2017]],
    ["brevet 2015, 16 et 17", [2015, 2016, 2017]],
    ["brevet 2015 et 16 maths", [2015, 2016]],
    ["Abitur 13 bis 15 Physik", [2013, 2014, 2015]],
    ["annales 15-17 brevet", [2015, 2016, 2017]],
    ["brevet past papers 14/15/16", [2014, 2015, 2016]],
    ["session 15 brevet", [2015]],
    ["brevet des années 15 et 16, thalès", [2015, 2016]],
    ["brevet juin 14 septembre 15", [2014, 2015]],
    ["brevet 15, 3e", [2015]],
    ["Pyramide, Auslandszentren, Sommer 14", [2014]],
    ["brevet Asie, été 14", [2014]],
    ["17国一 李世民战薛举", [2017]],
  ])("%s", (query, values) => expect(years(query)).toEqual(values));

  test.each([
    "brevet 12, 15 et 18 cm",
    "brevet 12, 13 et 5 triangle",
    "brevet 12, 16 et 20 : triangle",
    "brevet 15, 16 et 17 triangles",
    "brevet 10/11/12",
    "brevet 14/20",
    "brevet 15/16 de la pizza",
    "brevet 14:30 départ",
    "brevet 12-15 year olds",
    "brevet 13-15 juin",
    "brevet 16 juin",
    "brevet 15-17 points",
    "brevet 15 à 17 bonbons",
    "brevet 15-20%",
    "brevet summer 14 heat wave",
    "brevet fall 14 m",
    "summer 14",
    "20国一致",
    "brevet 15 €",
    "session 15 thermodynamics",
    "5-17高考",
    "第15、16高考",
    "高考15-17题",
    "x = 15~17 高考",
    "2000~2015 m brevet",
    "高考 2000~2015米",
  ])("%s: none", (query) => expect(years(query)).toBeUndefined());

  test.each([
    ["18年高考政治 2013～2017年消费对经济增长的贡献率", [2018]],
    ["brevet 2016 et 17 triangles", [2016]],
    ["brevet 2015, 16 élèves", [2015]],
  ])("%s: one year", (query, values) => expect(years(query)).toEqual(values));
});

describe("short years that a Chinese word for papers marks", () => {
  test.each([
    ["08、09化学真题", [2008, 2009]],
    ["09化学真题", [2009]],
    ["15届生物", [2015]],
    ["15届高考", [2015]],
    ["15全国卷 物理", [2015]],
    ["化学15全国卷", [2015]],
    ["全国卷15", [2015]],
    ["18年内蒙古高考", [2018]],
  ])("%s", (query, values) => expect(years(query)).toEqual(values));

  test.each([
    "15化学",
    "第15届高考",
    "16届物理竞赛",
    "20届三中全会 政治",
    "全国卷15题",
    "15年级",
    "18年来高考",
    "近10年高考",
    "15～17年",
  ])("%s: none", (query) => expect(years(query)).toBeUndefined());
});

describe("month and year in digits", () => {
  test.each([
    ["2015.6 高考 化学", [2015], ["Juin"]],
    ["2015.6高考化学", [2015], ["Juin"]],
    ["dnb 2015.06 maths", [2015], ["Juin"]],
    ["dnb 06.2015", [2015], ["Juin"]],
    ["dnb 06/15", [2015], ["Juin"]],
    ["09/15 brevet", [2015], ["Septembre"]],
  ])("%s", (query, year, session) => expect(hard(query, CORPORA)).toMatchObject({ year, session }));

  test.each([
    "2015.6",
    "maths 2015.6",
    "brevet 2015.6 kg",
    "高考 2015.6米",
    "brevet = 2015.6",
    "2015.6 × 3 brevet",
    "brevet 01.06.2015",
    "brevet 2015.06.25",
    "brevet 12/06/15",
    "brevet le 06/15",
    "brevet 6/15",
    "maths 06/15",
  ])("%s: none", (query) => expect(years(query)).toBeUndefined());
});

test("time grows with the length of a list of numbers, not with its square", () => {
  const list = (length: number): string => `brevet ${"15, 16, 17 et 18, ".repeat(length)}`;
  // The shortest of many runs: other work on the machine only adds to one.
  const time = (query: string): number => {
    const runs = Array.from({ length: 40 }, () => {
      const start = performance.now();
      extractScope(query, CORPORA);
      return performance.now() - start;
    });
    return Math.min(...runs);
  };
  time(list(40));
  // Eight times the length: 8 where it is linear, 64 where it is quadratic.
  expect(time(list(160)) / time(list(20))).toBeLessThan(32);
});
