/**
 * Goal: the adapter moves queries towards what was judged relevant, its folds leave out what they
 * should, and the published low-rank form keeps it.
 */
import { describe, expect, it } from "vitest";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { adaptQuery } from "#core/model/query-adapter.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { lowRankAdapter } from "#trainer/learned/low-rank.ts";
import {
  ADAPTER_SETTINGS,
  type AdapterExample,
  applyAdapter,
  createAdapterTrainer,
} from "#trainer/learned/train-adapter.ts";

const DIMENSION = 24;
const SEED = 5;
const next = mulberry32(SEED);
const randomUnit = () => unitVector(Float64Array.from({ length: DIMENSION }, () => next() - 0.5))!;
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, j) => sum + value * b[j]!, 0);

const EXAMPLES: AdapterExample[] = Array.from({ length: 20 }, () => ({
  query: randomUnit(),
  positives: [randomUnit()],
  negatives: [randomUnit(), randomUnit(), randomUnit()],
}));

function winShare(
  examples: readonly AdapterExample[],
  move: (query: ArrayLike<number>) => ArrayLike<number>,
) {
  const wins = examples.flatMap(({ query, positives, negatives }) =>
    negatives.map((worse) => (dot(move(query), positives[0]!) > dot(move(query), worse) ? 1 : 0)),
  );
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

describe(`createAdapterTrainer (seed ${SEED})`, () => {
  it("separates the pairs that it was shown, and only those", async () => {
    const trainer = (await createAdapterTrainer(EXAMPLES, ADAPTER_SETTINGS))!;
    const half = trainer.fit((example) => example < 10);
    expect(half.status).toBe("optimal");
    expect(half.pairs).toBe(30);
    const move = (query: ArrayLike<number>) => applyAdapter(half, query);
    const shown = EXAMPLES.slice(0, 10);
    expect(winShare(shown, move)).toBeGreaterThan(winShare(shown, (query) => query));
    // Changing an example that the fit leaves out changes nothing.
    const changed = EXAMPLES.map((example, at) =>
      at < 10 ? example : { ...example, positives: example.negatives.slice(0, 1) },
    );
    const other = (await createAdapterTrainer(changed, ADAPTER_SETTINGS))!;
    const again = other.fit((example) => example < 10);
    for (const [at, value] of half.matrix.entries()) {
      expect(again.matrix[at]).toBeCloseTo(value, 6);
    }
  });

  it("has nothing to train without a pair", async () => {
    const bare = EXAMPLES.map((example) => ({ ...example, negatives: [] }));
    expect(await createAdapterTrainer(bare, ADAPTER_SETTINGS)).toBeNull();
  });

  it("keeps the adapted query in its published form", async () => {
    const trainer = (await createAdapterTrainer(EXAMPLES, ADAPTER_SETTINGS))!;
    const full = trainer.fit(() => true);
    const published = lowRankAdapter(full, DIMENSION);
    const query = randomUnit();
    const adapted = adaptQuery(published, query)!;
    const exact = applyAdapter(full, query);
    for (const [j, value] of adapted.entries()) expect(value).toBeCloseTo(exact[j]!, 2);
    const short = adaptQuery(lowRankAdapter(full, 1), query)!;
    const error = Math.hypot(...short.map((value, j) => value - exact[j]!));
    expect(error).toBeGreaterThan(0.02);
  });
});

describe("adaptQuery", () => {
  it("refuses a vector without direction or of another length", async () => {
    const trainer = (await createAdapterTrainer(EXAMPLES, ADAPTER_SETTINGS))!;
    const adapter = lowRankAdapter(
      trainer.fit(() => true),
      4,
    );
    expect(adaptQuery(adapter, new Float64Array(DIMENSION))).toBeNull();
    expect(adaptQuery(adapter, [1, 2])).toBeNull();
  });
});
