/** Tells a date of the topic ("le 26 octobre 2015", "June 1940", "from June to August") from a sitting. */
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import { type MentionContext, namesAny } from "./mention-context.ts";
import { isTight, type Mention } from "../read/mention.ts";
import { behindLinks, type QueryToken } from "../query-tokens.ts";
import { EXAM_YEAR_FIRST } from "../read/quantities.ts";
import {
  ARTICLES,
  BETWEEN_WORDS,
  DATE_LEADS,
  LIST_WORDS,
  RANGE_WORDS,
  words,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";

/**
 * "la vie en mai 2016": a date of the topic, in a query that names no other scope; "le 26 octobre
 * 2015": a day, in any query.
 */
export function isMereDate(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  const { field, from } = mentions[index]!;
  if (field !== "year" && field !== "session") return false;
  if (isDayOfTopic(context, index)) return true;
  const previous = mentions[index - 1];
  const hasSession =
    field === "year" && previous !== undefined && isDatePair(tokens, previous, mentions[index]!);
  const start = hasSession ? previous.from : from;
  if (!DATE_LEADS.has(tokens[start - 1]?.folded ?? "")) return false;
  // "the sitting of November 2013", "la session de mai 2016".
  if (SITTING_NOUNS.has(tokens[start - 2]?.folded ?? "")) return false;
  const dates = Number(solidFields.has("year")) + Number(solidFields.has("session"));
  return solidFields.size === dates || isInClause(context, index);
}

const SITTING_NOUNS = words(
  `sitting sittings session sessions exam exams paper papers sujet sujets epreuve epreuves examen
   convocatoria`,
);

/** "in March 2011 the Fukushima reactor, physics mcq": the clause goes on, and no exam is named. */
function isInClause(context: MentionContext, index: number): boolean {
  if (namesAny(context, EXAM_FIELDS)) return false;
  const { tokens, mentions } = context;
  const following = mentions[index + 1];
  const isMonth = following !== undefined && isDatePair(tokens, mentions[index]!, following);
  const { field } = mentions[index]!;
  const previous = mentions[index - 1];
  const hasMonth = previous !== undefined && isDatePair(tokens, previous, mentions[index]!);
  if (field === "session" ? !isMonth : !hasMonth) return false;
  const end = isMonth ? following.to : mentions[index]!.to;
  const next = tokens[end];
  if (next === undefined || mentions[index + (isMonth ? 2 : 1)]?.from === end) return false;
  return CLAUSE_OPENERS.has(next.folded) && /^\s+$/u.test(next.gap);
}
const CLAUSE_OPENERS = words("when where", ARTICLES);

/**
 * A month or year of a full date or of a stretch of the year: "26 October 2015", "Nov 26, 2011", "12 de
 * noviembre de 2014", "de décembre à avril".
 */
export function isDayOfTopic(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { field, from } = mentions[index]!;
  if (field === "session") {
    return isDay(context, index) || isSeason(context, index) || isPastMonth(context, index);
  }
  const month = mentions[index - 1];
  if (field !== "year" || month?.field !== "session" || !isDay(context, index - 1)) return false;
  const between = tokens.slice(month.to, from);
  return between.every((token) => isDayNumber(token) || DATE_LINKS.has(token.folded));
}

/** "26 October of 2015", "12 de noviembre de 2014", "November 2nd, 2014". */
const DATE_LINKS = words("of de del st nd rd th");

/** "junio de 2019", "Juni des Jahres 2019", "June 2019": a month and the year that it belongs to. */
export function isDatePair(tokens: readonly QueryToken[], left: Mention, right: Mention): boolean {
  if (left.field !== "session" || right.field !== "year") return false;
  if (right.from - left.to > MONTH_LINKS_MAX) return false;
  return (
    tokens.slice(left.to, right.from).every(({ folded }) => MONTH_LINKS.has(folded)) &&
    isTight(tokens, left.to, right.from + 1)
  );
}
const MONTH_LINKS_MAX = 3;
const MONTH_LINKS = words("of de del des d la l the year annee ano jahres jahr vom von");

/** "June 1940", "en mai de l'année 1789", "1940年6月": a month of history, before there were such papers. */
function isPastMonth({ tokens, mentions, vocabulary }: MentionContext, index: number): boolean {
  const { from, to } = mentions[index]!;
  const first = vocabulary.vocabulary.years?.first ?? EXAM_YEAR_FIRST;
  const isPast = (at: number): boolean =>
    /^\d{3,4}$/u.test(tokens[at]?.folded ?? "") && Number(tokens[at]!.folded) < first;
  const at = behindLinks(tokens, to, MONTH_LINKS, MONTH_LINKS_MAX);
  if (isPast(at) && isTight(tokens, to, at + 1)) return true;
  return tokens[from - 1]?.folded === YEAR_SUFFIX && isPast(from - 2);
}

const isDayNumber = (token: QueryToken | undefined): boolean =>
  token?.isNumber === true && token.folded.length <= 2 && +token.folded >= 1 && +token.folded <= 31;

/** "from June to August", "between June and August": months at both ends. */
function isSeason({ tokens, mentions }: MentionContext, index: number): boolean {
  return ([-1, 1] as const).some((side) => {
    const other = mentions[index + side];
    if (other?.field !== "session") return false;
    const [left, right] = side < 0 ? [other, mentions[index]!] : [mentions[index]!, other];
    if (right.from - left.to !== 1) return false;
    const joint = tokens[left.to]!.folded;
    const isBetween = BETWEEN_WORDS.has(tokens[left.from - 1]?.folded ?? "");
    return RANGE_WORDS.has(joint) || (isBetween && LIST_WORDS.has(joint));
  });
}

/**
 * The month is preceded or followed by a day: "26 October", "1er janvier", "le premier mai", "12 de mayo", "May 25"; not
 * "paper 1 June", nor where the digits are read as a year ("July 18").
 */
function isDay({ tokens, mentions }: MentionContext, index: number): boolean {
  const { from: monthFrom, to } = mentions[index]!;
  if (
    isDayNumber(tokens[to]) &&
    /^\.?\s*$/u.test(tokens[to]!.gap) &&
    mentions[index + 1]?.from !== to
  )
    return true;
  const hasLink =
    DATE_LINKS.has(tokens[monthFrom - 1]?.folded ?? "") && !tokens[monthFrom - 1]!.isGlued;
  const from = hasLink ? monthFrom - 1 : monthFrom;
  const suffix = tokens[from - 1];
  const isOrdinal = suffix?.isGlued === true && /^(?:er|st|nd|rd|th)$/u.test(suffix.folded);
  const dayAt = isOrdinal ? from - 2 : from - 1;
  if (tokens[dayAt]?.folded === "premier") return true;
  // "B15 (sept. 2016)".
  if (tokens[dayAt]?.isGlued === true || /[()]/u.test(tokens[from]!.gap)) return false;
  return isDayNumber(tokens[dayAt]) && (mentions[index - 1]?.to ?? 0) <= dayAt;
}
