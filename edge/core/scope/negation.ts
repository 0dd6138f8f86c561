/** Finds out whether a query rules a mention out: "not chemistry", "pas de chimie", "sauf 2018". */
import { isTight, type Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  ASKED_PERSONS,
  BUT_WORDS,
  LACK_WORDS,
  LACKING_PAS,
  LACKING_VERBS,
  NEGATION_ADVERBS,
  NEGATION_CHAIN,
  NEGATION_DETERMINERS,
  NEGATION_LINKS,
  NEGATION_PAIRS,
  NEGATION_VERBS,
  NEGATIONS,
  NEVER_NUMBERED,
  OWNING_VERBS,
  REFUSALS,
} from "./negation-words.ts";

/** Articles and prepositions between a negation and its object, at most. */
const LINKS_MAX = 3;

/**
 * Index of the token where the negation of mention `index` begins, or null. `isChained`: the mention
 * before was negated, so that "not chemistry or physics" rules out both.
 */
export function isNegated(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
  isChained: boolean,
): number | null {
  const { from, to } = mentions[index]!;
  if (isRefused(tokens, to)) return from;
  const previousEnd = mentions[index - 1]?.to ?? 0;
  let at = from - 1;
  if (
    isChained &&
    at >= previousEnd &&
    NEGATION_CHAIN.has(tokens[at]!.folded) &&
    at === previousEnd
  ) {
    return at;
  }
  for (let links = 0; links < LINKS_MAX && at >= previousEnd; links += 1) {
    if (!NEGATION_LINKS.has(tokens[at]!.folded) || isPair(tokens, at)) break;
    at -= 1;
  }
  if (at < previousEnd || !isTight(tokens, at + 1, from + 1) || hasComma(tokens, at + 1, from)) {
    return null;
  }
  if (isPair(tokens, at)) return at - 1;
  const word = tokens[at]!.folded;
  if (NEGATIONS.has(word)) return isNumberSign(tokens, at) || isLack(tokens, at, to) ? null : at;
  if (!NEGATION_VERBS.has(word)) return null;
  return NEGATION_ADVERBS.has(tokens[at - 1]?.folded ?? "") ? at - 1 : null;
}

/**
 * "j'trouve pas le corrigé", "I have no mark scheme", "there's no mark scheme anywhere": what somebody
 * lacks is what is asked for.
 */
function isLack(tokens: readonly QueryToken[], at: number, to: number): boolean {
  const word = tokens[at]!.folded;
  const verb = tokens[at - 1]?.folded ?? "";
  // "sans corrigé", "a non-mcq paper" rule out whatever stands before them.
  if (!NEGATION_DETERMINERS.has(word) && !/^(?:not|nicht)$/u.test(word)) return false;
  const isPas = word === "pas" && LACKING_PAS.has(verb);
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

function isPair(tokens: readonly QueryToken[], at: number): boolean {
  const word = tokens[at]!.folded;
  // "是不是选择题" asks.
  if (tokens[at - 2]?.folded === word) return false;
  return NEGATION_PAIRS.get(word)?.has(tokens[at - 1]?.folded ?? "") ?? false;
}

/** "no 5", "No. 3": the abbreviation of number; "sin 30": the sine. */
function isNumberSign(tokens: readonly QueryToken[], at: number): boolean {
  return NEVER_NUMBERED.has(tokens[at]!.folded) && tokens[at + 1]?.isNumber === true;
}

function hasComma(tokens: readonly QueryToken[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) if (/[,;:]/u.test(tokens[at]?.gap ?? "")) return true;
  return false;
}
