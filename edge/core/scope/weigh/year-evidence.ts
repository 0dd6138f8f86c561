/**
 * Tells the year of an exam ("physics 2019", "annales 2019", "June 2019") from a date of the topic
 * ("population growth in 2020").
 */
import { isBesideCentre, isYearOfCentre } from "./centre-years.ts";
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS, type ScopeField, SITTING_FIELDS } from "../curriculum-scope.ts";
import {
  hasNeighbour,
  isCompleted,
  isMember,
  type MentionContext,
  namesAny,
} from "./mention-context.ts";
import { isBehindEdition, isTiedToExam } from "./edition-years.ts";
import { isEventOfTopic, isToldEvent, isToldHappening, isYearOfClause } from "./event-evidence.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { isSpacedHan } from "./chinese-evidence.ts";
import { isDelimited } from "./name-evidence.ts";
import { type QueryToken, word } from "../query-tokens.ts";
import { CUED_YEAR_RULE } from "../read/read-cued-years.ts";
import { FURTHER_YEAR_RULE, LIKELY_YEAR_RULE, SHORT_YEAR_RULE } from "../read/read-years.ts";
import {
  DATE_ARTICLES,
  DATE_LEADS,
  FILLERS,
  SEASONS,
  TOLD_BREAKS,
  TOLD_VERBS,
  words,
  YEAR_NOUNS,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";
import { isChineseMonth } from "./session-evidence.ts";
import { isDayOfTopic, isMereDate } from "./topic-dates.ts";
import { isEventYear } from "./topic-years.ts";
import {
  isEndOfStretch,
  isHeadingOfQuestion,
  isStretch,
  isStretchOfTopic,
} from "./year-stretches.ts";
import { isStatistic } from "./year-tables.ts";

const CONTEXT_FIELDS: ReadonlySet<ScopeField> = new Set([
  "level",
  "exam",
  "board",
  "session",
  "paper",
  "question_number",
  "content_type",
]);

/** Whether a year is one: beside exam words, or at the edge of a query within the corpus years. */
export function isExamYear(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, vocabulary } = context;
  if (isDayOfTopic(context, index) || isStatistic(context, index)) return false;
  if (isEventYear(context, index) || isYearOfClause(context, index)) return false;
  if (isToldEvent(context, index) && !hasPaperWord(tokens, mention)) return false;
  const isSitting = namesAny(context, EXAM_FIELDS);
  if (isStretchOfTopic(context, index)) return false;
  if (mention.rule === SHORT_YEAR_RULE) return isSitting || isYearOfCentre(context, index);
  if (mention.rule === FURTHER_YEAR_RULE || mention.rule === LIKELY_YEAR_RULE) return false;
  if (mention.rule === CUED_YEAR_RULE) return true;
  if (isSitting && isInCorpus(mention, vocabulary) && isTiedToExam(context, index)) return true;
  if (isHeadingOfQuestion(context, index)) return true;
  if (!isSitting && isEndOfStretch(context, index)) return false;
  if (isPastOfTopic(context, index)) return false;
  if (isBehindEdition(tokens, mention)) {
    return hasNeighbour(context, index, 1, EXAM_FIELDS) || hasPaperWord(tokens, mention);
  }
  if (hasNeighbour(context, index, -1, CONTEXT_FIELDS)) return true;
  if (!OPEN_RANGE.test(mention.rule) && isClosedDate(tokens, mention))
    return hasPaperWord(tokens, mention);
  if (isCompleted(context, index)) return true;
  if (hasNeighbour(context, index, 1, CONTEXT_FIELDS)) return true;
  if (hasPaperWord(tokens, mention)) return true;
  if (!isInCorpus(mention, vocabulary)) return false;
  if (hasNeighbour(context, index, -1)) return true;
  // "inflación en 2008 economía": what a preposition leads to is no exam's unless one is named.
  if (hasNeighbour(context, index, 1) && (isSitting || !isDateLed(context, index))) return true;
  if (isSitting && (isApart(context, index) || isTold(tokens, mention))) return true;
  // "Desde 2006 Plutón no es planeta": an open range of the topic, unless an exam is named.
  const isDated =
    isDateLed(context, index) ||
    isMereDate(context, index) ||
    (OPEN_RANGE.test(mention.rule) && !isSitting);
  if (isDated || isEventOfTopic(context, index)) return false;
  return mention.from === 0 || isAtEnd(tokens, mention.to);
}

