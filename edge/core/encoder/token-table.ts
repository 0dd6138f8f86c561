/**
 * A query encoder without a model: q = μ + len^(−p) · Σ T[token] over the pieces of the query, every
 * occurrence counted. Rows of T hold one signed 4-bit number a dimension and one scale a row (largest
 * magnitude / 7; on SciFact this loses nothing against float32). Only directions matter, so q is not
 * normalised. Pure; distilling a table is trainer/encoder's, storing one edge/store's.
 */
import { type WordPieceVocabulary, wordPieceIds } from "./word-piece.ts";

export interface TokenTable {
  /** Id of the embedding model whose query vectors this table imitates. */
  readonly model: string;
  readonly dimension: number;
  readonly vocabulary: WordPieceVocabulary;
  /** p of len^(−p). */
  readonly lengthPower: number;
  /** μ, one number a dimension. */
  readonly mean: Float32Array;
  /** One a piece. */
  readonly scales: Float32Array;
  /** Two dimensions a byte, the earlier one in the low half, each 0..15 for −8..7. */
  readonly rows: Uint8Array;
}

/** Largest magnitude of a packed number. */
export const NIBBLE_MAX = 7;
const NIBBLE_ZERO = 8;
/** Queries are at most 1,000 characters; more pieces than this add nothing that one would notice. */
export const QUERY_PIECES_MAX = 512;

/** Null for a query without a visible character: there is nothing to look up. */
export function encodeWithTable(text: string, table: TokenTable): Float64Array | null {
  const ids = wordPieceIds(text, table.vocabulary).slice(0, QUERY_PIECES_MAX);
  if (ids.length === 0) return null;
  const vector = new Float64Array(table.dimension);
  const bytesPerRow = table.dimension / 2;
  for (const id of ids) {
    const scale = table.scales[id]!;
    const start = id * bytesPerRow;
    for (let at = 0; at < bytesPerRow; at += 1) {
      const byte = table.rows[start + at]!;
      vector[2 * at]! += scale * ((byte & 15) - NIBBLE_ZERO);
      vector[2 * at + 1]! += scale * ((byte >> 4) - NIBBLE_ZERO);
    }
  }
  const share = ids.length ** -table.lengthPower;
  for (let at = 0; at < vector.length; at += 1) {
    vector[at] = table.mean[at]! + share * vector[at]!;
  }
  return vector;
}

/** Packs one row into `out` and returns its scale; `row` has an even number of finite values. */
export function packRow(row: Float64Array | Float32Array, out: Uint8Array): number {
  let largest = 0;
  for (const value of row) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / NIBBLE_MAX) || 1;
  const packed = (value: number): number =>
    Math.min(NIBBLE_MAX, Math.max(-NIBBLE_MAX, Math.round(value / scale))) + NIBBLE_ZERO;
  for (let at = 0; at < out.length; at += 1) {
    out[at] = packed(row[2 * at]!) | (packed(row[2 * at + 1]!) << 4);
  }
  return scale;
}
