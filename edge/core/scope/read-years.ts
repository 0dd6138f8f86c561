/**
 * Reads exam years: "2019", "2015-2018", "2018/19", "between 2015 and 2018", "since 2015". A number
 * that carries a unit or stands in an equation is a quantity, never a year or another reference.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "./curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { readOpenRange, type YearSpan } from "./read-open-ranges.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import { spelledYear } from "./read-spelled-years.ts";
import {
  BETWEEN_WORDS,
  LIST_WORDS,
  NUMBER_SIGNS,
  OR_WORDS,
  RANGE_WORDS,
  UNITS,
  YEAR_SUFFIX,
  YEARS_AGO,
} from "./scope-words.ts";

/** Years that a query can mean by an exam year: public examinations with papers that still exist. */
export const EXAM_YEAR_FIRST = 1950;
export const EXAM_YEAR_LAST = 2099;

/** "2015-2018", "papers 1 - 3". */
export const JOINING_GAP = /^\s?[-–—]\s?$/u;
const OPERATOR = /[=+*^×÷<>±~$£€%]/u;

export function yearAt(tokens: readonly QueryToken[], at: number): number | null {
  const token = tokens[at];
  if (token === undefined || !/^\d{4}$/u.test(token.folded)) return null;
  const year = Number(token.folded);
  if (year < EXAM_YEAR_FIRST || year > EXAM_YEAR_LAST) return null;
  return isQuantity(tokens, at) ? null : year;
}

/** "1789", "893": a year before there were papers, or another number of three or four digits. */
export function isEarlierYear(token: QueryToken | undefined): boolean {
  return /^\d{3,4}$/u.test(token?.folded ?? "") && Number(token!.folded) < EXAM_YEAR_FIRST;
}

/** The number carries a unit, is part of a longer number, or stands beside an operator. */
export const isQuantity = (tokens: readonly QueryToken[], at: number): boolean =>
  isPartOfNumber(tokens, at) || hasUnit(tokens, at);

function hasUnit(tokens: readonly QueryToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined) return false;
  return UNITS.has(next.folded) && !/[,;]/u.test(next.gap) && !isNoUnit(tokens, at + 1);
}

/** "12,5", "x2019", "2014-10-12", "= 2019": whatever follows. */
export function isPartOfNumber(tokens: readonly QueryToken[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (OPERATOR.test(token.gap) && !isPlusOfList(tokens, at)) return true;
  if (isNumericDate(tokens, at)) return true;
  if (/^[.,]$/u.test(token.gap) && tokens[at - 1]?.isNumber) return true;
  // "1945-1991": the end of a range that began before there were exam papers.
  if (JOINING_GAP.test(token.gap) && isEarlierYear(tokens[at - 1])) return true;
  if (token.isGlued && !/^[pq]$/u.test(tokens[at - 1]?.folded ?? "")) {
    // "form5" is fine, "x2019" is not: one letter before a number is a symbol, a Chinese word is not.
    if (/^\p{L}$/u.test(tokens[at - 1]?.folded ?? "") && !isHan(tokens[at - 1])) return true;
  }
  if (next === undefined) return false;
  if (/^[.,]$/u.test(next.gap) && next.isNumber) return true;
  return OPERATOR.test(next.gap) && !token.isPlus && !isPlusOfList(tokens, at + 1);
}

/** "décembre 2019 + décembre 2020", "2017 + 2018": the sign joins words or years, no terms. */
function isPlusOfList(tokens: readonly QueryToken[], at: number): boolean {
  const { folded, gap, isNumber } = tokens[at]!;
  if (!/^\s*\+\s+$/u.test(gap)) return false;
  return isWordOrYear(folded) && (!isNumber || isWordOrYear(tokens[at - 1]?.folded ?? ""));
}

const isWordOrYear = (word: string): boolean => /^(?:\d{4}|\p{L}{3,})$/u.test(word);

/** "14/10/2012", "2012-10-14", "2012年10月14日": a day, not a year of exams. */
function isNumericDate(tokens: readonly QueryToken[], at: number): boolean {
  const isPart = (index: number): boolean =>
    tokens[index]?.isNumber === true && /^[./-]$/u.test(tokens[index]!.gap);
  if (isPart(at) && isPart(at - 1) && tokens[at - 2]?.isNumber === true) return true;
  if (isPart(at + 1) && isPart(at + 2)) return true;
  return [YEAR_SUFFIX, "月", "日"].every(
    (word, index) => tokens[at + 1 + 2 * index]?.folded === word,
  );
}

/**
 * "épreuve 2 n°5": the n announces a number, it is not the newton; "brevet 2016 l'aire", "2013 v-t
 * graph": the letter is the beginning of a word.
 */
function isNoUnit(tokens: readonly QueryToken[], at: number): boolean {
  const { folded } = tokens[at]!;
  const next = tokens[at + 1];
  if (NUMBER_SIGNS.has(folded) && next?.isNumber === true) return true;
  return folded.length === 1 && next !== undefined && /^['’-]$/u.test(next.gap);
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
  if (tokens[at + 2]?.folded === YEARS_AGO) return null;
  if (!/^\d{2}$/u.test(tokens[at]!.folded) || isQuantity(tokens, at)) return null;
  return yearOfDigits(tokens[at]!.folded, years);
}

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
const START_WORDS: ReadonlySet<string> = new Set([
  "from",
  "von",
  "ab",
  "seit",
  "desde",
  "depuis",
  "从",
]);
const RANGE_LINKS: ReadonlySet<string> = new Set(["en", "a", "to", "au"]);

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
const MONTHS = 12;

function rangeMention(first: number, last: number, from: number, to: number): Mention | null {
  if (Math.abs(last - first) >= SCOPE_VALUES_MAX) return null;
  const years = yearsBetween(Math.min(first, last), Math.max(first, last));
  return yearMention(years, from, to, "year_range");
}

export function yearsBetween(first: number, last: number): number[] {
  const from = Math.max(first, last - SCOPE_VALUES_MAX + 1);
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

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
