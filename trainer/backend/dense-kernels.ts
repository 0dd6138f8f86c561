/**
 * The inner loops of the float64 solver behind one interface: in plain TypeScript, which defines
 * them, and in WebAssembly SIMD (`wasm-kernels.ts`), four to five times faster and taken wherever
 * the engine has it and the arrays fit its memory. Arrays that kernels touch come from `float64`
 * and `int32`: in WebAssembly they lie in its memory.
 */
import type { KernelInstance } from "./wasm-kernels.ts";
import { instantiateKernels, releaseKernels } from "./wasm-kernels.ts";

export interface DenseKernels {
  readonly name: "wasm" | "typescript";
  /** Content undefined; the sum of all lengths is bounded by what `createDenseKernels` was told. */
  float64(length: number): Float64Array;
  int32(length: number): Int32Array;
  /** out_t = row t · v for the first `rows` rows. */
  products(matrix: Float64Array, rows: number, v: Float64Array, out: Float64Array): void;
  /** Lower triangle of out += Σ_k scale_k · row index_k · its transpose, k < count. */
  outerProducts(matrix: Float64Array, picked: PickedRows, out: Float64Array): void;
  /** Row k of out = row index_k of matrix, k < count. */
  gatherRows(matrix: Float64Array, index: Int32Array, count: number, out: Float64Array): void;
  /** Leaves the memory to later kernels: none of the arrays may be used afterwards. */
  release(): void;
}

/** Rows by number; `index` and `scale` hold at least one more entry than `count`. */
export interface PickedRows {
  readonly index: Int32Array;
  readonly scale: Float64Array;
  readonly count: number;
}

/** Room that an array leaves behind it, because a lane may run over its end. */
const SPARE_BYTES = 32;
/** Above this the plain loops run: WebAssembly addresses 4 GiB, and signed ones are simpler. */
const WASM_BYTES_MAX = 2 ** 31 - 2 ** 20;

/** Kernels for rows of `columns` doubles; `bytes` bounds the arrays that will be asked for. */
export function createDenseKernels(columns: number, bytes: number): DenseKernels {
  if (bytes > WASM_BYTES_MAX) return createTypescriptKernels(columns);
  try {
    return new WasmDenseKernels(columns, bytes);
  } catch {
    // No SIMD, or no memory: the same answers, slower. `name` says which ran.
    return createTypescriptKernels(columns);
  }
}

/** How much `createDenseKernels` must be told for an array of that many bytes. */
export function arrayBytes(bytes: number): number {
  return Math.ceil(bytes / 8) * 8 + SPARE_BYTES;
}

class WasmDenseKernels implements DenseKernels {
  readonly name = "wasm";
  readonly #columns: number;
  readonly #instance: KernelInstance;
  readonly #bytes: number;
  #used = 0;

  constructor(columns: number, bytes: number) {
    this.#columns = columns;
    this.#bytes = bytes;
    this.#instance = instantiateKernels(bytes);
  }

  float64(length: number): Float64Array {
    return new Float64Array(this.#instance.memory.buffer, this.#allocate(8 * length), length);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#instance.memory.buffer, this.#allocate(4 * length), length);
  }

  products(matrix: Float64Array, rows: number, v: Float64Array, out: Float64Array): void {
    const { byteOffset } = matrix;
    const { kernels } = this.#instance;
    kernels.products(byteOffset, rows, this.#columns, v.byteOffset, out.byteOffset);
  }

  outerProducts(
    matrix: Float64Array,
    { index, scale, count }: PickedRows,
    out: Float64Array,
  ): void {
    // Rows go in couples: an odd one is joined by itself with scale 0.
    index[count] = count === 0 ? 0 : index[count - 1];
    scale[count] = 0;
    this.#instance.kernels.outerProducts(
      matrix.byteOffset,
      index.byteOffset,
      scale.byteOffset,
      count + (count & 1),
      this.#columns,
      out.byteOffset,
    );
  }

  gatherRows(matrix: Float64Array, index: Int32Array, count: number, out: Float64Array): void {
    const { byteOffset } = matrix;
    const { kernels } = this.#instance;
    kernels.gatherRows(byteOffset, index.byteOffset, count, this.#columns, out.byteOffset);
  }

  release(): void {
    releaseKernels(this.#instance);
  }

  #allocate(bytes: number): number {
    const from = this.#used;
    this.#used += arrayBytes(bytes);
    if (this.#used > this.#bytes) throw new RangeError(`more than ${this.#bytes} bytes of arrays`);
    return from;
  }
}

/** The definition of the kernels. */
export function createTypescriptKernels(columns: number): DenseKernels {
  return {
    name: "typescript",
    float64: (length) => new Float64Array(length),
    int32: (length) => new Int32Array(length),
    products(matrix, rows, v, out) {
      for (let t = 0, at = 0; t < rows; t++, at += columns) {
        out[t] = rowProduct(matrix, at, v, columns);
      }
    },
    outerProducts(matrix, { index, scale, count }, out) {
      for (let k = 0; k < count; k++) {
        const at = index[k] * columns;
        for (let j = 0; j < columns; j++) {
          const scaled = scale[k] * matrix[at + j];
          for (let i = 0; i <= j; i++) out[j * columns + i] += scaled * matrix[at + i];
        }
      }
    },
    gatherRows(matrix, index, count, out) {
      for (let k = 0; k < count; k++) {
        const at = index[k] * columns;
        for (let j = 0; j < columns; j++) out[k * columns + j] = matrix[at + j];
      }
    },
    release: () => undefined,
  };
}

/** data[at .. at + n)·v with four running sums. */
export function rowProduct(data: Float64Array, at: number, v: Float64Array, n: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let j = 0;
  for (; j + 3 < n; j += 4) {
    s0 += data[at + j] * v[j];
    s1 += data[at + j + 1] * v[j + 1];
    s2 += data[at + j + 2] * v[j + 2];
    s3 += data[at + j + 3] * v[j + 3];
  }
  for (; j < n; j++) s0 += data[at + j] * v[j];
  return s0 + s1 + (s2 + s3);
}
