/**
 * The reference backend: float64, no dependency, always there. Its loops are the definition of the
 * port's products; the other backends are compared with it.
 */
import type { PairMatrix, RankingSvmProblem } from "#trainer/solver/problem.ts";
import type { Backend, BatchEvaluation, BatchPoints, BatchSession } from "./backend.ts";
import { triangleSize } from "./backend.ts";

export function createTypescriptBackend(): Backend {
  return {
    name: "typescript",
    precision: "float64",
    multiplyTransposed: async (a, b) => multiplyTransposed(a, b),
    openBatch: (problem, resamples) => new TypescriptSession(problem, resamples),
    dispose: () => undefined,
  };
}

const TILE = 64;

/** A·Bᵀ in tiles that stay in the cache, four columns of B at a time. */
export function multiplyTransposed(a: PairMatrix, b: PairMatrix): Float64Array {
  const out = new Float64Array(a.rows * b.rows);
  for (let i = 0; i < a.rows; i += TILE) {
    for (let j = 0; j < b.rows; j += TILE) {
      multiplyTile(a, b, out, { i, j });
    }
  }
  return out;
}

function multiplyTile(
  a: PairMatrix,
  b: PairMatrix,
  out: Float64Array,
  from: { i: number; j: number },
): void {
  const lastI = Math.min(a.rows, from.i + TILE);
  const lastJ = Math.min(b.rows, from.j + TILE);
  let i = from.i;
  for (; i + 1 < lastI; i += 2) {
    let j = from.j;
    for (; j + 3 < lastJ; j += 4) multiplyTwoByFour(a, b, out, i, j);
    for (; j < lastJ; j++) {
      out[i * b.rows + j] = rowsProduct(a, i, b, j);
      out[(i + 1) * b.rows + j] = rowsProduct(a, i + 1, b, j);
    }
  }
  for (; i < lastI; i++) {
    for (let j = from.j; j < lastJ; j++) out[i * b.rows + j] = rowsProduct(a, i, b, j);
  }
}

/** Eight products at once: each number that is read is used two or four times. */
function multiplyTwoByFour(
  a: PairMatrix,
  b: PairMatrix,
  out: Float64Array,
  i: number,
  j: number,
): void {
  const n = a.columns;
  const x = a.data;
  const y = b.data;
  const x0 = i * n;
  const x1 = x0 + n;
  const y0 = j * n;
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  for (let k = 0; k < n; k++) {
    const p = x[x0 + k];
    const q = x[x1 + k];
    const b0 = y[y0 + k];
    const b1 = y[y0 + n + k];
    const b2 = y[y0 + 2 * n + k];
    const b3 = y[y0 + 3 * n + k];
    s00 += p * b0;
    s01 += p * b1;
    s02 += p * b2;
    s03 += p * b3;
    s10 += q * b0;
    s11 += q * b1;
    s12 += q * b2;
    s13 += q * b3;
  }
  const first = i * b.rows + j;
  const second = first + b.rows;
  out[first] = s00;
  out[first + 1] = s01;
  out[first + 2] = s02;
  out[first + 3] = s03;
  out[second] = s10;
  out[second + 1] = s11;
  out[second + 2] = s12;
  out[second + 3] = s13;
}

function rowsProduct(a: PairMatrix, i: number, b: PairMatrix, j: number): number {
  let sum = 0;
  for (let k = 0; k < a.columns; k++) sum += a.data[i * a.columns + k] * b.data[j * b.columns + k];
  return sum;
}

class TypescriptSession implements BatchSession {
  readonly #problem: RankingSvmProblem;
  readonly #resamples: readonly Float64Array[];

  constructor(problem: RankingSvmProblem, resamples: readonly Float64Array[]) {
    this.#problem = problem;
    this.#resamples = resamples;
  }

  async evaluate(batch: BatchPoints): Promise<BatchEvaluation> {
    const { columns } = this.#problem.differences;
    const count = batch.units.length;
    const evaluation = {
      loss: new Float64Array(count),
      pull: new Float64Array(count * columns),
      curvature: new Float64Array(count * triangleSize(columns)),
    };
    for (let i = 0; i < count; i++) this.#evaluateOne(batch, i, evaluation);
    return evaluation;
  }

  dispose(): void {
    return undefined;
  }

  #evaluateOne(batch: BatchPoints, i: number, out: BatchEvaluation): void {
    const { differences, margins } = this.#problem;
    const { rows, columns, data } = differences;
    const weights = this.#resamples[batch.resample[i]];
    const unit = batch.units[i];
    const width = batch.widths[i];
    const v = batch.points.subarray(i * columns, (i + 1) * columns);
    const size = triangleSize(columns);
    const pull = out.pull.subarray(i * columns, (i + 1) * columns);
    const curvature = out.curvature.subarray(i * size, (i + 1) * size);
    let loss = 0;
    for (let t = 0, at = 0; t < rows; t++, at += columns) {
      let r = margins === undefined ? 1 : margins[t];
      for (let j = 0; j < columns; j++) r -= data[at + j] * v[j];
      const share = Math.min(1, Math.max(0, r / width + 0.5));
      const bound = unit * weights[t];
      if (share === 0 || bound === 0) continue;
      loss += bound * (share === 1 ? r : 0.5 * width * share * share);
      for (let j = 0; j < columns; j++) pull[j] += bound * share * data[at + j];
      if (share === 1) continue;
      const second = bound / width;
      for (let j = 0, k = 0; j < columns; j++) {
        const scaled = second * data[at + j];
        for (let l = 0; l <= j; l++) curvature[k++] += scaled * data[at + l];
      }
    }
    out.loss[i] = loss;
  }
}
