/**
 * Tells when two mentions are members of one list: "micro and macro", "2015, 2017", "the high school and
 * the college questions".
 */
import type { Mention } from "../read/mention.ts";
import { isPhraseAt, type QueryToken } from "../query-tokens.ts";
import {
  LINK_CLASSES,
  LIST_PHRASES,
  LIST_WORDS,
  UNSURE_LINKS,
  UNSURE_WORDS,
  YEAR_SUFFIX,
} from "../words/scope-words.ts";

/** A preposition and an article may stand before a member. */
const LINKS_MAX = 2;
const LIST_SIGN = /^\s?[,、&+/]\s?$/u;

/**
 * Between the two stands one list word or its sign. What leads to the second member must lead to the
 * first, too: "en 2014 et en 2015", but not "chemistry and the law of mass action".
 */
export function isListed(tokens: readonly QueryToken[], left: Mention, right: Mention): boolean {
  // "17年和19年" has 年, too.
  const from = tokens[left.to]?.folded === YEAR_SUFFIX ? left.to + 1 : left.to;
  const { gap } = tokens[right.from]!;
  if (from === right.from) return LIST_SIGN.test(gap);
  const at = afterJoint(tokens, from);
  if (isUnsure(tokens, from, right.from)) return true;
  if (at === null || at > right.from || !/^\s*$/u.test(gap)) return false;
  return at === right.from || isRepeated(tokens, left.from, at, right.from);
}

/** "2018 i think, maybe 2019": nothing but doubt between the two. */
function isUnsure(tokens: readonly QueryToken[], from: number, to: number): boolean {
  if (to - from > UNSURE_WORDS_MAX) return false;
  let isDoubted = false;
  for (let at = from; at <= to; at += 1) {
    const { folded, gap } = tokens[at]!;
    if (!/^[\s,'’?-]*$/u.test(gap)) return false;
    const isUnsureWord = UNSURE_WORDS.has(folded);
    if (at < to && !isUnsureWord && !UNSURE_LINKS.has(folded)) return false;
    isDoubted ||= at < to && isUnsureWord;
  }
  return isDoubted;
}
const UNSURE_WORDS_MAX = 4;

/** Index behind "and", "as well as" or a comma; null without one. */
function afterJoint(tokens: readonly QueryToken[], from: number): number | null {
  if (LIST_WORDS.has(tokens[from]!.folded)) return from + 1;
  const phrase = LIST_PHRASES.find((words) => isPhraseAt(tokens, from, words));
  if (phrase !== undefined) return from + phrase.length;
  return LIST_SIGN.test(tokens[from]!.gap) ? from : null;
}

/** "de la biologie et du droit": the same kind of word before both members. */
function isRepeated(
  tokens: readonly QueryToken[],
  leftFrom: number,
  at: number,
  to: number,
): boolean {
  if (to - at > LINKS_MAX) return false;
  for (let link = at; link < to; link += 1) if (linkClass(tokens, link) === undefined) return false;
  const wanted = linkClass(tokens, at);
  for (let link = leftFrom - 1; link >= leftFrom - LINKS_MAX; link -= 1) {
    const found = linkClass(tokens, link);
    if (found === undefined) return false;
    if (found === wanted) return true;
  }
  return false;
}

const linkClass = (tokens: readonly QueryToken[], at: number): number | undefined =>
  LINK_CLASSES.get(tokens[at]?.folded ?? "");
