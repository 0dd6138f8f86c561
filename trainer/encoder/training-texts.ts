/**
 * The unlabelled texts that a token table is distilled on: titles, then sentences of the tenant's
 * own passages in a seeded order, so that a bound on their number keeps a fair sample. No judgment
 * and no query is read here.
 */
import { mulberry32 } from "#significance/mulberry32.ts";

export interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** Shorter pieces say too little to be worth a forward pass. */
const SENTENCE_CHARS_MIN = 20;
/** Longer pieces are lists or tables; the model would truncate them anyway. */
const SENTENCE_CHARS_MAX = 1000;

const SENTENCE_END = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}(])/u;

/** Sentences by full stop and capital; good enough where every piece is a text in its own right. */
export function splitSentences(text: string): string[] {
  return text
    .split(SENTENCE_END)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= SENTENCE_CHARS_MIN && length <= SENTENCE_CHARS_MAX);
}

/** Distinct texts: every title in corpus order, then sentences in seeded order, at most `countMax`. */
export function trainingTexts(
  documents: readonly TitledText[],
  { seed, countMax }: { readonly seed: number; readonly countMax: number },
): string[] {
  const titles = new Set(documents.map(({ title }) => title.trim()).filter(Boolean));
  const sentences = new Set(documents.flatMap(({ text }) => splitSentences(text)));
  const next = mulberry32(seed);
  const shuffled = [...sentences]
    .filter((sentence) => !titles.has(sentence))
    .map((sentence) => ({ sentence, key: next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ sentence }) => sentence);
  return [...titles, ...shuffled].slice(0, countMax);
}
