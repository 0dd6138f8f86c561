/**
 * Reads Chinese years of two digits that a word for exam papers marks where no exam is named: "15届生物",
 * "09化学真题", "15、16真题", "15全国卷", "全国卷15".
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import type { ScopeField } from "../curriculum-scope.ts";
import type { Mention } from "./mention.ts";
import { isHan, isPhraseAt, type QueryToken, word } from "../query-tokens.ts";
import { readNames } from "./read-names.ts";
import { yearMention } from "./read-years.ts";
import { phrases } from "../words/scope-words.ts";
import { isEnded, isExamAt } from "./short-year-ends.ts";
import type { ShortYears } from "./short-year-list.ts";

/** The words beside the years say that they are of exams. */
export const CUED_YEAR_RULE = "year_cued";

/** Papers that no name of the vocabulary covers, and past papers of all kinds. */
const PAPER_PHRASES = phrases("全 国 卷,课 标 卷,真 题");
const NATIONAL_PAPERS = phrases("全 国 卷,课 标 卷");
const PAPER_CHARACTERS = 3;
/** "15届": the sitting of that year. */
const SITTING_COUNTER = "届";

export function readCuedYears(
  tokens: readonly QueryToken[],
  at: number,
  { values, to }: ShortYears,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const { gap, isGlued } = tokens[at]!;
  const isBehindPaper =
    /^\s?$/u.test(gap) &&
    NATIONAL_PAPERS.some((one) => isPhraseAt(tokens, at - PAPER_CHARACTERS, one));
  if (isBehindPaper) {
    return isEnded(tokens, to, vocabulary)
      ? yearMention([...values], at, to, CUED_YEAR_RULE)
      : null;
  }
  if (!isGluedHan(tokens, to) || (isGlued && mentions.at(-1)?.to !== at)) return null;
  if (word(tokens, to) === SITTING_COUNTER) {
    const isSitting = isCourseOfPapers(tokens, to + 1, vocabulary, true);
    return isSitting ? yearMention([...values], at, to + 1, CUED_YEAR_RULE) : null;
  }
  const isOfPapers = isPaperAt(tokens, to) || isCourseOfPapers(tokens, to, vocabulary, false);
  return isOfPapers ? yearMention([...values], at, to, CUED_YEAR_RULE) : null;
}

const isGluedHan = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]?.isGlued === true && isHan(tokens[at]);

/** "全国卷", "真题". */
export const isPaperAt = (tokens: readonly QueryToken[], at: number): boolean =>
  PAPER_PHRASES.some((phrase) => isPhraseAt(tokens, at, phrase));

/**
 * "化学真题", "生物高考", behind a sitting "高考" and "生物" alone, too; not "15化学", "16届物理竞赛".
 */
function isCourseOfPapers(
  tokens: readonly QueryToken[],
  at: number,
  vocabulary: CompiledVocabulary,
  isSitting: boolean,
): boolean {
  if (!isGluedHan(tokens, at)) return false;
  if (isSitting && isExamAt(tokens, at, vocabulary)) return true;
  const course = readNames(tokens, at, vocabulary).find(({ field }) => COURSE_FIELDS.has(field));
  if (course === undefined) return false;
  const { to } = course;
  if (!isGluedHan(tokens, to)) return isSitting;
  return isPaperAt(tokens, to) || isExamAt(tokens, to, vocabulary);
}
const COURSE_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level"]);
