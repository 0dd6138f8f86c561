/**
 * A word table from an embedding model and a tenant's own text: nothing is fitted. Each word has the
 * model's own vector of it as a query, centred, times a/(a + f) with f its relative frequency in the
 * language that uses it most (Arora, Liang and Ma, 2017). So a question in one language finds passages
 * in another, as far as the model itself puts their words together.
 */
import { packRow } from "#core/encoder/token-table.ts";
import { wordsOf } from "#core/encoder/word-vocabulary.ts";
import { encodeTokenTable } from "#edge/store/token-table-format.ts";

/** With these a table of 384 dimensions takes 6.2 MB. */
export const TABLE_WORDS_MAX = 30_000;
/** a of a/(a + f). */
const FREQUENCY_HALF = 1e-4;
const WORD_CHARS_MAX = 40;

export interface WordText {
  readonly language: string;
  readonly text: string;
}

export interface CountedWord {
  readonly word: string;
  /** Relative frequency, the largest over the languages. */
  readonly frequency: number;
}

/** The most frequent words of the texts, at most `countMax`; equal ones by their letters. */
export function countWords(texts: readonly WordText[], countMax = TABLE_WORDS_MAX): CountedWord[] {
  const frequencies = new Map<string, number>();
  const languages = new Set(texts.map(({ language }) => language));
  for (const language of languages) {
    const counts = new Map<string, number>();
    let total = 0;
    for (const { text } of texts.filter((one) => one.language === language)) {
      for (const word of wordsOf(text)) {
        if (word.length > WORD_CHARS_MAX) continue;
        counts.set(word, (counts.get(word) ?? 0) + 1);
        total += 1;
      }
    }
    for (const [word, count] of counts) {
      frequencies.set(word, Math.max(frequencies.get(word) ?? 0, count / total));
    }
  }
  return [...frequencies]
    .map(([word, frequency]) => ({ word, frequency }))
    .toSorted((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, countMax);
}

/** `vectors` are the model's, of each word as a query, parallel to the words. */
export function buildWordTable(
  model: string,
  words: readonly CountedWord[],
  vectors: readonly Float32Array[],
): Uint8Array {
  const dimension = vectors[0]!.length;
  const centre = new Float64Array(dimension);
  for (const vector of vectors) {
    for (let j = 0; j < dimension; j += 1) centre[j]! += vector[j]! / vectors.length;
  }
  const bytesPerRow = dimension / 2;
  const rows = new Uint8Array(words.length * bytesPerRow);
  const scales = Float32Array.from(words, ({ frequency }, id) => {
    const weight = FREQUENCY_HALF / (FREQUENCY_HALF + frequency);
    const row = vectors[id]!.map((value, j) => weight * (value - centre[j]!));
    return packRow(row, rows.subarray(id * bytesPerRow, (id + 1) * bytesPerRow));
  });
  return encodeTokenTable({
    header: {
      model,
      dimension,
      units: "words",
      tokens: words.length,
      lengthPower: 0,
      provenance: { words: words.length, frequencyHalf: FREQUENCY_HALF, bits: 4 },
    },
    mean: new Float32Array(dimension),
    scales,
    rows,
    pieces: words.map(({ word }) => word),
  });
}
