/**
 * Which words of a query are its topic, which named its scope ("O-Level physics P1") and which say what
 * is wanted of the topic ("explain", "definition"): the second kind already gates, and a document need
 * repeat neither to be about the query.
 */
import { normalizeSearchText } from "../text/normalize.ts";
import { REQUEST_WORDS } from "./request-words.ts";

/**
 * 1-based positions in `query` (normalised) of the words of `topicText` (as sent, the rest of the
 * query without its scope words), matched in order; without request words where there are others.
 * Empty: the query names nothing but scope.
 */
export function topicPositions(query: string, topicText: string): ReadonlySet<number> {
  const words = query.split(" ");
  const topic = normalizeSearchText(topicText).split(" ");
  const positions: number[] = [];
  let at = 0;
  for (const word of topic) {
    const found = words.indexOf(word, at);
    if (word === "" || found < 0) continue;
    positions.push(found + 1);
    at = found + 1;
  }
  const terms = positions.filter((position) => !REQUEST_WORDS.has(words[position - 1]!));
  return new Set(terms.length > 0 ? terms : positions);
}

/** 1-based positions in `query` (normalised) of the words of these terms. */
export function positionsOf(query: string, terms: readonly string[]): ReadonlySet<number> {
  const known = new Set(terms.flatMap((term) => term.split(" ")));
  return new Set(query.split(" ").flatMap((word, index) => (known.has(word) ? [index + 1] : [])));
}
