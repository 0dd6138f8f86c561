/**
 * The WebAssembly kernels against the plain ones that define them, on shapes around every lane and
 * unrolling edge; and proof that the fast ones are what a solve uses here.
 */
import { describe, expect, test } from "vitest";
import type { DenseKernels } from "#trainer/backend/dense-kernels.ts";
import {
  arrayBytes,
  createDenseKernels,
  createTypescriptKernels,
} from "#trainer/backend/dense-kernels.ts";
import type { WasmFunction } from "#trainer/backend/wasm-assembler.ts";
import { assemble, f64, i32 } from "#trainer/backend/wasm-assembler.ts";
import { SPARE_BYTES_MAX } from "#trainer/backend/wasm-kernels.ts";
import { SEED, uniform } from "../solver/random-problems.ts";

const COLUMNS = [1, 2, 3, 4, 5, 7, 8, 16, 17, 18, 33, 64];
const ROWS = [1, 2, 3, 31, 100];
const TOLERANCE = 1e-13;

interface Results {
  readonly products: Float64Array;
  readonly outer: number[];
  readonly gathered: Float64Array;
}

function compute(kernels: DenseKernels, rows: number, columns: number): Results {
  const random = uniform(SEED + rows * 1000 + columns);
  const matrix = kernels.float64(rows * columns);
  const v = kernels.float64(columns);
  const products = kernels.float64(rows);
  const index = kernels.int32(rows + 1);
  const scale = kernels.float64(rows + 1);
  const outer = kernels.float64(columns * columns);
  const gathered = kernels.float64(rows * columns);
  for (const array of [matrix, v, outer]) array.forEach((_, i) => (array[i] = random() - 0.5));
  let count = 0;
  for (let t = rows - 1; t >= 0; t--) {
    if (random() < 0.3) continue;
    index[count] = t;
    scale[count++] = random();
  }
  kernels.products(matrix, rows, v, products);
  kernels.gatherRows(matrix, index, count, gathered);
  kernels.outerProducts(matrix, { index, scale, count }, outer);
  const lower = [...outer].filter((_, at) => at % columns <= Math.floor(at / columns));
  return { products, outer: lower, gathered: gathered.subarray(0, count * columns) };
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
}

/** Room for the arrays of `compute`. */
const bytesFor = (rows: number, columns: number) =>
  2 * arrayBytes(8 * rows * columns) +
  arrayBytes(8 * columns ** 2) +
  4 * arrayBytes(8 * (rows + columns + 1));

describe(`WebAssembly kernels, seed ${SEED}`, () => {
  for (const columns of COLUMNS) {
    test(`${columns} columns: products, outer products and gathered rows`, () => {
      for (const rows of ROWS) {
        const kernels = createDenseKernels(columns, bytesFor(rows, columns));
        expect(kernels.name).toBe("wasm");
        const found = compute(kernels, rows, columns);
        const expected = compute(createTypescriptKernels(columns), rows, columns);
        expect(largestDifference(found.products, expected.products)).toBeLessThan(TOLERANCE);
        expect(largestDifference(found.outer, expected.outer)).toBeLessThan(TOLERANCE);
        expect([...found.gathered]).toEqual([...expected.gathered]);
      }
    });
  }

  test("no rows and no picked rows change nothing", () => {
    const kernels = createDenseKernels(3, bytesFor(2, 3));
    const matrix = kernels.float64(6).fill(1);
    const out = kernels.float64(9);
    const index = kernels.int32(3);
    const scale = kernels.float64(3);
    kernels.products(matrix, 0, kernels.float64(3), out);
    kernels.outerProducts(matrix, { index, scale, count: 0 }, out);
    kernels.gatherRows(matrix, index, 0, out);
    expect([...out]).toEqual(Array.from({ length: 9 }, () => 0));
  });

  test("more than WebAssembly can address runs on the plain kernels", () => {
    expect(createDenseKernels(17, 2 ** 40).name).toBe("typescript");
  });

  test("more arrays than announced are refused, not overlapped", () => {
    const kernels = createDenseKernels(4, arrayBytes(64));
    kernels.float64(8);
    expect(() => kernels.float64(1)).toThrow(RangeError);
  });

  test("a released memory serves the next kernels that fit, one at a time", () => {
    const bytes = arrayBytes(8_000_000);
    const bufferOf = (size: number) => {
      const kernels = createDenseKernels(4, size);
      return { kernels, buffer: kernels.float64(1).buffer };
    };
    const first = bufferOf(bytes);
    first.kernels.release();
    const second = bufferOf(bytes / 2);
    expect(second.buffer).toBe(first.buffer);
    expect(bufferOf(bytes / 2).buffer).not.toBe(first.buffer);
    second.kernels.release();
    expect(bufferOf(2 * bytes).buffer).not.toBe(first.buffer);
  });

  test("a memory above the bound is not kept", () => {
    const [kept, large] = [SPARE_BYTES_MAX - 65_536, SPARE_BYTES_MAX];
    for (const [size, isKept] of [
      [kept, true],
      [large, false],
    ] as const) {
      const kernels = createDenseKernels(4, size);
      const { buffer } = kernels.float64(1);
      kernels.release();
      expect(createDenseKernels(4, size).float64(1).buffer === buffer).toBe(isKept);
    }
  });

  test("canary: a kernel that skips the last column is caught", () => {
    const [rows, columns] = [9, 5];
    const plain = createTypescriptKernels(columns);
    const expected = compute(plain, rows, columns);
    const skipping: DenseKernels = {
      ...plain,
      products: (matrix, count, v, out) => {
        const short = v.slice();
        short[columns - 1] = 0;
        plain.products(matrix, count, short, out);
      },
    };
    const found = compute(skipping, rows, columns);
    expect(largestDifference(found.products, expected.products)).toBeGreaterThan(TOLERANCE);
  });
});

describe("assembler", () => {
  test("the smallest module, byte for byte", () => {
    const bytes = assemble([
      {
        name: "f",
        parameters: ["p"],
        locals: {},
        body: (l) => f64.store(l.get("p"), f64.load(i32.add(l.get("p"), i32.constant(-8)))),
      },
    ]);
    // Header; type (i32) → (); import env.memory; one function; export "f"; code.
    const expected = [
      "0061736d01000000",
      "01050160017f00",
      "020f0103656e76066d656d6f7279020001",
      "03020100",
      "07050101660000",
      "0a11010f002000200041786a2b00003900000b",
    ].join("");
    expect(Buffer.from(bytes).toString("hex")).toBe(expected);
  });

  test("an unknown local is an error of the author", () => {
    const wrong: WasmFunction = {
      name: "f",
      parameters: [],
      locals: {},
      body: (l) => l.get("x"),
    };
    expect(() => assemble([wrong])).toThrow("no local x");
  });
});
