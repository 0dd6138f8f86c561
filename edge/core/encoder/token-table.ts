/**
 * A query encoder without a model: q = μ + len^(−p) · Σ T[unit] over the units of the query, every
 * occurrence counted. Units are WordPieces (bge-small-en-v1.5) or whole words (other models); an
 * unknown word counts as the mean of its nearest ones. Rows of T hold one signed 4-bit number a
 * dimension and one scale a row (largest magnitude / 7; on SciFact this loses nothing against
 * float32). Only directions matter, so q is not normalised. Pure; distilling a table is
 * trainer/encoder's, storing one edge/store's.
 */
import { type WordPieceVocabulary, wordPieceIds } from "./word-piece.ts";
import { type WordVocabulary, wordsOf } from "./word-vocabulary.ts";

export interface TokenTable {
  /** Id of the embedding model whose query vectors this table imitates. */
  readonly model: string;
  readonly dimension: number;
  readonly vocabulary: WordPieceVocabulary | WordVocabulary;
  /** p of len^(−p). */
  readonly lengthPower: number;
  /** μ, one number a dimension. */
  readonly mean: Float32Array;
  /** One a unit. */
  readonly scales: Float32Array;
  /** Two dimensions a byte, the earlier one in the low half, each 0..15 for −8..7. */
  readonly rows: Uint8Array;
}

/** Largest magnitude of a packed number. */
export const NIBBLE_MAX = 7;
const NIBBLE_ZERO = 8;
/** Queries are at most 1,000 characters; more units than this add nothing that one would notice. */
export const QUERY_PIECES_MAX = 512;
/** Unknown words of one query whose nearest words are looked up; further ones are left out. */
export const UNKNOWN_WORDS_MAX = 32;

/** Null for a query without a visible character: there is nothing to look up. */
export function encodeWithTable(text: string, table: TokenTable): Float64Array | null {
  const units = unitsOf(text, table.vocabulary);
  if (units.length === 0) return null;
  const vector = new Float64Array(table.dimension);
  const bytesPerRow = table.dimension / 2;
  for (const { id, share } of units) {
    const scale = table.scales[id]! * share;
    const start = id * bytesPerRow;
    for (let at = 0; at < bytesPerRow; at += 1) {
      const byte = table.rows[start + at]!;
      vector[2 * at]! += scale * ((byte & 15) - NIBBLE_ZERO);
      vector[2 * at + 1]! += scale * ((byte >> 4) - NIBBLE_ZERO);
    }
  }
  const factor = units.length ** -table.lengthPower;
  for (let at = 0; at < vector.length; at += 1) {
    vector[at] = table.mean[at]! + factor * vector[at]!;
  }
  return vector;
}

interface Unit {
  readonly id: number;
  /** 1, or that of a neighbour in the mean which stands for an unknown word. */
  readonly share: number;
}

function unitsOf(text: string, vocabulary: TokenTable["vocabulary"]): readonly Unit[] {
  if (vocabulary.kind === "words") return wordUnits(text, vocabulary);
  const ids = wordPieceIds(text, vocabulary).slice(0, QUERY_PIECES_MAX);
  return ids.map((id) => ({ id, share: 1 }));
}

function wordUnits(text: string, vocabulary: WordVocabulary): Unit[] {
  let unknown = 0;
  return wordsOf(text)
    .slice(0, QUERY_PIECES_MAX)
    .flatMap((word): Unit[] => {
      const id = vocabulary.idOf.get(word);
      if (id !== undefined) return [{ id, share: 1 }];
      unknown += 1;
      const near = unknown <= UNKNOWN_WORDS_MAX ? vocabulary.nearest(word) : [];
      return near.map((neighbour) => ({ id: neighbour, share: 1 / near.length }));
    });
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
