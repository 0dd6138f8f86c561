/** Years that are open to one side, and ranges, in five languages. */
import { describe, expect, test } from "vitest";
import { CORPORA, hard } from "./read-scope.ts";

const [FIRST, LAST] = [CORPORA.vocabulary.years!.first, CORPORA.vocabulary.years!.last];
const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const years = (query: string) => hard(query, CORPORA).year;

describe("since a year", () => {
  test.each([
    ["brevet 2013 onwards", 2013],
    ["brevet 2013 to present", 2013],
    ["brevet from 2016 on", 2016],
    ["brevet no earlier than 2016", 2016],
    ["brevet 2016+", 2016],
    ["brevet 2016+, Thalès", 2016],
    ["brevet 2016 et plus", 2016],
    ["en 2016 ou plus tard, brevet Asie", 2016],
    ["16年以后的高考题", 2016],
    ["brevet 2016 und später", 2016],
    ["brevet 2016 bis heute", 2016],
    ["brevet 2016 en adelante", 2016],
    ["高考 2016年至今", 2016],
    ["高考物理 2016年及以后", 2016],
    ["brevet 2015 or later", 2015],
    ["brevet post 2015", 2016],
    ["brevet newer than 2016", 2017],
    ["brevet plus récent que 2016", 2017],
    ["Brevet neuer als 2016", 2017],
    ["brevet después de 2016", 2017],
  ])("%s", (query, first) => expect(years(query)).toEqual(span(first, LAST)));
});

describe("up to a year", () => {
  test.each([
    ["brevet bis 2015", 2015],
    ["brevet up to 2014", 2014],
    ["brevet no later than 2015", 2015],
    ["brevet jusqu'en 2015", 2015],
    ["brevet au plus tard en 2015", 2015],
    ["brevet hasta 2015", 2015],
    ["brevet 2016 and earlier", 2016],
    ["brevet 2016 y anteriores", 2016],
    ["brevet pre-2015", 2014],
    ["brevet older than 2015", 2014],
    ["Brevet älter als 2015", 2014],
    ["brevet antérieur à 2015", 2014],
    ["2016年之前 高考", 2015],
  ])("%s", (query, last) => expect(years(query)).toEqual(span(FIRST, last)));
});

describe("ranges", () => {
  test.each([
    "brevet zwischen 2014 und 2016",
    "brevet desde 2014 hasta 2016",
    "brevet depuis 2014 jusqu'en 2016",
    "brevet from 2014 to 2016",
    "brevet 2014-16",
    "between 2014 & 2016, brevet Asie",
    "高考 从2014到2016年",
  ])("%s", (query) => expect(years(query)).toEqual([2014, 2015, 2016]));
});

describe("no open range", () => {
  test.each([
    ["brevet from 2016 on photosynthesis", [2016]],
    ["brevet 2016 + 2017", [2016, 2017]],
    ["brevet 2013 pour demain", [2013]],
  ])("%s", (query, read) => expect(years(query)).toEqual(read));

  test.each(["brevet after 2099", "brevet newer than 2040"])(
    "%s: the corpus has none, and the named year is none of them",
    (query) => expect(years(query)?.some((year) => Number(year) <= LAST)).not.toBe(true),
  );
});
