/**
 * Tells a year of the topic by another year that is said of an exam: "JO Rio 2016 - brevet métropole de
 * juin 2017", "2014年新疆棉花 2021年高考".
 */
import type { ScopeField } from "./curriculum-scope.ts";
import { hasNeighbour, isMember, type MentionContext } from "./mention-context.ts";

const SITTING_FIELDS: ReadonlySet<ScopeField> = new Set(["exam", "board", "session", "paper"]);
const CLAUSE_SIGN = /[,;:.()–—-]/u;

/** Per mention whether it is a year that stands apart from scope while another year is an exam's. */
export function topicYears(context: MentionContext): readonly boolean[] {
  const { mentions, solid } = context;
  const isYear = mentions.map(({ field }) => field === "year");
  const isSat = mentions.map(
    (_, index) => isYear[index]! && solid[index]! && isBound(context, index, SITTING_FIELDS),
  );
  if (!isSat.includes(true)) return isSat;
  return isYear.map((one, index) => {
    if (!one || isSat[index]! || isBound(context, index)) return false;
    return !isListedWith(context, index, isSat);
  });
}

/** A mention of `fields` stands beside it with no sign between. */
function isBound(
  context: MentionContext,
  index: number,
  fields?: ReadonlySet<ScopeField>,
): boolean {
  const { mentions, tokens } = context;
  return ([-1, 1] as const).some((side) => {
    if (!hasNeighbour(context, index, side, fields)) return false;
    const [left, right] =
      side < 0
        ? [mentions[index - 1]!, mentions[index]!]
        : [mentions[index]!, mentions[index + 1]!];
    return tokens.slice(left.to, right.from + 1).every(({ gap }) => !CLAUSE_SIGN.test(gap));
  });
}

/** So many years of a list are looked through. */
const LIST_YEARS_MAX = 8;

/** "brevet 2013, 2014 et 2016": in one list with a year that is an exam's. */
function isListedWith(context: MentionContext, index: number, isSat: readonly boolean[]): boolean {
  return ([-1, 1] as const).some((side) => {
    for (let at = index; Math.abs(at - index) < LIST_YEARS_MAX; at += side) {
      if (!isJoined(context, at, at + side)) return false;
      if (isSat[at + side]!) return true;
    }
    return false;
  });
}

/** "2013, 2014", "jamb 2004 2005". */
function isJoined(context: MentionContext, at: number, other: number): boolean {
  const { mentions } = context;
  const [left, right] = [mentions[Math.min(at, other)], mentions[Math.max(at, other)]];
  if (left?.field !== "year" || right?.field !== "year") return false;
  return left.to === right.from || isMember(context, at, (one) => one === other);
}
