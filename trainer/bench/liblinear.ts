/**
 * The rival: LIBLINEAR's dual coordinate descent for the same problem (`-s 3 -B -1 -c C/T`; every
 * second pair negated with label −1). Two flavours, each skipped by saying how to get it:
 *
 * - `liblinear`: `liblinear-train` (Debian package liblinear-tools), which caps its passes. Timed
 * net   of start-up and parsing: the same file with a tolerance that stops after the first pass is
 *   subtracted.
 * - `liblinear-long`: scikit-learn's copy with a cap of 1,000,000 passes, timed inside the process.
 *
 * A run counts as converged where its weights give the optimum to 1e-6 relative.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SparsePairMatrix } from "#trainer/solver/sparse-problem.ts";

export const RIVALS = ["liblinear", "liblinear-long"] as const;
export type RivalName = (typeof RIVALS)[number];

export const HOW_TO_GET: Readonly<Record<RivalName, string>> = {
  liblinear: "apt-get install liblinear-tools",
  "liblinear-long": "pip install scikit-learn; BENCH_PYTHON names the interpreter",
};

const TOLERANCE = 1e-8;
/** Larger than any projected gradient: the first pass is the last. */
const STOPS_AT_ONCE = 1e9;
const OUTPUT_BYTES_MAX = 512 * 1024 ** 2;

export interface RivalPath {
  /** Milliseconds of each C. */
  readonly ms: number[];
  /** Weights of each C. */
  readonly weights: Float64Array[];
}

const PYTHON = process.env["BENCH_PYTHON"] ?? "python3";

/** Null where the rival runs on this machine, otherwise why it is skipped. */
export function whyAbsent(rival: RivalName): string | null {
  const found =
    rival === "liblinear"
      ? spawnSync("liblinear-train", [], { encoding: "utf8" }).error === undefined
      : spawnSync(PYTHON, ["-c", "import sklearn.svm"], { encoding: "utf8" }).status === 0;
  return found ? null : `${rival} is not installed: ${HOW_TO_GET[rival]}`;
}

/** One set of pairs written in the forms that the rivals read; `close` removes the files. */
export class RivalData {
  readonly #folder: string;
  readonly #pairs: SparsePairMatrix;
  readonly #isDense: boolean;

  constructor(pairs: SparsePairMatrix, isDense: boolean) {
    this.#folder = mkdtempSync(join(tmpdir(), "scopewise-bench-"));
    this.#pairs = pairs;
    this.#isDense = isDense;
    writeFileSync(this.#file("pairs.txt"), svmLight(pairs));
    writeFileSync(this.#file("values"), bytesOf(pairs.values));
    writeFileSync(this.#file("indices"), bytesOf(pairs.columnIndex));
    writeFileSync(this.#file("indptr"), bytesOf(pairs.rowStart));
    if (isDense) writeFileSync(this.#file("dense"), bytesOf(denseOf(pairs)));
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Solves at each cost (C, not C/T). */
  run(rival: RivalName, costs: readonly number[]): RivalPath {
    const units = costs.map((cost) => cost / this.#pairs.rows);
    return rival === "liblinear" ? this.#runCapped(units) : this.#runLong(units);
  }

  #runCapped(units: readonly number[]): RivalPath {
    const ms: number[] = [];
    const weights: Float64Array[] = [];
    for (const unit of units) {
      const idle = this.#train(unit, STOPS_AT_ONCE);
      ms.push(Math.max(0, this.#train(unit, TOLERANCE) - idle));
      const found = readModel(readFileSync(this.#file("model"), "utf8"));
      // Columns after the last one in use are left out of the model.
      const padded = new Float64Array(this.#pairs.columns);
      padded.set(found);
      weights.push(padded);
    }
    return { ms, weights };
  }

  #train(unit: number, tolerance: number): number {
    const options = ["-s", "3", "-B", "-1", "-q", "-c", String(unit), "-e", String(tolerance)];
    const started = performance.now();
    const done = spawnSync("liblinear-train", [
      ...options,
      this.#file("pairs.txt"),
      this.#file("model"),
    ]);
    const ms = performance.now() - started;
    if (done.status !== 0) throw new Error(`liblinear-train ended with status ${done.status}`);
    return ms;
  }

  #runLong(units: readonly number[]): RivalPath {
    const names = this.#isDense ? ["dense"] : ["values", "indices", "indptr"];
    const request = {
      rows: this.#pairs.rows,
      columns: this.#pairs.columns,
      costs: units,
      tolerance: TOLERANCE,
      ...Object.fromEntries(names.map((name) => [name, this.#file(name)])),
    };
    const script = new URL("liblinear-long.py", import.meta.url).pathname;
    const done = spawnSync(PYTHON, [script], {
      input: JSON.stringify(request),
      encoding: "utf8",
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    if (done.status !== 0) throw new Error(`liblinear-long failed: ${done.stderr.slice(-300)}`);
    const answer = JSON.parse(done.stdout) as { ms: number[]; weights: number[][] };
    return { ms: answer.ms, weights: answer.weights.map((row) => Float64Array.from(row)) };
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}

function svmLight({ rows, rowStart, columnIndex, values }: SparsePairMatrix): string {
  const lines: string[] = [];
  for (let t = 0; t < rows; t++) {
    const sign = t % 2 === 0 ? 1 : -1;
    const cells = [String(sign)];
    for (let k = rowStart[t]!; k < rowStart[t + 1]!; k++) {
      cells.push(`${columnIndex[k]! + 1}:${sign * values[k]!}`);
    }
    lines.push(cells.join(" "));
  }
  return `${lines.join("\n")}\n`;
}

/** The numbers after the line `w` of a LIBLINEAR model file. */
function readModel(text: string): Float64Array {
  const body = text.slice(text.indexOf("\nw\n") + 3);
  return Float64Array.from(body.trim().split(/\s+/), Number);
}

function denseOf({ rows, columns, rowStart, columnIndex, values }: SparsePairMatrix): Float64Array {
  const dense = new Float64Array(rows * columns);
  for (let t = 0; t < rows; t++) {
    for (let k = rowStart[t]!; k < rowStart[t + 1]!; k++) {
      dense[t * columns + columnIndex[k]!] = values[k]!;
    }
  }
  return dense;
}

function bytesOf(values: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
