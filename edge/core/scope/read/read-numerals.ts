/** Reads the numbers of references: "2", "two", "II", "1 and 2", "3-5", "n° 5". */
import { SCOPE_VALUES_MAX } from "../curriculum-scope.ts";
import type { QueryToken } from "../query-tokens.ts";
import { isQuantity, JOINING_GAP } from "./quantities.ts";
import {
  CHINESE_QUESTION,
  LIST_WORDS,
  NUMBER_SIGNS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  RANGE_WORDS,
  ROMAN_NUMERALS,
} from "../words/scope-words.ts";

export interface Numeral {
  readonly value: string;
  readonly to: number;
  readonly isRoman: boolean;
}

/** Digits, a number word or a Roman numeral at token `at`, up to `valueMax`; or null. */
export function numeralAt(
  tokens: readonly QueryToken[],
  at: number,
  valueMax: number,
): Numeral | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.isNumber) {
    const value = Number(token.folded);
    if (value < 1 || value > valueMax || isQuantity(tokens, at)) return null;
    const suffix = tokens[at + 1];
    const isPlain = !suffix?.isGlued || suffix.folded === CHINESE_QUESTION;
    if (isPlain) return { value: String(value), to: at + 1, isRoman: false };
    return suffix.folded.length > 1 ? null : { value: String(value), to: at + 2, isRoman: false };
  }
  const word = NUMBER_WORDS.get(token.folded);
  if (word !== undefined) return { value: String(word), to: at + 1, isRoman: false };
  const roman = ROMAN_NUMERALS.get(token.folded);
  return roman === undefined ? null : { value: String(roman), to: at + 1, isRoman: true };
}

/** Further numbers of a list: "papers 1 and 2", "P1, P2", "questions 3-5". */
export function readNumbers(
  tokens: readonly QueryToken[],
  at: number,
  valueMax: number,
): { values: string[]; to: number; isRoman: boolean } | null {
  const first = numeralAt(tokens, at, valueMax);
  if (first === null) return null;
  const values = [first.value];
  let to = first.to;
  while (values.length < SCOPE_VALUES_MAX) {
    const next = tokens[to];
    const gap = next?.gap ?? "";
    const isTo = next !== undefined && RANGE_WORDS.has(next.folded);
    const isWord = isTo || (next !== undefined && LIST_WORDS.has(next.folded));
    const numeralIndex = isWord ? to + 1 : to;
    const isRange = isTo || JOINING_GAP.test(gap);
    if (!isWord && !isRange && !/^\s?[,&/]\s?$/u.test(gap)) break;
    const numeral = numeralAt(tokens, numeralIndex, valueMax);
    if (numeral === null || numeral.isRoman !== first.isRoman) break;
    const from = Number(values.at(-1)) + 1;
    const last = Number(numeral.value);
    if (isRange && last - from >= SCOPE_VALUES_MAX - values.length) break;
    for (let value = isRange ? from : last; value <= last; value += 1) values.push(String(value));
    to = numeral.to;
  }
  return { values: [...new Set(values)], to, isRoman: first.isRoman };
}

/** Index of the number behind "n°", where there is one at `at`; else `at`. */
export function afterNumberSign(tokens: readonly QueryToken[], at: number): number {
  return NUMBER_SIGNS.has(tokens[at]?.folded ?? "") && tokens[at + 1]?.isNumber ? at + 1 : at;
}

/** "second", "2nd", "1er": the ordinal at token `at`, and the index behind it; or null. */
export function ordinalAt(
  tokens: readonly QueryToken[],
  at: number,
): { value: number; to: number } | null {
  const token = tokens[at]!;
  const suffix = tokens[at + 1];
  const isDigits =
    token.isNumber && suffix?.isGlued && /^(?:st|nd|rd|th|e|eme|er|ere)$/u.test(suffix.folded);
  const value = isDigits ? Number(token.folded) : ORDINAL_WORDS.get(token.folded);
  return value === undefined ? null : { value, to: isDigits ? at + 2 : at + 1 };
}
