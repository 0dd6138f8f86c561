/** The ingest and growth suites at smoke size. */
import { expect, test } from "vitest";
import { exponentOf, type GrowthRow, growthSuite } from "#trainer/bench/growth-suite.ts";
import { type IngestRow, ingestSuite } from "#trainer/bench/ingest-suite.ts";

const OPTIONS = { smoke: true, seed: 42, dataset: null, log: () => undefined };

test("growth measures the same pools in two corpora, and gates hold what they should", async () => {
  const { json, charts } = await growthSuite.run(OPTIONS);
  const rows = json["rows"] as GrowthRow[];
  expect(rows.map(({ pool }) => pool)).toEqual([4, 8, 16, 32, 64]);
  expect(rows.filter(({ smallP50Ms }) => smallP50Ms !== null).map(({ pool }) => pool)).toEqual([
    4, 8,
  ]);
  expect(Number.isFinite(json["poolExponent"])).toBe(true);
  expect(json["corpusFactor10x"]).toBeGreaterThan(0);
  expect(charts[0]!.series.map(({ points }) => points.length)).toEqual([2, 5]);
}, 120_000);

test("ingest counts the chunks that it stored", async () => {
  const { json } = await ingestSuite.run(OPTIONS);
  const rows = json["rows"] as IngestRow[];
  expect(rows).toHaveLength(2);
  for (const { store, chunks, perSecond, peakMb } of rows) {
    expect(store).toBe("pglite");
    expect(chunks).toBeGreaterThanOrEqual(40);
    expect(perSecond).toBeGreaterThan(0);
    expect(peakMb).toBeGreaterThan(0);
  }
}, 120_000);

test("the exponent of a power is found", () => {
  const power = [2, 4, 8, 100].map((x): [number, number] => [x, 3 * x ** 0.7]);
  expect(exponentOf(power)).toBeCloseTo(0.7, 12);
});
