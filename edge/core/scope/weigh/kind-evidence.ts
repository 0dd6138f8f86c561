/**
 * What makes the name of a kind of document ("solution", "选择") count as scope although it is an
 * ordinary word.
 */
import { isAnswerOfSitting, isSummaryInLanguage } from "./answer-evidence.ts";
import { EXAM_FIELDS, REFERENCE_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { CHINESE_JOINTS } from "../words/chinese-words.ts";
import { isListed } from "./list-evidence.ts";
import { isAtEnd, isTight, type Mention } from "../read/mention.ts";
import { hasNeighbour, type MentionContext, namesAny } from "./mention-context.ts";
import { isSchoolWord, isSpacedHan, isWordEnd } from "./chinese-evidence.ts";
import { isCutBefore, isDelimited, isWholeQuery } from "./name-evidence.ts";
import { beforeLinks, behindLinks, isHan, type QueryToken } from "../query-tokens.ts";
import {
  ANSWERED_NOUNS,
  COURSE_NOUNS,
  EXERCISE_LINKS,
  EXERCISE_NOUNS,
  FILLERS,
  OF_WORDS,
  ONLY_WORDS,
  REQUEST_WORDS,
  SOLE_WORDS,
  WITH_WORDS,
  words,
} from "../words/scope-words.ts";

/** What a document kind that is also an ordinary word ("solution") must stand beside. */
const COURSE_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "level"]);
const BEFORE_KIND: ReadonlySet<ScopeField> = new Set([...COURSE_FIELDS, "content_type"]);

/**
 * "solutions june 2016", "correction exo 3", "programme de physique"; not "brevet 2021 programme de
 * calcul" or "jamb 2014 solution of a salt": there the word is the head of a phrase of the topic.
 */
export function isKindPosition(context: MentionContext, index: number): boolean {
  const hasReference =
    hasNeighbour(context, index, -1, REFERENCE_FIELDS) ||
    hasNeighbour(context, index, 1, REFERENCE_FIELDS);
  const { tokens, mentions } = context;
  if (isWordEnd(tokens, mentions, index, CHINESE_JOINTS)) return false;
  const { from, to } = mentions[index]!;
  const next = tokens[to]?.folded ?? "";
  if (isRequested(tokens, mentions[index]!) || exerciseOf(tokens, mentions, index) !== null)
    return true;
  if (isBehindName(context, index) || isOpening(context, index)) return true;
  if (isPaired(tokens, mentions, index) || isCorrection(context, index)) return true;
  if (isBehindCourse(context, index) || isAnswerOfSitting(context, index)) return true;
  if (isSummaryInLanguage(context, index)) return true;
  // "la correction (en français) : …".
  if (from < 2 && hasNeighbour(context, index, 1, LANGUAGE)) return true;
  // "brevet exercise about jam": what every exam consists of.
  if (tokens.slice(from, to).every(({ folded }) => EXERCISE_NOUNS.has(folded))) return false;
  if (isOfExam(context, index)) return true;
  if (!OF_WORDS.has(next)) return hasReference;
  return (
    hasNeighbour(context, index, 1, REFERENCE_FIELDS) ||
    hasNeighbour(context, index, 1, COURSE_FIELDS)
  );
}

/** "avec énoncé et réponses": two kinds in one list, ordinary words both; not "buffer solution and lab". */
function isPaired(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  return [index - 1, index].some((first) => {
    const [left, right] = [mentions[first], mentions[first + 1]];
    if (left?.field !== "content_type" || right?.field !== "content_type") return false;
    const lead = tokens[left.from - 1]?.folded ?? "";
    const isLed = isCutBefore(tokens, left.from) || FILLERS.has(lead) || WITH_WORDS.has(lead);
    return isLed && left.entries[0] !== right.entries[0] && isListed(tokens, left, right);
  });
}

/**
 * "grèce 06/2019 rosaces scratch correction", "correction hand spinner brevet": at an end of a query that
 * names an exam or a paper; not "correction of vision", "avec une correction".
 */
