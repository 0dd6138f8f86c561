/** Finds out whether a query rules a mention out: "not chemistry", "pas de chimie", "sauf 2018". */
import { isTight, type Mention } from "../read/mention.ts";
import { isPhraseAt, type QueryToken } from "../query-tokens.ts";
import { YEAR_SUFFIX } from "../words/scope-words.ts";
import {
  ALL_WORDS,
  ASKED_PERSONS,
  BUT_WORDS,
  COMPARISONS,
  EXCLUDED_AFTER,
  LACK_WORDS,
  LACKING_PAS,
  LACKING_VERBS,
  LEAVE_WORDS,
  LEFT_WORDS,
  NEGATION_ADVERBS,
  NEGATION_DETERMINERS,
  NEGATION_LINKS,
  NEGATION_PHRASES,
  NEGATION_VERBS,
  NEGATIONS,
  NEVER_COLON,
  NEVER_NUMBERED,
  OWNING_VERBS,
  PREFERENCES,
  REFUSALS,
} from "../words/negation-words.ts";

/** Articles and prepositions between a negation and its object, at most. */
const LINKS_MAX = 3;

/** Index of the token where the negation of mention `index` begins, or null. */
export function negationStart(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): number | null {
  const { from, to } = mentions[index]!;
  if (isRefused(tokens, to) || isMinusSign(tokens, from)) return from;
  if (EXCLUDED_AFTER.has(tokens[to]?.folded ?? "") || isAround(tokens, from, to)) return from;
  if (isLessPreferred(tokens, mentions, index)) return from - 1;
  const previousEnd = mentions[index - 1]?.to ?? 0;
  let at = from - 1;
  for (let links = 0; links < LINKS_MAX && at >= previousEnd; links += 1) {
    if (!NEGATION_LINKS.has(tokens[at]!.folded) || phraseStart(tokens, at, to) !== null) break;
    at -= 1;
  }
  if (at < previousEnd || hasComma(tokens, at + 1, from)) return null;
  if (!isTight(tokens, at + 1, from + 1)) return null;
  const phrase = phraseStart(tokens, at, to);
  if (phrase !== null) return phrase;
  const word = tokens[at]!.folded;
  if (NEGATIONS.has(word)) return isNumberSign(tokens, at) || isLack(tokens, at, to) ? null : at;
  if (!NEGATION_VERBS.has(word)) return null;
  return NEGATION_ADVERBS.has(tokens[at - 1]?.folded ?? "") ? at - 1 : null;
}

/** "anything but", "除了", "any subject but": where the phrase that ends at `at` begins, or null. */
function phraseStart(tokens: readonly QueryToken[], at: number, to: number): number | null {
  const word = tokens[at]!.folded;
  if (word === "but" && !isOwner(tokens, at)) {
    if (ALL_WORDS.has(tokens[at - 2]?.folded ?? "")) return at - 2;
  }
  const phrase = phraseEndingAt(NEGATION_PHRASES, tokens, at);
  if (phrase === undefined) return null;
  const first = at - phrase.length + 1;
  // "à part la physique", but "a part of physics".
  if (word === "part" && tokens[at + 1]?.folded === "of") return null;
  // "是不是选择题" asks, "除了物理还要化学" adds.
  if (word === "是" && tokens[first - 1]?.folded === word) return null;
  if (tokens[first]!.folded === "除" && isAdded(tokens, to)) return null;
  // "isn't physics fun", "why aren't solutions", "there aren't answers".
  if (word === "t" && (first === 0 || ASKING_LEADS.has(tokens[first - 1]!.folded))) return null;
  return first;
}
const ASKING_LEADS: ReadonlySet<string> = new Set(["why", "how", "there", "and"]);

export const phraseEndingAt = (
  phrases: typeof NEGATION_PHRASES,
  tokens: readonly QueryToken[],
  at: number,
): readonly string[] | undefined =>
  phrases
    .get(tokens[at]?.folded ?? "")
    ?.find((phrase) => isPhraseAt(tokens, at - phrase.length + 1, phrase));

/** So many characters after the name "also" may stand. */
const ADDED_MAX = 4;
const isAdded = (tokens: readonly QueryToken[], to: number): boolean =>
  tokens.slice(to, to + ADDED_MAX).some(({ folded }) => folded === "还" || folded === "也");

/** "energy -physics": the sign of search boxes; not "2014 -2016", "x -y". */
const isMinusSign = (tokens: readonly QueryToken[], from: number): boolean =>
  /\s-$/u.test(tokens[from]!.gap) && !tokens[from]!.isNumber && !isShortNumber(tokens[from - 1]);

const isShortNumber = (token: QueryToken | undefined): boolean =>
  token?.isNumber === true && token.folded.length < YEAR_DIGITS;
