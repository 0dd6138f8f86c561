/** Tells a sitting that is written as a Chinese date ("2019年6月 brevet") from a date of history. */
import { EXAM_FIELDS } from "./curriculum-scope.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { isHan } from "./query-tokens.ts";

/** "6月", "十二月": written with characters, so that nothing but its place tells it from a date. */
export const isChineseMonth = ({ tokens, mentions }: MentionContext, index: number): boolean =>
  mentions[index]!.field === "session" && isHan(tokens[mentions[index]!.to - 1]);

/**
 * "brevet 2019年6月", "2018年9月 亚洲卷": the month, with its year, touches an exam or a paper; not
 * "1978年12月 十一届三中全会 高考历史".
 */
export function isChineseSitting(context: MentionContext, index: number): boolean {
  const { mentions, vocabulary } = context;
  const year = mentions[index - 1];
  const hasYear = year?.field === "year" && mentions[index]!.from - year.to <= 1;
  const { years } = vocabulary.vocabulary;
  if (hasYear && (years === null || +year.values[0]! < years.first)) return false;
  return (
    hasNeighbour(context, hasYear ? index - 1 : index, -1, EXAM_FIELDS) ||
    hasNeighbour(context, index, 1, EXAM_FIELDS)
  );
}
