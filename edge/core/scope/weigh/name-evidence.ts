/**
 * What makes a name that is also an ordinary word count as scope: its position, a cue beside it, its
 * capitals. One rule per kind of name; each says in its comment which words it is about.
 */
import { isListed } from "./list-evidence.ts";
import {
  hasAnyNeighbour,
  hasNeighbour,
  isExactCase,
  LEVEL_FIELDS,
  type MentionContext,
} from "./mention-context.ts";
import { CUT_SIGN, isAtEnd, type Mention } from "../read/mention.ts";
import { NEGATIONS } from "../words/negation-words.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import {
  CHINESE_QUESTION,
  FILLERS,
  OF_WORDS,
  SUBJECT_CUES,
  SUBJECT_LEADS,
  VERB_LEADS,
  words,
  type WordSet,
} from "../words/scope-words.ts";

/** "chemistry of life", but not "chimie du probatoire": what follows is scope itself. */
export function isHeadOfPhrase(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { to } = mentions[index]!;
  const next = tokens[to];
  if (next === undefined || !/^[\s'’]+$/u.test(next.gap)) return false;
  if (!OF_WORDS.has(next.folded) && !isGerund(tokens, to)) return false;
  const following = mentions[index + 1];
  if (following === undefined || following.from > to + 2) return true;
  // "maths de juin 2018".
  return !LEVEL_FIELDS.has(following.field) && following.field !== "session";
}

/** "accounting for friction"; not "accounting for beginners". */
function isGerund(tokens: readonly QueryToken[], to: number): boolean {
  if (tokens[to]!.folded !== "for" || !/.{3}ing$/u.test(tokens[to - 1]!.folded)) return false;
  return ![tokens[to + 1], tokens[to + 2]].some((one) => COURSE_TAKERS.has(one?.folded ?? ""));
}
const COURSE_TAKERS = words(
  "beginners dummies students student class exam exams test course managers revision me my",
);

/** "une grandeur physique", "un modèle mathématique": in French an adjective behind its noun. */
export function isAdjective(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { from, to } = mentions[index]!;
  const lead = tokens[from - 1];
  if (lead === undefined || to - from > 1 || !/ique?s?$/u.test(tokens[from]!.folded)) return false;
  if (!/^\s+$/u.test(tokens[from]!.gap) || lead.isNumber || lead.folded === "cote") return false;
  // "côté physique", "ni physique ni chimie", "plutôt chimie que physique".
  if (FILLERS.has(lead.folded) || NEGATIONS.has(lead.folded) || lead.folded === "que") return false;
  return mentions[index - 1]?.to !== from;
}

/** Left of an ordinary subject word there may be nothing but the query's edge or scope words. */
export function isSubjectPosition(
  context: MentionContext,
  index: number,
  mention: Mention,
): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  if (isHeadOfPhrase(tokens, mentions, index) && !hasNeighbour(context, index, -1, LEVEL_FIELDS))
    return false;
  const isCut = (at: number): boolean => isCutBefore(tokens, at);
  const isLeftClear =
    isCut(from) ||
    FILLERS.has(tokens[from - 1]!.folded) ||
    mentions[index - 1]?.to === from ||
    isPartOfExam(context, index);
  if (!isLeftClear || isPossessed(tokens, mentions, index)) return false;
  if (isAmongLanguages(tokens, mentions, index)) return false;
  if (isCut(from) && (isCut(to) || CLAUSE_OPENERS.has(tokens[to]!.folded))) return true;
  if (isQuestionOf(tokens, mention) || isPartOfExam(context, index)) return true;
  if (isTaughtAtEnd(context, mention) || isHanQuestion(tokens, mention)) return true;
  return hasAnyNeighbour(context, index) || hasCue(tokens, mention, SUBJECT_LEADS, SUBJECT_CUES);
}

/** "MMLU里机器学习那部分", "高考里政治的题": what is in the exam before it. */
function isPartOfExam({ tokens, mentions, solid }: MentionContext, index: number): boolean {
  const { from, to } = mentions[index]!;
  const exam = mentions[index - 1];
  if (exam?.field !== "exam" || !solid[index - 1]! || exam.to !== from - 1) return false;
  if (tokens[from - 1]!.folded !== "里" && tokens[from - 1]!.folded !== "中") return false;
  return EXAM_PARTS.has(tokens[to]?.folded ?? "");
}
const EXAM_PARTS = words("那 部 的 这 题");

/** "英文法律题". */
const isHanQuestion = (tokens: readonly QueryToken[], { from, to }: Mention): boolean =>
  isHan(tokens[from]) && tokens[to]?.folded === CHINESE_QUESTION;

/** "Multiple-Choice zur Urbanisation in Geo", "QCM … en éco": where kinds are asked for; not "mcq … in GEO". */
function isTaughtAtEnd({ tokens, solidFields }: MentionContext, { from, to }: Mention): boolean {
  if (!solidFields.has("content_type") || !isAtEnd(tokens, to)) return false;
  const lead = tokens[from - 1]?.folded;
  return lead === "en" || (lead === "in" && /^\p{Lu}\p{Ll}/u.test(tokens[from]!.raw));
}

/** "(english, dutch, french official)": languages, the first of which is a subject, too. */
function isAmongLanguages(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const [mention, next] = [mentions[index]!, mentions[index + 1]];
  return next?.field === "language" && isListed(tokens, mention, next);
}

/** "questions d'histoire", "une question d'histoire sur Justinien"; not "une question de droit". */
function isQuestionOf(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!/^d[eui]?$/u.test(tokens[from - 1]?.folded ?? "")) return false;
  const noun = tokens[from - 2]?.folded ?? "";
  if (/^(?:questions|preguntas|exercices?|exos?)$/u.test(noun)) return true;
  return /^(?:question|pregunta)$/u.test(noun) && /^(?:sur|sobre)$/u.test(tokens[to]?.folded ?? "");
}

