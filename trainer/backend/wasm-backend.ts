/**
 * The float64 backend for matrix products on a machine without a GPU: WebAssembly SIMD, tile by
 * tile in a memory of its own. Needs no native code. Smoothed losses are those of the reference.
 */
import type { PairMatrix } from "#trainer/solver/problem.ts";
import type { Backend } from "./backend.ts";
import { createTypescriptBackend } from "./typescript-backend.ts";
import type { WasmKernels } from "./wasm-kernels.ts";
import { instantiateKernels } from "./wasm-kernels.ts";

/** Rows of a tile: two tiles of 384 columns stay in a second-level cache. */
const TILE_ROWS = 64;
const DOUBLE_BYTES = 8;

/** Throws where the engine lacks SIMD. */
export function createWasmBackend(): Backend {
  instantiateKernels(0);
  return {
    ...createTypescriptBackend(),
    name: "wasm",
    multiplyTransposed: async (a, b) => multiplyTransposed(a, b),
  };
}

/** The fastest float64 backend of this engine. */
export function createHostBackend(): Backend {
  try {
    return createWasmBackend();
  } catch {
    return createTypescriptBackend();
  }
}

function multiplyTransposed(a: PairMatrix, b: PairMatrix): Float64Array {
  // Rows and columns are padded with zeros to what the kernel takes two, four and two at a time.
  const columns = a.columns + (a.columns % 2);
  const tileBytes = TILE_ROWS * columns * DOUBLE_BYTES;
  const outBytes = TILE_ROWS * TILE_ROWS * DOUBLE_BYTES;
  const { memory, kernels } = instantiateKernels(2 * tileBytes + outBytes);
  const left = new Float64Array(memory.buffer, 0, TILE_ROWS * columns);
  const right = new Float64Array(memory.buffer, tileBytes, TILE_ROWS * columns);
  const tile = new Float64Array(memory.buffer, 2 * tileBytes, TILE_ROWS * TILE_ROWS);
  const out = new Float64Array(a.rows * b.rows);
  for (let j = 0; j < b.rows; j += TILE_ROWS) {
    const countB = fillTile(right, b, j, columns);
    for (let i = 0; i < a.rows; i += TILE_ROWS) {
      const countA = fillTile(left, a, i, columns);
      runTile(kernels, { left, right, tile, columns, countA, countB });
      for (let k = 0; k < countA; k++) {
        out.set(tile.subarray(k * TILE_ROWS, k * TILE_ROWS + countB), (i + k) * b.rows + j);
      }
    }
  }
  return out;
}

interface Tile {
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly tile: Float64Array;
  readonly columns: number;
  readonly countA: number;
  readonly countB: number;
}

function runTile(kernels: WasmKernels, { left, right, tile, columns, countA, countB }: Tile): void {
  kernels.multiplyTransposed(
    left.byteOffset,
    right.byteOffset,
    countA + (countA % 2),
    4 * Math.ceil(countB / 4),
    columns,
    tile.byteOffset,
    TILE_ROWS * DOUBLE_BYTES,
  );
}

/** Copies the rows from `first` on; whatever is left of the tile is 0. Returns the rows copied. */
function fillTile(tile: Float64Array, matrix: PairMatrix, first: number, stride: number): number {
  const { columns, data } = matrix;
  const count = Math.min(TILE_ROWS, matrix.rows - first);
  if (count < TILE_ROWS || stride !== columns) tile.fill(0);
  if (stride === columns) {
    tile.set(data.subarray(first * columns, (first + count) * columns));
    return count;
  }
  for (let k = 0; k < count; k++) {
    const from = (first + k) * columns;
    tile.set(data.subarray(from, from + columns), k * stride);
  }
  return count;
}
