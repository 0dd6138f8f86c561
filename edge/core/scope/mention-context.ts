/**
 * The mentions of one query while their evidence is weighed, and the questions that all rules ask:
 * what stands beside a mention, and does it count already. Every answer takes constant time.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import type { ScopeField } from "./curriculum-scope.ts";
import { isListed } from "./list-evidence.ts";
import { isTight, type Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { SHORT_YEAR_RULE } from "./read-short-years.ts";
import { BETWEEN_WORDS, DATE_LEADS, FILLERS, LIST_WORDS, RANGE_WORDS } from "./scope-words.ts";

/** At most this many words may stand between two scope words that support each other. */
const FILLERS_MAX = 3;

export interface MentionContext {
  readonly tokens: readonly QueryToken[];
  readonly vocabulary: CompiledVocabulary;
  readonly mentions: readonly Mention[];
  /** Mentions that count, by index, and the fields that they fill. */
  readonly solid: readonly boolean[];
  readonly solidFields: ReadonlySet<ScopeField>;
  /** Capitals tell nothing in a query that is all capitals. */
  readonly isAllCapitals: boolean;
}

/** Fields that name an exam system or a sitting: what stands beside them is scope, too. */
export const LEVEL_FIELDS: ReadonlySet<ScopeField> = new Set([
  "level",
  "exam",
  "board",
  "year",
  "paper",
]);

/** The nearest mention on one side, if only fillers stand between; null otherwise. */
function neighbour(
  { tokens, mentions }: MentionContext,
  index: number,
  side: -1 | 1,
): number | null {
  const other = mentions[index + side];
  if (other === undefined) return null;
  const [left, right] = side < 0 ? [other, mentions[index]!] : [mentions[index]!, other];
  if (right.from - left.to > FILLERS_MAX || !isTight(tokens, left.to, right.from + 1)) return null;
  for (let at = left.to; at < right.from; at += 1)
    if (!FILLERS.has(tokens[at]!.folded)) return null;
  return index + side;
}

export function hasNeighbour(
  context: MentionContext,
  index: number,
  side: -1 | 1,
  fields?: ReadonlySet<ScopeField>,
): boolean {
  const other = neighbour(context, index, side);
  if (other === null) return false;
  const { field, kind } = context.mentions[other]!;
  if (!context.solid[other] && kind !== "typo") return false;
  return field !== context.mentions[index]!.field && (fields?.has(field) ?? true);
}

/** A solid mention of another field next to it, or an equally weak one that completes it. */
export function hasAnyNeighbour(context: MentionContext, index: number): boolean {
  return (
    hasNeighbour(context, index, -1) ||
    hasNeighbour(context, index, 1) ||
    isCompleted(context, index)
  );
}

/** "micro and macro", "2015, 2017": joined to a mention of the same field that counts. */
export function isCoordinated(context: MentionContext, index: number): boolean {
  return isMember(context, index, (other) => context.solid[other]!);
}

/** Joined to a mention of the same field that `isWanted`. */
export function isMember(
  context: MentionContext,
  index: number,
  isWanted: (other: number) => boolean,
): boolean {
  return ([-1, 1] as const).some((side) => {
    const other = index + side;
    if (context.mentions[other]?.field !== context.mentions[index]!.field || !isWanted(other))
      return false;
    const [left, right] = side < 0 ? [other, index] : [index, other];
    return isListed(context.tokens, context.mentions[left]!, context.mentions[right]!);
  });
}

/** Pairs that are scope together though neither is alone: "May 2017", "professional law". */
const COMPLETING: ReadonlySet<string> = new Set([
  "level subject",
  "subject level",
  "session year",
  "year session",
  "paper question_number",
  "question_number paper",
  "paper year",
  "year paper",
  "exam year",
  "year exam",
  "exam subject",
  "subject exam",
]);

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
  const hasSession = field === "year" && previous?.field === "session" && previous.to === from;
  const start = hasSession ? previous.from : from;
  const dates = Number(solidFields.has("year")) + Number(solidFields.has("session"));
  return solidFields.size === dates && DATE_LEADS.has(tokens[start - 1]?.folded ?? "");
}

/**
 * A month or year of a full date or of a stretch of the year: "26 October 2015", "Nov 26, 2011", "12 de
 * noviembre de 2014", "de décembre à avril".
 */
export function isDayOfTopic(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { field, from } = mentions[index]!;
  if (field === "session") return isDay(context, index) || isSeason(context, index);
  const month = mentions[index - 1];
  if (field !== "year" || month?.field !== "session" || !isDay(context, index - 1)) return false;
  const between = tokens.slice(month.to, from);
  return between.every((token) => isDayNumber(token) || DATE_LINKS.has(token.folded));
}

/** "26 October of 2015", "12 de noviembre de 2014", "November 2nd, 2014". */
const DATE_LINKS: ReadonlySet<string> = new Set("of de del st nd rd th".split(" "));

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
 * The month is preceded or followed by a day: "26 October", "1er janvier", "12 de mayo", "May 25"; not
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
  return isDayNumber(tokens[dayAt]) && (mentions[index - 1]?.to ?? 0) <= dayAt;
}

export function isCompleted(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isMereDate(context, index)) return false;
  return [mentions[index - 1], mentions[index + 1]].some((other) => {
    if (other === undefined || other.kind === "typo" || other.rule === SHORT_YEAR_RULE)
      return false;
    const isTouching = other.to === mention.from || other.from === mention.to;
    if (
      !isTouching ||
      !isTight(tokens, Math.max(other.from, mention.from), Math.max(other.from, mention.from) + 1)
    ) {
      return false;
    }
    if (!COMPLETING.has(`${mention.field} ${other.field}`)) return false;
    return other.kind !== "cased" || other.field === "session" || isExactCase(tokens, other);
  });
}

export function isExactCase(tokens: readonly QueryToken[], mention: Mention): boolean {
  const text = tokens
    .slice(mention.from, mention.to)
    .map((token) => token.raw)
    .join(" ");
  return mention.entries.some((entry) => entry.cased?.includes(text));
}
