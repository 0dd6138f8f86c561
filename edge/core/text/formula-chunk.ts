/**
 * Turns one chunk (a stretch without white space, in linear notation) into search words. Formulas
 * become single alphanumeric words that PostgreSQL's default parser keeps whole; compound words give
 * their parts and the joined form, so that split, hyphenated and joined spellings meet.
 * It must not look at neighbouring chunks: equations are read by formula-equation.ts.
 */
import { readChemicalFormula } from "./formula-chemistry.ts";
import { SUP_CLOSE, SUP_OPEN } from "./formula-notation.ts";

/** Longest word that is joined from parts; longer chains give their parts only. */
export const JOINED_CHARS_MAX = 48;

const ALNUM = /[\p{L}\p{M}\p{N}]/u;
const DATE = /(?<![\p{N}])(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?![\p{N}])/uy;
const DOTTED = /(?:\p{L}\.){2,8}(?:\p{L}(?![\p{L}\p{N}]))?/uy;
const NUMBER_FRACTION = /(\d{1,6})\/(\d{1,6})(?!\d)/uy;
const DECIMAL = /\d+\.\d+(?![\p{L}\p{N}]|\.\d)/uy;
const THOUSANDS = /\d{1,3}(?:,\d{3}){1,6}(?![\p{L}\p{N}]|,\d)/uy;
const ROOT = /√(?:\(([\p{L}\p{N}]{1,20})\)|([\p{L}\p{N}]{1,20}))/uy;
const WORD = /[\p{L}\p{M}\p{N}]+/uy;
const POWER = new RegExp(`${SUP_OPEN}([^${SUP_CLOSE}]{1,40})${SUP_CLOSE}`, "uy");
const FUNCTION_POWER = new RegExp(
  `(sin|cos|tan|sec|cosec|csc|cot|log|ln|sinh|cosh|tanh)${SUP_OPEN}(-?\\d{1,2})${SUP_CLOSE}`,
  "iuy",
);
const TRAILING_PLUS = /(\+{1,4})(?![\p{L}\p{N}])/uy;
const SHARP = /#(?![\p{L}\p{N}#])/uy;
const JOINT = /[-+/](?=[\p{L}\p{N}])/uy;

interface Item {
  /** What joined forms are built from. */
  readonly primary: string;
  readonly words: readonly string[];
  readonly end: number;
}

/**
 * Search words of one chunk in order, lower case; empty for punctuation. Inside an equation a plus
 * sign is an operator: "u+at" then gives no word of its own.
 */
export function chunkWords(chunk: string, isInEquation = false): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < chunk.length) {
    const step = readSpecial(chunk, at) ?? readChain(chunk, at, isInEquation);
    if (step === null) {
      at += 1;
      continue;
    }
    words.push(...step.words);
    at = step.end;
  }
  return words;
}

type Step = Pick<Item, "words" | "end">;

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Notations whose punctuation is part of the word. */
function readSpecial(chunk: string, at: number): Step | null {
  const date = exec(DATE, chunk, at);
  const dateWords = date === null ? null : readDate(date);
  if (dateWords !== null) return { words: dateWords, end: at + date![0].length };
  const dotted = exec(DOTTED, chunk, at);
  if (dotted !== null) {
    return { words: [dotted[0].replaceAll(".", "").toLowerCase()], end: at + dotted[0].length };
  }
  const decimal = exec(DECIMAL, chunk, at);
  if (decimal !== null) return { words: [decimal[0]], end: at + decimal[0].length };
  const thousands = exec(THOUSANDS, chunk, at);
  if (thousands !== null) {
    return { words: [thousands[0].replaceAll(",", "")], end: at + thousands[0].length };
  }
  const power = exec(FUNCTION_POWER, chunk, at);
  if (power !== null) {
    const name = power[1]!.toLowerCase();
    return { words: [name, `${name}pow${exponent(power[2]!)}`], end: at + power[0].length };
  }
  const root = exec(ROOT, chunk, at);
  if (root === null) return null;
  return {
    words: [whole(`sqrt${(root[1] ?? root[2]!).toLowerCase()}`)],
    end: at + root[0].length,
  };
}

/** 12/06/2019, 12.6.2019 and 2019-06-12 are one word (day first); the year stays findable. */
function readDate(match: RegExpExecArray): string[] | null {
  const first = match[1]!;
  const last = match[4]!;
  const isYearFirst = first.length === 4;
  if (isYearFirst ? last.length > 2 : last.length !== 4 || first.length > 2) return null;
  const [day, year] = isYearFirst ? [last, first] : [first, last];
  return [`d${Number(day)}m${Number(match[3])}y${year}`, year];
}

