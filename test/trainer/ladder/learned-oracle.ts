/** What the search statement returns for learned parts, once more from the definitions. */
import type { Candidate, QueryStatistics } from "#core/features/candidate.ts";
import { extractFeatures } from "#core/features/extract-features.ts";
import { unitVector } from "#core/encoder/unit-vector.ts";
import type { JudgedQuery } from "#trainer/data/judgment.ts";

type Vector = ArrayLike<number>;

const dot = (a: Vector, b: Vector): number =>
  Array.from(a).reduce((sum, value, j) => sum + value * b[j]!, 0);

export const cosine = (a: Vector, b: Vector): number => dot(unitVector(a)!, unitVector(b)!);

/** Largest cosine to a training query that the document answers. */
export function historyOracle(
  query: Vector,
  documentId: string,
  training: readonly JudgedQuery[],
  vectorOf: (queryId: string) => Vector,
): number | null {
  const cosines = training
    .filter(({ grades }) => (grades.get(documentId) ?? 0) >= 1)
    .map(({ queryId }) => cosine(query, vectorOf(queryId)));
  return cosines.length === 0 ? null : Math.max(...cosines);
}

/** Weighted mean cosine to the best five of the pool by bm25/2.5 + 4·cosine, itself left out. */
export function neighbourOracle(
  statistics: QueryStatistics,
  pool: readonly Candidate[],
  row: number,
  vectorOf: (documentId: string) => Vector,
): number {
  const values = new Float64Array(pool.length * 2);
  extractFeatures(statistics, pool, ["bm25", "cosine"], values);
  const score = (at: number) => values[2 * at]! / 2.5 + 4 * values[2 * at + 1]!;
  const best = [...pool.keys()].toSorted((a, b) => score(b) - score(a)).slice(0, 5);
  const others = best.flatMap((at, place) => (at === row ? [] : [{ at, share: 1 / (place + 1) }]));
  const total = others.reduce((sum, { share }) => sum + share, 0);
  const own = vectorOf(pool[row]!.id);
  return others.reduce(
    (sum, { at, share }) => sum + (share * cosine(own, vectorOf(pool[at]!.id))) / total,
    0,
  );
}
