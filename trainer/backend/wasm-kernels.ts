/**
 * The inner loops of the float64 solver in WebAssembly SIMD: two lanes a step, full speed from the
 * first call, no native code to install. Every kernel exists in plain TypeScript too
 * (`dense-kernels.ts`), which is the definition; here they only differ in the order of additions.
 * Addresses and counts are in bytes and rows; a row is `columns` doubles without padding, and every
 * array is followed by at least 16 spare bytes, because the last lane may read or write beyond it.
 */
import type { Code, Locals, WasmFunction } from "./wasm-assembler.ts";
import { assemble, f64, f64x2, i32, whileLoop } from "./wasm-assembler.ts";

const add = (local: Locals, name: string, bytes: number): Code =>
  local.set(name, i32.add(local.get(name), i32.constant(bytes)));

const countDown = (local: Locals, name: string): Code =>
  local.set(name, i32.subtract(local.get(name), i32.constant(1)));

/** out_t = row t · v, two rows a turn; a last odd row is its own second. */
const PRODUCTS: WasmFunction = {
  name: "products",
  parameters: ["matrix", "rows", "columns", "v", "out"],
  locals: {
    isCouple: "i32",
    second: "i32",
    left: "i32",
    x: "i32",
    lowA: "v128",
    highA: "v128",
    lowB: "v128",
    highB: "v128",
    sumA: "f64",
    sumB: "f64",
  },
  body: (l) => [
    whileLoop(l.get("rows"), [
      l.set("isCouple", i32.isAtLeast(l.get("rows"), i32.constant(2))),
      l.set("second", secondRow(l)),
      ["lowA", "highA", "lowB", "highB"].map((lane) => l.set(lane, f64x2.zero())),
      l.set("x", l.get("v")),
      l.set("left", i32.shiftRight(l.get("columns"), 2)),
      whileLoop(l.get("left"), [
        addPairProduct(l, "lowA", "matrix", 0),
        addPairProduct(l, "highA", "matrix", 16),
        addPairProduct(l, "lowB", "second", 0),
        addPairProduct(l, "highB", "second", 16),
        add(l, "matrix", 32),
        add(l, "second", 32),
        add(l, "x", 32),
        countDown(l, "left"),
      ]),
      sumLanes(l, "sumA", "lowA", "highA"),
      sumLanes(l, "sumB", "lowB", "highB"),
      l.set("left", i32.and(l.get("columns"), i32.constant(3))),
      whileLoop(l.get("left"), [
        addProduct(l, "sumA", "matrix"),
        addProduct(l, "sumB", "second"),
        add(l, "matrix", 8),
        add(l, "second", 8),
        add(l, "x", 8),
        countDown(l, "left"),
      ]),
      f64.store(l.get("out"), l.get("sumA")),
      l.set("out", i32.add(l.get("out"), i32.shiftLeft(l.get("isCouple"), 3))),
      f64.store(l.get("out"), l.get("sumB")),
      add(l, "out", 8),
      l.set("matrix", l.get("second")),
      l.set("rows", i32.subtract(i32.subtract(l.get("rows"), i32.constant(1)), l.get("isCouple"))),
    ]),
  ],
};

function secondRow(l: Locals): Code {
  const stride = i32.shiftLeft(l.get("columns"), 3);
  return i32.add(l.get("matrix"), i32.multiply(l.get("isCouple"), stride));
}

function addPairProduct(l: Locals, lane: string, row: string, offset: number): Code {
  const product = f64x2.multiply(f64x2.load(l.get(row), offset), f64x2.load(l.get("x"), offset));
  return l.set(lane, f64x2.add(l.get(lane), product));
}

function addProduct(l: Locals, sum: string, row: string): Code {
  const product = f64.multiply(f64.load(l.get(row)), f64.load(l.get("x")));
  return l.set(sum, f64.add(l.get(sum), product));
}

function sumLanes(l: Locals, sum: string, low: string, high: string): Code {
  return [
    l.set(low, f64x2.add(l.get(low), l.get(high))),
    l.set(sum, f64x2.sum(l.get(low), l.get(low))),
  ];
}

/**
 * Lower triangle of out (columns × columns) += Σ_k scale_k · row_index[k] · row_index[k]ᵀ, two rows
 * a turn.
 */
