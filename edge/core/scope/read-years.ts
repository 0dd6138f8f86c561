/**
 * Reads exam years: "2019", "2015-2018", "2018/19", "between 2015 and 2018", "since 2015". A number
 * that carries a unit or stands in an equation is a quantity, never a year or another reference.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "./curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import { spelledYear } from "./read-spelled-years.ts";
import {
  AFTER_WORDS,
  BEFORE_WORDS,
  BETWEEN_WORDS,
  CHINESE_DIGITS,
  LIST_WORDS,
  NUMBER_SIGNS,
  OR_WORDS,
  RANGE_WORDS,
  SINCE_PHRASE,
  SINCE_SUFFIXES,
  SINCE_WORDS,
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

function isEarlierYear(token: QueryToken | undefined): boolean {
  return /^\d{3,4}$/u.test(token?.folded ?? "") && Number(token!.folded) < EXAM_YEAR_FIRST;
}

/** The number carries a unit, is part of a longer number, or stands beside an operator. */
export function isQuantity(tokens: readonly QueryToken[], at: number): boolean {
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
  if (OPERATOR.test(next.gap) && !isPlusOfList(tokens, at + 1)) return true;
  return UNITS.has(next.folded) && !/[,;]/u.test(next.gap) && !isNoUnit(tokens, at + 1);
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
  const inCharacters = chineseYear(tokens, at);
  if (inCharacters !== null) return yearMention([inCharacters], at, at + 5, "year");
  const inWords = spelledYear(tokens, at);
  if (inWords !== null && !UNITS.has(tokens[inWords.to]?.folded ?? "")) {
    return yearMention([inWords.year], at, inWords.to, "year");
  }
  const first = yearAt(tokens, at) ?? shortChineseYear(tokens, at, years);
  if (first === null) return null;
  const range = readRange(tokens, at, first);
  if (range !== null) return range;
  const open = years === null ? null : readOpenRange(tokens, at, first, years);
  return open ?? yearMention([first], at, at + 1, "year");
}

/** "二〇一六年", in characters. */
function chineseYear(tokens: readonly QueryToken[], at: number): number | null {
  if (tokens[at + 4]?.folded !== YEAR_SUFFIX) return null;
  const digits = [0, 1, 2, 3].map((offset) => CHINESE_DIGITS.get(tokens[at + offset]!.folded));
  if (digits.includes(undefined)) return null;
  const year = Number(digits.join(""));
  return year >= EXAM_YEAR_FIRST && year <= EXAM_YEAR_LAST ? year : null;
}

type YearSpan = NonNullable<CompiledVocabulary["vocabulary"]["years"]>;

/** "18年高考": two digits before the word for year, where the corpus has such a year. */
function shortChineseYear(
  tokens: readonly QueryToken[],
  at: number,
  years: YearSpan | null,
): number | null {
  if (years === null || tokens[at + 1]?.folded !== YEAR_SUFFIX) return null;
  if (tokens[at + 2]?.folded === YEARS_AGO) return null;
  if (!/^\d{2}$/u.test(tokens[at]!.folded) || isQuantity(tokens, at)) return null;
  const year = [2000, 1900].map((century) => century + Number(tokens[at]!.folded));
  return year.find((one) => one >= years.first && one <= years.last) ?? null;
}

/** "since 2017", "à partir de 2017", "2017年以来", "after 2016", "before 2015": ends with the corpus. */
function readOpenRange(
  tokens: readonly QueryToken[],
  at: number,
  first: number,
  years: YearSpan,
): Mention | null {
  const lead = tokens[at - 1]?.folded ?? "";
  const suffixAt = tokens[at + 1]?.folded === YEAR_SUFFIX ? at + 2 : at + 1;
  const phraseAt = at - SINCE_PHRASE.length;
  if (SINCE_SUFFIXES.some((suffix) => isPhrase(tokens, suffixAt, suffix))) {
    return openRange(first, years.last, [at, suffixAt + 2], "year_since");
  }
  if (isPhrase(tokens, phraseAt, SINCE_PHRASE)) {
    return openRange(first, years.last, [phraseAt, at + 1], "year_since");
  }
  const range = [at - 1, at + 1] as const;
  if (SINCE_WORDS.has(lead)) return openRange(first, years.last, range, "year_since");
  if (AFTER_WORDS.has(lead)) return openRange(first + 1, years.last, range, "year_after");
  if (BEFORE_WORDS.has(lead)) return openRange(years.first, first - 1, range, "year_before");
  return null;
}

const isPhrase = (tokens: readonly QueryToken[], from: number, phrase: readonly string[]) =>
  phrase.every((word, index) => tokens[from + index]?.folded === word);

/** Null where the corpus has no such year. */
const openRange = (
  first: number,
  last: number,
  [from, to]: readonly [number, number],
  rule: string,
): Mention | null => (first > last ? null : yearMention(yearsBetween(first, last), from, to, rule));

function readRange(tokens: readonly QueryToken[], at: number, first: number): Mention | null {
  const nextAt = tokens[at + 1]?.folded === YEAR_SUFFIX ? at + 2 : at + 1;
  const next = tokens[nextAt];
  if (next === undefined) return null;
  const isBetween = BETWEEN_WORDS.has(tokens[at - 1]?.folded ?? "");
  const from = isBetween ? at - 1 : at;
  if (JOINING_GAP.test(next.gap) || next.gap === "/") {
    const last = yearAt(tokens, nextAt) ?? shortYear(next, first);
    if (last === null) return null;
    // "2018/2019" is a school year, "2013/2015" are two years.
    if (next.gap === "/" && last !== first + 1) {
      return yearMention([first, last], from, nextAt + 1, "year_list");
    }
    return rangeMention(first, last, from, nextAt + 1);
  }
  const isJoined = RANGE_WORDS.has(next.folded) || (isBetween && LIST_WORDS.has(next.folded));
  const last = isJoined ? yearAt(tokens, nextAt + 1) : null;
  const other = OR_WORDS.has(next.folded) ? otherYear(tokens, nextAt + 1, first) : null;
  if (other !== null) return yearMention([first, other], from, nextAt + 2, "year_list");
  return last === null ? null : rangeMention(first, last, from, nextAt + 2);
}

/** "2016 or 17": two digits of the same century, no quantity. */
function otherYear(tokens: readonly QueryToken[], at: number, first: number): number | null {
  const token = tokens[at];
  if (token === undefined || !/^\d{2}$/u.test(token.folded) || isQuantity(tokens, at)) return null;
  if (tokens[at + 1]?.isGlued === true && !isHan(tokens[at + 1])) return null;
  const year = Math.floor(first / 100) * 100 + Number(token.folded);
  return Math.abs(year - first) < OTHER_YEARS_MAX && year !== first ? year : null;
}
const OTHER_YEARS_MAX = 10;

/** "2015-16", "2018/19". */
function shortYear(token: QueryToken, first: number): number | null {
  if (!/^\d{2}$/u.test(token.folded)) return null;
  const year = Math.floor(first / 100) * 100 + Number(token.folded);
  return year === first + 1 ? year : null;
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
