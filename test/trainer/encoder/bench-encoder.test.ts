/** Goal: the encoder suite measures every table inside workerd. No statement about speed. */
import { describe, expect, it } from "vitest";
import { encoderSuite } from "#trainer/bench/encoder-suite.ts";

describe("bench encoder", () => {
  it("gives a figure for each table", async () => {
    const { json, tables } = await encoderSuite.run({
      smoke: true,
      seed: 1,
      dataset: null,
      log: () => undefined,
    });
    const rows = json["rows"] as { name: string; milliseconds: number; words: number }[];
    expect(rows.map(({ name }) => name)).toEqual([
      "WordPieces",
      "30000 words, as asked",
      "30000 words, one in five misspelt",
      "30000 words, each misspelt",
    ]);
    expect(rows.every(({ milliseconds }) => Number.isFinite(milliseconds))).toBe(true);
    expect(tables[0]?.rows).toHaveLength(rows.length);
  }, 60_000);
});
