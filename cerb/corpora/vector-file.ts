/**
 * The format of shipped chunk vectors: one record a chunk, in the order of rows and chunks, of a
 * little-endian float32 scale and one int8 a dimension (value = scale * int8; the scale is
 * max |value| / 127, one a vector, which loses nothing measurable; one scale for all loses 0.01
 * nDCG). The header beside it says what the vectors belong to, and a reader refuses any mismatch.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import {
  CORPORA_FOLDER,
  type CorpusEntry,
  CorpusError,
  parseJson,
  readVerified,
} from "./manifest.ts";

const SCALE_BYTES = 4;
const INT8_MAX = 127;

const headerSchema = z.strictObject({
  model: z.string(),
  modelSha256: z.string(),
  dimension: z.number().int().positive(),
  chunkerVersion: z.string(),
  corpusSha256: z.string(),
  file: z.string(),
  sha256: z.string(),
  rows: z.number().int().positive(),
  chunks: z.number().int().positive(),
  /** [row index, chunk count] of each row that has not exactly one chunk, in row order. */
  chunkCounts: z.array(z.tuple([z.number().int(), z.number().int()])),
});

export type VectorHeader = z.infer<typeof headerSchema>;

export interface CorpusVectors {
  readonly header: VectorHeader;
  /** Vectors of one row, one a chunk; int8 values without their scale, which cosine ignores. */
  ofRow(rowIndex: number): number[][];
}

export function vectorFileNames(model: string): { vectors: string; header: string } {
  return { vectors: `vectors.${model}.i8.gz`, header: `vectors.${model}.json` };
}

export function recordBytes(dimension: number): number {
  return SCALE_BYTES + dimension;
}

/** One record of the file. The vector must be finite and not all zero. */
export function encodeVector(vector: Float32Array): Buffer {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (!Number.isFinite(largest) || largest === 0) throw new RangeError("vector has no direction");
  const scale = largest / INT8_MAX;
  const record = Buffer.alloc(recordBytes(vector.length));
  record.writeFloatLE(scale, 0);
  for (let at = 0; at < vector.length; at += 1) {
    record.writeInt8(Math.round(vector[at]! / scale), SCALE_BYTES + at);
  }
  return record;
}

/** Shipped vectors of a corpus, or null where none are shipped for that model. */
export async function readVectors(
  entry: CorpusEntry,
  model: string,
  folder: URL = CORPORA_FOLDER,
): Promise<CorpusVectors | null> {
  const path = `${entry.name}/${vectorFileNames(model).header}`;
  const text = await readFile(new URL(path, folder), "utf8").catch(() => null);
  if (text === null) return null;
  const parsed = headerSchema.safeParse(parseJson(text, path));
  if (!parsed.success) {
    throw new CorpusError("file_invalid", `${path}: ${z.prettifyError(parsed.error)}`);
  }
  const header = parsed.data;
  const bytes = await readVerified(`${entry.name}/${header.file}`, header.sha256, folder);
  checkHeader(entry, model, header, bytes.length);
  return { header, ofRow: rowLookup(header, bytes) };
}

function checkHeader(
  entry: CorpusEntry,
  model: string,
  header: VectorHeader,
  byteCount: number,
): void {
  const chunkCount = header.chunkCounts.reduce((sum, [, count]) => sum + count - 1, header.rows);
  const checks: [what: string, expected: string | number, actual: string | number][] = [
    ["model", model, header.model],
    ["corpus sha256", entry.sha256, header.corpusSha256],
    ["rows", entry.rows, header.rows],
    ["chunks", chunkCount, header.chunks],
    ["bytes", header.chunks * recordBytes(header.dimension), byteCount],
  ];
  for (const [what, expected, actual] of checks) {
    if (expected === actual) continue;
    const message = `${entry.name}/${header.file}: ${what} is ${actual}, expected ${expected}`;
    throw new CorpusError("vectors_mismatch", message);
  }
}

function rowLookup(header: VectorHeader, bytes: Buffer): (rowIndex: number) => number[][] {
  const firstChunk = new Uint32Array(header.rows + 1);
  const counts = new Map(header.chunkCounts);
  for (let row = 0; row < header.rows; row += 1) {
    firstChunk[row + 1] = firstChunk[row]! + (counts.get(row) ?? 1);
  }
  const stride = recordBytes(header.dimension);
  return (rowIndex) => {
    if (!Number.isInteger(rowIndex) || rowIndex < 0 || rowIndex >= header.rows) {
      throw new RangeError(`row ${rowIndex} is outside 0..${header.rows - 1}`);
    }
    const vectors: number[][] = [];
    for (let chunk = firstChunk[rowIndex]!; chunk < firstChunk[rowIndex + 1]!; chunk += 1) {
      const start = bytes.byteOffset + chunk * stride + SCALE_BYTES;
      vectors.push(Array.from(new Int8Array(bytes.buffer, start, header.dimension)));
    }
    return vectors;
  };
}
