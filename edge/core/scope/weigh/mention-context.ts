/**
 * The mentions of one query while their evidence is weighed, and the questions that all rules ask:
 * what stands beside a mention, and does it count already. Every answer takes constant time.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { isCorrected } from "../read/corrections.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import { isListed } from "./list-evidence.ts";
import { isTight, type Mention } from "../read/mention.ts";
import type { QueryToken } from "../query-tokens.ts";
import { SHORT_YEAR_RULE } from "../read/read-years.ts";
import { FILLERS } from "../words/scope-words.ts";
import { isDatePair, isMereDate } from "./topic-dates.ts";

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

/** Whether a mention that counts fills one of the fields. */
export function namesAny(
  { solidFields }: Pick<MentionContext, "solidFields">,
  fields: ReadonlySet<ScopeField>,
): boolean {
  for (const field of fields) if (solidFields.has(field)) return true;
  return false;
}

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
    const [one, two] = [context.mentions[left]!, context.mentions[right]!];
    return isListed(context.tokens, one, two) || isCorrected(context.tokens, one, two);
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

export function isCompleted(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isMereDate(context, index)) return false;
  return [mentions[index - 1], mentions[index + 1]].some((other) => {
    if (other === undefined || other.rule.startsWith(SHORT_YEAR_RULE)) return false;
    if (other.kind === "typo" || other.kind === "people") return false;
    const [left, right] = other.from < mention.from ? [other, mention] : [mention, other];
    const isTouching = left.to === right.from || isDatePair(tokens, left, right);
    if (!isTouching || !isTight(tokens, left.to, right.from + 1)) return false;
    if (!COMPLETING.has(`${mention.field} ${other.field}`)) return false;
    return other.kind !== "cased" || other.field === "session" || isExactCase(tokens, other);
  });
}

export function isExactCase(tokens: readonly QueryToken[], mention: Mention): boolean {
  const typed = tokens.slice(mention.from, mention.to).map((token) => token.raw);
  return mention.entries.some(
    ({ cased }) => cased?.includes(typed.join(" ")) || cased?.includes(typed.join("")),
  );
}
