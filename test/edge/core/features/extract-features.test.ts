/**
 * Goal: features are what the registry says, for every record, and never NaN.
 * Method: an independent oracle on random records, and values worked out by hand.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate, QueryStatistics } from "#core/features/candidate.ts";
import { extractFeatures, missingFeatures } from "#core/features/extract-features.ts";
import {
  DEFAULT_FEATURES,
  FEATURES,
  type FeatureId,
  featureDefinition,
} from "#core/features/feature-registry.ts";
import { candidate } from "./candidate-builder.ts";
import { ORACLES } from "./feature-oracle.ts";
import { searches } from "./random-records.ts";

const SEED = 20_260_704;
const TOLERANCE = 1e-9;
const ALL = FEATURES.map(({ id }) => id);

function extract(
  query: QueryStatistics,
  pool: readonly Candidate[],
  ids: readonly FeatureId[],
): Float64Array {
  const out = new Float64Array(pool.length * ids.length).fill(Number.NaN);
  extractFeatures(query, pool, ids, out);
  return out;
}

function valuesOf(query: QueryStatistics, pool: readonly Candidate[], id: FeatureId): number[] {
  return [...extract(query, pool, [id])];
}

describe("extractFeatures", () => {
  it.each(ALL)("%s agrees with the oracle", (id) => {
    fc.assert(
      fc.property(searches, ({ query, pool }) => {
        for (const [row, value] of valuesOf(query, pool, id).entries()) {
          const expected = ORACLES[id]!(query, pool, pool[row]!);
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(TOLERANCE * (1 + Math.abs(value)));
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("stays finite and in the range of the registry", () => {
    fc.assert(
      fc.property(searches, ({ query, pool }) => {
        const values = extract(query, pool, ALL);
        for (const [at, value] of values.entries()) {
          const id = ALL[at % ALL.length]!;
          const [low, high] = featureDefinition(id).range;
          expect(Number.isFinite(value)).toBe(true);
          // A random lnc norm need not belong to the random positions: tfidf may exceed 1 here.
          if (id !== "tfidf") expect(value).toBeGreaterThanOrEqual(low);
          if (id !== "tfidf") expect(value).toBeLessThanOrEqual(high);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("gives the same bits for a subset, in any order of features", () => {
    fc.assert(
      fc.property(
        searches,
        fc.shuffledSubarray<FeatureId>(ALL, { minLength: 1 }),
        ({ query, pool }, ids) => {
          const all = extract(query, pool, ALL);
          const some = extract(query, pool, ids);
          for (const [at, value] of some.entries()) {
            const row = Math.floor(at / ids.length);
            const column = ALL.indexOf(ids[at % ids.length]!);
            expect(Object.is(value, all[row * ALL.length + column])).toBe(true);
          }
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("does not depend on the order of the pool", () => {
    fc.assert(
      fc.property(searches, ({ query, pool }) => {
        const reversed = pool.toReversed();
        const values = extract(query, pool, ["log_fused_rank", "bm25", "cosine", "run"]);
        const others = extract(query, reversed, ["log_fused_rank", "bm25", "cosine", "run"]);
        for (const [at, value] of values.entries()) {
          const row = pool.length - 1 - Math.floor(at / 4);
          expect(others[row * 4 + (at % 4)]).toBeCloseTo(value, 12);
        }
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("canary: the oracle catches a candidate whose matches were dropped", () => {
    const { query, pool } = sample();
    const changed = pool.map((one) => ({ ...one, stems: one.stems.slice(1) }));
    for (const id of ["bm25", "tfidf", "idf_coverage", "run", "window"] as const) {
      const expected = ORACLES[id]!(query, pool, pool[0]!);
      expect(Math.abs(valuesOf(query, changed, id)[0]! - expected)).toBeGreaterThan(TOLERANCE);
    }
  });

  it("refuses an output of the wrong size", () => {
    const { query, pool } = sample();
    expect(() => extractFeatures(query, pool, ["bm25"], new Float64Array(3))).toThrow(RangeError);
  });

  it("takes an empty pool and a query without terms", () => {
    const nothing = { stems: [], exact: [], scopes: [] };
    expect(extract(nothing, [], ALL)).toHaveLength(0);
    const values = extract(nothing, [candidate({ id: "a" })], DEFAULT_FEATURES);
    expect([...values].every(Number.isFinite)).toBe(true);
  });
});

/** "bending of light" against two passages, statistics of a scope with ten chunks. */
function sample(): { query: QueryStatistics; pool: Candidate[] } {
  const query: QueryStatistics = {
    stems: [
      {
        lexeme: "bend",
        language: "en",
        documentFrequency: 1,
        collectionFrequency: 2,
        titleDocumentFrequency: 0,
        positions: [1],
      },
      {
        lexeme: "light",
        language: "en",
        documentFrequency: 4,
        collectionFrequency: 9,
        titleDocumentFrequency: 2,
        positions: [3],
      },
    ],
    exact: [],
    scopes: [{ language: "en", chunks: 10, stemLength: 1000, titleLength: 40, exactLength: 1500 }],
  };
  const pool = [
    candidate({
      id: "a",
      stems: [
        { term: 0, positions: [7, 40] },
        { term: 1, positions: [2, 9] },
      ],
      stemLength: 100,
      titleLength: 4,
      titlePositionLast: 5,
      cosine: 0.8,
      lncNorm: 10,
    }),
    candidate({ id: "b", stems: [{ term: 1, positions: [30] }], stemLength: 200, lexicalRank: 2 }),
  ];
  return { query, pool };
}

