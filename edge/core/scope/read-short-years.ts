/**
 * Reads years of two digits: "'14", "brevet 16", "July 18", "dnb 17/18", "13-15". Two digits mean many
 * things, so they are a year only behind an apostrophe or directly behind an exam, a paper or a month,
 * where a scope word, a sign or the end of the query follows; weigh-evidence.ts wants more.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SITTING_FIELDS } from "./curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import { readNames } from "./read-names.ts";
import { isQuantity, JOINING_GAP, yearAt, yearMention, yearsBetween } from "./read-years.ts";
import { LIST_WORDS, YEAR_SUFFIX } from "./scope-words.ts";

export const SHORT_YEAR_RULE = "year_short";

const APOSTROPHE = /(?:^|[\s.,(/-])['’‘]$/u;

/** The short year or years at token `at`, `previous` being the mention before it; or null. */
export function readShortYears(
  tokens: readonly QueryToken[],
  at: number,
  previous: Mention | undefined,
  vocabulary: CompiledVocabulary,
): Mention | null {
  const first = shortYear(tokens, at, vocabulary);
  if (first === null || tokens[at + 1]?.folded === YEAR_SUFFIX) return null;
  const { gap } = tokens[at]!;
  const isMarked = APOSTROPHE.test(gap);
  const isLed = previous?.to === at && SITTING_FIELDS.has(previous.field) && /^\.?\s*$/u.test(gap);
  if (!isMarked && !isLed) return null;
  const { values, to } = readFurther(tokens, at, first, vocabulary);
  if (!isMarked && !isEnded(tokens, to, vocabulary)) return null;
  return yearMention(values, at, to, SHORT_YEAR_RULE);
}

function shortYear(
  tokens: readonly QueryToken[],
  at: number,
  { vocabulary: { years } }: CompiledVocabulary,
): number | null {
  const token = tokens[at];
  if (years === null || token === undefined || !/^\d{2}$/u.test(token.folded)) return null;
  if (isQuantity(tokens, at)) return null;
  if (tokens[at + 1]?.isGlued === true && !isHan(tokens[at + 1])) return null;
  const candidates = [2000, 1900].map((century) => century + Number(token.folded));
  return candidates.find((year) => year >= years.first && year <= years.last) ?? null;
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
  return /[,;:()?!]|\.\s|\s[-–—]\s/u.test(next.gap) || readNames(tokens, to, vocabulary).length > 0;
}
