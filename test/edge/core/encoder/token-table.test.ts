/** Goal: a packed table gives the vector of its formula, within the rounding of four bits. */
import { describe, expect, it } from "vitest";
import {
  encodeWithTable,
  NIBBLE_MAX,
  packRow,
  QUERY_PIECES_MAX,
  type TokenTable,
} from "#core/encoder/token-table.ts";
import { wordPieceVocabulary } from "#core/encoder/word-piece.ts";
import { mulberry32 } from "#significance/mulberry32.ts";

const PIECES = ["[UNK]", "light", "bend", "##s", "glass"];
const DIMENSION = 8;
const next = mulberry32(7);
const ROWS = PIECES.map(() => Float32Array.from({ length: DIMENSION }, () => 2 * next() - 1));

function tableOf(rows: readonly Float32Array[]): TokenTable {
  const packed = new Uint8Array((rows.length * DIMENSION) / 2);
  const half = DIMENSION / 2;
  const scales = Float32Array.from(rows, (row, id) =>
    packRow(row, packed.subarray(id * half, (id + 1) * half)),
  );
  return {
    model: "test",
    dimension: DIMENSION,
    vocabulary: wordPieceVocabulary(PIECES),
    lengthPower: 0.75,
    mean: Float32Array.from({ length: DIMENSION }, (_, j) => j / 10),
    scales,
    rows: packed,
  };
}

describe("encodeWithTable", () => {
  it("is the mean plus the scaled sum of the rows, every occurrence counted", () => {
    const ids = [1, 2, 3, 1];
    const vector = encodeWithTable("light bends light", tableOf(ROWS))!;
    for (let j = 0; j < DIMENSION; j += 1) {
      const sum = ids.reduce((total, id) => total + ROWS[id]![j]!, 0);
      const exact = Math.fround(j / 10) + sum * ids.length ** -0.75;
      // Half a step of 1/7 of the largest value, four times, scaled.
      expect(Math.abs(vector[j]! - exact)).toBeLessThan((4 * 4 ** -0.75) / (2 * NIBBLE_MAX));
    }
  });

  it("notices another row", () => {
    const other = ROWS.map((row, id) => (id === 4 ? row.map((value) => -value) : row));
    expect(encodeWithTable("glass", tableOf(other))).not.toEqual(
      encodeWithTable("glass", tableOf(ROWS)),
    );
  });

  it("gives nothing for a query without a visible character", () => {
    expect(encodeWithTable(" \u200b ", tableOf(ROWS))).toBeNull();
  });

  it("reads a bounded number of pieces", () => {
    const table = tableOf(ROWS);
    const long = "light ".repeat(QUERY_PIECES_MAX);
    expect(encodeWithTable(`${long}glass`, table)).toEqual(encodeWithTable(long, table));
  });

  it("packs a row of zeros", () => {
    const out = new Uint8Array(DIMENSION / 2);
    expect(packRow(new Float32Array(DIMENSION), out)).toBe(1);
    expect([...out]).toEqual([0x88, 0x88, 0x88, 0x88]);
  });
});
