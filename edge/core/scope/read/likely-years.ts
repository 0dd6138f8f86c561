/** Two digits behind a paper or a month that are more likely a year than a question or a day. */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import { CHINESE_ORDINAL } from "../words/scope-words.ts";
import { isBeforePlace, isCountedAt } from "./short-year-ends.ts";

/** A year stands right before the exam or paper. */
export function isDated(mentions: readonly Mention[]): boolean {
  const [year, paper] = mentions.slice(-2);
  if (paper === undefined || year?.field !== "year") return false;
  return EXAM_FIELDS.has(paper.field) && paper.from - year.to <= 1;
}

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
