/**
 * Which words of a query are its topic and which named its scope ("O-Level physics P1"): the second
 * kind already gates, and a document need not repeat it to be about the query.
 */
import { normalizeSearchText } from "../text/normalize.ts";

/**
 * 1-based positions in `query` (normalised) of the words of `topicText` (as sent, the rest of the
 * query without its scope words), matched in order. Empty: the query names nothing but scope.
 */
export function topicPositions(query: string, topicText: string): ReadonlySet<number> {
  const words = query.split(" ");
  const topic = normalizeSearchText(topicText).split(" ");
  const positions = new Set<number>();
  let at = 0;
  for (const word of topic) {
    const found = words.indexOf(word, at);
    if (word === "" || found < 0) continue;
    positions.add(found + 1);
    at = found + 1;
  }
  return positions;
}