/** "not sure if it was 2016 or 17", "c'était 2015 je crois", "glaube es war 2018"; not "it was 2016 when". */
function isTold(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const lead = tokens[from - 1]?.folded ?? "";
  const next = tokens[to];
  if (TOLD_VERBS.has(lead)) return !TOLD_BREAKS.has(next?.folded ?? "");
  // "c'était en 2013 je crois"; "c'était en 2013" alone may be told of the topic.
  if (DATE_LEADS.has(lead) && TOLD_VERBS.has(tokens[from - 2]?.folded ?? "")) {
    return [to, to + 1].some((at) => DOUBT_VERBS.has(tokens[at]?.folded ?? ""));
  }
  // "brevet, summer 2019"; not "the summer 2019 heat wave".
  return SEASONS.has(lead) && (next === undefined || !/^\s+$/u.test(next.gap));
}

const DOUBT_VERBS = words("think believe guess crois pense glaube denke meine creo pienso maybe");

/**
 * A year that is not sure enough to exclude documents is still worth saying, unless the words tell of
 * something that goes on ("seit 2006"), of a day or of a table.
 */
export function isLikelyYear(context: MentionContext, index: number): boolean {
  const { rule } = context.mentions[index]!;
  if (context.vocabulary.vocabulary.years === null) return false;
  if (rule === FURTHER_YEAR_RULE) return false;
  if (rule === SHORT_YEAR_RULE && !isBesideCentre(context, index)) return false;
  if (OPEN_RANGE.test(rule) || isEventYear(context, index) || isAsOf(context, index)) return false;
  if (isToldHappening(context, index) || isYearOfClause(context, index)) return false;
  const isSitting = namesAny(context, EXAM_FIELDS);
  if (isSitting && isEventOfTopic(context, index)) return false;
  if (!isSitting && isStretch(context.tokens, context.mentions[index]!)) return false;
  if (isDateBesidePaper(context, index)) return false;
  return !isDayOfTopic(context, index) && !isStatistic(context, index);
}

/** "sujet 2019 : … en 2013 et en 2015", "降水过程 2013年7月 选择题": beside another year's paper, or a month. */
function isDateBesidePaper(context: MentionContext, index: number): boolean {
  const { mentions, solid, tokens } = context;
  const next = mentions[index + 1];
  const isNext = next !== undefined && next.from - mentions[index]!.to <= 1;
  if (isNext && isChineseMonth(context, index + 1)) return !solid[index + 1]!;
  const isPaperYear = (one: Mention, at: number): boolean =>
    one.field === "year" && solid[at]! && hasPaperWord(tokens, one);
  return isDateLed(context, index) && mentions.some(isPaperYear);
}

/** "world literacy as of 2015": a figure of that year. */
const isAsOf = ({ tokens, mentions }: MentionContext, index: number): boolean => {
  const { from } = mentions[index]!;
  return tokens[from - 1]?.folded === "of" && tokens[from - 2]?.folded === "as";
};

/** No paper is of a year long before the corpus, or long after it. */
function isInCorpus({ values }: Mention, { vocabulary: { years } }: CompiledVocabulary): boolean {
  return years !== null && values.some((year) => +year >= years.first && +year <= years.last + 2);
}

/** What a year outside the corpus must be said of to be an exam's: before it or, undated, behind it. */
const SAT_FIELDS: ReadonlySet<ScopeField> = new Set([...SITTING_FIELDS, "level", "content_type"]);

/**
 * "escaped Chernobyl in 1986 - worked example", "la catastrophe de 1986 : exercice corrigé": a date of
 * the topic outside the corpus years; not "brevet de 1998", "the 1986 exam".
 */
