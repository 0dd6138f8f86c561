/**
 * Pairs of queries that say nearly the same: Jaccard similarity |A ∩ B| / |A ∪ B| of their sets of
 * search words. A reworded query in training would give its twin in the test away (design.md §9).
 * Shared words are counted over an inverted index: time Σ over words of (queries that hold it)².
 */
import { normalizeSearchText } from "#core/text/normalize.ts";

/** Calls `visit` for every pair of indices i < j with similarity of at least `min`. */
export function eachSimilarPair(
  queries: readonly string[],
  min: number,
  visit: (first: number, second: number) => void,
): void {
  const wordSets = queries.map((query) => new Set(normalizeSearchText(query).split(" ")));
  const holders = new Map<string, number[]>();
  for (const [second, words] of wordSets.entries()) {
    const shared = new Map<number, number>();
    for (const word of words) {
      const earlier = holders.get(word) ?? [];
      for (const first of earlier) shared.set(first, (shared.get(first) ?? 0) + 1);
      earlier.push(second);
      holders.set(word, earlier);
    }
    for (const [first, count] of shared) {
      const union = wordSets[first]!.size + words.size - count;
      if (count >= min * union) visit(first, second);
    }
  }
}
