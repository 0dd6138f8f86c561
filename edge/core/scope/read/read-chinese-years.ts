/**
 * Reads years as Chinese writes them: "二〇一六年", "一九年全国一卷", and lists whose years have two digits,
 * "15、16两年", "10、11、12这三年", "三届：20、21、22".
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { behindLinks, isHan, type QueryToken } from "../query-tokens.ts";
import { isExamAt } from "./short-year-ends.ts";
import { EXAM_YEAR_FIRST, EXAM_YEAR_LAST, isQuantity, JOINING_GAP } from "./quantities.ts";
import {
  isNoYearWord,
  SHORT_YEAR_RULE,
  yearMention,
  yearOfDigits,
  yearsBetween,
} from "./read-years.ts";
import type { YearSpan } from "./read-open-ranges.ts";
import {
  CHINESE_DIGITS,
  LIST_WORDS,
  RANGE_WORDS,
  words,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";

export function readChineseYears(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { folded, isNumber } = tokens[at]!;
  if (isNumber ? folded.length !== 2 : !CHINESE_DIGITS.has(folded)) return null;
  const { years } = vocabulary.vocabulary;
  const range = years === null ? null : readRange(tokens, at, years);
  if (range !== null) return range;
  if (isHan(tokens[at])) {
    return readFourDigits(tokens, at) ?? readTwoDigits(tokens, at, vocabulary);
  }
  return years === null ? null : readList(tokens, at, years);
}

/** "16到18年高考", "16-18年", "16～18年", "10-12这三年", "一六到一八年": two digits at both ends; may be a duration, like any short year. */
function readRange(tokens: readonly QueryToken[], at: number, years: YearSpan): Mention | null {
  const first = twoDigitsAt(tokens, at);
  const joint = first === null ? undefined : tokens[first.to];
  if (first === null || joint === undefined) return null;
  const isWord = RANGE_WORDS.has(joint.folded) && isHan(joint);
  if (!isWord && !JOINING_GAP.test(joint.gap)) return null;
  const last = twoDigitsAt(tokens, isWord ? first.to + 1 : first.to);
  if (last === null) return null;
  const end = behindLinks(tokens, last.to, COUNTS, COUNTS_MAX);
  if (tokens[end]?.folded !== YEAR_SUFFIX || isNoYearWord(tokens, end + 1)) return null;
  const [from, to] = [yearOfDigits(first.digits, years), yearOfDigits(last.digits, years)];
  if (from === null || to === null || to <= from) return null;
  return yearMention(yearsBetween(from, to), at, end + 1, SHORT_YEAR_RULE);
}

/** "16", "一六". */
function twoDigitsAt(
  tokens: readonly QueryToken[],
  at: number,
): { digits: string; to: number } | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (/^\d{2}$/u.test(token.folded)) return { digits: token.folded, to: at + 1 };
  const [tens, ones] = [digitAt(tokens, at), digitAt(tokens, at + 1)];
  return tens === undefined || ones === undefined ? null : { digits: tens + ones, to: at + 2 };
}

const digitAt = (tokens: readonly QueryToken[], at: number): string | undefined =>
  CHINESE_DIGITS.get(tokens[at]?.folded ?? "");

/** "二〇一六年", "二零一八高考". */
function readFourDigits(tokens: readonly QueryToken[], at: number): Mention | null {
  if (!CENTURIES.has(tokens[at]!.folded + (tokens[at + 1]?.folded ?? ""))) return null;
  const digits = [0, 1, 2, 3].map((offset) => digitAt(tokens, at + offset));
  if (digits.includes(undefined)) return null;
  const year = Number(digits.join(""));
  if (year < EXAM_YEAR_FIRST || year > EXAM_YEAR_LAST) return null;
  const to = tokens[at + 4]?.folded === YEAR_SUFFIX ? at + 5 : at + 4;
  return yearMention([year], at, to, "year");
}
const CENTURIES = words("二〇 二零 一九");

/** "一九年", "一七年二卷"; not "一二年级". "二三年" may be two or three years, unless an exam is next. */
function readTwoDigits(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { years } = vocabulary.vocabulary;
  const [tens, ones] = [digitAt(tokens, at), digitAt(tokens, at + 1)];
  if (years === null || tens === undefined || ones === undefined) return null;
  const to = at + 3;
  if (tokens[at + 2]?.folded !== YEAR_SUFFIX || isNoYearWord(tokens, to)) return null;
  const lead = tokens[at]!.isGlued ? tokens[at - 1]!.folded : "";
  if (NUMERAL_LEADS.has(lead) || CHINESE_DIGITS.has(lead)) return null;
  const year = yearOfDigits(tens + ones, years);
  if (year === null) return null;
  const isCount = Number(ones) === Number(tens) + 1;
  if (isCount && !isExamAt(tokens, to, vocabulary)) return null;
  return yearMention([year], at, to, "year");
}
const NUMERAL_LEADS = words("第 十 百 千 万 点 数 几 两");

/** "15、16两年", "15和16年", "三届：20、21、22": years of two digits, before or behind what says so. */
function readList(tokens: readonly QueryToken[], at: number, years: YearSpan): Mention | null {
  const values: number[] = [];
  let to = at;
  while (values.length < SCOPE_VALUES_MAX) {
    const isWord = to > at && LIST_WORDS.has(tokens[to]?.folded ?? "");
    const memberAt = isWord ? to + 1 : to;
    const member = tokens[memberAt];
    if (member === undefined || !/^\d{2}$/u.test(member.folded)) break;
    if (to > at && !isWord && !/^\s?[、,]\s?$/u.test(member.gap)) break;
    const year = yearOfDigits(member.folded, years);
    if (year === null || isQuantity(tokens, memberAt)) return null;
    values.push(year);
    to = memberAt + 1;
  }
  if (values.length < 2 || new Set(values).size < values.length) return null;
  const unit = behindLinks(tokens, to, COUNTS, COUNTS_MAX);
  if (YEAR_UNITS.has(tokens[unit]?.folded ?? "")) {
    if (isNoYearWord(tokens, unit + 1)) return null;
    return yearMention(values, at, unit + 1, "year_list");
  }
  const isLed = YEAR_UNITS.has(tokens[at - 1]?.folded ?? "") && /^\s*:\s*$/u.test(tokens[at]!.gap);
  const isEnd = to === tokens.length || !tokens[to]!.isGlued;
  return isLed && isEnd ? yearMention(values, at, to, "year_list") : null;
}
const YEAR_UNITS = words("年 届 份");
const COUNTS = words("两 二 三 四 五 这 几");
const COUNTS_MAX = 2;
