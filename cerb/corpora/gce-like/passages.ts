/** The real passages that generated text is assembled from, with their shipped vectors. */
import { normalForm } from "#core/scope/curriculum-scope.ts";
import { readCorpus } from "../read-corpus.ts";

export interface Passage {
  readonly title: string | null;
  /** Whole sentences, at most PASSAGE_CHARS_MAX characters in all. */
  readonly sentences: readonly string[];
  /** Unit length. */
  readonly vector: Float32Array;
}

/** Two passages and the words around them stay one chunk. */
export const PASSAGE_CHARS_MAX = 600;
const SENTENCES_MIN_CHARS = 40;
const CORPORA = ["openstax-physics", "mmlu"] as const;

/** Passages by subject in normal form. */
export async function readPassages(model: string): Promise<ReadonlyMap<string, Passage[]>> {
  const passages = new Map<string, Passage[]>();
  for (const corpus of CORPORA) {
    for await (const { row, vectors } of readCorpus(corpus, { model })) {
      const sentences = sentencesOf(row.text);
      const first = vectors?.[0];
      if (row.subject === null || first === undefined || sentences.length === 0) continue;
      const subject = normalForm(row.subject);
      const known = passages.get(subject) ?? [];
      known.push({ title: row.title, sentences, vector: unit(first) });
      passages.set(subject, known);
    }
  }
  return passages;
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let chars = 0;
  for (const sentence of text.replace(/\s+/g, " ").split(/(?<=[.?!]) /)) {
    if (chars + sentence.length > PASSAGE_CHARS_MAX) break;
    sentences.push(sentence);
    chars += sentence.length + 1;
  }
  return chars < SENTENCES_MIN_CHARS ? [] : sentences;
}

function unit(values: readonly number[]): Float32Array {
  return scaled(Float32Array.from(values));
}

/** Unit length; the mean of several vectors keeps what they are about. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) {
    for (let at = 0; at < sum.length; at += 1) sum[at]! += vector[at]!;
  }
  return scaled(sum);
}

function scaled(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares) || 1;
  for (let at = 0; at < vector.length; at += 1) vector[at]! /= norm;
  return vector;
}
