/**
 * Reads the month and the year of a sitting where both are digits and nothing but an exam beside them
 * tells them from a decimal or a fraction: "dnb 2015.06", "06.2016 brevet", "dnb 06/15". In two steps,
 * for they are two mentions.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { monthMention } from "./read-month-numbers.ts";
import { readNames } from "./read-names.ts";
import { EXAM_YEAR_FIRST, EXAM_YEAR_LAST, hasUnit } from "./quantities.ts";
import { SHORT_YEAR_RULE, yearMention, yearOfDigits } from "./read-years.ts";
import { OF_WORDS } from "../words/scope-words.ts";
import { COUNTED } from "./short-year-ends.ts";

/** The rule is that of a short year where the year has two digits. */
export function readNumericDate(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  if (!tokens[at]!.isNumber) return null;
  const previous = mentions.at(-1);
  const isSecond =
    previous?.to === at &&
    previous.from === at - 1 &&
    (isDate(tokens, at - 1) || isLateDate(tokens, at - 1, mentions.at(-2)));
  const isFirst =
    (isDate(tokens, at) && isBesideExam(tokens, at, mentions, vocabulary)) ||
    isLateDate(tokens, at, previous);
  if (!isSecond && !isFirst) return null;
  const { folded } = tokens[at]!;
  if (isSecond ? previous.field === "year" : isMonth(folded) && folded.length === 2) {
    return monthMention(at, Number(folded), vocabulary);
  }
  if (isSecond && previous.field !== "session") return null;
  const { years } = vocabulary.vocabulary;
  const year = folded.length > 2 || years === null ? Number(folded) : yearOfDigits(folded, years);
  return year === null
    ? null
    : yearMention([year], at, at + 1, folded.length > 2 ? "year" : SHORT_YEAR_RULE);
}

/** Tokens `at` and the next are "2015.06", "2015.6", "06.2015" or "06/15", and belong to no longer number. */
function isDate(tokens: readonly QueryToken[], at: number): boolean {
  const [first, second] = [tokens[at]!, tokens[at + 1]];
  if (second === undefined || hasUnit(tokens, at + 1)) return false;
  if (NUMBER_SIGN.test(first.gap) || NUMBER_SIGN.test(tokens[at + 2]?.gap ?? "")) return false;
  if (second.gap === ".") {
    const isYearFirst = isFullYear(first.folded) && isMonth(second.folded);
    return isYearFirst || (isTwoDigitMonth(first.folded) && isFullYear(second.folded));
  }
  // "06/15": the zero tells it from a fraction and from two years; "06/12" may be a day.
  return (
    second.gap === "/" &&
    /^0[1-9]$/u.test(first.folded) &&
    /^(?:1[3-9]|[2-9]\d)$/u.test(second.folded)
  );
}

/**
 * "Wallis et Futuna 12/17": right behind a place of exams no fraction stands; not "Asie 12/17 de la
 * population", "Asie 12/17 élèves".
 */
function isLateDate(
  tokens: readonly QueryToken[],
  at: number,
  place: Mention | undefined,
): boolean {
  const [first, second, next] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (place?.field !== "paper" || place.to !== at || !/^,?\s+$/u.test(first.gap)) return false;
  if (second?.gap !== "/" || !/^1[0-2]$/u.test(first.folded) || hasUnit(tokens, at + 1))
    return false;
  // "Asie 12/13" may be two years.
  if (Number(second.folded) === Number(first.folded) + 1) return false;
  if (!/^(?:1[3-9]|2[1-9])$/u.test(second.folded) || NUMBER_SIGN.test(next?.gap ?? ""))
    return false;
  const word = next?.folded ?? "";
  return next?.isGlued !== true && !OF_WORDS.has(word) && !COUNTED.has(word);
}

/** "= 2015.6", "2015.6 × 3", "12/06/15", "-06/15". */
const NUMBER_SIGN = /[=+*^×÷<>±~$£€%]|^\s?[-–]\s?$|^[./]$/u;

const isMonth = (digits: string): boolean => /^(?:0?[1-9]|1[0-2])$/u.test(digits);
const isTwoDigitMonth = (digits: string): boolean => digits.length === 2 && isMonth(digits);
const isFullYear = (digits: string): boolean =>
  digits.length === 4 && +digits >= EXAM_YEAR_FIRST && +digits <= EXAM_YEAR_LAST;

/** A scope word stands right before the date, an exam or a paper before or behind it. */
function isBesideExam(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[at + 2];
  const names = next === undefined ? [] : readNames(tokens, at + 2, vocabulary);
  // "2015.6高考", but not "高考 2015.6米".
  if (next?.isGlued === true && (!isHan(next) || names.length === 0)) return false;
  const isSpaced = /^[\s,(]*$/u.test(tokens[at]!.gap);
  if (isSpaced && mentions.at(-1)?.to === at && mentions.slice(-2).some(isExam)) return true;
  return /^\s*$/u.test(next?.gap ?? "") && names.some(isExam);
}

const isExam = ({ field }: Mention): boolean => EXAM_FIELDS.has(field);