const YEAR_DIGITS = 4;

/** "leave physics out", "lass Physik weg", "除物理以外". */
function isAround(tokens: readonly QueryToken[], from: number, end: number): boolean {
  const to = tokens[end]?.folded === YEAR_SUFFIX ? end + 1 : end;
  const isArticle = /^(?:the|die|das|den)$/u.test(tokens[from - 1]?.folded ?? "");
  const lead = tokens[isArticle ? from - 2 : from - 1]?.folded ?? "";
  if (LEFT_WORDS.has(tokens[to]?.folded ?? "")) return LEAVE_WORDS.has(lead);
  if (tokens[to]?.folded === "除") return tokens[to + 1]?.folded === "外";
  return lead === "除" && /^[以之外]$/u.test(tokens[to]?.folded ?? "");
}

/** So many words may stand between a preference and what is preferred. */
const PREFERRED_MAX = 3;

/** "rather chemistry than physics", "lieber Chemie als Physik", "plutôt la chimie que la physique". */
function isLessPreferred(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { field, from } = mentions[index]!;
  const preferred = mentions[index - 1];
  if (preferred?.field !== field || from - preferred.to > LINKS_MAX) return false;
  if (!COMPARISONS.has(tokens[preferred.to]!.folded)) return false;
  const links = tokens.slice(preferred.to + 1, from);
  if (from === preferred.to || !links.every(({ folded }) => NEGATION_LINKS.has(folded)))
    return false;
  const leads = tokens.slice(Math.max(0, preferred.from - PREFERRED_MAX), preferred.from);
  return leads.some(({ folded }) => PREFERENCES.has(folded));
}

/**
 * "j'trouve pas le corrigé", "I have no mark scheme", "there's no mark scheme anywhere": what somebody
 * lacks is what is asked for.
 */
function isLack(tokens: readonly QueryToken[], at: number, to: number): boolean {
  const word = tokens[at]!.folded;
  const verb = tokens[at - 1]?.folded ?? "";
  // "sans corrigé", "a non-mcq paper" rule out whatever stands before them.
  if (!NEGATION_DETERMINERS.has(word) && !/^(?:not|nicht|neither|weder|ni)$/u.test(word))
    return false;
  const isPas = /^(?:pas|ni)$/u.test(word) && LACKING_PAS.has(verb);
  if ((LACKING_VERBS.has(verb) || isPas) && /^[\s'’-]*$/u.test(tokens[at]!.gap)) return true;
  if (BUT_WORDS.has(verb) && isOwner(tokens, at - 1)) return true;
  if (!NEGATION_DETERMINERS.has(word)) return false;
  return LACK_WORDS.has(verb) || LACK_WORDS.has(tokens[to]?.folded ?? "");
}

/** So many words of what somebody has may stand before "but". */
const OWNED_WORDS_MAX = 8;

/** "I have the paper but", "j'ai le sujet mais"; not "does anyone have mcqs but". */
function isOwner(tokens: readonly QueryToken[], but: number): boolean {
  for (let at = but - 1; at >= Math.max(0, but - OWNED_WORDS_MAX); at -= 1) {
    if (!OWNING_VERBS.has(tokens[at]!.folded)) continue;
    return ![tokens[at - 1], tokens[at + 1]].some((one) => ASKED_PERSONS.has(one?.folded ?? ""));
  }
  return false;
}

/** "glossary? no - just the MCQs": taken back at once. */
function isRefused(tokens: readonly QueryToken[], at: number): boolean {
  if (!REFUSALS.has(tokens[at]?.folded ?? "") || !tokens[at]!.gap.includes("?")) return false;
  return /[,;:.!–—-]/u.test(tokens[at + 1]?.gap ?? ".");
}

/** "no 5", "No. 3": the abbreviation of number; "sin 30": the sine. */
function isNumberSign(tokens: readonly QueryToken[], at: number): boolean {
  return NEVER_NUMBERED.has(tokens[at]!.folded) && tokens[at + 1]?.isNumber === true;
}

/**
 * A colon may follow a negation at once, "(not: physics)"; no other sign stands inside, nor does the gap of
 * a question ("all of these are true EXCEPT... (high school government)").
 */
function hasComma(tokens: readonly QueryToken[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) {
    const gap = tokens[at]?.gap ?? "";
    if (at === from && /^\s*:\s*$/u.test(gap) && isNegationWord(tokens[at - 1])) continue;
    if (/[,;:…?!_]|\.\s*\./u.test(gap)) return true;
  }
  return false;
}

const isNegationWord = (token: QueryToken | undefined): boolean =>
  token !== undefined && NEGATIONS.has(token.folded) && !NEVER_COLON.has(token.folded);
