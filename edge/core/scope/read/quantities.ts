/**
 * Tells a number that carries a unit, stands in an equation or is part of a date or of a longer number
 * from one that may be a year or another reference.
 */
import { isHan, type QueryToken } from "../query-tokens.ts";
import { NUMBER_SIGNS, UNITS, words, YEAR_SUFFIX } from "../words/scope-words.ts";

/** Years that a query can mean by an exam year: public examinations with papers that still exist. */
export const EXAM_YEAR_FIRST = 1950;
export const EXAM_YEAR_LAST = 2099;

/** "2015-2018", "papers 1 - 3", "15～17年". */
export const JOINING_GAP = /^\s?[-–—~]\s?$/u;
const OPERATOR = /[=+*^×÷<>±~$£€%]/u;

export const MONTHS = 12;

/** "1789", "893": a year before there were papers, or another number of three or four digits. */
export function isEarlierYear(token: QueryToken | undefined): boolean {
  return /^\d{3,4}$/u.test(token?.folded ?? "") && Number(token!.folded) < EXAM_YEAR_FIRST;
}

/** The number carries a unit, is part of a longer number, or stands beside an operator. */
export const isQuantity = (tokens: readonly QueryToken[], at: number): boolean =>
  isPartOfNumber(tokens, at) || hasUnit(tokens, at);

export function hasUnit(tokens: readonly QueryToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined) return tokens[at]!.isMeasured;
  return UNITS.has(next.folded) && !/[,;]/u.test(next.gap) && !isNoUnit(tokens, at + 1);
}

/** "12,5", "x2019", "2014-10-12", "= 2019": whatever follows. */
export function isPartOfNumber(tokens: readonly QueryToken[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  // "95% 2012": the sign belongs to the number before.
  if (isOperator(tokens, at) && !/^%\s+$/u.test(token.gap)) return true;
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
  return !token.isPlus && isOperator(tokens, at + 1);
}

/** An operator stands before token `at`, no sign of a list or a range. */
const isOperator = (tokens: readonly QueryToken[], at: number): boolean =>
  OPERATOR.test(tokens[at]!.gap) && !isPlusOfList(tokens, at) && !isTildeOfRange(tokens, at);

/** "2015~2017", "15～17年": the sign joins two years; not "15~17 cm", "x = 15~17", "3~5". */
function isTildeOfRange(tokens: readonly QueryToken[], at: number): boolean {
  const [first, last] = [tokens[at - 1], tokens[at]!];
  if (first === undefined || !/^\s?~\s?$/u.test(last.gap)) return false;
  if (OPERATOR.test(first.gap) || hasUnit(tokens, at)) return false;
  if (CHINESE_UNITS.has(tokens[at + 1]?.folded ?? "")) return false;
  return [first, last].every(({ folded }) => /^(?:\d{2}|\d{4})$/u.test(folded));
}
const CHINESE_UNITS = words("岁 米 克 元 吨 秒 页 倍 万 亿 千 毫 厘 ℃ 度");

/** "décembre 2019 + décembre 2020", "2017 + 2018": the sign joins words or years, no terms. */
function isPlusOfList(tokens: readonly QueryToken[], at: number): boolean {
  const { folded, gap, isNumber } = tokens[at]!;
  if (!/^\s*\+\s+$/u.test(gap)) return false;
  return isWordOrYear(folded) && (!isNumber || isWordOrYear(tokens[at - 1]?.folded ?? ""));
}

const isWordOrYear = (word: string): boolean => /^(?:\d{4}|\p{L}{3,})$/u.test(word);

/** "14/10/2012", "2012-10-14", "2012年10月14日": a day, not a year of exams; "15/16/17" is none. */
function isNumericDate(tokens: readonly QueryToken[], at: number): boolean {
  const isPart = (index: number): boolean =>
    tokens[index]?.isNumber === true && /^[./-]$/u.test(tokens[index]!.gap);
  if (isPart(at) && isPart(at - 1) && tokens[at - 2]?.isNumber === true)
    return !isRunOfYears(tokens, at - 2);
  if (isPart(at + 1) && isPart(at + 2)) return !isRunOfYears(tokens, at);
  return [YEAR_SUFFIX, "月", "日"].every(
    (word, index) => tokens[at + 1 + 2 * index]?.folded === word,
  );
}

/** "15/16/17", "2015/16/17": each the year after, and no month among them. */
export function isRunOfYears(tokens: readonly QueryToken[], from: number): boolean {
  const [first, ...others] = tokens.slice(from, from + 3);
  if (
    others.length < 2 ||
    others.some(({ gap }) => gap !== "/") ||
    !/^(?:\d\d)?\d\d$/u.test(first!.folded)
  )
    return false;
  const start = Number(first!.folded.slice(-2));
  return (
    start > MONTHS &&
    others.every(({ folded }, index) => folded.length === 2 && Number(folded) === start + 1 + index)
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
