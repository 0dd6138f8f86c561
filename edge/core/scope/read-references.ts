/**
 * Reads numbered references by grammar, in English and French: "June 2019", "2015-2018", "Paper II",
 * "P1", "épreuve 2", "Q7", "exercice 5". A number that carries a unit or stands in an equation is
 * never a reference.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "./curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  BEFORE_WORDS,
  BETWEEN_WORDS,
  LIST_WORDS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  RANGE_WORDS,
  ROMAN_NUMERALS,
  SHEET_LEADS,
  SINCE_WORDS,
  UNITS,
} from "./scope-words.ts";

/** Years that a query can mean by an exam year: public examinations with papers that still exist. */
export const EXAM_YEAR_FIRST = 1950;
export const EXAM_YEAR_LAST = 2099;

const PAPER_WORDS = new Set(["paper", "papers", "papier", "epreuve", "epreuves"]);
const QUESTION_WORDS = new Set(
  "q qn qs question questions exercise exercises exercice exercices exo ex problem probleme".split(
    " ",
  ),
);
const NUMBER_SIGNS = new Set(["no", "n", "nr", "num", "number", "numero"]);
const PAPER_NUMBER_MAX = 20;
const QUESTION_NUMBER_MAX = 200;
const JOINING_GAP = /^\s?[-–—]\s?$/u;
const OPERATOR = /[=+*^×÷<>±~$£€%]/u;

type Reader = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
) => Mention | null;

const READERS: readonly Reader[] = [readYears, readPaper, readOrdinalPaper, readQuestion];

/** The reference that starts at token `at`, or null. */
export function readReference(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  for (const read of READERS) {
    const mention = read(tokens, at, vocabulary);
    if (mention !== null) return mention;
  }
  return null;
}

function yearAt(tokens: readonly QueryToken[], at: number): number | null {
  const token = tokens[at];
  if (token === undefined || !/^\d{4}$/u.test(token.folded)) return null;
  const year = Number(token.folded);
  if (year < EXAM_YEAR_FIRST || year > EXAM_YEAR_LAST) return null;
  return isQuantity(tokens, at) ? null : year;
}

/** The number carries a unit, is part of a longer number, or stands beside an operator. */
function isQuantity(tokens: readonly QueryToken[], at: number): boolean {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (OPERATOR.test(token.gap)) return true;
  if (/^[.,]$/u.test(token.gap) && tokens[at - 1]?.isNumber) return true;
  if (token.isGlued && !/^[pq]$/u.test(tokens[at - 1]?.folded ?? "")) {
    // "form5" is fine, "x2019" is not: one letter before a number is a symbol.
    if ((tokens[at - 1]?.folded.length ?? 0) < 2) return true;
  }
  if (next === undefined) return false;
  if (/^[.,]$/u.test(next.gap) && next.isNumber) return true;
  if (OPERATOR.test(next.gap)) return true;
  // "épreuve 2 n°5": the n announces a number, it is not the newton.
  const isNumberSign = NUMBER_SIGNS.has(next.folded) && tokens[at + 2]?.isNumber === true;
  return UNITS.has(next.folded) && !/[,;]/u.test(next.gap) && !isNumberSign;
}

function readYears(
  tokens: readonly QueryToken[],
  at: number,
  { vocabulary }: CompiledVocabulary,
): Mention | null {
  const first = yearAt(tokens, at);
  if (first === null) return null;
  const range = readRange(tokens, at, first);
  if (range !== null) return range;
  const lead = tokens[at - 1]?.folded ?? "";
  const { years } = vocabulary;
  if (years !== null && SINCE_WORDS.has(lead) && first <= years.last) {
    return yearMention(yearsBetween(first, years.last), at - 1, at + 1, "year_since");
  }
  if (years !== null && BEFORE_WORDS.has(lead) && first > years.first) {
    return yearMention(yearsBetween(years.first, first - 1), at - 1, at + 1, "year_before");
  }
  return yearMention([first], at, at + 1, "year");
}

function readRange(tokens: readonly QueryToken[], at: number, first: number): Mention | null {
  const next = tokens[at + 1];
  if (next === undefined) return null;
  const isBetween = BETWEEN_WORDS.has(tokens[at - 1]?.folded ?? "");
  const from = isBetween ? at - 1 : at;
  if (JOINING_GAP.test(next.gap) || next.gap === "/") {
    const last = yearAt(tokens, at + 1) ?? shortYear(next, first);
    return last === null ? null : rangeMention(first, last, from, at + 2);
  }
  const isJoined = RANGE_WORDS.has(next.folded) || (isBetween && LIST_WORDS.has(next.folded));
  const last = isJoined ? yearAt(tokens, at + 2) : null;
  return last === null ? null : rangeMention(first, last, from, at + 3);
}

