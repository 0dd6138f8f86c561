/**
 * Words that tie a year to the exam that a query names: "Gaokao Jahrgang 2020", "gaokao English reading
 * 2021", "what did the brevet ask about Scratch in 2016?".
 */
import { EXAM_FIELDS } from "../curriculum-scope.ts";
import { isHappening } from "./event-evidence.ts";
import { isFigure } from "../words/figure-words.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import type { MentionContext } from "./mention-context.ts";
import { beforeLinks, type QueryToken, word } from "../query-tokens.ts";
import {
  DATE_ARTICLES,
  DATE_LEADS,
  OF_WORDS,
  words,
  type WordSet,
  YEAR_NOUNS,
} from "../words/scope-words.ts";

/** What a year numbers of an exam and of much else: "édition 2017", "Jahrgang 2020". */
export const EDITION_NOUNS = words(
  "jahrgang jahrgangs edition edicion millesime cohorte kohorte cohort durchgang",
);
const EDITION_LINKS = words("l la le the el der des im vom in dans en de del du");
const EDITION_LINKS_MAX = 2;

export const isBehindEdition = (tokens: readonly QueryToken[], { from }: Mention): boolean =>
  EDITION_NOUNS.has(word(tokens, from - 1)) && /^\s+$/u.test(tokens[from]!.gap);

/** One of the rules below ties the year to an exam. */
export const isTiedToExam = (context: MentionContext, index: number): boolean =>
  isEditionOfExam(context, index) || isOfPart(context, index) || isAsked(context, index);

/** "brevet, édition 2017"; not "brevet, édition 2017 du festival". */
function isEditionOfExam(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  if (!isBehindEdition(tokens, mentions[index]!)) return false;
  if (OF_WORDS.has(word(tokens, to)) && /^\s+$/u.test(tokens[to]!.gap)) return false;
  const before = beforeLinks(tokens, from - 1, EDITION_LINKS, EDITION_LINKS_MAX);
  const exam = mentions[index - 1];
  return (
    isExam(context, index - 1) &&
    exam!.to === before + 1 &&
    areJoined(tokens, exam!.to, from, /^,?[\s'’-]*$/u)
  );
}

const isExam = ({ mentions, solid }: MentionContext, at: number): boolean =>
  mentions[at] !== undefined && solid[at]! && EXAM_FIELDS.has(mentions[at].field);

/** No other sign parts the tokens. */
const areJoined = (tokens: readonly QueryToken[], from: number, to: number, sign: RegExp) =>
  tokens.slice(from, to + 1).every(({ gap }) => sign.test(gap));

/** Parts of language papers, which the topic follows. */
const PART_NOUNS = words(
  `reading listening writing essay composition comprehension cloze grammar translation summary dictation
   dictee redaction grammaire reecriture
   leseverstehen horverstehen diktat aufsatz luckentext
   lectura redaccion dictado comprension gramatica`,
);
/** Mentions between the exam and the part: "gaokao high school English reading". */
const PART_MENTIONS_MAX = 3;

/** "brevet français dictée 2017 Romain Gary": right behind its exam, a subject or one more word between. */
function isOfPart(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from } = mentions[index]!;
  if (!PART_NOUNS.has(word(tokens, from - 1))) return false;
  let start = from - (PART_NOUNS.has(word(tokens, from - 2)) ? 2 : 1);
  let strays = 1;
  for (let at = index - 1; at >= Math.max(0, index - PART_MENTIONS_MAX); at -= 1) {
    strays -= start - mentions[at]!.to;
    if (strays < 0) return false;
    if (isExam(context, at)) return areJoined(tokens, mentions[at]!.to, from, /^\s*$/u);
    start = mentions[at]!.from;
  }
  return false;
}

/** What an exam does with its topics. */
const ASKING = words(
  "ask asked test tested examine examined interroge demande gefragt abgefragt gepruft pregunto planteo 考",
);
const SPANISH_ASKING = words("pregunto planteo");
const GERMAN_ASKING = words("gefragt abgefragt gepruft drangenommen");
const EXAM_ARTICLES = words("das", DATE_ARTICLES);
/** So many words may stand between the exam and its verb: "a-t-il interrogé", "在2021年是怎么考". */
const VERB_WORDS_MAX = 4;
/** So many between the exam and the year. */
const ASKED_WORDS_MAX = 16;

/**
 * "what did jamb ask in 2015 about osmosis", "… ask about Scratch in 2016?": the date of the asking, where
 * the exam is who asks and the date follows at once, or ends a question that tells of nothing dated.
 */
function isAsked(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  const lead = YEAR_NOUNS.has(word(tokens, from - 1)) ? from - 2 : from - 1;
  if (!DATE_LEADS.has(word(tokens, lead))) return false;
  const exam = lastExam(context, index);
  if (exam === null || from - exam.to > ASKED_WORDS_MAX || !isAsking(tokens, exam, to))
    return false;
  if (exam.to === lead || ASKING.has(word(tokens, lead - 1))) return true;
  return isAtEnd(tokens, to) && !isDatedTopic(tokens, exam.to, from);
}

/** The last exam before the year. */
function lastExam(context: MentionContext, index: number): Mention | null {
  for (let at = index - 1; at >= Math.max(0, index - ASKED_WORDS_MAX); at -= 1)
    if (isExam(context, at)) return context.mentions[at]!;
  return null;
}

/** What asked is the exam: "did jamb ask", "le brevet a-t-il interrogé", "preguntó el gaokao". */
function isAsking(tokens: readonly QueryToken[], { from, to }: Mention, yearTo: number): boolean {
  const hasVerb = (first: number, max: number, verbs: WordSet): boolean =>
    tokens.slice(first, first + max).some(({ folded }) => verbs.has(folded));
  if (isBehindDid(tokens, from)) return hasVerb(to, VERB_WORDS_MAX, ASKING);
  const lead = word(tokens, EXAM_ARTICLES.has(word(tokens, from - 1)) ? from - 2 : from - 1);
  if (SPANISH_ASKING.has(lead)) return true;
  if (lead === "hat") return hasVerb(to, ASKED_WORDS_MAX, GERMAN_ASKING);
  if (word(tokens, to) === "a") return hasVerb(to, VERB_WORDS_MAX, ASKING);
  return word(tokens, to) === "在" && hasVerb(yearTo, VERB_WORDS_MAX + 1, ASKING);
}

/** "did the brevet", "did China's national college entrance exam". */
function isBehindDid(tokens: readonly QueryToken[], from: number): boolean {
  for (let at = from; at > Math.max(0, from - DID_WORDS_MAX); at -= 1) {
    if (!/^[\s'’]+$/u.test(tokens[at]!.gap)) return false;
    if (tokens[at - 1]!.folded === "did") return true;
  }
  return false;
}
const DID_WORDS_MAX = 5;

/** A figure or something that happened. */
function isDatedTopic(tokens: readonly QueryToken[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1)
    if (isFigure(tokens, at) || isHappening(tokens, at)) return true;
  return false;
}
