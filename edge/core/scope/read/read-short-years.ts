/**
 * Reads years of two digits: "'14", "brevet 16", "July 18", "dnb 17/18", "13-15", "brevet 15, 16 et 17",
 * "21甲卷", "15-17高考", "mayo del 17", or in words, "juin dix-huit". Two digits mean many things, so they are a year only
 * behind an apostrophe, glued to a Chinese exam or paper, behind an exam's month, behind a year that they
 * go on from, or directly behind an exam, a paper, a month or the word for a session where a scope word, a
 * sign or the end of the query follows; weigh-evidence.ts wants more. And years before a unit: "brevet
 * Asie 2019 kilos".
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS, SITTING_FIELDS } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { beforeLinks, isHan, type QueryToken, word } from "../query-tokens.ts";
import { readCuedYears } from "./read-cued-years.ts";
import { isBehindSitting, isDayLike, isLinked, readSpelledMonthYear } from "./read-month-years.ts";
import { isDated, isLikelyLed, isQuestionAt } from "./likely-years.ts";
import { readNumericDate } from "./read-numeric-dates.ts";
import type { YearSpan } from "./read-open-ranges.ts";
import { isPartOfNumber } from "./quantities.ts";
import {
  FURTHER_YEAR_RULE,
  LIKELY_YEAR_RULE,
  SHORT_YEAR_RULE,
  yearAt,
  yearMention,
} from "./read-years.ts";
import { LIST_WORDS, SEASONS, words, YEAR_SUFFIX } from "../words/scope-words.ts";
import {
  COUNTED,
  isBeforePlace,
  isEnded,
  isExamAt,
  isMonthAt,
  isNameAt,
} from "./short-year-ends.ts";
import {
  isRun,
  MEMBER_GAP,
  type ShortYears,
  shortYearAt,
  shortYearsAt,
} from "./short-year-list.ts";

const APOSTROPHE = /(?:^|[\s.,(/-])['’‘]$/u;

/** The short year or years at token `at`, behind the mentions that were read before it; or null. */
export function readShortYears(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { years } = vocabulary.vocabulary;
  const other =
    readSpelledMonthYear(tokens, at, mentions, vocabulary) ??
    readNumericDate(tokens, at, mentions, vocabulary);
  if (other !== null || years === null) return other;
  const { gap } = tokens[at]!;
  const isApostrophe = APOSTROPHE.test(gap);
  // "5-17高考", "第3、15": the end of something that is no list of years.
  const isMember = !isApostrophe && tokens[at - 1]?.isNumber === true && MEMBER_GAP.test(gap);
  if (isMember && mentions.at(-1)?.to !== at) return null;
  const found =
    shortYearsAt(tokens, at, years) ?? (isApostrophe ? oneYear(tokens, at, years) : null);
  if (found === null || tokens[found.to]?.folded === YEAR_SUFFIX) return null;
  const { values, to } = found;
  if (isFurther(tokens, at, found, mentions, vocabulary)) {
    return yearMention([...values], at, to, FURTHER_YEAR_RULE);
  }
  if (isMember) return null;
  const isMarked =
    isApostrophe ||
    isGluedToExam(tokens, at, to, mentions, vocabulary) ||
    (isBehindSitting(tokens, at, mentions) && yearAt(tokens, at + 1) === null);
  if (!isMarked) {
    const cued = readCuedYears(tokens, at, found, mentions, vocabulary);
    if (cued !== null) return cued;
    if (!isLed(tokens, at, found, mentions, vocabulary)) {
      const isLikely = values.length === 1 && isLikelyLed(tokens, at, to, mentions, vocabulary);
      return isLikely ? yearMention([...values], at, to, LIKELY_YEAR_RULE) : null;
    }
  }
  return yearMention([...values], at, to, SHORT_YEAR_RULE);
}

function oneYear(tokens: readonly QueryToken[], at: number, years: YearSpan): ShortYears | null {
  const year = shortYearAt(tokens, at, years);
  return year === null ? null : { values: [year], to: at + 1, isStretch: false };
}

/** "brevet 2015, 16 et 17": goes on from a year of four digits, each the next, or a list of later ones. */
function isFurther(
  tokens: readonly QueryToken[],
  at: number,
  { values, to }: ShortYears,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): boolean {
  const previous = mentions.at(-1);
  if (previous?.field !== "year" || previous.rule.startsWith(SHORT_YEAR_RULE)) return false;
  const isSign = previous.to === at && MEMBER_GAP.test(tokens[at]!.gap);
  const isWord = previous.to === at - 1 && LIST_WORDS.has(tokens[at - 1]!.folded);
  if (!isSign && !isWord) return false;
  const last = Number(previous.values.at(-1));
  if (isRun([last, ...values])) return values.length > 1 || isEnded(tokens, to, vocabulary);
  const isLater = values[0]! > last && values.at(-1)! - last < FURTHER_YEARS_MAX;
  return isLater && values.length > 1 && isEnded(tokens, to, vocabulary);
}
const FURTHER_YEARS_MAX = 10;

