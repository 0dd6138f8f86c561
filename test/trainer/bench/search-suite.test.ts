/** The search suite at smoke size: every row of the contract, and exact search is exact. */
import { describe, expect, it, test } from "vitest";
import { exactTop, percentile, recall } from "#trainer/bench/search-queries.ts";
import { GATE_SHARES } from "#trainer/bench/search-corpus.ts";
import { type SearchRow, searchSuite } from "#trainer/bench/search-suite.ts";

test("the smoke run has every gate and contender, and finds all that the gate holds", async () => {
  const report = await searchSuite.run({
    smoke: true,
    seed: 42,
    dataset: null,
    log: () => undefined,
  });
  const { rows, rivals } = report.json as unknown as { rows: SearchRow[]; rivals: SearchRow[] };
  expect(rows).toHaveLength(2 * (1 + GATE_SHARES.length));
  expect(rivals).toHaveLength(rows.length);
  for (const row of rows) {
    expect(row).toMatchObject({ store: "pglite", dimension: 384, path: row.variant });
    expect(row.chunks).toBeGreaterThanOrEqual(200);
    expect(row.gateShare).toBe(row.rows / row.chunks);
    expect(row.recall10, `${row.variant} at ${row.gateShare}`).toBeCloseTo(1, 12);
    expect(row.p95Ms).toBeGreaterThanOrEqual(row.p50Ms);
  }
  const four = rows.find(({ rows: inside, chunks }) => inside < chunks)!;
  expect(four.gateShare).toBeGreaterThan(0.015);
  expect(four.gateShare).toBeLessThan(0.08);
}, 120_000);

describe("the exact answer", () => {
  const chunk = (id: string, ...vector: number[]) => ({
    id,
    vector: Float32Array.from(vector),
    values: [],
  });

  it("is of documents by their best chunk, equal ones by id", () => {
    const chunks = [chunk("b", 1, 0), chunk("a", 0, 1), chunk("a", 1, 0), chunk("c", 0, 1)];
    expect(exactTop(chunks, [1, 0])).toEqual(["a", "b", "c"]);
  });

  it("is what recall is counted against", () => {
    expect(recall(["a", "x"], ["a", "b"])).toBe(0.5);
    expect(recall([], [])).toBe(1);
    expect(percentile([3, 1, 2, 4], 0.5)).toBe(2);
    expect(percentile([3, 1, 2, 4], 0.95)).toBe(4);
  });
});