/** Two matched stems, the second at this position. */
function apart(position: number): Candidate[] {
  const stems = [
    { term: 0, positions: [1] },
    { term: 1, positions: [position] },
  ];
  return [candidate({ id: "a", stems })];
}

describe("values worked out by hand", () => {
  const { query, pool } = sample();
  const idfBend = Math.log(1 + 9.5 / 1.5);
  const idfLight = Math.log(1 + 6.5 / 4.5);

  it("bm25 saturates, normalises by length and divides by the known idf", () => {
    const first = (idfBend * (2 * 2.5)) / (2 + 1.5) + (idfLight * (2 * 2.5)) / (2 + 1.5);
    const second = (idfLight * 2.5) / (1 + 1.5 * (0.25 + 0.75 * 2));
    const [a, b] = valuesOf(query, pool, "bm25");
    expect(a).toBeCloseTo(first / (idfBend + idfLight), 12);
    expect(b).toBeCloseTo(second / (idfBend + idfLight), 12);
  });

  it("title_bm25 counts the title alone, with the idf of titles", () => {
    expect(valuesOf(query, pool, "title_bm25")).toEqual([(1 * 2.5) / (1 + 1.5), 0]);
  });

  it("tfidf is the lnc.ltc cosine", () => {
    const norm = Math.hypot(idfBend, idfLight);
    const tf = (1 + Math.log(2)) / 10;
    expect(valuesOf(query, pool, "tfidf")[0]).toBeCloseTo((tf * (idfBend + idfLight)) / norm, 12);
  });

  it("query_likelihood smooths by the collection", () => {
    const smoothed = Math.log(1 + 2 / (1000 * 0.002)) + Math.log(1 + 2 / (1000 * 0.009));
    const expected = smoothed / 2 - Math.log(1100 / 1000);
    expect(valuesOf(query, pool, "query_likelihood")[0]).toBeCloseTo(expected, 12);
  });

  it("coverage counts terms, idf_coverage weighs them, in the title alone if asked", () => {
    const light = idfLight / (idfBend + idfLight);
    expect(valuesOf(query, pool, "coverage")).toEqual([1, 0.5]);
    expect(valuesOf(query, pool, "idf_coverage")[1]).toBeCloseTo(light, 12);
    expect(valuesOf(query, pool, "title_idf_coverage")[0]).toBeCloseTo(light, 12);
    expect(valuesOf(query, pool, "title_idf_coverage")[1]).toBe(0);
  });

  it("window ends after 25 positions", () => {
    expect(valuesOf(query, apart(25), "window")).toEqual([1]);
    expect(valuesOf(query, apart(26), "window")[0]).toBeCloseTo(idfBend / (idfBend + idfLight), 12);
  });

  it("term_weight multiplies each term, and takes a negative weight for 0", () => {
    const [bend, light] = query.stems;
    const weighted = {
      ...query,
      stems: [
        { ...bend!, multiplier: -1 },
        { ...light!, multiplier: 2 },
      ],
    };
    const [value] = valuesOf(weighted, pool, "term_weight");
    expect(value).toBeCloseTo((2 * idfLight * 5) / 3.5 / (idfBend + idfLight), 12);
    expect(valuesOf(query, pool, "term_weight")).toEqual(valuesOf(query, pool, "bm25"));
  });

  it("counts no term for a candidate of another language", () => {
    const french = pool.map((one) => ({ ...one, language: "fr", stems: [] }));
    for (const id of ["bm25", "coverage", "run", "query_likelihood"] as const) {
      expect(valuesOf(query, french, id)).toEqual([0, 0]);
    }
  });
});

describe("missing values", () => {
  it("a candidate without an embedding gets the mean of the pool and is named", () => {
    const pool = [
      candidate({ id: "a", cosine: 0.7 }),
      candidate({ id: "b", cosine: 0.9 }),
      candidate({ id: "c", cosine: null, lexicalRank: 3 }),
      candidate({ id: "d", cosine: Number.NaN, lexicalRank: 4 }),
    ];
    const query = { stems: [], exact: [], scopes: [] };
    const cosines = valuesOf(query, pool, "cosine");
    expect(cosines[2]).toBeCloseTo(0.8, 12);
    expect(cosines[3]).toBe(cosines[2]);
    expect(missingFeatures(pool[2]!, DEFAULT_FEATURES)).toEqual(["cosine", "cosine_curved"]);
    expect(missingFeatures(pool[0]!, DEFAULT_FEATURES)).toEqual(["reciprocal_lexical_rank"]);
    expect(valuesOf(query, pool, "reciprocal_lexical_rank")[0]).toBe(1 / 210);
  });

  it("gives 0 to all when no candidate has an embedding", () => {
    const pool = [candidate({ id: "a" }), candidate({ id: "b" })];
    const query = { stems: [], exact: [], scopes: [] };
    expect(valuesOf(query, pool, "cosine")).toEqual([0, 0]);
  });
});
