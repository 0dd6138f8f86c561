/**
 * Goal: nothing learned in one fold can be remembered in another. Method: seeded random judgments
 * with shared documents and reworded queries, checked pair by pair; a broken dealer is caught.
 */
import { describe, expect, it } from "vitest";
import { foldQueries } from "#trainer/data/fold-queries.ts";
import type { JudgedQuery } from "#trainer/data/judgment.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { judgedQuery } from "../sample-groups.ts";

const SEED = 20_261;

/** Queries of which a third share an answer with an earlier one, and some repeat its words. */
function randomQueries(count: number, seed: number): JudgedQuery[] {
  const next = mulberry32(seed);
  const queries: JudgedQuery[] = [];
  for (let index = 0; index < count; index += 1) {
    const fresh = judgedQuery(index, { origin: next() < 0.3 ? "weak:a" : "teacher" });
    const earlier = queries[Math.floor(next() * queries.length)];
    const kind = next();
    if (earlier !== undefined && kind < 0.15) {
      queries.push({ ...fresh, grades: new Map([...fresh.grades, ...earlier.grades]) });
    } else if (earlier !== undefined && kind < 0.25) {
      queries.push({ ...fresh, query: `${earlier.query.toUpperCase()} ?` });
    } else {
      queries.push(fresh);
    }
  }
  return queries;
}

const words = (query: string) => new Set(query.toLowerCase().match(/[a-z0-9]+/g));

/** Whether knowing one query would give away the other: the definition, by brute force. */
function areTied(a: JudgedQuery, b: JudgedQuery): boolean {
  if ([...a.grades].some(([id, grade]) => grade >= 1 && (b.grades.get(id) ?? 0) >= 1)) return true;
  const [left, right] = [words(a.query), words(b.query)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared >= 0.8 * (left.size + right.size - shared);
}

function tornPairs(queries: readonly JudgedQuery[], folds: readonly number[]): number {
  let torn = 0;
  for (const [i, a] of queries.entries()) {
    for (const [j, b] of queries.entries()) {
      if (i < j && folds[i] !== folds[j] && areTied(a, b)) torn += 1;
    }
  }
  return torn;
}

describe(`folds of judged queries (seed ${SEED})`, () => {
  const queries = randomQueries(400, SEED);
  const folds = foldQueries(queries, TRAINING_SETTINGS);

  it("never part queries that share a relevant document or say nearly the same", () => {
    expect(tornPairs(queries, folds)).toBe(0);
  });

  it("are told apart from a dealer that looks at nothing", () => {
    const dealt = queries.map((_, index) => index % TRAINING_SETTINGS.folds);
    expect(tornPairs(queries, dealt)).toBeGreaterThan(10);
  });

  it("may part queries that only share a document of grade 0", () => {
    const pair = [1, 2].map((index) => judgedQuery(index, { grades: new Map([["same", 0]]) }));
    expect(new Set(foldQueries(pair, TRAINING_SETTINGS))).toEqual(new Set([0, 1]));
  });

  it("hold about the same number of queries of each origin", () => {
    for (const origin of ["teacher", "weak:a"]) {
      const sizes = Array.from({ length: TRAINING_SETTINGS.folds }, () => 0);
      for (const [index, query] of queries.entries()) {
        if (query.origin === origin) sizes[folds[index]!]! += 1;
      }
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(30);
    }
  });

  it("are the same for the same seed and others for another", () => {
    expect(foldQueries(queries, TRAINING_SETTINGS)).toEqual(folds);
    expect(foldQueries(queries, { ...TRAINING_SETTINGS, seed: 43 })).not.toEqual(folds);
  });

  it("fill the training folds first where there are few queries", () => {
    expect(foldQueries([judgedQuery(1)], TRAINING_SETTINGS)).toEqual([0]);
    expect(foldQueries([], TRAINING_SETTINGS)).toEqual([]);
  });
});
