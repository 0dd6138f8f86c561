/** The words of a query that name its topic. */
import type { QueryToken } from "./query-tokens.ts";
import { EDGE_WORDS } from "./words/scope-words.ts";

/** What is left of the query without its used tokens, and without prepositions that led to a scope word. */
export function topicText(query: string, tokens: readonly QueryToken[], used: Uint8Array): string {
  const parts: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    if (used[at]) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < tokens.length && !used[end]) end += 1;
    let [first, last] = [at, end];
    if (end < tokens.length) {
      while (last > first && EDGE_WORDS.has(tokens[last - 1]!.folded)) last -= 1;
    }
    if (at > 0) {
      while (first < last && EDGE_WORDS.has(tokens[first]!.folded)) first += 1;
    }
    if (last > first) parts.push(query.slice(tokens[first]!.start, tokens[last - 1]!.end));
    at = end;
  }
  return parts.join(" ");
}
