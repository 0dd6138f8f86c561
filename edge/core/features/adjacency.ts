/**
 * Which neighbouring words of the query stand next to each other in a candidate.
 *
 * Analysis drops stop words but counts their positions, and a candidate lists only where the words
 * of the query stand. So "next to each other" is decided by distances: two neighbours of the query
 * with distance g there are adjacent in the candidate at any distance from 1 (every stop word
 * between them dropped) to g + 1 (one more word between them, which the record cannot tell from a
 * stop word). Neighbours at one position of the query (g = 0) may share a position. The border
 * between title and body is no barrier.
 */
import type { QueryOccurrence } from "./language-terms.ts";

/** Words that may stand in the candidate, and not in the query, between two adjacent words. */
export const WORDS_BETWEEN_MAX = 1;

/** Positions of each query stem in a candidate, by index of the stem; absent where it has none. */
export type StemPositions = readonly (readonly number[] | undefined)[];

/**
 * Lengths of the longest adjacent chains that end at each position of `current`, given those that
 * end at the positions of `previous`. Both position lists are ascending.
 */
function extendChains(
  previous: { readonly positions: readonly number[]; readonly lengths: readonly number[] },
  positions: readonly number[],
  queryGap: number,
): number[] {
  const gapMin = Math.min(1, queryGap);
  const gapMax = queryGap + WORDS_BETWEEN_MAX;
  let start = 0;
  return positions.map((position) => {
    while (start < previous.positions.length && position - previous.positions[start]! > gapMax) {
      start += 1;
    }
    let longest = 0;
    for (let at = start; at < previous.positions.length; at += 1) {
      if (position - previous.positions[at]! < gapMin) break;
      longest = Math.max(longest, previous.lengths[at]!);
    }
    return longest + 1;
  });
}

/** Number of neighbouring words of the query in the longest run that the candidate holds. */
export function longestRun(sequence: readonly QueryOccurrence[], at: StemPositions): number {
  let longest = 0;
  let previous = { positions: [] as readonly number[], lengths: [] as readonly number[] };
  let queryPosition = 0;
  for (const { term, position } of sequence) {
    const positions = at[term] ?? [];
    const lengths = extendChains(previous, positions, position - queryPosition);
    for (const length of lengths) longest = Math.max(longest, length);
    previous = { positions, lengths };
    queryPosition = position;
  }
  return longest;
}

/** How many pairs of neighbours in the query are adjacent somewhere in the candidate. */
export function adjacentPairs(sequence: readonly QueryOccurrence[], at: StemPositions): number {
  let count = 0;
  for (let index = 1; index < sequence.length; index += 1) {
    const pair = [sequence[index - 1]!, sequence[index]!];
    if (longestRun(pair, at) === 2) count += 1;
  }
  return count;
}
