/**
 * The ridge part of a token table T, so that μ + X·T ≈ Y, X the token matrix of the texts and Y the
 * model's unit vectors of them:
 *
 *   1. prior    P = V·M: V holds the model's own vector of each token alone, centred and weighted by
 *               idf; M is the 384×384 ridge map from X·V to Y − μ. Every token gets a row, also those
 *               that no text holds.
 *   2. residual (XᵀX + λI)·Δ = Xᵀ(Y − μ − X·P) by conjugate gradients with the diagonal as
 *               preconditioner (Golub & Van Loan, Algorithm 11.5.1), all columns side by side;
 *               T = P + Δ.
 *
 * Deterministic; float32 tables with float64 sums over columns.
 */
import { createHostBackend } from "../backend/wasm-backend.ts";
import { choleskyFactor, choleskySolve } from "../solver/cholesky.ts";
import { addToTable, rowTimesTable, type TokenMatrix } from "./token-matrix.ts";

export interface FitSettings {
  /** λ of the residual. */
  readonly ridge: number;
  readonly iterations: number;
  /** Penalty of the prior's map, as a share of the mean diagonal entry. */
  readonly mapPenalty: number;
}

/** Measured on SciFact; see README. */
export const FIT_SETTINGS: FitSettings = { ridge: 0.15, iterations: 15, mapPenalty: 1e-3 };

/** Ids below this are unused slots of BERT's vocabulary. */
const FIRST_WORD_ID = 1000;

export interface TableTargets {
  readonly texts: TokenMatrix;
  /** Unit vectors, one a text. */
  readonly vectors: readonly Float32Array[];
  /** The model's vector of each token alone. */
  readonly tokenVectors: readonly Float32Array[];
}

export interface FittedTable {
  readonly mean: Float32Array;
  /** T, one row a token. */
  readonly table: Float32Array;
}

export async function fitTable(
  { texts, vectors, tokenVectors }: TableTargets,
  settings: FitSettings,
): Promise<FittedTable> {
  const mean = meanOf(vectors);
  const dimension = mean.length;
  const weighted = weightedTokens(texts, tokenVectors);
  const map = await ridgeMap({ texts, vectors, weighted, mean }, settings.mapPenalty);
  const table = await product(weighted, map, tokenVectors.length, dimension);
  addResidual({ texts, vectors, mean, table }, settings);
  return { mean, table };
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) for (let j = 0; j < sum.length; j += 1) sum[j]! += vector[j]!;
  return Float32Array.from(sum, (value) => value / vectors.length);
}

/** (v_t − mean)·idf_t, the mean over whole words and pieces, not over unused slots. */
function weightedTokens(texts: TokenMatrix, tokenVectors: readonly Float32Array[]): Float32Array {
  const dimension = tokenVectors[0]!.length;
  const first = tokenVectors.length > FIRST_WORD_ID ? FIRST_WORD_ID : 0;
  const centre = meanOf(tokenVectors.slice(first));
  const documentFrequency = new Int32Array(texts.tokens);
  for (const id of texts.token) documentFrequency[id]! += 1;
  const out = new Float32Array(texts.tokens * dimension);
  for (const [id, vector] of tokenVectors.entries()) {
    const idf = Math.log(1 + texts.rows / (1 + documentFrequency[id]!));
    for (let j = 0; j < dimension; j += 1) {
      out[id * dimension + j] = (vector[j]! - centre[j]!) * idf;
    }
  }
  return out;
}

interface MapInput {
  readonly texts: TokenMatrix;
  readonly vectors: readonly Float32Array[];
  readonly weighted: Float32Array;
  readonly mean: Float32Array;
}

/** Columns of M one after the other: (AᵀA + λI)·M = Aᵀ(Y − μ), A = X·V. */
async function ridgeMap(
  { texts, vectors, weighted, mean }: MapInput,
  penalty: number,
): Promise<Float64Array> {
  const dimension = mean.length;
  const inputs = new Float64Array(dimension * texts.rows);
  const targets = new Float64Array(dimension * texts.rows);
  const row = new Float64Array(dimension);
  for (let i = 0; i < texts.rows; i += 1) {
    rowTimesTable(texts, i, weighted, row);
    for (let j = 0; j < dimension; j += 1) {
      inputs[j * texts.rows + i] = row[j]!;
      targets[j * texts.rows + i] = vectors[i]![j]! - mean[j]!;
    }
  }
  const matrix = (data: Float64Array) => ({ rows: dimension, columns: texts.rows, data });
  const backend = createHostBackend();
  const gram = Float64Array.from(await backend.multiplyTransposed(matrix(inputs), matrix(inputs)));
  const right = await backend.multiplyTransposed(matrix(targets), matrix(inputs));
  backend.dispose();
  let trace = 0;
  for (let j = 0; j < dimension; j += 1) trace += gram[j * dimension + j]!;
  for (let j = 0; j < dimension; j += 1) {
    gram[j * dimension + j]! += (penalty * trace) / dimension;
  }
  choleskyFactor(gram, dimension);
  const map = Float64Array.from(right);
  for (let j = 0; j < dimension; j += 1) {
    choleskySolve(gram, dimension, map.subarray(j * dimension, (j + 1) * dimension));
  }
  return map;
}

