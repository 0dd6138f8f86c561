/**
 * The short year of a month beside a place of exams, where the query names neither exam nor a sure paper:
 * "Polynesia september fourteen", "mayo del 17 en Polinesia".
 */
import type { MentionContext } from "./mention-context.ts";
import { CUT_SIGN, isAtEnd } from "../read/mention.ts";
import { type QueryToken, word } from "../query-tokens.ts";
import { isDayLike } from "../read/read-month-years.ts";
import { ARTICLES, PLACE_LEADS } from "../words/scope-words.ts";
import { isDatePair } from "./topic-dates.ts";

/** Place, month and year are a phrase of their own, and the number cannot be a day. */
export const isYearOfCentre = (context: MentionContext, index: number): boolean =>
  isBesideCentre(context, index) && !isDayLike(context.tokens, context.mentions[index]!.from);

/** "Polynesia september 14" may be a day as well; not "cyclones in Polynesia september 14". */
export function isBesideCentre({ tokens, mentions }: MentionContext, index: number): boolean {
  const [place, month, year] = [mentions[index - 2], mentions[index - 1], mentions[index]!];
  if (month === undefined || !isDatePair(tokens, month, year)) return false;
  if (place?.field === "paper" && place.to === month.from) {
    return isStart(tokens, place.from) && isEnd(tokens, year.to);
  }
  const next = mentions[index + 1];
  if (next?.field !== "paper" || !isStart(tokens, month.from)) return false;
  // "mai 12 en Grèce, la crise" tells of the place.
  if (!isAtEnd(tokens, next.to)) return false;
  return next.from === year.to || isLed(tokens, year.to, next.from);
}

const isLed = (tokens: readonly QueryToken[], at: number, place: number): boolean =>
  place === at + 1 && PLACE_LEADS.has(word(tokens, at));

const isStart = (tokens: readonly QueryToken[], at: number): boolean =>
  at === 0 || CUT_SIGN.test(tokens[at]!.gap);

const isEnd = (tokens: readonly QueryToken[], at: number): boolean =>
  isAtEnd(tokens, at) || CUT_SIGN.test(tokens[at]!.gap) || ARTICLES.has(word(tokens, at));
