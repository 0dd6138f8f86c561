/** Reads the numbers of questions: "Q7", "exercice 5", "questions 1 to 3", "1er exo", "第21题", "第三题". */
import type { Mention } from "./mention.ts";
import type { QueryToken } from "../query-tokens.ts";
import {
  afterNumberSign,
  type Numeral,
  numeralAt,
  ordinalAt,
  readNumbers,
} from "./read-numerals.ts";
import { yearAt } from "./read-years.ts";
import { CHINESE_DIGITS, CHINESE_ORDINAL, CHINESE_QUESTION, words } from "../words/scope-words.ts";

const QUESTION_WORDS = words(
  "q qn qs question questions exercise exercises exercice exercices exo ex problem probleme",
);
const QUESTION_NUMBER_MAX = 200;

export function readQuestion(tokens: readonly QueryToken[], at: number): Mention | null {
  const head = tokens[at]!;
  if (!QUESTION_WORDS.has(head.folded)) return null;
  if (head.isGlued && tokens[at - 1]?.isNumber) return null;
  const numberAt = afterNumberSign(tokens, at + 1);
  const number = tokens[numberAt];
  if (!number?.isNumber || yearAt(tokens, numberAt) !== null) return null;
  if (!/^[\s.°º:#-]*$/u.test(number.gap)) return null;
  const numbers = readNumbers(tokens, numberAt, QUESTION_NUMBER_MAX);
  if (numbers === null) return null;
  return {
    field: "question_number",
    values: numbers.values,
    entries: [],
    from: at,
    to: numbers.to,
    kind: "reference",
    rule: "question_number",
    isExplicit: head.folded.length > 2,
  };
}

/** "第21题", "第三题"; "5题" alone is a count. */
export function readChineseQuestion(tokens: readonly QueryToken[], at: number): Mention | null {
  if (tokens[at]!.folded !== CHINESE_ORDINAL) return null;
  const number = numeralAt(tokens, at + 1, QUESTION_NUMBER_MAX) ?? chineseNumeral(tokens, at + 1);
  const question = number === null ? undefined : tokens[number.to];
  if (number === null || question?.folded !== CHINESE_QUESTION) return null;
  return {
    field: "question_number",
    values: [number.value],
    entries: [],
    from: at,
    to: number.to + 1,
    kind: "reference",
    rule: "question_number",
    isExplicit: true,
  };
}

/** "三", "十二", "二十一": up to 99, in characters. */
function chineseNumeral(tokens: readonly QueryToken[], at: number): Numeral | null {
  let [to, text] = [at, ""];
  while (to - at < CHINESE_NUMERAL_MAX && (isTen(tokens[to]) || chineseDigit(tokens[to]))) {
    text += isTen(tokens[to]) ? "," : chineseDigit(tokens[to])!;
    to += 1;
  }
  const [, tens, ten, ones] = /^(\d?)(,?)(\d?)$/u.exec(text) ?? [];
  const value = ten === "," ? `${tens || "1"}${ones || "0"}` : text;
  return /^[1-9]\d?$/u.test(value) ? { value, to, isRoman: false } : null;
}
const CHINESE_NUMERAL_MAX = 3;
const isTen = (token: QueryToken | undefined): boolean => token?.folded === "十";
const chineseDigit = (token: QueryToken | undefined): string | undefined =>
  CHINESE_DIGITS.get(token?.folded ?? "");

/**
 * "1er exo", "deuxième exercice", "first question"; "3e exercice" may be one of the class, so that digits
 * above two want an article ("le 3e exercice").
 */
export function readOrdinalQuestion(tokens: readonly QueryToken[], at: number): Mention | null {
  const ordinal = ordinalAt(tokens, at);
  if (ordinal === null || ordinal.value < 1 || ordinal.value > QUESTION_NUMBER_MAX) return null;
  const { value, to } = ordinal;
  if (!ORDINAL_HEADS.has(tokens[to]?.folded ?? "") || !/^\s+$/u.test(tokens[to]!.gap)) return null;
  const isFrench = tokens[at]!.isNumber && tokens[at + 1]!.folded.startsWith("e");
  const isLed = ORDINAL_LEADS.has(tokens[at - 1]?.folded ?? "");
  if (isFrench && value > 2 && !isLed) return null;
  return {
    field: "question_number",
    values: [String(value)],
    entries: [],
    from: at,
    to: to + 1,
    kind: "reference",
    rule: "question_ordinal",
    isExplicit: true,
  };
}
const ORDINAL_HEADS = words("exo exercice exercise question");
const ORDINAL_LEADS = words("le l du au ce");