/** V·M with M by columns. */
async function product(
  weighted: Float32Array,
  map: Float64Array,
  rows: number,
  dimension: number,
): Promise<Float32Array> {
  const backend = createHostBackend();
  const out = new Float32Array(rows * dimension);
  for (let from = 0; from < rows; from += PRODUCT_ROWS) {
    const count = Math.min(PRODUCT_ROWS, rows - from);
    const block = Float64Array.from(
      weighted.subarray(from * dimension, (from + count) * dimension),
    );
    const answer = await backend.multiplyTransposed(
      { rows: count, columns: dimension, data: block },
      { rows: dimension, columns: dimension, data: map },
    );
    out.set(answer.subarray(0, count * dimension), from * dimension);
  }
  backend.dispose();
  return out;
}

const PRODUCT_ROWS = 1024;

interface ResidualInput {
  readonly texts: TokenMatrix;
  readonly vectors: readonly Float32Array[];
  readonly mean: Float32Array;
  /** P on entry, P + Δ afterwards. */
  readonly table: Float32Array;
}

function addResidual(input: ResidualInput, { ridge, iterations }: FitSettings): void {
  const { texts, table, mean } = input;
  const dimension = mean.length;
  const scale = preconditioner(texts, ridge);
  const residual = residualOf(input);
  const direction = new Float32Array(table.length);
  const applied = new Float32Array(table.length);
  const precondition = (): void => {
    for (let id = 0, at = 0; id < texts.tokens; id += 1) {
      for (let j = 0; j < dimension; j += 1, at += 1) applied[at] = residual[at]! * scale[id]!;
    }
  };
  precondition();
  direction.set(applied);
  let rho = columnProducts(residual, direction, dimension);
  for (let step = 0; step < iterations; step += 1) {
    applyNormal(texts, direction, ridge, applied, dimension);
    const curvature = columnProducts(direction, applied, dimension);
    const length = rho.map((value, j) => (curvature[j]! > 0 ? value / curvature[j]! : 0));
    addColumns(table, length, direction);
    addColumns(
      residual,
      length.map((value) => -value),
      applied,
    );
    precondition();
    const next = columnProducts(residual, applied, dimension);
    const beta = next.map((value, j) => (rho[j]! > 0 ? value / rho[j]! : 0));
    addColumns(applied, beta, direction);
    direction.set(applied);
    rho = next;
  }
}

/** a += b, each column by its own factor. */
function addColumns(a: Float32Array, factors: Float64Array, b: Float32Array): void {
  const dimension = factors.length;
  for (let start = 0; start < a.length; start += dimension) {
    for (let j = 0; j < dimension; j += 1) a[start + j]! += factors[j]! * b[start + j]!;
  }
}

function preconditioner(texts: TokenMatrix, ridge: number): Float32Array {
  const diagonal = new Float32Array(texts.tokens).fill(ridge);
  for (const [at, id] of texts.token.entries()) diagonal[id]! += texts.value[at]! ** 2;
  return diagonal.map((value) => 1 / value);
}

/** Xᵀ(Y − μ − X·P). */
function residualOf({ texts, vectors, mean, table }: ResidualInput): Float32Array {
  const out = new Float32Array(table.length);
  const row = new Float64Array(mean.length);
  for (let i = 0; i < texts.rows; i += 1) {
    rowTimesTable(texts, i, table, row);
    for (let j = 0; j < row.length; j += 1) row[j] = vectors[i]![j]! - mean[j]! - row[j]!;
    addToTable(texts, i, row, out);
  }
  return out;
}

/** out = (XᵀX + λI)·D. */
function applyNormal(
  texts: TokenMatrix,
  direction: Float32Array,
  ridge: number,
  out: Float32Array,
  dimension: number,
): void {
  for (let at = 0; at < out.length; at += 1) out[at] = ridge * direction[at]!;
  const row = new Float64Array(dimension);
  for (let i = 0; i < texts.rows; i += 1) {
    rowTimesTable(texts, i, direction, row);
    addToTable(texts, i, row, out);
  }
}

/** Σ over tokens of a·b, one number a column. */
function columnProducts(a: Float32Array, b: Float32Array, dimension: number): Float64Array {
  const out = new Float64Array(dimension);
  for (let start = 0; start < a.length; start += dimension) {
    for (let j = 0; j < dimension; j += 1) out[j]! += a[start + j]! * b[start + j]!;
  }
  return out;
}