const OUTER_PRODUCTS: WasmFunction = {
  name: "outerProducts",
  parameters: ["matrix", "index", "scale", "count", "columns", "out"],
  locals: {
    stride: "i32",
    first: "i32",
    second: "i32",
    row: "i32",
    j: "i32",
    left: "i32",
    target: "i32",
    a: "i32",
    b: "i32",
    x: "v128",
    y: "v128",
  },
  body: (l) => [
    l.set("stride", i32.shiftLeft(l.get("columns"), 3)),
    // The caller pads an odd count with a row of scale 0.
    l.set("count", i32.shiftRight(l.get("count"), 1)),
    whileLoop(l.get("count"), [
      l.set("first", rowAddress(l, 0)),
      l.set("second", rowAddress(l, 4)),
      l.set("row", l.get("out")),
      l.set("j", i32.constant(0)),
      whileLoop(i32.isZero(i32.isAtLeast(l.get("j"), l.get("columns"))), [
        l.set("x", f64x2.multiply(f64x2.loadSplat(l.get("scale")), entry(l, "first"))),
        l.set(
          "y",
          f64x2.multiply(
            f64x2.loadSplat(i32.add(l.get("scale"), i32.constant(8))),
            entry(l, "second"),
          ),
        ),
        l.set("target", l.get("row")),
        l.set("a", l.get("first")),
        l.set("b", l.get("second")),
        l.set("left", i32.add(i32.shiftRight(l.get("j"), 1), i32.constant(1))),
        whileLoop(l.get("left"), [
          f64x2.store(
            l.get("target"),
            f64x2.add(
              f64x2.load(l.get("target")),
              f64x2.add(
                f64x2.multiply(l.get("x"), f64x2.load(l.get("a"))),
                f64x2.multiply(l.get("y"), f64x2.load(l.get("b"))),
              ),
            ),
          ),
          add(l, "target", 16),
          add(l, "a", 16),
          add(l, "b", 16),
          countDown(l, "left"),
        ]),
        l.set("row", i32.add(l.get("row"), l.get("stride"))),
        add(l, "j", 1),
      ]),
      add(l, "index", 8),
      add(l, "scale", 16),
      countDown(l, "count"),
    ]),
  ],
};

/** Address of the row that the index names, `offset` bytes after the current one. */
function rowAddress(l: Locals, offset: number): Code {
  const number = i32.load(i32.add(l.get("index"), i32.constant(offset)));
  return i32.add(l.get("matrix"), i32.multiply(number, l.get("stride")));
}

/** Entry j of a row, in both lanes. */
function entry(l: Locals, row: string): Code {
  return f64x2.loadSplat(i32.add(l.get(row), i32.shiftLeft(l.get("j"), 3)));
}

/** out row k = matrix row index[k]. */
const GATHER_ROWS: WasmFunction = {
  name: "gatherRows",
  parameters: ["matrix", "index", "count", "columns", "out"],
  locals: { stride: "i32", from: "i32", to: "i32", left: "i32" },
  body: (l) => [
    l.set("stride", i32.shiftLeft(l.get("columns"), 3)),
    whileLoop(l.get("count"), [
      l.set("from", rowAddress(l, 0)),
      l.set("to", l.get("out")),
      // An odd last column takes its neighbour along; the next row, or the spare bytes, follow.
      l.set("left", i32.shiftRight(i32.add(l.get("columns"), i32.constant(1)), 1)),
      whileLoop(l.get("left"), [
        f64x2.store(l.get("to"), f64x2.load(l.get("from"))),
        add(l, "from", 16),
        add(l, "to", 16),
        countDown(l, "left"),
      ]),
      l.set("out", i32.add(l.get("out"), l.get("stride"))),
      add(l, "index", 4),
      countDown(l, "count"),
    ]),
  ],
};

const TILE_LANES = ["00", "01", "02", "03", "10", "11", "12", "13"] as const;

/**
 * out_ij = row i of a · row j of b for two rows of a and four of b at a time, so that each number
 * that is read is used two or four times. Rows of a: even; rows of b: a multiple of four; columns:
 * even. `stride` is the byte length of a row of out.
 */
