/**
 * All pairs of texts whose sets of 3-word shingles have a Jaccard similarity of at least 3/4, exactly
 * the product's rule (edge/core/rerank/near-duplicate.ts), for a whole corpus. Prefix filtering
 * (Chaudhuri, Ganti, Kaushik, ICDE 2006): with the shingles of each text in ascending order of
 * frequency, two such texts share one among their first |A| - ceil(3/4 |A|) + 1. Pure.
 */
import {
  contentWords,
  isNearDuplicate,
  prefixLength,
  SHINGLE_WORDS,
  WORDS_COMPARED_MAX,
} from "#core/rerank/near-duplicate.ts";

/** Pairs that are kept; further ones are not looked for. */
export const PAIRS_MAX = 1_000_000;

/** Numbers the shingles of all texts; the same words give the same number. */
function shingleSets(texts: readonly string[]): { sets: Uint32Array[]; frequency: Uint32Array } {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const sets = texts.map((text) => {
    const words = contentWords(text).slice(0, WORDS_COMPARED_MAX);
    const own = new Set<number>();
    const last = Math.max(0, words.length - SHINGLE_WORDS);
    for (let start = 0; words.length > 0 && start <= last; start += 1) {
      const shingle = words.slice(start, start + SHINGLE_WORDS).join(" ");
      let number = numbers.get(shingle);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(shingle, number);
        counts.push(0);
      }
      own.add(number);
    }
    for (const number of own) counts[number]! += 1;
    return Uint32Array.from(own);
  });
  return { sets, frequency: Uint32Array.from(counts) };
}

/** Index pairs (first < second), in order of the second. */
export function nearDuplicatePairs(texts: readonly string[]): (readonly [number, number])[] {
  const { sets, frequency } = shingleSets(texts);
  for (const set of sets) set.sort((a, b) => frequency[a]! - frequency[b]! || a - b);
  const holders = new Map<number, number[]>();
  const pairs: (readonly [number, number])[] = [];
  for (const [index, set] of sets.entries()) {
    const candidates = new Set<number>();
    for (const shingle of set.subarray(0, prefixLength(set.length))) {
      // A shingle that no other text has joins nothing.
      if (frequency[shingle]! < 2) continue;
      const before = holders.get(shingle);
      if (before === undefined) holders.set(shingle, [index]);
      else {
        for (const other of before) candidates.add(other);
        before.push(index);
      }
    }
    for (const other of [...candidates].toSorted((a, b) => a - b)) {
      if (pairs.length >= PAIRS_MAX) return pairs;
      if (areNear(sets[other]!, set)) pairs.push([other, index]);
    }
  }
  return pairs;
}

function areNear(a: Uint32Array, b: Uint32Array): boolean {
  // Sizes alone decide most candidates.
  if (Math.min(a.length, b.length) * 4 < Math.max(a.length, b.length) * 3) return false;
  const members = new Set(a);
  let shared = 0;
  for (const shingle of b) if (members.has(shingle)) shared += 1;
  return isNearDuplicate(shared, a.length, b.length);
}