function isCorrection(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  if (!CORRECTIONS.has(tokens[from]!.folded) || to - from > 1) return false;
  if (!namesAny(context, EXAM_FIELDS)) return false;
  if (from === 0) return !OF_WORDS.has(tokens[to]?.folded ?? "");
  const lead = tokens[from - 1]!;
  // "t'as la correction ? brevet 2019".
  if (DEFINITE.has(lead.folded) && isCutBefore(tokens, to)) return true;
  return isAtEnd(tokens, to) && !FILLERS.has(lead.folded) && !lead.isNumber;
}
const DEFINITE = words("la les die");
const CORRECTIONS = words(
  "correction corrections korrektur korrekturen correccion correcciones correzione correzioni losungsweg losungswege",
);

/**
 * "gaokao 2013 history mc, …": an abbreviation behind a subject that an exam has, before a sign or the end;
 * "AP test prep solutions: …": any kind behind a level or exam, before a colon.
 */
function isBehindCourse(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solid } = context;
  const { from, to } = mentions[index]!;
  const subject = mentions[index - 1];
  const isGraded = subject !== undefined && GRADED_FIELDS.has(subject.field);
  if (isGraded && solid[index - 1]! && tokens[to]?.gap.startsWith(":") === true) {
    return tokens.slice(subject.to, from).every(({ folded }) => COURSE_NOUNS.has(folded));
  }
  if (subject?.field !== "subject" || subject.to !== from || !solid[index - 1]!) return false;
  if (tokens[from]!.folded.length > ABBREVIATION_CHARS_MAX) return false;
  return isCutBefore(tokens, to) && hasNeighbour(context, index - 1, -1, REFERENCE_FIELDS);
}

const ABBREVIATION_CHARS_MAX = 3;

const EXERCISE_LINKS_MAX = 3;

/** "correction exo 3", "corrections des exos", "Lösung zu der Aufgabe": index of the exercise, or null. */
function exerciseOf(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): number | null {
  const { to } = mentions[index]!;
  const at = behindLinks(tokens, to, EXERCISE_LINKS, EXERCISE_LINKS_MAX);
  const following = mentions[index + 1];
  const isKindNext = at > to && following?.from === at && following.field === "content_type";
  const noun = tokens[at]?.folded ?? "";
  const isExercise =
    isKindNext || EXERCISE_NOUNS.has(noun) || (at > to && ANSWERED_NOUNS.has(noun));
  return isExercise && isTight(tokens, to, at + 1) ? at : null;
}

/** "solutions to the exercises on torque": the solutions are asked for, not the exercises. */
export function isObjectOfKind(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  if (mentions[index - 1]?.field !== "content_type") return false;
  const { from, to } = mentions[index]!;
  const isExercise = tokens.slice(from, to).some(({ folded }) => EXERCISE_NOUNS.has(folded));
  return isExercise && exerciseOf(tokens, mentions, index - 1) === from;
}

/** "化学选择 电解", "数学选择填空": glued to a subject or level, and the word ends there. */
function isBehindName({ tokens, mentions, solid }: MentionContext, index: number): boolean {
  const { from, to } = mentions[index]!;
  const name = mentions[index - 1];
  if (name?.to !== from || !BEFORE_KIND.has(name.field) || !solid[index - 1]!) return false;
  if (!isHan(tokens[from]) || !tokens[from]!.isGlued) return false;
  const following = mentions[index + 1];
  if (following?.from === to && following.field === "content_type") return true;
  return !isHan(tokens[to]) || !tokens[to]!.isGlued || isSchoolWord(tokens, to);
}

const LANGUAGE: ReadonlySet<ScopeField> = new Set(["language"]);

/** "correction maths Amérique du Nord juin 2014": opens the query, before a subject and its exam. */
function isOpening(context: MentionContext, index: number): boolean {
  const { mentions, solid } = context;
  const subject = mentions[index + 1];
  if (mentions[index]!.from > 0 || subject?.field !== "subject" || !solid[index + 1]!) return false;
  return (
    subject.from === mentions[index]!.to && hasNeighbour(context, index + 1, 1, REFERENCE_FIELDS)
  );
}

