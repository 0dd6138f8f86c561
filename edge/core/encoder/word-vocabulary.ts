/**
 * Whole words as the units of a table, for embedding models whose own pieces come from another
 * tokenizer than WordPiece. A word that is not in the vocabulary is represented by its nearest words:
 * those that share most of its character n-grams (Jaccard similarity of the sets of 3- to 5-grams, the
 * ends of the word marked, as in fastText; Bojanowski et al., 2017). So "réfractions" finds
 * "réfraction", and a misspelt word finds the right one.
 */

export interface WordVocabulary {
  readonly kind: "words";
  readonly words: readonly string[];
  readonly idOf: ReadonlyMap<string, number>;
  /** Words that share n-grams with this one, nearest first, at most NEIGHBOURS_MAX. */
  nearest(word: string): readonly number[];
}

/** Words that stand for an unknown one. */
export const NEIGHBOURS_MAX = 3;
const GRAM_MIN = 3;
const GRAM_MAX = 5;
/** Longer words are compared by their beginnings. */
const WORD_CHARS_MAX = 40;
/** An entry of the index is hash · ID_LIMIT + id, exact in a double for 32 bits of hash. */
const ID_LIMIT = 2 ** 20;

const WORDS = /[\p{L}\p{N}]+/gu;

/** Runs of letters and digits, NFKC, lower case: the words that a table is made of and looked up by. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
}

/** Words in order of their ids. The index of n-grams is made when the first unknown word comes. */
export function wordVocabulary(words: readonly string[]): WordVocabulary {
  const idOf = new Map(words.map((word, id) => [word, id]));
  let index: GramIndex | null = null;
  return {
    kind: "words",
    words,
    idOf,
    nearest: (word) => {
      index ??= gramIndex(words);
      return nearestWords(word, index);
    },
  };
}

/** Which words hold which n-gram, in compressed rows: 4 MB for 30,000 words. */
interface GramIndex {
  /** Hashes of the n-grams, ascending. */
  readonly hashes: Uint32Array;
  readonly start: Uint32Array;
  readonly word: Uint32Array;
  /** Different n-grams of each word. */
  readonly grams: Uint16Array;
  /** N-grams that each word shares with the one that is looked up; zeros in between. */
  readonly shared: Uint16Array;
}

function gramIndex(words: readonly string[]): GramIndex {
  const grams = new Uint16Array(words.length);
  const entries: number[] = [];
  for (const [id, word] of words.entries()) {
    const hashes = gramHashes(word);
    grams[id] = hashes.size;
    for (const hash of hashes) entries.push(hash * ID_LIMIT + id);
  }
  const sorted = Float64Array.from(entries).toSorted();
  const hashes: number[] = [];
  const start: number[] = [];
  for (const [at, entry] of sorted.entries()) {
    const hash = Math.floor(entry / ID_LIMIT);
    if (hash === hashes.at(-1)) continue;
    hashes.push(hash);
    start.push(at);
  }
  return {
    hashes: Uint32Array.from(hashes),
    start: Uint32Array.from([...start, sorted.length]),
    word: Uint32Array.from(sorted, (entry) => entry % ID_LIMIT),
    grams,
    shared: new Uint16Array(words.length),
  };
}

function nearestWords(text: string, { hashes, start, word, grams, shared }: GramIndex): number[] {
  const wanted = gramHashes(text);
  const touched: number[] = [];
  for (const hash of wanted) {
    const row = firstFrom(hashes, hash);
    if (hashes[row] !== hash) continue;
    for (let at = start[row]!; at < start[row + 1]!; at += 1) {
      const id = word[at]!;
      if (shared[id] === 0) touched.push(id);
      shared[id]! += 1;
    }
  }
  const best: { id: number; similarity: number }[] = [];
  for (const id of touched) {
    const similarity = shared[id]! / (wanted.size + grams[id]! - shared[id]!);
    shared[id] = 0;
    if (best.length === NEIGHBOURS_MAX && similarity < best.at(-1)!.similarity) continue;
    best.push({ id, similarity });
    best.sort((a, b) => b.similarity - a.similarity || a.id - b.id);
    best.length = Math.min(best.length, NEIGHBOURS_MAX);
  }
  return best.map(({ id }) => id);
}

/** Index of the first value that is not below `wanted`. */
function firstFrom(values: Uint32Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** FNV-1a over code units of the different n-grams of "<word>", 32 bits. */
function gramHashes(word: string): ReadonlySet<number> {
  const marked = `<${word.slice(0, WORD_CHARS_MAX)}>`;
  const hashes = new Set<number>();
  for (let from = 0; from + GRAM_MIN <= marked.length; from += 1) {
    let hash = 0x811c9dc5;
    for (let at = from; at < Math.min(marked.length, from + GRAM_MAX); at += 1) {
      hash = Math.imul(hash ^ marked.charCodeAt(at), 0x01000193) >>> 0;
      if (at - from + 1 >= GRAM_MIN) hashes.add(hash);
    }
  }
  return hashes;
}
