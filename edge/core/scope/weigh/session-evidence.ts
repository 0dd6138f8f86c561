/**
 * Tells the month of a sitting from another: a Chinese date ("2019年6月 brevet") from one of history, and a
 * month in which somebody will sit an exam ("je passe le brevet en juin"). And a wish from a condition.
 */
import { EXAM_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { isToldEvent } from "./event-evidence.ts";
import type { Mention } from "../read/mention.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { COPULAS, NEGATIONS } from "../words/negation-words.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { DATE_LEADS, words } from "../words/scope-words.ts";
import { isDatePair, isDayOfTopic } from "./topic-dates.ts";

/** "6月", "十二月": written with characters, so that nothing but its place tells it from a date. */
export const isChineseMonth = ({ tokens, mentions }: MentionContext, index: number): boolean =>
  mentions[index]!.field === "session" && isHan(tokens[mentions[index]!.to - 1]);

/**
 * "brevet 2019年6月", "2018年9月 亚洲卷": the month, with its year, touches an exam or a paper; not
 * "1978年12月 十一届三中全会 高考历史".
 */
export function isChineseSitting(context: MentionContext, index: number): boolean {
  const { tokens, mentions, vocabulary } = context;
  const year = mentions[index - 1];
  const hasYear = year?.field === "year" && mentions[index]!.from - year.to <= 1;
  const { years } = vocabulary.vocabulary;
  if (hasYear && (years === null || +year.values[0]! < years.first)) return false;
  const first = hasYear ? index - 1 : index;
  return (
    hasNeighbour(context, first, -1, EXAM_FIELDS) ||
    hasNeighbour(context, index, 1, EXAM_FIELDS) ||
    // "brevet数学2018年9月"; not "高考历史2018年12月改革".
    (!isGluedHan(tokens[mentions[index]!.to]) &&
      hasNeighbour(context, first, -1, SUBJECT) &&
      hasNeighbour(context, first - 1, -1, EXAM_FIELDS))
  );
}
const isGluedHan = (token: QueryToken | undefined): boolean =>
  token !== undefined && isHan(token) && token.isGlued;
const SUBJECT: ReadonlySet<ScopeField> = new Set(["subject"]);

/**
 * "le 11 septembre 2001", "attentats de novembre 2015", "juin, juillet, août et septembre": a day, the month
 * of something that happened, three months of the year.
 */
export function isMonthOfTopic(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  if (isDayOfTopic(context, index)) return true;
  const year = mentions[index + 1];
  const hasYear = year !== undefined && isDatePair(tokens, mentions[index]!, year);
  if (hasYear && isToldEvent(context, index + 1)) return true;
  return solidFields.size === 0 && mentions.filter(isMonth).length >= SEASON_MONTHS_MIN;
}
const SEASON_MONTHS_MIN = 3;
const isMonth = ({ field }: Mention): boolean => field === "session";

/** What somebody does about an exam that is still to come. */
const SITTING_VERBS = words(
  `sit sitting sits retake retaking resit resitting taking mitschreiben schreibe schreib schreiben schreibt
   ablegen passe passes passer passent passera passerai prepare preparer preparent revise reviser
   presento presenta presentar presentarme examino examina preparo habe hab`,
);
const PRONOUNS = words("il elle on ils elles i we he she it they wir er sie es man");
const PLAN_WORDS_MAX = 8;

/** "this June", "next June", "juin prochain". */
const COMING = words("this next coming diesen kommenden nachsten proximo prochain prochaine");

/**
 * "muss im juni das brevet mitschreiben", "je passe le brevet en juin": no sitting of the past, nor is a year
 * that is still to come.
 */
export function isMonthOfPlans(context: MentionContext, index: number): boolean {
  const { tokens, mentions, vocabulary } = context;
  const { field, from, to } = mentions[index]!;
  if (field === "year") {
    const month = mentions[index - 1];
    return (
      month !== undefined &&
      isDatePair(tokens, month, mentions[index]!) &&
      isMonthOfPlans(context, index - 1)
    );
  }
  if (field !== "session") return false;
  const year = mentions[index + 1];
  const hasYear = year !== undefined && isDatePair(tokens, mentions[index]!, year);
  const { years } = vocabulary.vocabulary;
  if (hasYear && (years === null || +year.values[0]! <= years.last)) return false;
  const lead = tokens[from - 1]?.folded ?? "";
  if (COMING.has(lead) || COMING.has(tokens[to]?.folded ?? "")) return true;
  if (!DATE_LEADS.has(lead) || isYearBefore(context, index)) return false;
  // "en septembre il fait chaud".
  if (PRONOUNS.has(tokens[to]?.folded ?? "") && /^\s+$/u.test(tokens[to]!.gap)) return true;
  // "my brevet is in June".
  if (COPULAS.has(tokens[from - 2]?.folded ?? "")) return true;
  return tokens
    .slice(Math.max(0, from - PLAN_WORDS_MAX), to + PLAN_WORDS_MAX)
    .some(({ folded }) => SITTING_VERBS.has(folded));
}

/** "2019 in June". */
const isYearBefore = ({ mentions }: MentionContext, index: number): boolean =>
  mentions[index - 1]?.field === "year" && mentions[index - 1]!.to === mentions[index]!.from - 1;

const OTHER = words("autre autres other another any anderes andere otro cualquier 他 它 别 的");
const YEARS = words("annee annees year years jahr jahre ano anos 年");
const FINE = words(
  `fine ok okay good works do too also va ira iront convient aussi bien passt geht auch recht vale valdria
   sirve tambien 也 行`,
);
const FINE_WORDS_MAX = 6;

/** "si ça n'existe pas, une autre année ira très bien", "any other year is fine": the date is a wish. */
export const isAnyYearFine = (tokens: readonly QueryToken[]): boolean =>
  tokens.some(
    ({ folded }, at) =>
      YEARS.has(folded) &&
      OTHER.has(tokens[at - 1]?.folded ?? "") &&
      !NEGATIONS.has(tokens[at - 2]?.folded ?? "") &&
      tokens.slice(at + 1, at + FINE_WORDS_MAX).some((word) => FINE.has(word.folded)),
  );
