/** Reads the reference problems of `test/golden/ranking-svm` and rebuilds their pair matrices. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { fitStandardisation, generatePairs, standardise } from "#trainer/bench/generated-pairs.ts";
import type { PairMatrix } from "#trainer/solver/problem.ts";
import { mulberry32 } from "#trainer/solver/seeded-order.ts";

export interface ReferencePoint {
  readonly C: number;
  readonly objective: number;
  readonly v: number[];
}

export interface MatrixChecks {
  readonly T: number;
  readonly features: number;
  readonly first_rows: number[][];
  readonly sum: number;
  readonly sum_of_absolute_values: number;
  readonly sum_of_squares: number;
  readonly weighted_sum: number;
}

export interface GoldenFile {
  readonly name: string;
  readonly path: ReferencePoint[];
  readonly d?: number[][];
  readonly documents?: number[][];
  readonly mean?: number[];
  readonly scale?: number[];
  readonly constant_columns?: number[];
  readonly seed?: number;
  readonly queries?: number;
  readonly standardised?: boolean;
  readonly first_outputs?: number[];
  readonly first_pairs?: number[][];
  readonly constant_columns_1_based?: number[];
  readonly checks?: MatrixChecks;
}

export interface GoldenProblem {
  readonly file: GoldenFile;
  readonly differences: PairMatrix;
}

const FOLDER = new URL("../../golden/ranking-svm/", import.meta.url);

export function readGolden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as T;
}

export function matrixOf(rows: readonly (readonly number[])[]): PairMatrix {
  return { rows: rows.length, columns: rows[0]!.length, data: Float64Array.from(rows.flat()) };
}

export function tinyProblems(): GoldenProblem[] {
  const { problems } = readGolden<{ problems: GoldenFile[] }>("tiny.json");
  return problems.map((file) => ({ file, differences: matrixOf(file.d!) }));
}

export function givenProblem(name: "small-50x5" | "constant-column"): GoldenProblem {
  const file = readGolden<GoldenFile>(`${name}.json`);
  return { file, differences: matrixOf(file.d!) };
}

export type GeneratedName =
  | "medium-3600x17-standardised"
  | "medium-3600x17-raw"
  | "large-20000x17-standardised";

export function generatedProblem(name: GeneratedName): GoldenProblem {
  const file = readGolden<GoldenFile>(`${name}.json`);
  return { file, differences: generatePairs(file.seed!, file.queries!, file.standardised!) };
}

export function firstOutputs(seed: number, count: number): number[] {
  const next = mulberry32(seed);
  return Array.from({ length: count }, next);
}

/** Pairs (i, j) of one query with label_i > label_j, in the order of the file. */
export function lightgbmProblem(): GoldenProblem & { readonly pairs: [number, number][] } {
  const file = readGolden<GoldenFile>("lightgbm-test.json");
  const columns = file.checks!.features;
  const text = gunzipSync(readFileSync(new URL("lightgbm-rank.test.txt.gz", FOLDER))).toString();
  const lines = text.trim().split("\n");
  const documents = new Float64Array(lines.length * columns);
  const labels: number[] = [];
  const queries: string[] = [];
  for (const [i, line] of lines.entries()) {
    const [label, query, ...features] = line.trim().split(/\s+/);
    labels.push(Number(label));
    queries.push(query!);
    for (const feature of features) {
      const [column, value] = feature.split(":");
      documents[i * columns + Number(column) - 1] = Number(value);
    }
  }
  const scaled = standardise(documents, fitStandardisation(documents, columns));
  const pairs: [number, number][] = [];
  for (let i = 0; i < lines.length; i++) {
    for (let j = 0; j < lines.length; j++) {
      if (queries[i] === queries[j] && labels[i]! > labels[j]!) pairs.push([i, j]);
    }
  }
  const data = new Float64Array(pairs.length * columns);
  for (const [t, [i, j]] of pairs.entries()) {
    for (let k = 0; k < columns; k++) {
      data[t * columns + k] = scaled[i * columns + k]! - scaled[j * columns + k]!;
    }
  }
  return { file, differences: { rows: pairs.length, columns, data }, pairs };
}
