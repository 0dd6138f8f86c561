/**
 * Decides which mentions count and how sure that is. A name that is unmistakable counts by itself;
 * an ordinary word, a year or a short reference needs help: a scope word beside it, a cue, or a
 * delimited position. Deterministic; linear in the number of mentions.
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { isInsideWord } from "./chinese-evidence.ts";
import { isTalkedAbout } from "./compared-kinds.ts";
import { isKindPosition, isObjectOfKind } from "./kind-evidence.ts";
import { isLanguageAsked, isLanguageLikely } from "./language-evidence.ts";
import {
  hasAnyNeighbour,
  hasNeighbour,
  isCoordinated,
  isExactCase,
  LEVEL_FIELDS,
  type MentionContext,
  namesAny,
} from "./mention-context.ts";
import { EXAM_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import type { Mention } from "../read/mention.ts";
import {
  isAdjective,
  isCaseKept,
  isHeadOfPhrase,
  isLast,
  isSubjectPosition,
  isWholeQuery,
} from "./name-evidence.ts";
import { isExamPosition, isLevelPosition, isOfScale } from "./level-evidence.ts";
import { isPaperPosition } from "./place-evidence.ts";
import type { QueryToken } from "../query-tokens.ts";
import {
  isAnyYearFine,
  isChineseMonth,
  isChineseSitting,
  isMonthOfPlans,
  isMonthOfTopic,
} from "./session-evidence.ts";
import { MENTION_CONFIDENCE } from "../scope-extraction.ts";
import { isMonthOfPaper, isMonthOfSitting, isRetakeOfMonth } from "./sitting-evidence.ts";
import { isSomebody } from "./somebody.ts";
import { isSubjectMember } from "./subject-lists.ts";
import { isAgainstUnread } from "./subject-pairs.ts";
import { topicDates } from "./topic-years.ts";
import { isUnwantedKind } from "./unwanted-kinds.ts";
import { isExamYear, isLikelyYear } from "./year-evidence.ts";

/** A name with no other meaning. */
const CONFIDENCE_NAME = 1;
/** A reference or an ordinary word that its neighbours support. */
export const CONFIDENCE_SUPPORTED = 0.95;
/** Likely meant, not sure enough to exclude documents. */
const CONFIDENCE_SOFT = 0.7;
const CONFIDENCE_TYPO = [0.8, 0.7] as const;

/** Support spreads from neighbour to neighbour at most this many times. */
const PASSES_MAX = 4;

export interface Weighed {
  readonly mention: Mention;
  readonly confidence: number;
}

/** Confidences of mentions that are ordered by position and do not overlap. */
export function weighEvidence(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Weighed[] {
  const solid = mentions.map((_, index) => isSolidAlone(tokens, mentions, index));
  const solidFields = new Set(mentions.flatMap(({ field }, index) => (solid[index] ? field : [])));
  const isAllCapitals = tokens.every(({ raw }) => raw === raw.toUpperCase());
  const context = { tokens, vocabulary, mentions, solid, solidFields, isAllCapitals };
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let hasChanged = false;
    for (const [index, mention] of mentions.entries()) {
      if (solid[index] || !isSupported(context, index, mention)) continue;
      solid[index] = true;
      solidFields.add(mention.field);
      hasChanged = true;
    }
    if (!hasChanged) break;
  }
  const isNoScope = noScope(context);
  const isWish = isAnyYearFine(tokens);
  return mentions.map((mention, index) => {
    if (isNoScope(index)) return { mention, confidence: MENTION_CONFIDENCE };
    const sure = confidence(context, index);
    const isWished = isWish && DATE_FIELDS.has(mention.field);
    return { mention, confidence: isWished ? Math.min(sure, CONFIDENCE_SOFT) : sure };
  });
}
const COURSE_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level"]);
const DATE_FIELDS: ReadonlySet<ScopeField> = new Set(["year", "session"]);

/** Whether a mention is said of something else than what is asked for, whatever stands beside it. */
function noScope(context: MentionContext): (index: number) => boolean {
  const { tokens, mentions } = context;
  const examLevels = levelsOfExams(context);
  const isTopical = topicDates(context);
  return (index) =>
    isTopical[index]! ||
    isForeignLevel(context, index, examLevels) ||
    isMonthOfPlans(context, index) ||
    isRetakeOfMonth(context, index) ||
    (COURSE_FIELDS.has(mentions[index]!.field) && isSomebody(tokens, mentions, index)) ||
    isUnwantedKind(tokens, mentions, index);
}

function confidence(context: MentionContext, index: number): number {
  const mention = context.mentions[index]!;
  if (mention.kind === "typo") {
    if (mention.field === "subject" && isSubjectMember(context, index)) return CONFIDENCE_SUPPORTED;
    return CONFIDENCE_TYPO[mention.rule.endsWith("1") ? 0 : 1];
  }
  if (context.solid[index]) {
    if (mention.field === "subject" && isAgainstUnread(context, index)) return CONFIDENCE_SOFT;
    return mention.kind === "plain" ? CONFIDENCE_NAME : CONFIDENCE_SUPPORTED;
  }
  return isLikely(context, index, mention) ? CONFIDENCE_SOFT : MENTION_CONFIDENCE;
}