/** "ampere's law test prep": somebody's, unless the owner is scope ("the brevet's maths"). */
function isPossessed(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const at = mentions[index]!.from - 1;
  return tokens[at]?.folded === "s" && mentions[index - 1]?.to !== at;
}

/** The edge of the query, or a sign between phrases or sentences before token `at`. */
export const isCutBefore = (tokens: readonly QueryToken[], at: number): boolean =>
  at <= 0 || isAtEnd(tokens, at) || CUT_SIGN.test(tokens[at]!.gap);

/** "isotopes, german": apart from the rest of the query. */
export const isDelimited = (tokens: readonly QueryToken[], { from, to }: Mention): boolean =>
  isCutBefore(tokens, from) && isCutBefore(tokens, to);

/** "histoire la guerre froide", "law how is a contract made": a new clause, so a heading before. */
const CLAUSE_OPENERS = words(
  "the la le les l how what why when which comment pourquoi quand quel quelle quels quelles",
);

/** "ses term monopole": a subject's abbreviation in small letters opens a query, before its class. */
export function isShortSubject({ mentions }: MentionContext, index: number): boolean {
  const [{ field, from, to }, next] = [mentions[index]!, mentions[index + 1]];
  return field === "subject" && from === 0 && next?.field === "level" && next.from === to;
}

/** A cased name in its capitalisation; a month in any before a year ("mars 2017") or behind a paper. */
export function isCaseKept(context: MentionContext, index: number, mention: Mention): boolean {
  if (isExactCase(context.tokens, mention) || isShortSubject(context, index)) return true;
  if (mention.field !== "session") return false;
  const [before, after] = [context.mentions[index - 1], context.mentions[index + 1]];
  if (after?.field === "year" && after.from === mention.to) return true;
  const isBehindPaper = before?.field === "paper" && before.to === mention.from;
  return isBehindPaper && isAtEnd(context.tokens, mention.to);
}

/** Ends the query behind a content word, so that it is not part of a phrase. */
export function isLast(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!isAtEnd(tokens, to) || from === 0) return false;
  const lead = tokens[from - 1]!.folded;
  return !VERB_LEADS.has(lead) && !LINKING_LEADS.has(lead);
}

/** "what is a level", "la première", "on a level": the words are a phrase, not a level. */
const LINKING_LEADS = words(
  "is are was on what the a an this per par la le les une un cette of de du d en",
);

export function isWholeQuery(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  return from === 0 && to === tokens.length;
}

export function hasCue(
  tokens: readonly QueryToken[],
  { from, to }: Mention,
  before: WordSet,
  after: WordSet,
): boolean {
  const next = tokens[to];
  if (next !== undefined && after.has(next.folded) && /^[\s-]+$/u.test(next.gap)) return true;
  const lead = tokens[from - 1];
  if (lead !== undefined && before.has(lead.folded)) return true;
  return (
    lead !== undefined && /^d[eu]$/u.test(lead.folded) && before.has(tokens[from - 2]?.folded ?? "")
  );
}
