/**
 * Tells the year of an exam ("physics 2019", "annales 2019", "June 2019") from a date of the topic
 * ("population growth in 2020").
 */
import type { ScopeField } from "./curriculum-scope.ts";
import { hasNeighbour, isCompleted, isMereDate, type MentionContext } from "./mention-context.ts";
import type { Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { DATE_LEADS, FILLERS } from "./scope-words.ts";

const CONTEXT_FIELDS: ReadonlySet<ScopeField> = new Set([
  "level",
  "exam",
  "board",
  "session",
  "paper",
  "question_number",
  "content_type",
]);

/** Whether a year is one: beside exam words, or at the edge of a query within the corpus years. */
export function isExamYear(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, vocabulary } = context;
  if (isCompleted(context, index)) return true;
  if (hasNeighbour(context, index, -1, CONTEXT_FIELDS)) return true;
  if (hasNeighbour(context, index, 1, CONTEXT_FIELDS)) return true;
  if (hasPaperWord(tokens, mention)) return true;
  const { years } = vocabulary.vocabulary;
  const isInCorpus =
    years !== null &&
    mention.values.some((year) => +year >= years.first && +year <= years.last + 2);
  if (!isInCorpus) return false;
  if (hasNeighbour(context, index, -1) || hasNeighbour(context, index, 1)) return true;
  const isDated =
    DATE_LEADS.has(tokens[mention.from - 1]?.folded ?? "") || isMereDate(context, index);
  return !isDated && (mention.from === 0 || mention.to === tokens.length);
}

const PAPER_CUES: ReadonlySet<string> = new Set([
  ..."paper papers past exam exams examination examen session questions".split(" "),
  ..."annale annales sujet sujets epreuve epreuves".split(" "),
]);

/** "the 2018 exam", "annales 2019", "past questions 2015". */
function hasPaperWord(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const isCue = (at: number): boolean => PAPER_CUES.has(tokens[at]?.folded ?? "");
  return (
    isCue(to) || isCue(from - 1) || (FILLERS.has(tokens[from - 1]?.folded ?? "") && isCue(from - 2))
  );
}