function readFraction(match: RegExpExecArray, at: number): Item {
  const [over, under] = [match[1]!, match[2]!];
  const joined = `${over}over${under}`;
  // Long numbers are years or references ("2019/2020") and must be found alone, too.
  const words = over.length > 2 && under.length > 1 ? [joined, over, under] : [joined];
  return { primary: joined, words, end: at + match[0].length };
}

/** Words that are tied by hyphens, plus signs or slashes: the parts, then the joined form. */
function readChain(chunk: string, at: number, isInEquation: boolean): Step | null {
  const first = readItem(chunk, at);
  if (first === null) return null;
  const words = [...first.words];
  const primaries = [first.primary];
  const joints: string[] = [];
  let end = first.end;
  for (;;) {
    const joint = exec(JOINT, chunk, end);
    if (joint === null) break;
    const next = readItem(chunk, end + 1);
    if (next === null) break;
    joints.push(joint[0]);
    primaries.push(next.primary);
    words.push(...next.words);
    end = next.end;
  }
  const joined = isInEquation && joints.includes("+") ? null : joinedForm(primaries, joints);
  if (joined !== null) words.push(joined);
  return { words, end };
}

const JOINT_NAMES: Readonly<Record<string, string>> = { "-": "", "+": "plus", "/": "over" };
const DIGITS = /^\d+$/u;
/** A slash between two longer words separates them; between short ones it is a quotient. */
const QUOTIENT_CHARS_MAX = 4;

function joinedForm(primaries: readonly string[], joints: readonly string[]): string | null {
  const joint = joints[0];
  if (joint === undefined || joints.some((other) => other !== joint)) return null;
  if (joint === "-") {
    // "2015-2018" is a range, "x-1" a difference.
    const isWordLike = primaries.some((part) => part.length > 1 && !DIGITS.test(part));
    if (!isWordLike) return null;
  }
  if (joint === "/" && primaries.some((part) => part.length > QUOTIENT_CHARS_MAX)) return null;
  const joined = primaries.join(JOINT_NAMES[joint]!);
  if (joined.length > JOINED_CHARS_MAX) return null;
  return joint === "-" ? joined : whole(joined);
}

function readItem(chunk: string, at: number): Item | null {
  const fraction = exec(NUMBER_FRACTION, chunk, at);
  if (fraction !== null) return readFraction(fraction, at);
  if (at === 0 || !ALNUM.test(chunk[at - 1]!)) {
    const formula = readChemicalFormula(chunk, at);
    if (formula !== null) {
      return { primary: formula.words[0]!, words: formula.words, end: formula.end };
    }
  }
  const match = exec(WORD, chunk, at);
  if (match === null) return null;
  const word = match[0].toLowerCase();
  const end = at + match[0].length;
  const power = exec(POWER, chunk, end);
  if (power !== null) return readPower(word, power[1]!, end + power[0].length);
  const plus = exec(TRAILING_PLUS, chunk, end);
  if (plus !== null) {
    const signed = plainCharge(word) ?? `${word}plus${plus[1]!.length}`;
    return { primary: signed, words: [signed], end: end + plus[0].length };
  }
  const sharp = exec(SHARP, chunk, end);
  if (sharp !== null) return { primary: `${word}sharp`, words: [`${word}sharp`], end: end + 1 };
  return { primary: word, words: [word], end };
}

/** "fe3+" typed in lower case is the ion Fe³⁺. */
function plainCharge(word: string): string | null {
  const match = /^([a-z]{2})(\d)$/u.exec(word);
  if (match === null) return null;
  const symbol = match[1]![0]!.toUpperCase() + match[1]![1]!;
  const formula = readChemicalFormula(`${symbol}${match[2]}+`, 0);
  return match[1] === "co" || match[1] === "no" ? null : (formula?.words[0] ?? null);
}

/** "2x³" is findable as 2x³ and as x³, "at²" also as t². */
function readPower(word: string, raw: string, end: number): Item {
  const suffix = `pow${exponent(raw)}`;
  const base = word.replace(/^\d+(?=\p{L})/u, "");
  const last = [...base].at(-1)!;
  const primary = whole(word + suffix);
  const words = new Set([primary, whole(base + suffix)]);
  if (base.length > 1 && !/\d/u.test(base)) words.add(whole(last + suffix));
  return { primary, words: [...words], end };
}

const EXPONENT_CHARS_MAX = 12;

function exponent(raw: string): string {
  return raw
    .toLowerCase()
    .replaceAll("-", "m")
    .replaceAll("+", "p")
    .replaceAll("/", "over")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .slice(0, EXPONENT_CHARS_MAX);
}

/**
 * A word with a digit in it is never stemmed and is in no stop-word list; one that starts like
 * "5e1" would be read as a number in scientific notation and torn apart.
 */
export function whole(word: string): string {
  const numeric = /\d/u.test(word) ? word : `${word}0`;
  return /^\d+e\d/u.test(numeric) ? `n${numeric}` : numeric;
}
