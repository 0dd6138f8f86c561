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
  // One memory serves all products of one width: a Gram matrix asks for hundreds.
  let workspace = createWorkspace(0);
  return {
    ...createTypescriptBackend(),
    name: "wasm",
    multiplyTransposed: async (a, b) => {
      if (workspace.columns !== a.columns) workspace = createWorkspace(a.columns);
      return multiplyTransposed(workspace, a, b);
    },
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

/** A tile of A, a tile of B and their product, in the memory of the kernels. */
interface Workspace {
  readonly columns: number;
  /** Columns padded with a zero to an even count, which the kernel takes. */
  readonly stride: number;
  readonly kernels: WasmKernels;
  readonly left: Float64Array;
  readonly right: Float64Array;
  readonly product: Float64Array;
}

function createWorkspace(columns: number): Workspace {
  const stride = columns + (columns % 2);
  const tileBytes = TILE_ROWS * stride * DOUBLE_BYTES;
  const { memory, kernels } = instantiateKernels(2 * tileBytes + TILE_ROWS ** 2 * DOUBLE_BYTES);
  return {
    columns,
    stride,
    kernels,
    left: new Float64Array(memory.buffer, 0, TILE_ROWS * stride),
    right: new Float64Array(memory.buffer, tileBytes, TILE_ROWS * stride),
    product: new Float64Array(memory.buffer, 2 * tileBytes, TILE_ROWS ** 2),
  };
}

function multiplyTransposed(workspace: Workspace, a: PairMatrix, b: PairMatrix): Float64Array {
  const { left, right, product, stride } = workspace;
  const out = new Float64Array(a.rows * b.rows);
  for (let j = 0; j < b.rows; j += TILE_ROWS) {
    const countB = fillTile(right, b, j, stride);
    for (let i = 0; i < a.rows; i += TILE_ROWS) {
      const countA = fillTile(left, a, i, stride);
      runTile(workspace, countA, countB);
      for (let k = 0; k < countA; k++) {
        const row = product.subarray(k * TILE_ROWS, k * TILE_ROWS + countB);
        out.set(row, (i + k) * b.rows + j);
      }
    }
  }
  return out;
}

/** The kernel takes two rows of A and four of B at a time; the tiles are zero beyond theirs. */
function runTile(workspace: Workspace, countA: number, countB: number): void {
  const { kernels, left, right, product, stride } = workspace;
  kernels.multiplyTransposed(
    left.byteOffset,
    right.byteOffset,
    countA + (countA % 2),
    4 * Math.ceil(countB / 4),
    stride,
    product.byteOffset,
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
