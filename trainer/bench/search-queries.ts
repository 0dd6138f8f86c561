/** Queries near stored vectors, and their exact answers by brute force. */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { BenchCorpus, Chunk } from "./search-corpus.ts";

export const TOP = 10;
/** Length of the noise that is added to a unit vector: cosine with its origin about 0.86. */
const NOISE = 0.6;
const QUERY_WORDS = 8;

export interface BenchQuery {
  readonly text: string;
  readonly vector: readonly number[];
}

export function drawQueries({ chunks, texts }: BenchCorpus, count: number, seed: number) {
  const random = mulberry32(seed + 1);
  return Array.from({ length: count }, (): BenchQuery => {
    const origin = chunks[Math.floor(random() * chunks.length)]!;
    const scale = NOISE / Math.sqrt(origin.vector.length);
    const moved = Array.from(origin.vector, (value) => value + scale * gaussian(random));
    const length = Math.hypot(...moved);
    const words = (texts.get(origin.id) ?? "").split(/\s+/).slice(0, QUERY_WORDS);
    return { text: words.join(" "), vector: moved.map((value) => value / length) };
  });
}

/** Box and Muller. */
const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Ids of the TOP documents by their best chunk. */
export function exactTop(chunks: readonly Chunk[], vector: readonly number[]): string[] {
  const best = new Map<string, number>();
  for (const chunk of chunks) {
    let dot = 0;
    for (let i = 0; i < vector.length; i++) dot += chunk.vector[i]! * vector[i]!;
    if (dot > (best.get(chunk.id) ?? Number.NEGATIVE_INFINITY)) best.set(chunk.id, dot);
  }
  return [...best]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, TOP)
    .map(([id]) => id);
}

/** Share of the exact answer that was found; 1 where there is nothing to find. */
export function recall(found: readonly string[], exact: readonly string[]): number {
  if (exact.length === 0) return 1;
  const ids = new Set(found.slice(0, TOP));
  return exact.filter((id) => ids.has(id)).length / exact.length;
}

/** By the nearest rank. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}
