/** Levels, exams and papers that no shipped corpus holds are read where they are named, and only there. */
import { describe, expect, test } from "vitest";
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { CORPORA, hard } from "./read-scope.ts";

const field = (query: string, name: ScopeField) => hard(query, CORPORA)[name];

describe("levels", () => {
  test.each([
    ["middle school physics pulleys", "Middle school"],
    ["photosynthesis for elementary kids", "elementary"],
    ["year 9 physics moments", "Year 9"],
    ["Y10 chemistry bonding", "Year 10"],
    ["IB chem HL acids", "International Baccalaureate"],
    ["IB: osmosis", "International Baccalaureate"],
    ["maths CM2 fractions", "elementary"],
    ["maths 6e fractions", "6e"],
    ["exercice de sixième sur les fractions", "6e"],
    ["5ème SVT respiration", "5e"],
    ["physique seconde la réfraction", "Seconde"],
    ["zwölfte Klasse VWL", "grade 12"],
    ["2º bach geografia meandro", "grade 12"],
    ["4º de la ESO biología", "4º ESO"],
    ["初三化学 酸碱", "Middle school"],
    ["12. sınıf coğrafya çöl iklimi", "grade 12"],
    ["hóa lớp 12 ion", "grade 12"],
    ["تربية إسلامية الصف الخامس", "grade 5"],
  ])("%s", (query, level) => expect(field(query, "level")).toEqual([level]));

  test.each([
    "elementary charge of an electron physics",
    "primary colours and light physics",
    "primary election turnout government mcq",
    "year 9 of the war history",
    "in year 5 the investment yields, economics",
    "type IB supernova astronomy",
    "physique première loi de Newton",
    "vitesse en mètres par seconde physique",
    "la cinquième république histoire",
    "la sixième extinction biologie",
    "exercice de première importance",
    "mercury barometer of 2 cm2 physics",
    "pressure on 10 cm^2, physics",
    "Ce2(SO4)2 solubility chemistry",
    "graduate school admissions, probability of five seniors",
    "demand for kindergarten teachers, what lowers it",
  ])("%s: none", (query) => expect(field(query, "level")).toBeUndefined());

  test("a number of mathematics holds no track: 有理数", () => {
    expect(field("初一 数学 有理数", "level")).toEqual(["Middle school"]);
  });
});

describe("exams and boards", () => {
  test.each([
    ["SAT question on parabolas", "SAT"],
    ["parabola vertex, SAT", "SAT"],
    ["is this on the SAT?", "SAT"],
    ["ACT math", "ACT"],
    ["2018中考 英语", "中考"],
    ["China's college entrance exam, physics", "gaokao"],
    ["das chinesische Abitur, Physik", "gaokao"],
    ["examen de fin de collège 2016", "DNB (diplôme national du brevet)"],
    ["bac: étude de fonction", "school-leaving / high-school examination"],
    ["bac croate éthique Nietzsche", "school-leaving / high-school examination"],
    ["fizika érettségi leves", "school-leaving / high-school examination"],
  ])("%s", (query, exam) => expect(field(query, "exam")).toEqual([exam]));

  test.each([
    "the cat sat on the scale, physics",
    "forces act on a body physics",
    "the ACT of Union 1707 history",
    "le volume du bac, maths",
    "其中考查物理的",
    "期中考试 物理",
  ])("%s: none", (query) => expect(field(query, "exam")).toBeUndefined());

  test("boards", () => {
    expect(field("AQA biology osmosis", "board")).toEqual(["AQA"]);
    expect(field("OCR software computer science", "board")).toBeUndefined();
  });
});

test("a Chinese month behind exam and subject", () => {
  expect(field("法国brevet数学2018年9月 蜜蜂", "session")).toEqual(["Septembre"]);
  expect(field("高考历史2018年12月改革", "session")).toBeUndefined();
});

describe("papers", () => {
  test.each([
    ["北京卷2016语文", "北京卷"],
    ["2019北京高考物理", "北京卷"],
    ["gaokao Shanghai paper 2015 physics", "上海卷"],
    ["brevet La Réunion 2015", "La Réunion"],
    ["Mayotte 2017 DNB", "Mayotte"],
    ["法国brevet数学2018年9月 本土 蜜蜂", "Métropole"],
  ])("%s", (query, paper) => expect(field(query, "paper")).toEqual([paper]));

  test.each([
    "北京冬奥会 高考政治",
    "上海卷烟厂 经济",
    "2018年本土企业",
    "réunion de deux événements maths brevet",
  ])("%s: none", (query) => expect(field(query, "paper")).toBeUndefined());
});
