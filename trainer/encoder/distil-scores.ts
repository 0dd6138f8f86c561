/**
 * The last part of a token table: what counts is not the vector but how it orders the corpus. For
 * every text, KL(softmax(τ·y·Dᵀ) ‖ softmax(τ·ŝ·Dᵀ)) over all passage vectors D, y the model's vector
 * and ŝ the table's, normalised (Hinton, Vinyals and Dean, 2015). Adagrad (Duchi, Hazan and Singer,
 * 2011) on the rows of the tokens that occur; batches in a seeded order, so the same table every time.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { Backend } from "../backend/backend.ts";
import { createHostBackend } from "../backend/wasm-backend.ts";
import { shuffled } from "../data/shuffled.ts";
import type { PairMatrix } from "../solver/problem.ts";
import { addToTable, rowTimesTable, type TokenMatrix } from "./token-matrix.ts";

export interface DistilSettings {
  readonly seed: number;
  readonly epochs: number;
  /** τ. */
  readonly temperature: number;
  readonly learningRate: number;
  readonly batchTexts: number;
}

/** Measured on SciFact; see README. */
export const DISTIL_SETTINGS: Omit<DistilSettings, "seed"> = {
  epochs: 2,
  temperature: 40,
  learningRate: 0.01,
  batchTexts: 256,
};

const ADAGRAD_EPSILON = 1e-6;

export interface DistilInput {
  readonly texts: TokenMatrix;
  readonly vectors: readonly Float32Array[];
  /** Unit vectors of the corpus. */
  readonly passages: readonly Float32Array[];
  readonly mean: Float32Array;
  /** Changed in place. */
  readonly table: Float32Array;
}

export async function distilScores(
  input: DistilInput,
  settings: DistilSettings,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const backend = createHostBackend();
  const dimension = input.mean.length;
  const passages = matrixOf(input.passages, dimension);
  const state: DistilState = {
    input,
    backend,
    temperature: settings.temperature,
    learningRate: settings.learningRate,
    passages,
    transposed: transpose(passages),
    squares: new Float32Array(input.table.length),
    gradient: new Float32Array(input.table.length),
  };
  const next = mulberry32(settings.seed);
  const total = settings.epochs * input.texts.rows;
  let done = 0;
  for (let epoch = 0; epoch < settings.epochs; epoch += 1) {
    const order = shuffled([...Array(input.texts.rows).keys()], next);
    for (let from = 0; from < order.length; from += settings.batchTexts) {
      const rows = order.slice(from, from + settings.batchTexts);
      await step(state, rows);
      done += rows.length;
      onProgress(done, total);
    }
  }
  backend.dispose();
}

interface DistilState {
  readonly input: DistilInput;
  readonly backend: Backend;
  readonly temperature: number;
  readonly learningRate: number;
  readonly passages: PairMatrix;
  readonly transposed: PairMatrix;
  /** Σ of squared gradients of each entry. */
  readonly squares: Float32Array;
  /** Of one batch; zeros between batches. */
  readonly gradient: Float32Array;
}

async function step(state: DistilState, rows: readonly number[]): Promise<void> {
  const { input, backend, passages, transposed, temperature } = state;
  const dimension = input.mean.length;
  const { students, lengths } = studentRows(input, rows);
  const teachers = matrixOf(
    rows.map((row) => input.vectors[row]!),
    dimension,
  );
  const student = await backend.multiplyTransposed(students, passages);
  const teacher = await backend.multiplyTransposed(teachers, passages);
  const count = passages.rows;
  for (let i = 0; i < rows.length; i += 1) {
    const own = student.subarray(i * count, (i + 1) * count) as Float64Array;
    const wanted = teacher.subarray(i * count, (i + 1) * count) as Float64Array;
    softmax(own, temperature);
    softmax(wanted, temperature);
    for (let at = 0; at < count; at += 1) own[at]! -= wanted[at]!;
  }
  const pulls = await backend.multiplyTransposed(
    { rows: rows.length, columns: count, data: student as Float64Array },
    transposed,
  );
  for (const [i, row] of rows.entries()) {
    const pull = pulls.subarray(i * dimension, (i + 1) * dimension) as Float64Array;
    const unit = students.data.subarray(i * dimension, (i + 1) * dimension);
    throughNorm(pull, unit, lengths[i]!);
    addToTable(input.texts, row, pull, state.gradient);
  }
  update(state, rows);
}

/** ŝ of each row, and ‖s‖. */
function studentRows({ texts, mean, table }: DistilInput, rows: readonly number[]) {
  const dimension = mean.length;
  const data = new Float64Array(rows.length * dimension);
  const lengths = new Float64Array(rows.length);
  for (const [i, row] of rows.entries()) {
    const vector = data.subarray(i * dimension, (i + 1) * dimension);
    rowTimesTable(texts, row, table, vector);
    let squares = 0;
    for (let j = 0; j < dimension; j += 1) {
      vector[j]! += mean[j]!;
      squares += vector[j]! ** 2;
    }
    lengths[i] = Math.sqrt(squares) || 1;
    for (let j = 0; j < dimension; j += 1) vector[j]! /= lengths[i]!;
  }
  return { students: { rows: rows.length, columns: dimension, data }, lengths };
}

function softmax(scores: Float64Array, temperature: number): void {
  let largest = -Infinity;
  for (let at = 0; at < scores.length; at += 1) largest = Math.max(largest, scores[at]!);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    scores[at] = Math.exp(temperature * (scores[at]! - largest));
    sum += scores[at]!;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at]! /= sum;
}

/** Gradient in ŝ to gradient in s: (g − ŝ(ŝ·g))/‖s‖. */
function throughNorm(pull: Float64Array, unit: Float64Array, length: number): void {
  let along = 0;
  for (let j = 0; j < pull.length; j += 1) along += pull[j]! * unit[j]!;
  for (let j = 0; j < pull.length; j += 1) pull[j] = (pull[j]! - along * unit[j]!) / length;
}

/** Adagrad on the rows of the batch's tokens; leaves the gradient at zero. */
function update(
  { input, squares, gradient, learningRate }: DistilState,
  rows: readonly number[],
): void {
  const { rowStart, token } = input.texts;
  const dimension = input.mean.length;
  const touched = new Set<number>();
  for (const row of rows) {
    for (let at = rowStart[row]!; at < rowStart[row + 1]!; at += 1) touched.add(token[at]!);
  }
  for (const id of touched) {
    for (let at = id * dimension; at < (id + 1) * dimension; at += 1) {
      const slope = gradient[at]!;
      gradient[at] = 0;
      squares[at]! += slope * slope;
      input.table[at]! -= (learningRate * slope) / (Math.sqrt(squares[at]!) + ADAGRAD_EPSILON);
    }
  }
}

function matrixOf(rows: readonly Float32Array[], columns: number): PairMatrix {
  const data = new Float64Array(rows.length * columns);
  for (const [i, row] of rows.entries()) data.set(row, i * columns);
  return { rows: rows.length, columns, data };
}

function transpose({ rows, columns, data }: PairMatrix): PairMatrix {
  const out = new Float64Array(data.length);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) out[j * rows + i] = data[i * columns + j]!;
  }
  return { rows: columns, columns: rows, data: out };
}
