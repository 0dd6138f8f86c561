/**
 * Reads numbered references by grammar, in English and French: "Paper II", "P1", "papers 1 and 2",
 * "épreuve 2", "Q7", "exercice 5", months by number, and years (read-years.ts).
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SCOPE_VALUES_MAX } from "./curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { readMonthNumber } from "./read-month-numbers.ts";
import { isQuantity, JOINING_GAP, readYears, yearAt } from "./read-years.ts";
import {
  CHINESE_ORDINAL,
  CHINESE_QUESTION,
  LIST_WORDS,
  NUMBER_SIGNS,
  NUMBER_WORDS,
  ORDINAL_WORDS,
  RANGE_WORDS,
  ROMAN_NUMERALS,
  SHEET_LEADS,
} from "./scope-words.ts";

const PAPER_WORDS = new Set(["paper", "papers", "papier", "epreuve", "epreuves"]);
const QUESTION_WORDS = new Set(
  "q qn qs question questions exercise exercises exercice exercices exo ex problem probleme".split(
    " ",
  ),
);
const PAPER_NUMBER_MAX = 20;
const QUESTION_NUMBER_MAX = 200;

type Reader = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
) => Mention | null;

const READERS: readonly Reader[] = [
  readYears,
  readMonthNumber,
  readPaper,
  readOrdinalPaper,
  readQuestion,
  readChineseQuestion,
];

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

/** "第21题"; "5题" alone is a count. */
function readChineseQuestion(tokens: readonly QueryToken[], at: number): Mention | null {
  if (tokens[at]!.folded !== CHINESE_ORDINAL) return null;
  const number = numeralAt(tokens, at + 1, QUESTION_NUMBER_MAX);
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
