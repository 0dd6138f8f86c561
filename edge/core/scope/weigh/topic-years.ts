/**
 * Tells a year of the topic by another year that is said of an exam: "JO Rio 2016 - brevet métropole de
 * juin 2017", "2014年新疆棉花 2021年高考".
 */
import { isCorrected } from "../read/corrections.ts";
import { EXAM_FIELDS, type ScopeField, SITTING_FIELDS } from "../curriculum-scope.ts";
import { isListed } from "./list-evidence.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { isPhraseAt, type QueryToken } from "../query-tokens.ts";
import { phrases, words } from "../words/scope-words.ts";
import { isDatePair } from "./topic-dates.ts";

/** Whatever else a year may be said of. */
const BINDING_FIELDS: ReadonlySet<ScopeField> = new Set([
  ...EXAM_FIELDS,
  "subject",
  "level",
  "content_type",
  "question_number",
  "language",
]);
const CLAUSE_SIGN = /[,;:.()–—-]/u;

/** Per mention whether it is a year, or its month, apart from scope while another year is an exam's. */
export function topicDates(context: MentionContext): readonly boolean[] {
  const { mentions, solid, tokens } = context;
  const isYear = mentions.map(({ field }) => field === "year");
  const sat = (fields: ReadonlySet<ScopeField>): boolean[] =>
    mentions.map((_, index) => isYear[index]! && solid[index]! && isBound(context, index, fields));
  const isNamed = sat(EXAM_FIELDS);
  // "novembre 1989 … brevet Asie juin 2015": a month alone says less than an exam or a paper.
  const isSat = isNamed.includes(true) ? isNamed : sat(SITTING_FIELDS);
  if (!isSat.includes(true)) return isSat;
  const isTopical = isYear.map((one, index) => {
    if (!one || isSat[index]! || isBound(context, index, BINDING_FIELDS)) return false;
    return !isListedWith(context, index, isSat);
  });
  return isTopical.map((one, index) => {
    const year = mentions[index + 1];
    return one || (isTopical[index + 1] === true && isDatePair(tokens, mentions[index]!, year!));
  });
}

/** The words before a year, or behind it, that an event may be told in ("Rio 2016 olympics"). */
const EVENT_WORDS_MAX = 6;

/** "JO d'hiver 2018", "the 2018 World Cup", "2022年冬奥会": an event that its year tells from others. */
export function isEventYear(context: MentionContext, index: number): boolean {
  if (isSaidOfExam(context, index)) return false;
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  const first = Math.max(mentions[index - 1]?.to ?? 0, from - EVENT_WORDS_MAX);
  for (let at = from - 1; at >= first; at -= 1) {
    if (/[,;:.()!?]/u.test(tokens[at + 1]!.gap)) break;
    if (isEvent(tokens, at)) return true;
  }
  const last = Math.min(mentions[index + 1]?.from ?? tokens.length, to + EVENT_WORDS_MAX);
  for (let at = to; at < last; at += 1) {
    if (/[,;:.()!?]/u.test(tokens[at]!.gap)) break;
    if (isEvent(tokens, at)) return true;
  }
  return false;
}

/** "brevet Polynésie sept 2017 … JO de Rio": the exam or its paper stands right before the date. */
function isSaidOfExam(context: MentionContext, index: number): boolean {
  const { mentions, tokens } = context;
  const month = mentions[index - 1];
  const hasMonth = month !== undefined && isDatePair(tokens, month, mentions[index]!);
  return hasNeighbour(context, hasMonth ? index - 1 : index, -1, EXAM_FIELDS);
}

function isEvent(tokens: readonly QueryToken[], at: number): boolean {
  const word = tokens[at]!.folded;
  if (EVENT_WORDS.has(word)) return true;
  return EVENT_LEADS.has(word) && EVENT_PHRASES.some((phrase) => isPhraseAt(tokens, at, phrase));
}

/** Events that are told from one another by their year. */
const EVENT_WORDS = words("jo olympics paralympics olympiade olimpiadas superbowl eurovision");
/** "World Cup", "coupe du monde", "奥运会": such events of several words. */
const EVENT_PHRASES = phrases(
  `olympic games,olympic winter,winter olympic,
 world cup,world championship,world championships,european championship,
 championnats d europe,championnat d europe,super bowl,tour de france,
 jeux olympiques,jeux paralympiques,coupe du monde,coupe d europe,championnats du monde,
 olympische spiele,olympischen spiele,olympischen spielen,olympischen winterspiele,olympischen winterspielen,
 olympische winterspiele,fussball wm,fussball em,juegos olimpicos,copa mundial,copa del mundo,copa america,
 奥 运,世 界 杯,世 博,冬 奥`,
);
/** The words that such a phrase may begin with. */
const EVENT_LEADS: ReadonlySet<string> = new Set(EVENT_PHRASES.map(([first]) => first!));

/** A mention of `fields` stands beside it, or beside its month, with no sign between. */
function isBound(context: MentionContext, index: number, fields: ReadonlySet<ScopeField>): boolean {
  const { mentions, tokens } = context;
  const month = mentions[index - 1];
  const hasMonth = month !== undefined && isDatePair(tokens, month, mentions[index]!);
  return ([-1, 1] as const).some((side) => {
    if (side < 0 && hasMonth && fields.has("session")) return true;
    const at = side < 0 && hasMonth ? index - 1 : index;
    if (!hasNeighbour(context, at, side, fields)) return false;
    const [left, right] =
      side < 0 ? [mentions[at - 1]!, mentions[at]!] : [mentions[at]!, mentions[at + 1]!];
    return tokens.slice(left.to, right.from + 1).every(({ gap }) => !CLAUSE_SIGN.test(gap));
  });
}

/** So many years of a list are looked through. */
const LIST_YEARS_MAX = 8;

/** "brevet 2013, 2014 et 2016", "brevets de mai 2017 et mai 2018": in one list with an exam's year. */
function isListedWith(context: MentionContext, index: number, isSat: readonly boolean[]): boolean {
  return ([-1, 1] as const).some((side) => {
    let at = index;
    for (let step = 0; step < LIST_YEARS_MAX; step += 1) {
      const other = joinedYear(context, at, side);
      if (other === null) return false;
      if (isSat[other]!) return true;
      at = other;
    }
    return false;
  });
}

/** The year that is joined to the one at `at` on one side ("2013, 2014", "jamb 2004 2005"), or null. */
function joinedYear(context: MentionContext, at: number, side: -1 | 1): number | null {
  const { mentions, tokens } = context;
  const hasMonth = (index: number): boolean =>
    index > 0 && isDatePair(tokens, mentions[index - 1]!, mentions[index]!);
  let other = at + side;
  if (side < 0 && hasMonth(at)) other -= 1;
  if (side > 0 && mentions[other]?.field === "session") other += 1;
  if (mentions[other]?.field !== "year") return null;
  const [first, second] = side < 0 ? [other, at] : [at, other];
  const left = mentions[first]!;
  const right = mentions[second]!;
  const from = hasMonth(second) ? mentions[second - 1]!.from : right.from;
  const isJoined =
    left.to === from ||
    isListed(tokens, left, { ...right, from }) ||
    isCorrected(tokens, left, right);
  return isJoined ? other : null;
}
