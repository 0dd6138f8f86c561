/** Tells the years of a table or a list of the topic ("1970 2010 2015") from those of exams. */
import { isListed } from "./list-evidence.ts";
import type { Mention } from "../read/mention.ts";
import type { MentionContext } from "./mention-context.ts";
import type { QueryToken } from "../query-tokens.ts";
import { isEarlierYear } from "../read/quantities.ts";
import { LIST_WORDS } from "../words/scope-words.ts";

/** So many years of a table are looked through, to either side. */
const ROW_YEARS_MAX = 8;

/** "1970 2010 2015", "1932, 1968 and 1994": years of a table or list, one of which no paper has. */
export function isStatistic(
  { mentions, tokens, vocabulary }: MentionContext,
  index: number,
): boolean {
  const { years } = vocabulary.vocabulary;
  if (years === null) return false;
  if (isListedWithPast(tokens, mentions, index)) return true;
  let [first, last] = [index, index];
  while (index - first < ROW_YEARS_MAX && isRow(tokens, mentions, first, -1)) first -= 1;
  while (last - index < ROW_YEARS_MAX && isRow(tokens, mentions, last, 1)) last += 1;
  if (first === last) return false;
  return mentions.slice(first, last + 1).some(({ values }) => +values[0]! < years.first);
}

/** The list that the year is in begins with a year before there were papers. */
function isListedWithPast(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  let first = index;
  while (index - first < ROW_YEARS_MAX && isListedYear(tokens, mentions, first - 1)) first -= 1;
  const { from } = mentions[first]!;
  const isWord = LIST_WORDS.has(tokens[from - 1]?.folded ?? "");
  const isJoined = isWord || /^\s?[,、&]\s?$/u.test(tokens[from]!.gap);
  return isJoined && isEarlierYear(tokens[isWord ? from - 2 : from - 1]);
}

const isListedYear = (
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  at: number,
): boolean => mentions[at]?.field === "year" && isListed(tokens, mentions[at]!, mentions[at + 1]!);

/** The mention beside `at` is a year, too, with nothing but a space between. */
function isRow(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  at: number,
  side: -1 | 1,
): boolean {
  const [left, right] =
    side < 0 ? [mentions[at - 1], mentions[at]] : [mentions[at], mentions[at + 1]];
  if (left?.field !== "year" || right?.field !== "year" || left.to !== right.from) return false;
  return /^\s+$/u.test(tokens[right.from]!.gap);
}
