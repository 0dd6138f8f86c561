/**
 * Near-duplicates: two texts whose sets of 3-word shingles have a Jaccard similarity
 * |A ∩ B| / |A ∪ B| of at least 3/4 (Broder, 1997), decided on integers. Words are runs of letters
 * and numbers in lower case; a text of fewer than three words is one shingle. Words are numbered
 * and a shingle is one exact number, so nothing is hashed and no two shingles collide.
 *
 * Prefix filtering (Chaudhuri, Ganti, Kaushik, ICDE 2006): in any one order of all shingles, two such
 * sets share one among the last |A| − ⌈3/4 |A|⌉ + 1 of each, so only texts that do are compared.
 */

export const SHINGLE_WORDS = 3;
const SHARE_NUMERATOR = 3;
const SHARE_DENOMINATOR = 4;

/** At most so many texts are compared with each other, by so many of their first words. */
export const TEXTS_COMPARED_MAX = 48;
export const WORDS_COMPARED_MAX = 2000;
/** Above every word number (96,000); its third power stays exact in a double. */
const WORD_BASE = 2 ** 17;

export function contentWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Distinct shingles of one text, ascending. */
export type Shingles = Float64Array;

/** Numbers words as they come; one shingler per comparison, since numbers only hold inside it. */
export function createShingler(): (words: readonly string[]) => Shingles {
  const numbers = new Map<string, number>();
  function numberOf(word: string): number {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    const next = numbers.size + 1;
    if (next >= WORD_BASE) throw new RangeError(`more than ${WORD_BASE - 1} distinct words`);
    numbers.set(word, next);
    return next;
  }
  return (words) => {
    const count = Math.max(1, words.length - SHINGLE_WORDS + 1);
    const wordNumbers = words.map(numberOf);
    const shingles = new Float64Array(count);
    for (let start = 0; start < count; start += 1) {
      let shingle = 0;
      const end = Math.min(start + SHINGLE_WORDS, words.length);
      for (let at = start; at < end; at += 1) shingle = shingle * WORD_BASE + wordNumbers[at]!;
      shingles[start] = shingle;
    }
    return distinct(shingles.toSorted());
  };
}

/** In place; `sorted` is ascending. */
function distinct(sorted: Shingles): Shingles {
  let kept = 0;
  for (const shingle of sorted) {
    if (kept === 0 || shingle !== sorted[kept - 1]) sorted[kept++] = shingle;
  }
  return sorted.subarray(0, kept);
}

/** Whether `shared` common members make two sets of these sizes near-duplicates. */
export function isNearDuplicate(shared: number, sizeA: number, sizeB: number): boolean {
  return SHARE_DENOMINATOR * shared >= SHARE_NUMERATOR * (sizeA + sizeB - shared);
}

/** So many members, the rarest in any one order of all, hold one that two near-duplicates share. */
export const prefixLength = (size: number): number =>
  size - Math.ceil((SHARE_NUMERATOR * size) / SHARE_DENOMINATOR) + 1;

export interface Twins {
  /** Index of the first text before this one that it nearly repeats; null when there is none. */
  readonly nearDuplicateOf: number | null;
  /** Index of the first text before this one with the same words in the same order. */
  readonly sameContentAs: number | null;
}

const NO_TWINS: Twins = { nearDuplicateOf: null, sameContentAs: null };

/**
 * The twins of each text among those before it; at most TEXTS_COMPARED_MAX texts. A text without
 * words (a figure, a formula of signs alone) is nobody's twin.
 */
export function findTwins(texts: readonly string[]): Twins[] {
  if (texts.length > TEXTS_COMPARED_MAX) {
    throw new RangeError(`${texts.length} texts; at most ${TEXTS_COMPARED_MAX} are compared`);
  }
  const shingle = createShingler();
  const words = texts.map(contentWords);
  const sets = words.map((all) => shingle(all.slice(0, WORDS_COMPARED_MAX)));
  const holders = new Map<number, number[]>();
  return words.map((own, index) => {
    if (own.length === 0) return NO_TWINS;
    const near = candidates(holders, sets[index]!, index).filter((other) =>
      areNear(sets[other]!, sets[index]!),
    );
    // The same words give the same shingles.
    const same = near.find((other) => isSame(words[other]!, own));
    return { nearDuplicateOf: near[0] ?? null, sameContentAs: same ?? null };
  });
}

/** Texts before this one that hold one of its rarest shingles, ascending; enters it as their holder. */
function candidates(holders: Map<number, number[]>, set: Shingles, index: number): number[] {
  const found = new Set<number>();
  for (const shingle of set.subarray(set.length - prefixLength(set.length))) {
    const before = holders.get(shingle);
    if (before === undefined) holders.set(shingle, [index]);
    else {
      for (const other of before) found.add(other);
      before.push(index);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

function areNear(a: Shingles, b: Shingles): boolean {
  let shared = 0;
  let [atA, atB] = [0, 0];
  while (atA < a.length && atB < b.length) {
    const difference = a[atA]! - b[atB]!;
    if (difference === 0) shared += 1;
    if (difference <= 0) atA += 1;
    if (difference >= 0) atB += 1;
  }
  return isNearDuplicate(shared, a.length, b.length);
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);
