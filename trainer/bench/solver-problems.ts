/**
 * The problems of the solver suite: generated dense pairs, bootstrap resamples of their queries,
 * and the learned term weights of a BEIR-layout folder.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { mulberry32 } from "#trainer/solver/seeded-order.ts";
import type { SparsePairMatrix } from "#trainer/solver/sparse-problem.ts";

/** Eleven half decades, as in the source's recipe. */
export const PATH_COSTS: readonly number[] = [
  0.01, 0.031623, 0.1, 0.31623, 1, 3.1623, 10, 31.623, 100, 316.23, 1000,
];

const PAIRS_PER_QUERY = 5;

/** Weights of the pairs when the queries are drawn with replacement, one array a resample. */
export function bootstrapResamples(pairCount: number, count: number, seed: number): Float64Array[] {
  const next = mulberry32(seed);
  const queryCount = pairCount / PAIRS_PER_QUERY;
  return Array.from({ length: count }, () => {
    const weights = new Float64Array(pairCount);
    for (let q = 0; q < queryCount; q++) {
      const first = (next() % queryCount) * PAIRS_PER_QUERY;
      for (let r = 0; r < PAIRS_PER_QUERY; r++) weights[first + r]!++;
    }
    return weights;
  });
}

/** Pairs repeated as often as their (whole) weight says: the same problem without weights. */
export function repeatPairs({ columns, data }: PairMatrix, weights: Float64Array): PairMatrix {
  const rows = weights.reduce((sum, weight) => sum + weight, 0);
  const repeated = new Float64Array(rows * columns);
  let at = 0;
  for (const [t, weight] of weights.entries()) {
    for (let k = 0; k < weight; k++, at += columns) {
      repeated.set(data.subarray(t * columns, (t + 1) * columns), at);
    }
  }
  return { rows, columns, data: repeated };
}

export function compressPairs({ rows, columns, data }: PairMatrix): SparsePairMatrix {
  const rowStart = Int32Array.from({ length: rows + 1 }, (_, t) => t * columns);
  const columnIndex = Int32Array.from({ length: data.length }, (_, i) => i % columns);
  return { rows, columns, rowStart, columnIndex, values: data };
}

const BM25 = { k1: 1.5, b: 0.75 } as const;
const TERM_PAIRS = { depth: 100, firstCount: 3, randomCount: 3 } as const;
const DOCUMENT_COUNT_MAX = 200_000;

interface Posting {
  readonly document: number;
  readonly impact: number;
}

/**
 * The pairs of the learned term weights: a judged abstract against the first three and three random
 * others of BM25's top 100; column = query term, value = difference of idf·impact/Σ idf. Terms are
 * runs of letters and digits in lower case; the product's own analyser is the database's.
 */
export function termPairs(folder: string, seed: number): SparsePairMatrix {
  const { postings, idf, columnOf, index } = indexDocuments(folder);
  const next = mulberry32(seed);
  const rowStart = [0];
  const columnIndex: number[] = [];
  const values: number[] = [];
  for (const [query, relevant] of readJudgments(join(folder, "qrels", "train.tsv"))) {
    const text = index.queries.get(query) ?? "";
    const terms = [...new Set(tokens(text))].filter((term) => columnOf.has(term));
    const total = terms.reduce((sum, term) => sum + idf[columnOf.get(term)!]!, 0);
    const cells = new Map<number, Map<number, number>>();
    const scores = new Map<number, number>();
    for (const term of terms) {
      const column = columnOf.get(term)!;
      for (const { document, impact } of postings[column]!) {
        const value = (idf[column]! * impact) / total;
        const row = cells.get(document) ?? new Map<number, number>();
        cells.set(document, row.set(column, value));
        scores.set(document, (scores.get(document) ?? 0) + value);
      }
    }
    const others = [...scores.keys()]
      .filter((document) => !relevant.has(index.ids[document]!))
      .toSorted((a, b) => scores.get(b)! - scores.get(a)! || a - b)
      .slice(0, TERM_PAIRS.depth);
    const chosen = [
      ...others.slice(0, TERM_PAIRS.firstCount),
      ...drawOthers(others.slice(TERM_PAIRS.firstCount), next),
    ];
    for (const id of relevant) {
      const positive = cells.get(index.documents.get(id) ?? -1);
      if (positive === undefined) continue;
      for (const other of chosen) {
        const negative = cells.get(other)!;
        const columns = [...new Set([...positive.keys(), ...negative.keys()])];
        for (const column of columns.toSorted((a, b) => a - b)) {
          columnIndex.push(column);
          values.push((positive.get(column) ?? 0) - (negative.get(column) ?? 0));
        }
        rowStart.push(values.length);
      }
    }
  }
  return {
    rows: rowStart.length - 1,
    columns: columnOf.size,
    rowStart: Int32Array.from(rowStart),
    columnIndex: Int32Array.from(columnIndex),
    values: Float64Array.from(values),
  };
}

function drawOthers(candidates: readonly number[], next: () => number): number[] {
  const left = [...candidates];
  const drawn: number[] = [];
  while (drawn.length < TERM_PAIRS.randomCount && left.length > 0) {
    drawn.push(...left.splice(next() % left.length, 1));
  }
  return drawn;
}

function indexDocuments(folder: string) {
  const documents = readLines(folder, "corpus.jsonl").slice(0, DOCUMENT_COUNT_MAX);
  const ids = documents.map(({ _id }) => _id);
  const counts = documents.map(({ title, text }) => countTokens(tokens(`${title ?? ""} ${text}`)));
  const lengths = counts.map((count) => [...count.values()].reduce((sum, n) => sum + n, 0));
  const average = lengths.reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.length);
  const columnOf = new Map<string, number>();
  const postings: Posting[][] = [];
  for (const [document, count] of counts.entries()) {
    for (const [term, frequency] of count) {
      const column = columnOf.get(term) ?? columnOf.size;
      columnOf.set(term, column);
      const norm = BM25.k1 * (1 - BM25.b + (BM25.b * lengths[document]!) / average);
      const impact = (frequency * (BM25.k1 + 1)) / (frequency + norm);
      (postings[column] ??= []).push({ document, impact });
    }
  }
  const idf = postings.map(({ length }) =>
    Math.log1p((ids.length - length + 0.5) / (length + 0.5)),
  );
  const queries = new Map(readLines(folder, "queries.jsonl").map(({ _id, text }) => [_id, text]));
  const index = { ids, documents: new Map(ids.map((id, i) => [id, i])), queries };
  return { postings, idf, columnOf, index };
}

interface Line {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

function readLines(folder: string, name: string): Line[] {
  const path = join(folder, name);
  const text = existsSync(path)
    ? readFileSync(path, "utf8")
    : gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

function readJudgments(path: string): Map<string, Set<string>> {
  const judgments = new Map<string, Set<string>>();
  for (const line of readFileSync(path, "utf8").trim().split("\n").slice(1)) {
    const [query, document, grade] = line.split("\t");
    if (Number(grade) < 1) continue;
    judgments.set(query!, (judgments.get(query!) ?? new Set()).add(document!));
  }
  return judgments;
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function countTokens(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
