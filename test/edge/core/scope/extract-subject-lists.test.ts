/** Lists of subjects are read whole: a member that is left out would be ruled out by the others' gate. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const subjects = (query: string) => hard(query, CORPORA).subject;

describe("words of school between the members", () => {
  test.each<[string, string[]]>([
    ["can my ML class AND econometrics ask overfitting", ["machine learning", "econometrics"]],
    ["maslow, we got it in mktg and in intro psych", ["marketing", "Psychology"]],
    ["NAND gates EE vs comp sci", ["electrical engineering", "computer science"]],
    ["us history plus gov't class, brown v board", ["us history", "government"]],
    [
      "utilitarianism... business ethics people vs management people",
      ["business ethics", "management"],
    ],
    ["i want the statistics take and the psychology take", ["statistics", "Psychology"]],
    ["the med genetics question and the biology one", ["medical genetics", "Biology"]],
    ["kant in my ethics seminar and in my philosophy class", ["Ethics", "Philosophy"]],
    ["one set for HS stats, one set for HS bio", ["statistics", "Biology"]],
    ["le cours de droit et le cours de maths", ["law", "Mathematics"]],
    ["en HG et en éco, le New Deal", ["Geography", "History", "Economics"]],
    ["la clase de historia y la de filosofía", ["History", "Philosophy"]],
    ["地理题和历史题 运河", ["Geography", "History"]],
    ["soc theory vs psych theory of deviance", ["Sociology", "Psychology"]],
    ["nutrition profs vs medicine profs on fasting", ["nutrition", "medicine"]],
    ["vecteurs, côté maths puis côté physique", ["Mathematics", "Physics"]],
    ["in macro they say X but in micro they say Y", ["macroeconomics", "microeconomics"]],
    ["一道物理一道化学 气体", ["Physics", "Chemistry"]],
  ])("%s", (query, expected) => expect(subjects(query)?.toSorted()).toEqual(expected.toSorted()));

  test.each([
    ["chemistry and the law of mass action", ["Chemistry"]],
    ["the physics question and the law of reflection", ["Physics"]],
    ["teacher notes on Kepler's second law, HS physics", ["Physics"]],
    ["physics question, the law says", ["Physics"]],
    ["business cycle and macroeconomics", ["macroeconomics"]],
  ])("%s: one of them alone", (query, expected) => expect(subjects(query)).toEqual(expected));
});

describe("a list of names that would not count alone", () => {
  test.each<[string, string[]]>([
    ["management vs marketing people on segmentation", ["management", "marketing"]],
    ["EE or CS: flip flops", ["electrical engineering", "computer science"]],
    ["bayes theorem (stats + ML)", ["statistics", "machine learning"]],
  ])("%s", (query, expected) => expect(subjects(query)?.toSorted()).toEqual(expected.toSorted()));

  test.each(["law and business, said the king", "art and law of the middle ages", "power vs art"])(
    "%s: none",
    (query) => expect(subjects(query)).toBeUndefined(),
  );
});

test("a misspelt member counts beside one that is spelt right, and is soft alone", () => {
  expect(subjects("psycology and biology: neurotransmitters")).toEqual(["Psychology", "Biology"]);
  expect(subjects("psycology neurotransmitters")).toBeUndefined();
});

test("a name in capitals is read in its capitals alone", () => {
  expect(subjects("physique et ses applications")).toEqual(["Physics"]);
  expect(subjects("physics, ml of water")).toEqual(["Physics"]);
  expect(subjects("physics, ML and stats")).toEqual(["Physics", "machine learning", "statistics"]);
});
