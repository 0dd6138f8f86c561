/**
 * A token table from the embedding model and a tenant's own text: embed titles and sentences, fit
 * (fit-table.ts), distil the scores over the passage vectors (distil-scores.ts), pack to four bits.
 * Training queries may be among the texts (they are unlabelled here); test queries never are.
 */
import { readFileSync } from "node:fs";
import { NIBBLE_MAX, packRow } from "#core/encoder/token-table.ts";
import { wordPieceIds, wordPieceVocabulary } from "#core/encoder/word-piece.ts";
import { MODELS_FOLDER } from "#edge/local/embedder/onnx-embedder.ts";
import { encodeTokenTable, type StoredTable } from "#edge/store/token-table-format.ts";
import { DISTIL_SETTINGS, distilScores } from "./distil-scores.ts";
import { FIT_SETTINGS, fitTable } from "./fit-table.ts";
import { tokenMatrix } from "./token-matrix.ts";

/** p of length^(−p): between a mean and a sum of tokens. */
const LENGTH_POWER = 0.75;

export interface TableInput {
  readonly model: string;
  readonly seed: number;
  readonly texts: readonly string[];
  /** The model's unit vectors of the texts. */
  readonly vectors: readonly Float32Array[];
  /** The model's vector of each token of its vocabulary alone. */
  readonly tokenVectors: readonly Float32Array[];
  /** Unit vectors of the passages. */
  readonly passages: readonly Float32Array[];
  readonly onProgress: (done: number, total: number) => void;
}

export async function buildTable(input: TableInput): Promise<Uint8Array> {
  const pieces = vocabularyPieces(input.model);
  const vocabulary = wordPieceVocabulary(pieces);
  const ids = input.texts.map((text) => wordPieceIds(text, vocabulary));
  const kept = [...ids.keys()].filter((row) => ids[row]!.length > 0);
  const texts = tokenMatrix(
    kept.map((row) => ids[row]!),
    pieces.length,
    LENGTH_POWER,
  );
  const vectors = kept.map((row) => input.vectors[row]!);
  const { tokenVectors, passages, seed } = input;
  const { mean, table } = await fitTable({ texts, vectors, tokenVectors }, FIT_SETTINGS);
  await distilScores(
    { texts, vectors, passages, mean, table },
    { ...DISTIL_SETTINGS, seed },
    input.onProgress,
  );
  return encodeTokenTable(packedTable(input, pieces, mean, table));
}

/** Pieces of a shipped model's WordPiece tokenizer in the order of their ids. */
export function vocabularyPieces(model: string): string[] {
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(tokenizerOf(model).vocab)) pieces[id] = piece;
  return pieces;
}

export const hasWordPieces = (model: string): boolean => tokenizerOf(model).type === "WordPiece";

function tokenizerOf(model: string): { type: string; vocab: Record<string, number> } {
  const path = new URL(`${model}/tokenizer.json`, MODELS_FOLDER);
  const { model: tokenizer } = JSON.parse(readFileSync(path, "utf8")) as {
    model: { type: string; vocab: Record<string, number> };
  };
  return tokenizer;
}

function packedTable(
  { model, seed, texts, passages }: TableInput,
  pieces: readonly string[],
  mean: Float32Array,
  table: Float32Array,
): StoredTable {
  const dimension = mean.length;
  const bytesPerRow = dimension / 2;
  const rows = new Uint8Array(pieces.length * bytesPerRow);
  const scales = Float32Array.from(pieces, (_, id) =>
    packRow(
      table.subarray(id * dimension, (id + 1) * dimension),
      rows.subarray(id * bytesPerRow, (id + 1) * bytesPerRow),
    ),
  );
  return {
    header: {
      model,
      dimension,
      tokens: pieces.length,
      lengthPower: LENGTH_POWER,
      provenance: {
        texts: texts.length,
        passages: passages.length,
        seed,
        bits: Math.log2(2 * (NIBBLE_MAX + 1)),
      },
    },
    mean,
    scales,
    rows,
    pieces,
  };
}