function isPastOfTopic(context: MentionContext, index: number): boolean {
  const { tokens, mentions, vocabulary } = context;
  const mention = mentions[index]!;
  const { years } = vocabulary.vocabulary;
  if (years === null) return false;
  // "population growth since 1950": the range began long before the papers did.
  const stated = tokens
    .slice(mention.from, mention.to)
    .find(({ folded }) => /^\d{4}$/u.test(folded));
  const isBefore = OPEN_RANGE.test(mention.rule) && Number(stated?.folded) < years.first;
  if (!isBefore && isInCorpus(mention, vocabulary)) return false;
  if (hasNeighbour(context, index, -1, SAT_FIELDS) || hasPaperWord(tokens, mention)) return false;
  const lead = tokens[mention.from - 1]?.folded ?? "";
  const isDated = isBefore || isDateLed(context, index) || DATE_ARTICLES.has(lead);
  return isDated || !hasNeighbour(context, index, 1, SITTING_FIELDS);
}

/** So many members of a list of years are looked through for its lead. */
const LIST_YEARS_MAX = 4;

/** "in 2018", "im Jahr 2018", "en 1990 et 2013": a preposition leads to the year or to its list. */
function isDateLed(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { rule, from } = mentions[index]!;
  if (rule === "year_until" && DATE_LEADS.has(tokens[from]!.folded)) return true;
  if (isStretch(tokens, mentions[index]!)) return true;
  let first = index;
  const isSecond = () => isMember(context, first, (other) => other === first - 1);
  while (index - first < LIST_YEARS_MAX && isSecond()) first -= 1;
  let lead = mentions[first]!.from - 1;
  if (YEAR_NOUNS.has(tokens[lead]?.folded ?? "")) {
    lead -= DATE_ARTICLES.has(tokens[lead - 1]?.folded ?? "") ? 2 : 1;
  }
  return DATE_LEADS.has(tokens[lead]?.folded ?? "");
}

const OPEN_RANGE = /^year_(?:since|after|before|until)$/u;

/** "lancé en 2011, brevet": a date of the topic that a comma ends, whatever follows. */
function isClosedDate(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  return (
    DATE_LEADS.has(tokens[from - 1]?.folded ?? "") && /^\s*[,;:.]/u.test(tokens[to]?.gap ?? "")
  );
}

/** In a list of years ("2013, 2014 and 2016 only"), or between signs or Chinese spaces. */
function isApart(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isDateLed(context, index)) return false;
  return (
    isMember(context, index, () => true) ||
    isDelimited(tokens, mention) ||
    isSpacedHan(tokens, mention)
  );
}

const PAPER_CUES: ReadonlySet<string> = new Set([
  ..."paper papers past exam exams examination examen session questions".split(" "),
  ..."annale annales sujet sujets epreuve epreuves".split(" "),
  ..."prufung prufungen klausur klausuren prufungsbogen prufungsaufgabe prufungsaufgaben".split(
    " ",
  ),
  ..."convocatoria convocatorias".split(" "),
]);

const EXAM_COUNTERS = words("道 题 套 卷");

/** "the 2018 exam", "annales 2019", "past questions 2015", "jia-Bogen 2022". */
function hasPaperWord(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const isCue = (at: number): boolean => PAPER_CUES.has(tokens[at]?.folded ?? "");
  // "2012年那道化学题"; not "2012年那场地震".
  const at = word(tokens, to) === YEAR_SUFFIX ? to + 1 : to;
  if (word(tokens, at) === "那" && EXAM_COUNTERS.has(word(tokens, at + 1))) return true;
  const isSheet = tokens[from - 1]?.folded === "bogen" && tokens[from - 1]!.gap === "-";
  return (
    isSheet ||
    isCue(to) ||
    isCue(from - 1) ||
    (FILLERS.has(tokens[from - 1]?.folded ?? "") && isCue(from - 2))
  );
}
