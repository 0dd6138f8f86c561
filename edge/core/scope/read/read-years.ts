/**
 * Reads exam years: "2019", "2015-2018", "2018/19", "between 2015 and 2018", "since 2015". A number
 * that carries a unit or stands in an equation is a quantity, never a year or another reference.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { EXAM_YEAR_FIRST, EXAM_YEAR_LAST, isQuantity, JOINING_GAP, MONTHS } from "./quantities.ts";
import { readOpenRange, type YearSpan } from "./read-open-ranges.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { spelledYear } from "./read-spelled-years.ts";
import {
  BETWEEN_WORDS,
  LIST_WORDS,
  OR_WORDS,
  RANGE_WORDS,
  UNITS,
  words,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";

export function yearAt(tokens: readonly QueryToken[], at: number): number | null {
  const token = tokens[at];
  if (token === undefined || !/^\d{4}$/u.test(token.folded)) return null;
  const year = Number(token.folded);
  if (year < EXAM_YEAR_FIRST || year > EXAM_YEAR_LAST) return null;
  return isQuantity(tokens, at) ? null : year;
}

export function readYears(
  tokens: readonly QueryToken[],
  at: number,
  { vocabulary }: CompiledVocabulary,
): Mention | null {
  const { years } = vocabulary;
  const inWords = spelledYear(tokens, at);
  if (inWords !== null && !UNITS.has(tokens[inWords.to]?.folded ?? "")) {
    return yearMention([inWords.year], at, inWords.to, "year");
  }
  const first = yearAt(tokens, at) ?? shortChineseYear(tokens, at, years);
  if (first === null) return null;
  const range = readRange(tokens, at, first);
  if (range !== null) return range;
  const open = years === null ? null : readOpenRange(tokens, at, first, years);
  if (open === null) return yearMention([first], at, at + 1, "year");
  return yearMention(yearsBetween(open.first, open.last), open.from, open.to, open.rule);
}

/** "18年高考": two digits before the word for year, where the corpus has such a year. */
function shortChineseYear(
  tokens: readonly QueryToken[],
  at: number,
  years: YearSpan | null,
): number | null {
  if (years === null || tokens[at + 1]?.folded !== YEAR_SUFFIX) return null;
  if (isNoYearWord(tokens, at + 2) || STRETCH_LEADS.has(tokens[at - 1]?.folded ?? "")) return null;
  if (!/^\d{2}$/u.test(tokens[at]!.folded) || isQuantity(tokens, at)) return null;
  return yearOfDigits(tokens[at]!.folded, years);
}

/** "近10年", "每15年": so many years. */
const STRETCH_LEADS = words("近 约 每 满 达 逾");

/** "年级", "年前", "年间", "年内": no year of an exam; but "18年内蒙古", "18年多选题". */
export const isNoYearWord = (tokens: readonly QueryToken[], at: number): boolean =>
  NO_YEAR.has(tokens[at]?.folded ?? "") && !NO_YEAR_ENDS.has(tokens[at + 1]?.folded ?? "");
const NO_YEAR = words("级 前 间 来 内 多 左");
const NO_YEAR_ENDS = words("蒙 选");

/** The year of the corpus that two digits stand for, or null. */
export function yearOfDigits(digits: string, years: YearSpan): number | null {
  const candidates = [2000, 1900].map((century) => century + Number(digits));
  return candidates.find((year) => year >= years.first && year <= years.last) ?? null;
}

function readRange(tokens: readonly QueryToken[], at: number, first: number): Mention | null {
  const nextAt = tokens[at + 1]?.folded === YEAR_SUFFIX ? at + 2 : at + 1;
  const next = tokens[nextAt];
  if (next === undefined) return null;
  const isBetween = BETWEEN_WORDS.has(tokens[at - 1]?.folded ?? "");
  const from = isBetween || START_WORDS.has(tokens[at - 1]?.folded ?? "") ? at - 1 : at;
  if (JOINING_GAP.test(next.gap) || next.gap === "/") {
    const last = yearAt(tokens, nextAt) ?? shortYear(tokens, nextAt, first);
    if (last === null) return null;
    // "2018/2019" is a school year, "2013/2015" are two years.
    if (next.gap === "/" && last !== first + 1) {
      return yearMention([first, last], from, nextAt + 1, "year_list");
    }
    return rangeMention(first, last, from, nextAt + 1);
  }
  if (isBetween && /^\s?&\s?$/u.test(next.gap)) {
    const last = yearAt(tokens, nextAt);
    return last === null ? null : rangeMention(first, last, from, nextAt + 1);
  }
  const isJoined = RANGE_WORDS.has(next.folded) || (isBetween && LIST_WORDS.has(next.folded));
  // "depuis 2014 jusqu'en 2016".
  const lastAt =
    isJoined && RANGE_LINKS.has(tokens[nextAt + 1]?.folded ?? "") ? nextAt + 2 : nextAt + 1;
  const last = isJoined ? yearAt(tokens, lastAt) : null;
  const other = OR_WORDS.has(next.folded) ? otherYear(tokens, nextAt + 1, first) : null;
  if (other !== null) return yearMention([first, other], from, nextAt + 2, "year_list");
  return last === null ? null : rangeMention(first, last, from, lastAt + 1);
}
/** "from 2014 to 2016", "desde 2014 hasta 2016". */
const START_WORDS = words("from von ab seit desde depuis 从");
const RANGE_LINKS = words("en a to au");

/** "2016 or 17": two digits of the same century, no quantity. */
function otherYear(tokens: readonly QueryToken[], at: number, first: number): number | null {
  const token = tokens[at];
  if (token === undefined || !/^\d{2}$/u.test(token.folded) || isQuantity(tokens, at)) return null;
  if (tokens[at + 1]?.isGlued === true && !isHan(tokens[at + 1])) return null;
  const year = Math.floor(first / 100) * 100 + Number(token.folded);
  return Math.abs(year - first) < OTHER_YEARS_MAX && year !== first ? year : null;
}
const OTHER_YEARS_MAX = 10;

/** "2015-16", "2018/19", "2014-16"; not "2010-12", which may be a month. */
function shortYear(tokens: readonly QueryToken[], at: number, first: number): number | null {
  const { folded, gap } = tokens[at]!;
  if (!/^\d{2}$/u.test(folded)) return null;
  const year = Math.floor(first / 100) * 100 + Number(folded);
  if (year === first + 1) return year;
  const isLater = year > first && year - first < OTHER_YEARS_MAX && Number(folded) > MONTHS;
  return isLater && gap !== "/" && !isQuantity(tokens, at) ? year : null;
}

function rangeMention(first: number, last: number, from: number, to: number): Mention | null {
  if (Math.abs(last - first) >= SCOPE_VALUES_MAX) return null;
  const years = yearsBetween(Math.min(first, last), Math.max(first, last));
  return yearMention(years, from, to, "year_range");
}

export function yearsBetween(first: number, last: number): number[] {
  const from = Math.max(first, last - SCOPE_VALUES_MAX + 1);
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

/** Rules of short years, which weighing tells from one another. */
export const SHORT_YEAR_RULE = "year_short";
/** Two digits that may as well be a question or a day: "甲卷21 PCR", "mayo 17 en Pondicherry". */
export const LIKELY_YEAR_RULE = "year_short_likely";
/** Counts where the year that it goes on from does. */
export const FURTHER_YEAR_RULE = "year_further";

export function yearMention(values: number[], from: number, to: number, rule: string): Mention {
  return {
    field: "year",
    values,
    entries: [],
    from,
    to,
    kind: "reference",
    rule,
    isExplicit: false,
  };
}
