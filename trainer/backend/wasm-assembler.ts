/**
 * Just enough of a WebAssembly assembler to write a few float64 kernels by hand: functions of i32
 * parameters without results, one imported memory, structured loops and the SIMD instructions that
 * the kernels use. Numbers are those of the WebAssembly core specification 2.0, chapter 5 (binary
 * format). It knows no kernels and validates nothing: the engine does, when it compiles the module.
 */

/** Instruction bytes, in order; nested for readability. */
export type Code = readonly (number | Code)[];

export type LocalType = "i32" | "f64" | "v128";

const TYPE_BYTES = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
/** Magic number and version 1. */
const MODULE_HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const END = 0x0b;
const EMPTY_BLOCK = 0x40;

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly locals: Readonly<Record<string, LocalType>>;
  readonly body: (local: Locals) => Code;
}

/** Access to parameters and locals by name. */
export interface Locals {
  get(name: string): Code;
  set(name: string, value: Code): Code;
}

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128, for constants. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    const isLast = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

const simd = (opcode: number, ...immediates: number[]) => [
  0xfd,
  ...unsigned(opcode),
  ...immediates,
];
const at = (offset: number) => [0x00, ...unsigned(offset)];

export const i32 = {
  constant: (value: number): Code => [0x41, signed(value)],
  load: (address: Code): Code => [address, 0x28, at(0)],
  add: (a: Code, b: Code): Code => [a, b, 0x6a],
  subtract: (a: Code, b: Code): Code => [a, b, 0x6b],
  multiply: (a: Code, b: Code): Code => [a, b, 0x6c],
  and: (a: Code, b: Code): Code => [a, b, 0x71],
  shiftLeft: (a: Code, bits: number): Code => [a, [0x41, signed(bits)], 0x74],
  shiftRight: (a: Code, bits: number): Code => [a, [0x41, signed(bits)], 0x76],
  isZero: (a: Code): Code => [a, 0x45],
  isAtLeast: (a: Code, b: Code): Code => [a, b, 0x4f],
};

export const f64 = {
  load: (address: Code): Code => [address, 0x2b, at(0)],
  store: (address: Code, value: Code): Code => [address, value, 0x39, at(0)],
  add: (a: Code, b: Code): Code => [a, b, 0xa0],
  multiply: (a: Code, b: Code): Code => [a, b, 0xa2],
};

/** Two float64 lanes. */
export const f64x2 = {
  zero: (): Code => [simd(0x0c), Array.from({ length: 16 }, () => 0)],
  load: (address: Code, offset = 0): Code => [address, simd(0x00), at(offset)],
  loadSplat: (address: Code): Code => [address, simd(0x0a), at(0)],
  store: (address: Code, value: Code): Code => [address, value, simd(0x0b), at(0)],
  add: (a: Code, b: Code): Code => [a, b, simd(0xf0)],
  multiply: (a: Code, b: Code): Code => [a, b, simd(0xf2)],
  /** Lane 0 + lane 1. */
  sum: (a: Code, again: Code): Code => [a, simd(0x21, 0), again, simd(0x21, 1), 0xa0],
};

/** Repeats the body while the condition holds, tested first. */
export function whileLoop(condition: Code, body: Code): Code {
  const leave: Code = [condition, 0x45, 0x0d, unsigned(1)];
  return [0x02, EMPTY_BLOCK, 0x03, EMPTY_BLOCK, leave, body, 0x0c, unsigned(0), END, END];
}

/** The bytes of a module that imports `env.memory` and exports the functions. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters }) => {
    const types = parameters.map(() => TYPE_BYTES.i32);
    return [0x60, ...vector(types.map((type) => [type])), 0x00];
  });
  const memory = [...text("env"), ...text("memory"), 0x02, 0x00, 0x01];
  const exported = functions.map(({ name }, i) => [...text(name), 0x00, ...unsigned(i)]);
  return Uint8Array.from([
    ...MODULE_HEADER,
    ...section(SECTION.type, vector(signatures)),
    ...section(SECTION.import, vector([memory])),
    ...section(SECTION.function, vector(functions.map((_, i) => unsigned(i)))),
    ...section(SECTION.export, vector(exported)),
    ...section(SECTION.code, vector(functions.map(functionBody))),
  ]);
}

function functionBody({ parameters, locals, body }: WasmFunction): number[] {
  const names = [...parameters, ...Object.keys(locals)];
  const index = (name: string): number[] => {
    const i = names.indexOf(name);
    if (i < 0) throw new Error(`no local ${name}`);
    return unsigned(i);
  };
  const access: Locals = {
    get: (name) => [0x20, index(name)],
    set: (name, value) => [value, 0x21, index(name)],
  };
  const declared = Object.values(locals).map((type) => [0x01, TYPE_BYTES[type]]);
  const bytes = [...vector(declared), ...flatten(body(access)), END];
  return [...unsigned(bytes.length), ...bytes];
}

function flatten(code: Code): number[] {
  return code.flatMap((part) => (typeof part === "number" ? [part] : flatten(part)));
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  return vector([...new TextEncoder().encode(value)].map((byte) => [byte]));
}
