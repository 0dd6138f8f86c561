/**
 * Reads the year of a month where it is in words or linked to it: "juin dix-huit", "september fourteen",
 * "mayo del 17", "May of the year 17"; and says where two digits behind a month may be its day.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { beforeLinks, type QueryToken, word } from "../query-tokens.ts";
import { spelledTwoDigits } from "./read-spelled-years.ts";
import { LIKELY_YEAR_RULE, SHORT_YEAR_RULE, yearMention } from "./read-years.ts";
import { ARTICLES, UNITS, words } from "../words/scope-words.ts";
import { isBeforePlace, isCountedAt, isEnded } from "./short-year-ends.ts";

/** "mayo del 17", "mai de l'année 17": no day is written so. */
const MONTH_LINKS = words("de del of des l the year annee ano jahres");
const MONTH_LINKS_MAX = 3;

/** Index behind the month that the year at `at` is said of, links left out. */
const monthEnd = (tokens: readonly QueryToken[], at: number): number =>
  OF_MONTH.has(word(tokens, at - 1))
    ? beforeLinks(tokens, at, MONTH_LINKS, MONTH_LINKS_MAX) + 1
    : at;
const OF_MONTH = words("de del of year annee ano jahres");

/** Words link the number to the month before it. */
export function isLinked(
  tokens: readonly QueryToken[],
  at: number,
  month: Mention | undefined,
): boolean {
  if (month?.field !== "session" || month.to === at || month.to !== monthEnd(tokens, at))
    return false;
  return tokens.slice(month.to, at + 1).every(({ gap }) => /^[\s'’]+$/u.test(gap));
}

/** "brevet juin dix-huit", "año dieciséis, brevet": in words, where a sign or a scope word follows. */
export function readSpelledMonthYear(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { years } = vocabulary.vocabulary;
  const month = mentions.at(-1);
  const isOfMonth = month?.field === "session" && (month.to === at || isLinked(tokens, at, month));
  if (years === null || (!isOfMonth && !NUMBERED_YEARS.has(word(tokens, at - 1)))) return null;
  const number = spelledTwoDigits(tokens, at);
  if (number === null || !/^\s+$/u.test(tokens[at]!.gap)) return null;
  const year = CENTURY + number.value;
  if (year < years.first || year > years.last) return null;
  const { to } = number;
  // "september fourteen the two offers": no count has an article behind it.
  const isNoCount = ARTICLES.has(word(tokens, to)) || isBeforePlace(tokens, to, vocabulary);
  const isFree = isEnded(tokens, to, vocabulary) || (isOfMonth && isNoCount);
  if (isFree) return yearMention([year], at, to, SHORT_YEAR_RULE);
  // "brevet juin dix-huit hand spinner"; "brevet mars dix mètres de corde" has a count.
  if (!isBehindSitting(tokens, at, mentions) || isCountedAt(tokens, to)) return null;
  const isMany = PLURAL.test(word(tokens, to));
  if (number.value >= SPELLED_YEAR_MIN && !isMany) {
    return yearMention([year], at, to, SHORT_YEAR_RULE);
  }
  return UNITS.has(word(tokens, to)) || number.value < SPELLED_LIKELY_MIN
    ? null
    : yearMention([year], at, to, LIKELY_YEAR_RULE);
}
const CENTURY = 2000;
const SPELLED_YEAR_MIN = 17;
const SPELLED_LIKELY_MIN = 13;
/** "may seventeen students": perhaps so many. */
const PLURAL = /[^s]s$/u;
/** "Year twelve" is a class. */
const NUMBERED_YEARS = words("annee an jahr jahre ano");

/** "dnb polynésie sept 15 éleveur": behind a month that an exam or a paper stands right before. */
export function isBehindSitting(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
): boolean {
  const [place, month] = mentions.slice(-2);
  // "Pondicherry mayo del 17 huevos": what "del" leads to counts nothing.
  const isDel = word(tokens, at - 1) === "del" && word(tokens, at + 1) !== "al";
  const monthTo = isDel ? at - 1 : at;
  if (month?.field !== "session" || month.to !== monthTo) return false;
  if (!/^\.?\s+$/u.test(tokens[at]!.gap)) return false;
  if (!EXAM_FIELDS.has(place!.field) || place!.to !== month.from) return false;
  // "Pondicherry, april 15 high tide": a day, unless an exam is named before.
  const isDay = ENGLISH_MONTHS.has(word(tokens, at - 1)) && mentions.at(-3)?.field !== "exam";
  const { gap } = tokens[month.from]!;
  return /^,?\s+$/u.test(gap) && !(isDay && gap.includes(","));
}

const ENGLISH_MONTHS = words("march april may june july october december");
/** Where the day follows its month, too: "September 14", "mayo 17". */
const DAY_MONTHS = words(
  `august september november sept oct nov dec aug marzo abril mayo junio julio agosto septiembre octubre
   noviembre diciembre`,
  ENGLISH_MONTHS,
);

/** The digits at `at` may be the day of the month before them. */
export const isDayLike = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]!.isNumber && DAY_MONTHS.has(word(tokens, at - 1));
