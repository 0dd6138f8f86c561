/**
 * Near-duplicates: two texts whose sets of 3-word shingles have a Jaccard similarity
 * |A ∩ B| / |A ∪ B| of at least 3/4 (Broder, 1997), decided on integers. Words are runs of letters
 * and numbers in lower case; a text of fewer than three words is one shingle. Words are numbered
 * and a shingle is one exact number, so nothing is hashed and no two shingles collide.
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

/** Numbers words as they come; one shingler per comparison, since numbers only hold inside it. */
export function createShingler(): (words: readonly string[]) => Set<number> {
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
    const last = words.length <= SHINGLE_WORDS ? 0 : words.length - SHINGLE_WORDS;
    const wordNumbers = words.map(numberOf);
    const shingles = new Set<number>();
    for (let start = 0; start <= last; start += 1) {
      let shingle = 0;
      const end = Math.min(start + SHINGLE_WORDS, words.length);
      for (let at = start; at < end; at += 1) shingle = shingle * WORD_BASE + wordNumbers[at]!;
      shingles.add(shingle);
    }
    return shingles;
  };
}

/** Whether `shared` common members make two sets of these sizes near-duplicates. */
export function isNearDuplicate(shared: number, sizeA: number, sizeB: number): boolean {
  return SHARE_DENOMINATOR * shared >= SHARE_NUMERATOR * (sizeA + sizeB - shared);
}

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
  const sizes: number[] = [];
  const holders = new Map<number, number[]>();
  const firstWithContent = new Map<string, number>();
  return texts.map((text, index) => {
    const words = contentWords(text);
    const shingles =
      words.length === 0 ? new Set<number>() : shingle(words.slice(0, WORDS_COMPARED_MAX));
    sizes.push(shingles.size);
    if (words.length === 0) return NO_TWINS;
    const shared = new Uint32Array(index);
    for (const one of shingles) {
      const before = holders.get(one);
      if (!before) holders.set(one, [index]);
      else {
        for (const other of before) shared[other]! += 1;
        before.push(index);
      }
    }
    const twin = shared.findIndex((count, other) =>
      isNearDuplicate(count, shingles.size, sizes[other]!),
    );
    const content = words.join(" ");
    const same = firstWithContent.get(content) ?? null;
    if (same === null) firstWithContent.set(content, index);
    return { nearDuplicateOf: twin < 0 ? null : twin, sameContentAs: same };
  });
}