/** "2015-16", "2018/19". */
function shortYear(token: QueryToken, first: number): number | null {
  if (!/^\d{2}$/u.test(token.folded)) return null;
  const year = Math.floor(first / 100) * 100 + Number(token.folded);
  return year === first + 1 ? year : null;
}

function rangeMention(first: number, last: number, from: number, to: number): Mention | null {
  if (last < first || last - first >= SCOPE_VALUES_MAX) return null;
  return yearMention(yearsBetween(first, last), from, to, "year_range");
}

function yearsBetween(first: number, last: number): number[] {
  const from = Math.max(first, last - SCOPE_VALUES_MAX + 1);
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

function yearMention(values: number[], from: number, to: number, rule: string): Mention {
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

interface Numeral {
  readonly value: string;
  readonly to: number;
  readonly isRoman: boolean;
}

function numeralAt(tokens: readonly QueryToken[], at: number, valueMax: number): Numeral | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.isNumber) {
    const value = Number(token.folded);
    if (value < 1 || value > valueMax || isQuantity(tokens, at)) return null;
    const suffix = tokens[at + 1];
    if (!suffix?.isGlued) return { value: String(value), to: at + 1, isRoman: false };
    return suffix.folded.length > 1 ? null : { value: String(value), to: at + 2, isRoman: false };
  }
  const word = NUMBER_WORDS.get(token.folded);
  if (word !== undefined) return { value: String(word), to: at + 1, isRoman: false };
  const roman = ROMAN_NUMERALS.get(token.folded);
  return roman === undefined ? null : { value: String(roman), to: at + 1, isRoman: true };
}

/** Further numbers of a list: "papers 1 and 2", "P1, P2", "questions 3-5". */
function readNumbers(
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

function readPaper(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const head = tokens[at]!;
  const isShort = head.folded === "p" && tokens[at + 1]?.isGlued === true;
  if (!isShort && !PAPER_WORDS.has(head.folded)) return null;
  if (head.isGlued && tokens[at - 1]?.isNumber) return null;
  const numberAt = isShort ? at + 1 : afterNumberSign(tokens, at + 1);
  const numbers = readNumbers(tokens, numberAt, PAPER_NUMBER_MAX);
  if (numbers === null) return null;
  const lead = tokens[at - 1]?.folded ?? "";
  // "the paper 2 …" may be a sheet; "Paper I" may be followed by a verb ("the paper I read").
  const isSheet = head.folded.startsWith("paper") && SHEET_LEADS.has(lead);
  const isPronoun =
    numbers.isRoman && numbers.values[0] === "1" && isPlainWord(tokens[numbers.to], head);
  return {
    field: "paper",
    values: paperValues(numbers.values, vocabulary),
    entries: [],
    from: at,
    to: numbers.to,
    kind: "reference",
    rule: numbers.isRoman ? "paper_roman" : "paper",
    isExplicit: !isShort && !isSheet && !isPronoun,
  };
}

function isPlainWord(next: QueryToken | undefined, head: QueryToken): boolean {
  return next !== undefined && /^\s+$/u.test(next.gap) && head.raw === head.folded;
}

function afterNumberSign(tokens: readonly QueryToken[], at: number): number {
  return NUMBER_SIGNS.has(tokens[at]?.folded ?? "") && tokens[at + 1]?.isNumber ? at + 1 : at;
}

/** "second paper", "2nd paper", "deuxième épreuve". */
function readOrdinalPaper(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const token = tokens[at]!;
  const suffix = tokens[at + 1];
  const isDigits =
    token.isNumber && suffix?.isGlued && /^(?:st|nd|rd|th|e|eme|ere)$/u.test(suffix.folded);
  const value = isDigits ? Number(token.folded) : ORDINAL_WORDS.get(token.folded);
  const headAt = isDigits ? at + 2 : at + 1;
  if (value === undefined || value < 1 || value > PAPER_NUMBER_MAX) return null;
  if (!/^(?:paper|epreuve)$/u.test(tokens[headAt]?.folded ?? "")) return null;
  return {
    field: "paper",
    values: paperValues([String(value)], vocabulary),
    entries: [],
    from: at,
    to: headAt + 1,
    kind: "reference",
    rule: "paper_ordinal",
    isExplicit: true,
  };
}

/** Corpus values with these numbers; the plain number where the corpus has none. */
export function paperValues(numbers: readonly string[], { papers }: CompiledVocabulary): string[] {
  return [...new Set(numbers.flatMap((number) => papers.get(number) ?? [number]))];
}

function readQuestion(tokens: readonly QueryToken[], at: number): Mention | null {
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
