/**
 * Two ways to cut the training queries into folds. By query: a development query may share its
 * relevant document with a training one, as a returning question does. By component: queries that
 * share a relevant document, or say nearly the same, stay together, so that a development fold asks
 * only for documents that training never saw as an answer.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import { connectedQueries } from "./fold-queries.ts";
import type { JudgedQuery } from "./judgment.ts";
import { shuffled } from "./shuffled.ts";

export const FOLD_COUNT = 5;

/** Fold of each query, parallel to the queries. */
export type Folds = Int32Array;

/** Queries whose word sets overlap at least this much (Jaccard) stay together. */
const SIMILAR_QUERY_MIN = 0.8;

export function foldsByQuery(count: number, seed: number): Folds {
  const folds = new Int32Array(count);
  const order = shuffled([...folds.keys()], mulberry32(seed));
  for (const [place, query] of order.entries()) folds[query] = place % FOLD_COUNT;
  return folds;
}

/** Whole components, each to the fold that is smallest so far. */
export function foldsByComponent(queries: readonly JudgedQuery[], seed: number): Folds {
  const folds = new Int32Array(queries.length);
  const sizes = Array.from({ length: FOLD_COUNT }, () => 0);
  const components = connectedQueries(queries, SIMILAR_QUERY_MIN);
  for (const component of shuffled(components, mulberry32(seed))) {
    const fold = sizes.indexOf(Math.min(...sizes));
    sizes[fold]! += component.length;
    for (const query of component) folds[query] = fold;
  }
  return folds;
}
