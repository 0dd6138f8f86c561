/**
 * Lines of a file, gzip or not, in bounded memory: a line longer than the bound is skipped while it
 * streams by and reported with its number, so a broken file costs neither memory nor its good lines.
 * (readline would collect such a line first.) It must not look into what a line holds.
 */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { InputError } from "../input-error.ts";

/** A row of 40,000 characters with 20 vectors of 4,000 numbers does not exceed it. */
export const LINE_BYTES_MAX = 4 * 1024 * 1024;
export const LINES_MAX = 5_000_000;

export type Line =
  | { readonly line: number; readonly text: string }
  /** Why there is no text. */
  | { readonly line: number; readonly text: null; readonly fault: string };

const NEW_LINE = 0x0a;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Every line in order, empty ones included, line numbers from 1. */
export async function* readLines(
  path: string,
  lineBytesMax: number = LINE_BYTES_MAX,
): AsyncGenerator<Line> {
  let line = 1;
  const collector = new LineCollector(lineBytesMax);
  for await (const bytes of chunksOf(path)) {
    let from = 0;
    let at = bytes.indexOf(NEW_LINE);
    while (at >= 0) {
      collector.add(bytes.subarray(from, at));
      yield collector.take(line);
      line += 1;
      if (line > LINES_MAX) throw new InputError(`${path}: more than ${LINES_MAX} lines`);
      from = at + 1;
      at = bytes.indexOf(NEW_LINE, from);
    }
    collector.add(bytes.subarray(from));
  }
  if (!collector.isEmpty) yield collector.take(line);
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const raw = createReadStream(path);
  try {
    if (!path.endsWith(".gz")) {
      yield* raw as AsyncIterable<Buffer>;
      return;
    }
    const unpacked = createGunzip();
    raw.once("error", (error) => unpacked.destroy(error));
    yield* raw.pipe(unpacked) as AsyncIterable<Buffer>;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code?.startsWith("Z_") ? "is no complete gzip file" : "cannot be read";
    throw new InputError(`${path}: ${reason}`, { cause });
  }
}

/** Collects the pieces of one line and forgets them once they exceed the bound. */
class LineCollector {
  readonly #bytesMax: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#bytesMax) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  take(line: number): Line {
    const bytes = this.#bytes;
    const pieces = this.#pieces;
    this.#bytes = 0;
    this.#pieces = [];
    if (bytes > this.#bytesMax) {
      const fault = `${bytes} bytes in one line, at most ${this.#bytesMax}`;
      return { line, text: null, fault };
    }
    try {
      // The decoder drops a byte order mark; JSON ignores a carriage return at the end.
      return { line, text: decoder.decode(Buffer.concat(pieces)) };
    } catch {
      return { line, text: null, fault: "is not UTF-8" };
    }
  }
}
