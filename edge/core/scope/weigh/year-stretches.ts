/** Tells a stretch of the topic ("entre 2010 et 2012", "2013～2017年消费") from the years of papers. */
import { isGluedOn } from "./chinese-evidence.ts";
import { isHappening } from "./event-evidence.ts";
import { isFigure } from "../words/figure-words.ts";
import type { Mention } from "../read/mention.ts";
import type { MentionContext } from "./mention-context.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { isYearBefore } from "../read/likely-years.ts";
import { isPaperAt } from "../read/read-cued-years.ts";
import {
  BETWEEN_WORDS,
  EXERCISE_NOUNS,
  FILLERS,
  LIST_WORDS,
  words,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";

const STRETCH_LEADS = words("between entre zwischen de from von desde");

/** "entre 2010 et 2012", "de 2013 à 2015". */
export const isStretch = (tokens: readonly QueryToken[], { rule, from }: Mention): boolean =>
  rule === "year_range" &&
  [from - 1, from].some((at) => STRETCH_LEADS.has(tokens[at]?.folded ?? ""));

/**
 * "高考政治 2013～2017年消费": glued to a word of the topic; not "2013～2017年真题", "2015-2018年导数大题". Any
 * word where another year is an exam's: "18年高考政治 2013～2017消费".
 */
export function isStretchOfTopic({ tokens, mentions }: MentionContext, index: number): boolean {
  const { values, to } = mentions[index]!;
  const end = tokens[to]?.folded === YEAR_SUFFIX ? to + 1 : to;
  const next = tokens[end];
  if (values.length < 2 || next?.isGlued !== true || !isHan(next)) return false;
  if (isPaperAt(tokens, end) || mentions[index + 1]?.from === end) return false;
  if (end > to && isGluedOn(tokens, mentions, index, end)) return true;
  if (FILLERS.has(next.folded)) return false;
  return mentions.some((one, at) => at !== index && isYearBefore(one, mentions[at + 1]));
}

/** "between 1960 and 1995": both years of a stretch too long for a range of papers. */
export const isEndOfStretch = ({ tokens, mentions }: MentionContext, index: number): boolean => {
  const [first, last] = [mentions[index - 1], mentions[index]!];
  return (
    first?.rule === "year" &&
    last.from - first.to === 1 &&
    LIST_WORDS.has(tokens[first.to]!.folded) &&
    BETWEEN_WORDS.has(tokens[first.from - 1]?.folded ?? "")
  );
};

/**
 * "entre 2015 et 2017 : la question sur la photosynthèse": heads a query that asks for a question and tells
 * of no figure.
 */
export function isHeadingOfQuestion({ tokens, mentions }: MentionContext, index: number): boolean {
  const mention = mentions[index]!;
  if (mention.from !== 0 || !isStretch(tokens, mention)) return false;
  if (!/^\s?:/u.test(tokens[mention.to]?.gap ?? "")) return false;
  let isAsked = false;
  for (let at = mention.to; at < tokens.length; at += 1) {
    if (isFigure(tokens, at) || isHappening(tokens, at)) return false;
    const { folded } = tokens[at]!;
    isAsked ||= QUESTION_NOUNS.has(folded);
  }
  return isAsked;
}
const QUESTION_NOUNS = words(
  "item items question questions problem frage fragen pregunta preguntas sujet 题",
  EXERCISE_NOUNS,
);