/**
 * "des élèves de terminale passent un concours, brevet": a level that the named exam does not have,
 * apart from all other scope, is somebody's in the topic.
 */
function isForeignLevel(
  context: MentionContext,
  index: number,
  examLevels: ReadonlySet<string | number>,
): boolean {
  const { field, values } = context.mentions[index]!;
  if (field !== "level" || examLevels.size === 0 || hasAnyNeighbour(context, index)) return false;
  return !values.some((value) => examLevels.has(value));
}

/** The levels of the exams that the query names, where the vocabulary knows them. */
function levelsOfExams({ mentions, solid }: MentionContext): ReadonlySet<string | number> {
  const exams = mentions.filter(({ field }, index) => field === "exam" && solid[index]);
  return new Set(
    exams.flatMap(({ entries }) => entries.flatMap(({ implies }) => implies?.level ?? [])),
  );
}

/** References without a scope word near, and levels that end a query: worth saying, not gating. */
function isLikely(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens } = context;
  if (mention.field === "year") return isLikelyYear(context, index);
  if (mention.kind === "reference") return true;
  if (mention.field === "language") return isLanguageLikely(context, index);
  return mention.kind === "ordinary" && mention.field === "level" && isLast(tokens, mention);
}

/** "nouméa, march paper": a sitting of the exam or centre that the query names, or said apart. */
const isSitting = (context: MentionContext, mention: Mention): boolean =>
  mention.field === "session" &&
  (isMonthOfPaper(context.tokens, mention) ||
    (namesAny(context, EXAM_FIELDS) && isMonthOfSitting(context.tokens, mention)));

/** Fields whose names are words of a topic, too. */
const WORD_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "content_type", "level"]);

function isSolidAlone(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const mention = mentions[index]!;
  if (mention.kind === "reference") return mention.isExplicit && mention.field === "paper";
  if (mention.kind !== "plain") return false;
  if (WORD_FIELDS.has(mention.field) && isInsideWord(tokens, mentions, index)) return false;
  if (mention.field === "content_type") {
    return !isObjectOfKind(tokens, mentions, index) && !isTalkedAbout(tokens, mentions, index);
  }
  if (mention.field === "level") return !isOfScale(tokens, mention);
  if (mention.field !== "subject") return true;
  return !isHeadOfPhrase(tokens, mentions, index) && !isAdjective(tokens, mentions, index);
}

/** "en castellano, por favor": an abbreviated language is in capitals. */
const isSmallCode = (tokens: readonly QueryToken[], mention: Mention): boolean =>
  mention.field === "language" && mention.kind === "cased" && !isExactCase(tokens, mention);

function isSupported(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens } = context;
  if (mention.kind === "typo") return false;
  if (mention.field === "level" && isOfScale(tokens, mention)) return false;
  if (mention.field === "session" && isMonthOfTopic(context, index)) return false;
  if (mention.kind !== "plain" && isChineseMonth(context, index)) {
    return isChineseSitting(context, index);
  }
  if (mention.field === "subject") {
    if (mention.kind === "cased" && !isCaseKept(context, index, mention)) return false;
    const isHead = isHeadOfPhrase(tokens, context.mentions, index);
    if (mention.kind === "people") return isSubjectMember(context, index);
    if (!isHead && (isCoordinated(context, index) || isSubjectMember(context, index))) return true;
  } else if (isCoordinated(context, index) && !isSmallCode(tokens, mention)) return true;
  if (mention.field === "language") return isLanguageAsked(context, index, mention);
  if (mention.kind === "plain") {
    if (mention.field === "content_type") return false;
    return (
      hasNeighbour(context, index, -1, LEVEL_FIELDS) ||
      (hasNeighbour(context, index, 1) && !isHeadOfPhrase(tokens, context.mentions, index))
    );
  }
  if (mention.field === "year") return isExamYear(context, index, mention);
  if (mention.kind === "reference") return hasAnyNeighbour(context, index);
  const isCased = mention.kind === "cased" && !isSitting(context, mention);
  if (isCased && !isCaseKept(context, index, mention)) return false;
  switch (mention.field) {
    case "subject":
      return isSubjectPosition(context, index, mention);
    case "level":
      return isLevelPosition(context, index, mention);
    case "content_type":
      return isKindPosition(context, index);
    case "paper":
      return isPaperPosition(context, index, mention);
    case "exam":
      return isExamPosition(context, index, mention);
    default:
      return (
        isSitting(context, mention) ||
        hasAnyNeighbour(context, index) ||
        isWholeQuery(tokens, mention)
      );
  }
}
