/**
 * Reads years of two digits: "'14", "brevet 16", "July 18", "dnb 17/18", "13-15", "21甲卷", or in words,
 * "juin dix-huit". Two digits mean many things, so they are a year only behind an apostrophe, glued to a
 * Chinese exam or paper, behind an exam's month, or directly behind an exam, a paper or a month where a
 * scope word, a sign or the end of the query follows; weigh-evidence.ts wants more. And years before a unit:
 * "brevet Asie 2019 kilos".
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { EXAM_FIELDS, SITTING_FIELDS } from "./curriculum-scope.ts";
import { CUT_SIGN, type Mention } from "./mention.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import { readNames } from "./read-names.ts";
import {
  isPartOfNumber,
  isQuantity,
  JOINING_GAP,
  yearAt,
  yearMention,
  yearOfDigits,
  yearsBetween,
} from "./read-years.ts";
import { spelledTwoDigits } from "./read-spelled-years.ts";
import { LIST_WORDS, YEAR_NOUNS, YEAR_SUFFIX } from "./scope-words.ts";

export const SHORT_YEAR_RULE = "year_short";

const APOSTROPHE = /(?:^|[\s.,(/-])['’‘]$/u;

/** The short year or years at token `at`, behind the mentions that were read before it; or null. */
export function readShortYears(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const spelled = readSpelled(tokens, at, mentions, vocabulary);
  if (spelled !== null) return spelled;
  const first = shortYear(tokens, at, vocabulary);
  if (first === null || tokens[at + 1]?.folded === YEAR_SUFFIX) return null;
  const { gap } = tokens[at]!;
  const previous = mentions.at(-1);
  const isMarked =
    APOSTROPHE.test(gap) ||
    isGluedToExam(tokens, at, vocabulary) ||
    (isBehindSitting(tokens, at, mentions) && yearAt(tokens, at + 1) === null);
  const isLed = previous?.to === at && SITTING_FIELDS.has(previous.field) && /^\.?\s*$/u.test(gap);
  if (!isMarked && !isLed) return null;
  const { values, to } = readFurther(tokens, at, first, vocabulary);
  if (!isMarked && !isEnded(tokens, to, vocabulary)) return null;
  return yearMention(values, at, to, SHORT_YEAR_RULE);
}

/** "brevet juin dix-huit", "año dieciséis, brevet": in words, where a sign or a scope word follows. */
function readSpelled(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { years } = vocabulary.vocabulary;
  const previous = mentions.at(-1);
  const isMonthLed = previous?.to === at && previous.field === "session";
  if (years === null || (!isMonthLed && !YEAR_NOUNS.has(tokens[at - 1]?.folded ?? ""))) return null;
  const number = spelledTwoDigits(tokens, at);
  if (number === null || !/^\s+$/u.test(tokens[at]!.gap)) return null;
  const year = CENTURY + number.value;
  if (year < years.first || year > years.last) return null;
  const { to } = number;
  // "brevet juin dix-huit hand spinner"; "brevet mars dix mètres de corde" has a count.
  const isYear = number.value >= SPELLED_YEAR_MIN && isBehindSitting(tokens, at, mentions);
  if (!isYear && !isEnded(tokens, to, vocabulary)) return null;
  return yearMention([year], at, to, SHORT_YEAR_RULE);
}
const CENTURY = 2000;
const SPELLED_YEAR_MIN = 17;

/** "21甲卷语文", "18全国一卷": glued to the Chinese name of an exam or a paper. */
function isGluedToExam(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[at + 1];
  if (next?.isGlued !== true || !isHan(next) || tokens[at]!.isGlued) return false;
  return readNames(tokens, at + 1, vocabulary).some(({ field }) => EXAM_FIELDS.has(field));
}

/** "dnb polynésie sept 15 éleveur": behind a month that an exam or a paper stands right before. */
function isBehindSitting(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
): boolean {
  const [place, month] = mentions.slice(-2);
  if (month?.field !== "session" || month.to !== at || !/^\.?\s+$/u.test(tokens[at]!.gap))
    return false;
  return EXAM_FIELDS.has(place!.field) && place!.to === month.from && isSpaced(tokens, month.from);
}

const isSpaced = (tokens: readonly QueryToken[], at: number): boolean =>
  /^,?\s+$/u.test(tokens[at]!.gap);

/**
 * "brevet Amérique du Nord 2019 kilos gaspillés": a number right behind an exam or a paper is its year
 * although a unit in words follows; a round one may be a quantity ("brevet 2000 euros").
 */
export function readLedYear(
  tokens: readonly QueryToken[],
  at: number,
  previous: Mention | undefined,
  { vocabulary: { years } }: CompiledVocabulary,
): Mention | null {
  const { folded } = tokens[at]!;
  if (years === null || previous?.to !== at || !EXAM_FIELDS.has(previous.field)) return null;
  if (!/^\d{4}$/u.test(folded) || !isSpaced(tokens, at) || isPartOfNumber(tokens, at)) return null;
  const year = Number(folded);
  if (year < years.first || year > years.last || year % ROUND === 0) return null;
  const unit = tokens[at + 1]?.folded ?? "";
  return unit.length < UNIT_WORD_CHARS_MIN ? null : yearMention([year], at, at + 1, "year");
}
const ROUND = 100;
const UNIT_WORD_CHARS_MIN = 4;

function shortYear(
  tokens: readonly QueryToken[],
  at: number,
  { vocabulary: { years } }: CompiledVocabulary,
): number | null {
  const token = tokens[at];
  if (years === null || token === undefined || !/^\d{2}$/u.test(token.folded)) return null;
  if (isQuantity(tokens, at)) return null;
  if (tokens[at + 1]?.isGlued === true && !isHan(tokens[at + 1])) return null;
  return yearOfDigits(token.folded, years);
}

/** "13-15" is a range, "17/18", "17, 18" and "17 et 18" are two years. */
function readFurther(
  tokens: readonly QueryToken[],
  at: number,
  first: number,
  vocabulary: CompiledVocabulary,
): { values: number[]; to: number } {
  const next = tokens[at + 1];
  if (next === undefined) return { values: [first], to: at + 1 };
  const isWord = LIST_WORDS.has(next.folded);
  const secondAt = isWord ? at + 2 : at + 1;
  const second = shortYear(tokens, secondAt, vocabulary);
  const isRange = JOINING_GAP.test(next.gap);
  const isJoined = isWord || isRange || /^\s?[/,&+]\s?['’]?$/u.test(next.gap);
  if (second === null || second <= first || !isJoined) return { values: [first], to: at + 1 };
  const values = isRange && !isWord ? yearsBetween(first, second) : [first, second];
  return { values, to: secondAt + 1 };
}

/** "brevet 16 étranger", "July 18", "17/18, Asia"; not "brevet 16 triangles", "July 18 2014". */
function isEnded(
  tokens: readonly QueryToken[],
  to: number,
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[to];
  if (next === undefined) return true;
  if (yearAt(tokens, to) !== null) return false;
  return CUT_SIGN.test(next.gap) || readNames(tokens, to, vocabulary).length > 0;
}
