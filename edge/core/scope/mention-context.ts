/**
 * The mentions of one query while their evidence is weighed, and the questions that all rules ask:
 * what stands beside a mention, and does it count already. Every answer takes constant time.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import type { ScopeField } from "./curriculum-scope.ts";
import { isTight, type Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { DATE_LEADS, FILLERS, LIST_WORDS } from "./scope-words.ts";

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
  return ([-1, 1] as const).some((side) => {
    const other = index + side;
    if (!context.solid[other] || context.mentions[other]!.field !== context.mentions[index]!.field)
      return false;
    const [left, right] = side < 0 ? [other, index] : [index, other];
    return isListed(context, context.mentions[left]!.to, context.mentions[right]!.from);
  });
}

/** Between two members of a list stands one list word, or its sign. */
function isListed({ tokens }: MentionContext, from: number, to: number): boolean {
  const gap = tokens[to]!.gap;
  if (from === to) return /^\s?[,、&+/]\s?$/u.test(gap);
  return to - from === 1 && LIST_WORDS.has(tokens[from]!.folded) && /^\s*$/u.test(gap);
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
]);

/**
 * "la vie en mai 2016": a date of the topic, in a query that names no other scope; "le 26 octobre
 * 2015": a day, in any query.
 */
export function isMereDate(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  const { field, from } = mentions[index]!;
  if (field !== "year" && field !== "session") return false;
  const previous = mentions[index - 1];
  const hasSession = field === "year" && previous?.field === "session" && previous.to === from;
  const start = hasSession ? previous.from : from;
  if ((hasSession || field === "session") && isDay(context, index - (hasSession ? 1 : 0)))
    return true;
  const dates = Number(solidFields.has("year")) + Number(solidFields.has("session"));
  return solidFields.size === dates && DATE_LEADS.has(tokens[start - 1]?.folded ?? "");
}

/** The month is preceded by a day: "26 October", "1er janvier"; not "paper 1 June". */
function isDay({ tokens, mentions }: MentionContext, index: number): boolean {
  const { from } = mentions[index]!;
  const suffix = tokens[from - 1];
  const isOrdinal = suffix?.isGlued === true && /^(?:er|st|nd|rd|th)$/u.test(suffix.folded);
  const dayAt = isOrdinal ? from - 2 : from - 1;
  const day = tokens[dayAt];
  if (!day?.isNumber || (mentions[index - 1]?.to ?? 0) > dayAt) return false;
  return Number(day.folded) >= 1 && Number(day.folded) <= 31;
}

export function isCompleted(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isMereDate(context, index)) return false;
  return [mentions[index - 1], mentions[index + 1]].some((other) => {
    if (other === undefined || other.kind === "typo") return false;
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