const MULTIPLY_TRANSPOSED: WasmFunction = {
  name: "multiplyTransposed",
  parameters: ["a", "b", "rowsA", "rowsB", "columns", "out", "stride"],
  locals: {
    rowBytes: "i32",
    j: "i32",
    k: "i32",
    x: "i32",
    y: "i32",
    target: "i32",
    ...Object.fromEntries(TILE_LANES.map((lane) => [`s${lane}`, "v128" as const])),
  },
  body: (l) => [
    l.set("rowBytes", i32.shiftLeft(l.get("columns"), 3)),
    l.set("rowsA", i32.shiftRight(l.get("rowsA"), 1)),
    whileLoop(l.get("rowsA"), [
      l.set("y", l.get("b")),
      l.set("target", l.get("out")),
      l.set("j", i32.shiftRight(l.get("rowsB"), 2)),
      whileLoop(l.get("j"), [
        TILE_LANES.map((lane) => l.set(`s${lane}`, f64x2.zero())),
        l.set("x", l.get("a")),
        l.set("k", i32.shiftRight(l.get("columns"), 1)),
        whileLoop(l.get("k"), [
          TILE_LANES.map((lane) => multiplyAddLane(l, lane)),
          add(l, "x", 16),
          add(l, "y", 16),
          countDown(l, "k"),
        ]),
        TILE_LANES.map((lane) => storeLane(l, lane)),
        l.set("y", i32.add(l.get("y"), i32.multiply(l.get("rowBytes"), i32.constant(3)))),
        add(l, "target", 32),
        countDown(l, "j"),
      ]),
      l.set("a", i32.add(l.get("a"), i32.shiftLeft(l.get("rowBytes"), 1))),
      l.set("out", i32.add(l.get("out"), i32.shiftLeft(l.get("stride"), 1))),
      countDown(l, "rowsA"),
    ]),
  ],
};

type TileLane = (typeof TILE_LANES)[number];

function multiplyAddLane(l: Locals, lane: TileLane): Code {
  const row = (base: string, count: number) =>
    f64x2.load(i32.add(l.get(base), i32.multiply(l.get("rowBytes"), i32.constant(count))));
  const product = f64x2.multiply(row("x", Number(lane[0])), row("y", Number(lane[1])));
  return l.set(`s${lane}`, f64x2.add(l.get(`s${lane}`), product));
}

function storeLane(l: Locals, lane: TileLane): Code {
  const row = i32.multiply(l.get("stride"), i32.constant(Number(lane[0])));
  const column = i32.constant(8 * Number(lane[1]));
  const address = i32.add(i32.add(l.get("target"), row), column);
  return f64.store(address, f64x2.sum(l.get(`s${lane}`), l.get(`s${lane}`)));
}

export interface WasmKernels {
  products(matrix: number, rows: number, columns: number, v: number, out: number): void;
  outerProducts(
    matrix: number,
    index: number,
    scale: number,
    count: number,
    columns: number,
    out: number,
  ): void;
  gatherRows(matrix: number, index: number, count: number, columns: number, out: number): void;
  multiplyTransposed(
    a: number,
    b: number,
    rowsA: number,
    rowsB: number,
    columns: number,
    out: number,
    stride: number,
  ): void;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of the engine that is used; no lib of this project declares it. */
interface WasmEngine {
  readonly Memory: new (limits: { initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: WasmKernels };
}

const engine = (globalThis as unknown as { readonly WebAssembly: WasmEngine }).WebAssembly;
const PAGE_BYTES = 65_536;

/** A larger memory is left to the garbage collector instead of being kept for the next solve. */
export const SPARE_BYTES_MAX = 64 * 2 ** 20;

/** Compiled kernels over a memory of their own. */
export interface KernelInstance {
  readonly memory: WasmMemory;
  readonly kernels: WasmKernels;
}

let compiled: object | null = null;
let spare: KernelInstance | null = null;

/**
 * The kernels over a memory of at least that size, whose content is undefined: the one that was
 * released last where it is large enough, because the first touch of a fresh page costs more than
 * the solver's work on it. Throws where the engine lacks SIMD or memory.
 */
export function instantiateKernels(bytes: number): KernelInstance {
  const kept = spare;
  if (kept !== null && kept.memory.buffer.byteLength >= bytes + PAGE_BYTES) {
    spare = null;
    return kept;
  }
  compiled ??= new engine.Module(
    assemble([PRODUCTS, OUTER_PRODUCTS, GATHER_ROWS, MULTIPLY_TRANSPOSED]),
  );
  const memory = new engine.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) + 1 });
  const { exports } = new engine.Instance(compiled, { env: { memory } });
  return { memory, kernels: exports };
}

/** Leaves the memory to the next `instantiateKernels`; nothing may use it afterwards. */
export function releaseKernels(instance: KernelInstance): void {
  const size = instance.memory.buffer.byteLength;
  if (size <= SPARE_BYTES_MAX && size > (spare?.memory.buffer.byteLength ?? 0)) spare = instance;
}
