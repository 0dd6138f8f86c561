/**
 * The bytes of a token table (core/encoder/token-table.ts), immutable like a model: "SWT1", length
 * of the header as uint32, header in JSON, zeros up to a multiple of 4, then μ and the row scales as
 * float32, the packed rows, the vocabulary in UTF-8, one piece or word a line. Little-endian throughout.
 */
import type { TokenTable } from "#core/encoder/token-table.ts";
import { wordPieceVocabulary } from "#core/encoder/word-piece.ts";
import { wordVocabulary } from "#core/encoder/word-vocabulary.ts";

export interface TokenTableHeader {
  /** Embedding model that the table imitates. */
  readonly model: string;
  readonly dimension: number;
  /** What the rows stand for; absent: WordPieces. */
  readonly units?: "words";
  readonly tokens: number;
  readonly lengthPower: number;
  /** What it was distilled on, for people. */
  readonly provenance: Readonly<Record<string, string | number>>;
}

export interface StoredTable {
  readonly header: TokenTableHeader;
  readonly mean: Float32Array;
  readonly scales: Float32Array;
  readonly rows: Uint8Array;
  readonly pieces: readonly string[];
}

export type TableDecoding =
  | { readonly ok: true; readonly table: TokenTable }
  | { readonly ok: false; readonly reason: string };

/** 30,522 pieces of 384 dimensions take 6.2 MB. */
export const TABLE_BYTES_MAX = 24 * 1024 * 1024;
const DIMENSION_MAX = 4000;
const TOKENS_MAX = 300_000;
const MAGIC = "SWT1";
const WORD_BYTES = 4;
const PREFIX_BYTES = 8;

export function encodeTokenTable(stored: StoredTable): Uint8Array {
  const text = new TextEncoder();
  const header = text.encode(JSON.stringify(stored.header));
  const start = aligned(PREFIX_BYTES + header.length);
  const vocabulary = text.encode(stored.pieces.join("\n"));
  const { mean, scales, rows } = stored;
  const floats = WORD_BYTES * (mean.length + scales.length);
  const bytes = new Uint8Array(start + floats + rows.length + vocabulary.length);
  const view = new DataView(bytes.buffer);
  bytes.set(text.encode(MAGIC));
  view.setUint32(MAGIC.length, header.length, true);
  bytes.set(header, PREFIX_BYTES);
  for (const [at, value] of [...mean, ...scales].entries()) {
    view.setFloat32(start + WORD_BYTES * at, value, true);
  }
  bytes.set(rows, start + floats);
  bytes.set(vocabulary, start + floats + rows.length);
  return bytes;
}

/** Refuses bytes that are not a table of that model; the rows stay where they are. */
export function decodeTokenTable(bytes: Uint8Array, model: string): TableDecoding {
  const header = headerOf(bytes);
  if (header === null) return refused("not a token table");
  const { dimension, tokens, lengthPower } = header;
  if (header.model !== model) return refused(`made for model ${header.model}, not ${model}`);
  const start = aligned(PREFIX_BYTES + headerLength(bytes));
  const rowsAt = start + WORD_BYTES * (dimension + tokens);
  const vocabularyAt = rowsAt + (tokens * dimension) / 2;
  if (bytes.length <= vocabularyAt) return refused("cut short");
  // A copy: the floats may not lie on a multiple of four inside the caller's buffer.
  const numbers = new Float32Array(new Uint8Array(bytes.subarray(start, rowsAt)).buffer);
  if (numbers.some((value) => !Number.isFinite(value))) return refused("holds a bad number");
  const pieces = new TextDecoder().decode(bytes.subarray(vocabularyAt)).split("\n");
  if (pieces.length !== tokens) return refused(`${pieces.length} pieces for ${tokens} rows`);
  return {
    ok: true,
    table: {
      model,
      dimension,
      vocabulary: header.units === "words" ? wordVocabulary(pieces) : wordPieceVocabulary(pieces),
      lengthPower,
      mean: numbers.subarray(0, dimension),
      scales: numbers.subarray(dimension),
      rows: bytes.subarray(rowsAt, vocabularyAt),
    },
  };
}

const refused = (reason: string): TableDecoding => ({ ok: false, reason });

const aligned = (length: number): number => Math.ceil(length / WORD_BYTES) * WORD_BYTES;

const headerLength = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);

function headerOf(bytes: Uint8Array): TokenTableHeader | null {
  if (bytes.length < PREFIX_BYTES || bytes.length > TABLE_BYTES_MAX) return null;
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) return null;
  const json = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + headerLength(bytes));
  try {
    const header = JSON.parse(new TextDecoder().decode(json)) as TokenTableHeader;
    const { model, dimension, units = "words", tokens, lengthPower } = header;
    const isSound =
      typeof model === "string" &&
      units === "words" &&
      isCount(dimension, DIMENSION_MAX) &&
      dimension % 2 === 0 &&
      isCount(tokens, TOKENS_MAX) &&
      lengthPower >= 0 &&
      lengthPower <= 1;
    return isSound ? header : null;
  } catch {
    return null;
  }
}

const isCount = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= max;
