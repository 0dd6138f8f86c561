/** Goal: a table survives its bytes, and bytes that are not this model's table are refused. */
import { describe, expect, it } from "vitest";
import { encodeWithTable } from "#core/encoder/token-table.ts";
import {
  decodeTokenTable,
  encodeTokenTable,
  type StoredTable,
} from "#edge/store/token-table-format.ts";

const STORED: StoredTable = {
  header: { model: "m", dimension: 4, tokens: 3, lengthPower: 0.75, provenance: { seed: 1 } },
  mean: Float32Array.of(0, 0.5, 0, 0),
  scales: Float32Array.of(1, 0.25, 2),
  rows: Uint8Array.of(0x88, 0x88, 0x9a, 0x8f, 0x11, 0xff),
  pieces: ["[UNK]", "é", "##b"],
};

describe("token table bytes", () => {
  it("decode to the table that was encoded", () => {
    const decoding = decodeTokenTable(encodeTokenTable(STORED), "m");
    expect(decoding.ok).toBe(true);
    if (!decoding.ok) return;
    expect([...decoding.table.scales]).toEqual([...STORED.scales]);
    expect([...decoding.table.rows]).toEqual([...STORED.rows]);
    // Piece "é" loses its accent on the way in, so the text is unknown: row 0 holds zeros.
    expect([...encodeWithTable("é", decoding.table)!]).toEqual([0, 0.5, 0, 0]);
  });

  it("decode from any place inside a larger buffer", () => {
    const bytes = encodeTokenTable(STORED);
    const larger = new Uint8Array(bytes.length + 1);
    larger.set(bytes, 1);
    const decoding = decodeTokenTable(larger.subarray(1), "m");
    expect(decoding.ok && [...decoding.table.scales]).toEqual([...STORED.scales]);
  });

  it("are refused for another model, cut short, or without sense", () => {
    const bytes = encodeTokenTable(STORED);
    expect(decodeTokenTable(bytes, "other").ok).toBe(false);
    expect(decodeTokenTable(bytes.subarray(0, 60), "m").ok).toBe(false);
    expect(decodeTokenTable(bytes.subarray(0, bytes.length - 4), "m").ok).toBe(false);
    expect(decodeTokenTable(new Uint8Array(100), "m").ok).toBe(false);
    expect(decodeTokenTable(new Uint8Array(0), "m").ok).toBe(false);
  });

  it("are refused with a number that is not finite", () => {
    const bytes = encodeTokenTable({ ...STORED, scales: Float32Array.of(1, Number.NaN, 2) });
    expect(decodeTokenTable(bytes, "m").ok).toBe(false);
  });
});