/** "the AP test", "high school physics", "grade 12"; not "the high school bullying problem". */
function isCourse(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { to } = mentions[index]!;
  const next = tokens[to];
  if (next === undefined || mentions[index + 1]?.from === to) return true;
  return COURSE_NOUNS.has(next.folded) || FILLERS.has(next.folded) || !/^\s+$/u.test(next.gap);
}

const GRADED_FIELDS: ReadonlySet<ScopeField> = new Set(["exam", "board", "level"]);
/** What may stand between an answer's preposition and its exam: "to the french 2015 brevet". */
const EXAM_LEADS: ReadonlySet<ScopeField> = new Set(["language", "year", "session", "subject"]);
const EXAM_LEADS_MAX = 3;

/** "Lösungen zum Brevet", "solutions to the 2015 AP test", "soluciones del brevet". */
function isOfExam({ tokens, mentions, solid }: MentionContext, index: number): boolean {
  let at = mentions[index]!.to;
  if (!EXERCISE_LINKS.has(tokens[at]?.folded ?? "")) return false;
  for (let other = index + 1; other <= index + EXAM_LEADS_MAX; other += 1) {
    const mention = mentions[other];
    if (mention === undefined || mention.from - at > EXERCISE_LINKS_MAX) return false;
    const links = tokens.slice(at, mention.from);
    if (!links.every(({ folded }) => EXERCISE_LINKS.has(folded))) return false;
    if (!isTight(tokens, at, mention.from + 1)) return false;
    if (GRADED_FIELDS.has(mention.field) && solid[other]!) {
      return mention.field !== "level" || isCourse(tokens, mentions, other);
    }
    if (!EXAM_LEADS.has(mention.field)) return false;
    at = mention.to;
  }
  return false;
}

/** "only the corrections", "solution svp", "…, big question" at an end of the query. */
function isRequested(tokens: readonly QueryToken[], mention: Mention): boolean {
  const { from, to } = mention;
  if (isWholeQuery(tokens, mention)) return false;
  const lead = tokens[from - 1]?.folded ?? "";
  const isArticle = FILLERS.has(lead) || lead === "die";
  if (ONLY_WORDS.has(isArticle ? (tokens[from - 2]?.folded ?? "") : lead)) return true;
  if (REQUEST_WORDS.has(tokens[to]?.folded ?? "")) return true;
  // "solution only pls"; not "has a solution only if".
  if (SOLE_WORDS.has(tokens[to]?.folded ?? "")) {
    if (REQUEST_WORDS.has(tokens[to + 1]?.folded ?? "")) return true;
    if (isCutBefore(tokens, from) && isCutBefore(tokens, to + 1)) return true;
  }
  if (isSpacedHan(tokens, mention) || isLookedFor(tokens, mention)) return true;
  return (from === 0 || to === tokens.length) && isDelimited(tokens, mention);
}

/**
 * "il me manque les réponses", "where are the solutions?", "ich suche noch die Lösungen": the phrase ends
 * with it; "find the solutions" is what an exercise says.
 */
function isLookedFor(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!isCutBefore(tokens, to)) return false;
  const at = beforeLinks(tokens, from, LOOKING_LINKS, LOOKING_LINKS_MAX);
  if (!isTight(tokens, at + 1, from + 1)) return false;
  const word = tokens[at]?.folded ?? "";
  if (LOOKING_VERBS.has(word)) return true;
  return BEING.has(word) && WHERE.has(tokens[at - 1]?.folded ?? "");
}
const LOOKING_LINKS_MAX = 3;
const LOOKING_LINKS = words(
  "the my le la les l die der das los las el noch still mir nur plus que for",
);
const LOOKING_VERBS = words(
  `missing need looking manque manquent cherche cherchons brauche brauchen suche suchen fehlt fehlen busco
   buscamos necesito falta faltan`,
);
const BEING = words("is are s est sont ist sind esta estan");
const WHERE = words("where wheres ou wo donde");
