/**
 * Reads numbered references by grammar, in English and French: "Paper II", "P1", "papers 1 and 2",
 * "épreuve 2", questions (read-questions.ts), months by number, and years (read-years.ts).
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "../query-tokens.ts";
import { readChineseYears } from "./read-chinese-years.ts";
import { readMonthNumber } from "./read-month-numbers.ts";
import { afterNumberSign, ordinalAt, readNumbers } from "./read-numerals.ts";
import { readChineseQuestion, readOrdinalQuestion, readQuestion } from "./read-questions.ts";
import { isRunOfYears } from "./quantities.ts";
import { readYears } from "./read-years.ts";
import { SHEET_LEADS } from "../words/scope-words.ts";

const PAPER_WORDS = new Set(["paper", "papers", "papier", "epreuve", "epreuves"]);
const PAPER_NUMBER_MAX = 20;

type Reader = (
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
) => Mention | null;

const READERS: readonly Reader[] = [
  readChineseYears,
  readYears,
  readMonthNumber,
  readPaper,
  readOrdinalPaper,
  readQuestion,
  readOrdinalQuestion,
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
  if (numbers === null || isRunOfYears(tokens, numberAt)) return null;
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

/** "second paper", "2nd paper", "deuxième épreuve". */
function readOrdinalPaper(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const ordinal = ordinalAt(tokens, at);
  if (ordinal === null || ordinal.value < 1 || ordinal.value > PAPER_NUMBER_MAX) return null;
  const { value, to } = ordinal;
  if (!/^(?:paper|epreuve)$/u.test(tokens[to]?.folded ?? "")) return null;
  return {
    field: "paper",
    values: paperValues([String(value)], vocabulary),
    entries: [],
    from: at,
    to: to + 1,
    kind: "reference",
    rule: "paper_ordinal",
    isExplicit: true,
  };
}

/** Corpus values with these numbers; the plain number where the corpus has none. */
function paperValues(numbers: readonly string[], { papers }: CompiledVocabulary): string[] {
  return [...new Set(numbers.flatMap((number) => papers.get(number) ?? [number]))];
}
