/** Two digits behind a paper or a month that are more likely a year than a question or a day. */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import { CHINESE_ORDINAL } from "../words/scope-words.ts";
import { isBeforePlace, isCountedAt } from "./short-year-ends.ts";

/** The last mention is an exam or paper, and its year stands right before it. */
export const isDated = (mentions: readonly Mention[]): boolean =>
  isYearBefore(mentions.at(-2), mentions.at(-1));

/** "18年高考", "2016 brevet": a year right before an exam or paper. */
export const isYearBefore = (year: Mention | undefined, exam: Mention | undefined): boolean =>
  year?.field === "year" &&
  exam !== undefined &&
  EXAM_FIELDS.has(exam.field) &&
  exam.from - year.to <= 1;

/** "甲卷21第17题": the other number is the question's. */
export const isQuestionAt = (tokens: readonly QueryToken[], to: number): boolean =>
  word(tokens, to) === CHINESE_ORDINAL && tokens[to + 1]?.isNumber === true;

/** "甲卷21 PCR检测", "mayo 17 en Pondicherry": more likely a year than a question or a day. */
export function isLikelyLed(
  tokens: readonly QueryToken[],
  at: number,
  to: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): boolean {
  const previous = mentions.at(-1);
  if (previous?.to !== at || isDated(mentions)) return false;
  if (previous.field === "session") return isBeforePlace(tokens, to, vocabulary);
  if (previous.field !== "paper" || !isHan(tokens[previous.from])) return false;
  const next = tokens[to];
  return (
    next !== undefined && /^\s+$/u.test(next.gap) && !next.isNumber && !isCountedAt(tokens, to)
  );
}
