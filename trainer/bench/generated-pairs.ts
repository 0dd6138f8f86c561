/**
 * The generated benchmark problem: Q queries of one relevant and five other documents with 17
 * correlated features whose scales run from 0.001 to 1000. All sums are exact in doubles, so the
 * documents are the same bit for bit in any language, and reference optima exist for them
 * (`test/golden/ranking-svm`). Pairs: relevant minus each other document, T = 5Q.
 */
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { mulberry32 } from "#trainer/solver/seeded-order.ts";

export const GENERATED_COLUMNS = 17;
const DOCUMENTS_PER_QUERY = 6;

// Coefficients per feature; every one is a short binary fraction or an integer.
const SCALE = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 20, 50, 100, 200, 500, 1000,
];
const A = [-1, 0, 1, -0.5, 0.5, -1, 0, 1, -0.5, 0.5, -1, 0, 1, -0.5, 0.5, -1, -1];
const B = [-0.5, 1, 0.5, 0, -0.5, 1, 0.5, 0, -0.5, 1, 0.5, 0, -0.5, 1, 0.5, 0, -0.5];
const C = [
  -0.75, 0.5, 0, -0.5, 0.75, 0.25, -0.25, -0.75, 0.5, 0, -0.5, 0.75, 0.25, -0.25, -0.75, 0.5, -0.75,
];
const SHIFT = [
  0.25, 0.125, 0, -0.125, 0.25, 0.125, 0, -0.125, 0.25, 0.125, 0, -0.125, 0.25, 0.125, 0, -0.125,
  0.25,
];
const noise = (j: number) => (j === 16 ? 0.03125 : 0.5 + 0.25 * (j % 3));
const queryLoad = (j: number) => (j % 2 === 0 ? -0.5 : 0.5);
const centre = (j: number) => j - 8;

/** Sum of twelve outputs, scaled to mean 0 and variance 1; exact in doubles. */
export function nearNormal(next: () => number): () => number {
  return () => {
    let sum = 0;
    for (let i = 0; i < 12; i++) sum += next();
    return sum / 4_294_967_296 - 6;
  };
}

/** 6Q documents × 17 features, row-major, not standardised. */
export function generateDocuments(seed: number, queryCount: number): Float64Array {
  const z = nearNormal(mulberry32(seed));
  const documents = new Float64Array(queryCount * DOCUMENTS_PER_QUERY * GENERATED_COLUMNS);
  let at = 0;
  for (let q = 0; q < queryCount; q++) {
    const shared = z();
    for (let r = 0; r < DOCUMENTS_PER_QUERY; r++) {
      const [h0, h1, h2] = [z(), z(), z()];
      for (let j = 0; j < GENERATED_COLUMNS; j++) {
        const e = z();
        let y = A[j]! * h0 + B[j]! * h1 + C[j]! * h2 + queryLoad(j) * shared + noise(j) * e;
        if (r === 0) y += (q % 8 === 7 ? -1 : 1) * SHIFT[j]!;
        documents[at++] = SCALE[j]! * (y + centre(j));
      }
    }
  }
  return documents;
}

export interface Standardisation {
  readonly mean: Float64Array;
  readonly scale: Float64Array;
}

/** Mean and population standard deviation of each column; a column of one value has scale 1. */
export function fitStandardisation(documents: Float64Array, columns: number): Standardisation {
  const count = documents.length / columns;
  const mean = new Float64Array(columns);
  const scale = new Float64Array(columns);
  for (let j = 0; j < columns; j++) {
    let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = j; i < documents.length; i += columns) {
      const value = documents[i]!;
      sum += value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    mean[j] = sum / count;
    let squares = 0;
    for (let i = j; i < documents.length; i += columns) squares += (documents[i]! - mean[j]!) ** 2;
    scale[j] = low === high ? 1 : Math.sqrt(squares / count);
  }
  return { mean, scale };
}

export function standardise(
  documents: Float64Array,
  { mean, scale }: Standardisation,
): Float64Array {
  const columns = mean.length;
  return documents.map((value, i) => (value - mean[i % columns]!) / scale[i % columns]!);
}

/** The pairs of the generated documents: T = 5Q rows of 17 differences. */
export function generatePairs(
  seed: number,
  queryCount: number,
  isStandardised: boolean,
): PairMatrix {
  const raw = generateDocuments(seed, queryCount);
  const documents = isStandardised
    ? standardise(raw, fitStandardisation(raw, GENERATED_COLUMNS))
    : raw;
  const perQuery = DOCUMENTS_PER_QUERY - 1;
  const rows = queryCount * perQuery;
  const data = new Float64Array(rows * GENERATED_COLUMNS);
  for (let t = 0; t < rows; t++) {
    const first = Math.floor(t / perQuery) * DOCUMENTS_PER_QUERY;
    const relevant = first * GENERATED_COLUMNS;
    const other = (first + 1 + (t % perQuery)) * GENERATED_COLUMNS;
    for (let j = 0; j < GENERATED_COLUMNS; j++) {
      data[t * GENERATED_COLUMNS + j] = documents[relevant + j]! - documents[other + j]!;
    }
  }
  return { rows, columns: GENERATED_COLUMNS, data };
}
