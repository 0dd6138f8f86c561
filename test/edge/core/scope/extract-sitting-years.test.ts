/** Short years of a sitting: lists before a count of years, behind a paper, beside a month and a place. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard, read } from "./read-scope.ts";

const gated = (query: string) => hard(query, CORPORA).year;
const seen = (query: string) => read(query, CORPORA).year;

describe("short years before a count of years", () => {
  test.each([
    ["高考10、11、12这三年的光电效应遏止电压题", [2010, 2011, 2012]],
    ["高考15、16这两年的导数压轴题", [2015, 2016]],
    ["高考数学13、14、15三年的概率题", [2013, 2014, 2015]],
    ["高考17、18、19这几年的阅读理解", [2017, 2018, 2019]],
    ["高考10-12这三年的电磁感应", [2010, 2011, 2012]],
    ["高考16到18这三年的化学平衡", [2016, 2017, 2018]],
    ["brevet 15, 16 et 17, ces trois années : pythagore", [2015, 2016, 2017]],
    ["Gaokao 10, 11 und 12, diese drei Jahre: Photoeffekt", [2010, 2011, 2012]],
    ["gaokao 14, 15 y 16, esos tres años, elipse", [2014, 2015, 2016]],
    ["gaokao 10, 11 and 12, those three years: stopping voltage", [2010, 2011, 2012]],
  ])("%s", (query, years) => expect(gated(query)).toEqual(years));

  test.each([
    "高考10、11、12这三题",
    "高考10、11、12这三道题",
    "高三10、11、12这三个班的平均分",
    "高考 10、11、12岁这三年的身高",
    "高考10、11、12这三年级",
    "高考10-12这三题",
    "孩子15到18这三年级的阅读",
    "brevet 15, 16 et 17 ans, ces trois années",
    "gaokao 10, 11 and 12 points these three years",
    "brevet: con 15, 16 y 17 años, esos tres",
    "Gaokao Aufgaben 10, 11 und 12, diese drei",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});

describe("two digits right behind a Chinese paper", () => {
  test.each([
    "甲卷21 PCR检测病原菌操作顺序",
    "全国乙卷22 航天员",
    "新课标1卷16 丝绸之路",
    "甲卷 21 curva de titulación",
    "乙卷21 Photosynthese der Tomaten",
    "全国甲卷22 la dérivée",
  ])("a year or a question, marks only: %s", (query) => {
    expect(gated(query)).toBeUndefined();
    expect(seen(query)).toHaveLength(1);
  });

  test.each([
    ["甲卷21第17题 解三角形", 2021],
    ["甲卷21 第17题 解三角形", 2021],
    ["乙卷22，光合作用", 2022],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "甲卷21题",
    "甲卷21 题",
    "甲卷21分的那道",
    "甲卷21 分的大题",
    "甲卷第21 PCR",
    "乙卷21页",
    "乙卷21 页",
    "甲卷21 22题",
    "甲卷12 cm 木板",
    "甲卷21℃ 发酵",
  ])("%s: none", (query) => expect(seen(query)).toBeUndefined());

  test.each([
    ["2023甲卷21 导数", [2023]],
    ["2022年甲卷21", [2022]],
    ["2022年全国乙卷20，椭圆", [2022]],
  ])("%s: only the year before it", (query, years) => expect(seen(query)).toEqual(years));
});

describe("a month with a short year, or one in words, beside a place", () => {
  test.each([
    ["Polynesia september fourteen", 2014],
    ["Polynesia september fourteen, two rental offers", 2014],
    ["nouméa december sixteen: rope around a field", 2016],
    ["Polynesia september fourteen the two rental offers", 2014],
    ["june fourteen north america", 2014],
    ["juin 14 Amérique du Nord", 2014],
    ["brevet septiembre catorce la piscina", 2014],
    ["Polynésie septembre quatorze", 2014],
    ["Polynesien September vierzehn: Kegel", 2014],
    ["Polinesia septiembre catorce, el cono", 2014],
    ["Polynésie juin 14", 2014],
    ["Pondicherry april zwanzig-fünfzehn", 2015],
    ["Pondicherry April zwanzigsechzehn Würfel", 2016],
    ["brevet junio veinte diecisiete, pirámide", 2017],
    ["mayo del 17 en Pondicherry", 2017],
    ["mayo del 17 en Polinesia", 2017],
    ["la del camión, mayo del 17 en Pondicherry", 2017],
    ["Pondicherry, mayo del 17, el camión", 2017],
    ["Pondicherry mayo del 17 huevos de chocolate", 2017],
    ["mai 17 à Pondichéry", 2017],
    ["le camion, mai 17 en Polynésie", 2017],
    ["Mai 17 in Pondicherry: Kegelvolumen", 2017],
    ["mayo diecisiete en Pondicherry", 2017],
    ["mai de l'année 17 à Pondichéry", 2017],
    ["May of the year 17 in Pondicherry", 2017],
  ])("%s", (query, year) => expect(gated(query)).toEqual([year]));

  test.each([
    "mayo 17 en Pondicherry",
    "May 17 in Pondicherry",
    "Polynesia september 14",
    "June 14, North America",
    "Pondicherry september fourteen chocolate eggs",
  ])("a year, a day or a count, marks only: %s", (query) => {
    expect(gated(query)).toBeUndefined();
    expect(seen(query)).toHaveLength(1);
  });

  test.each([
    "cyclones in Polynesia september 14",
    "les vents en Polynésie septembre quatorze degrés",
    "brevet juin dix-huit élèves",
    "brevet mars quinze mètres de corde",
    "Pondicherry may seventeen students took the bus",
    "brevet june fourteen students",
    "brevet : du 12 juin au 14 juin",
    "brevet junio del 17 al 20",
    "Pondicherry mayo del 17 al 20 de junio",
    "brevet en mayo de 17 alumnos",
    "17 de mayo en Pondicherry",
    "may the 17th in Pondicherry",
    "September vierzehn Tage Polynesien",
    "march fourteen steps north",
    "brevet september fourteen of the students",
    "juin 14 Amérique du Nord les moussons",
    "mai 12 en Grèce, la crise",
    "les élections de mai 12 en Grèce",
    "gaokao June of 15 candidates",
    "brevet: de los veinte doce aprueban",
    "year thirteen physics",
    "brevet zwanzig fünfzehnjährige Schüler",
    "mayo 17 euros en Pondicherry",
    "14 septembre Polynésie",
  ])("%s: none", (query) => expect(gated(query)).toBeUndefined());
});