/** Directly behind an exam, a paper, a month or "session", and nothing that is counted follows. */
function isLed(
  tokens: readonly QueryToken[],
  at: number,
  { values, to, isStretch }: ShortYears,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): boolean {
  const previous = mentions.at(-1);
  if (!/^\.?\s*$/u.test(tokens[at]!.gap)) return false;
  if (isLinked(tokens, at, previous)) {
    // "junio del 17 al 20" is a stretch of days.
    if (values.length > 1) return false;
    return isEnded(tokens, to, vocabulary) || isBeforePlace(tokens, to, vocabulary);
  }
  if (previous?.to === at && SITTING_FIELDS.has(previous.field)) {
    // "2023甲卷21": the paper has its year.
    if (isDated(mentions)) return false;
    if (isQuestionAt(tokens, to)) return true;
    if (values.length === 1 && isMonthYear(tokens, at, to, previous, vocabulary)) return true;
    // "June 14 June 15": no day of the second month.
    if (previous.field === "session" && isMonthAt(tokens, to, vocabulary)) return true;
    if (isStretch && EXAM_FIELDS.has(previous.field) && isBeforeTopic(tokens, to, vocabulary))
      return true;
    // "brevet 12, 16 et 20 : triangle": three numbers with gaps may be lengths.
    const isRegular = values.length < MEASURES_MIN || isRun(values);
    return isRegular ? isEnded(tokens, to, vocabulary) : isNameAt(tokens, to, vocabulary);
  }
  const lead = word(tokens, at - 1);
  if (isNumberedYear(tokens, at, to, previous)) {
    return isEnded(tokens, to, vocabulary) || isBeforeTopic(tokens, to, vocabulary);
  }
  if (!SESSION_NOUNS.has(lead) && !(values.length > 1 && YEARS_NOUNS.has(lead))) return false;
  if (!isEnded(tokens, to, vocabulary)) return false;
  // "session 15 brevet", "brevet session 15", "Auslandszentren, Sommer 14", "brevet des années 15 et 16".
  const exam = beforeLinks(tokens, at - 1, SESSION_LINKS, SESSION_LINKS_MAX);
  if (previous !== undefined && EXAM_FIELDS.has(previous.field) && previous.to === exam + 1)
    return true;
  return to < tokens.length && /^\s+$/u.test(tokens[to]!.gap) && isExamAt(tokens, to, vocabulary);
}

/**
 * "en los centros extranjeros, año 13", "Gaokao, Jahrgang 19"; not "brevet : année 15", "Jahr 12, Jahr 15",
 * "Year 13".
 */
function isNumberedYear(
  tokens: readonly QueryToken[],
  at: number,
  to: number,
  previous: Mention | undefined,
): boolean {
  const noun = word(tokens, at - 1);
  if (!NUMBERED_NOUNS.has(noun) || previous === undefined) return false;
  if (!EXAM_FIELDS.has(previous.field) || word(tokens, to) === noun) return false;
  const exam = beforeLinks(tokens, at - 1, NUMBERED_LINKS, 1);
  return previous.to === exam + 1 && isSpaced(tokens, previous.to);
}
const NUMBERED_NOUNS = words("ano annee jahr jahrgang edition edicion millesime");
const NUMBERED_LINKS = words("l el im de del vom");

/** "mai 17 à Pondichéry". */
const isMonthYear = (
  tokens: readonly QueryToken[],
  at: number,
  to: number,
  { field }: Mention,
  vocabulary: CompiledVocabulary,
): boolean =>
  field === "session" && !isDayLike(tokens, at) && isBeforePlace(tokens, to, vocabulary);

const MEASURES_MIN = 3;
const SESSION_NOUNS = words("session sessions convocatoria convocatorias", SEASONS);
const YEARS_NOUNS = words("annees anos jahre jahren annales papers");
const SESSION_LINKS = words("de des del der la las los les past");
const SESSION_LINKS_MAX = 2;

/** "brevet 15-17 pythagore": a word that is not counted, nor a month ("brevet 15-17 juin"). */
function isBeforeTopic(
  tokens: readonly QueryToken[],
  to: number,
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[to];
  if (next === undefined || !/^\s+$/u.test(next.gap) || isHan(next)) return false;
  if (!/^\p{L}{4,}$/u.test(next.folded) || COUNTED.has(next.folded)) return false;
  return !isMonthAt(tokens, to, vocabulary);
}

/** "21甲卷语文", "18全国一卷", "15-17高考", "15、16高考": glued to the Chinese name of an exam or a paper. */
function isGluedToExam(
  tokens: readonly QueryToken[],
  at: number,
  to: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): boolean {
  const next = tokens[to];
  if (next?.isGlued !== true || !isHan(next)) return false;
  if (tokens[at]!.isGlued && mentions.at(-1)?.to !== at) return false;
  return isExamAt(tokens, to, vocabulary);
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
