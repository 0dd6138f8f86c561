/**
 * Deals judged queries into folds so that nothing learned in one can be remembered in another:
 * queries that share a relevant document, or say nearly the same, are one group (connected
 * components), and groups are never cut. Every origin is spread evenly. So every figure on a fold
 * is about documents that the other folds never saw as an answer.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { TrainingSettings } from "../settings.ts";
import { isRelevantGrade, type JudgedQuery } from "./judgment.ts";
import { shuffled } from "./shuffled.ts";
import { eachSimilarPair } from "./similar-queries.ts";

/** Disjoint sets over 0..count−1, by path halving. */
function createSets(count: number) {
  const parents = Array.from({ length: count }, (_, index) => index);
  function find(index: number): number {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  }
  const join = (a: number, b: number): void => {
    parents[find(a)] = find(b);
  };
  return { find, join };
}

/** Groups of indices into `queries`, in the order of their first query. */
export function connectedQueries(
  queries: readonly JudgedQuery[],
  similarQueryMin: number,
): number[][] {
  const sets = createSets(queries.length);
  const ownerOf = new Map<string, number>();
  for (const [index, { grades }] of queries.entries()) {
    for (const [id, grade] of grades) {
      if (!isRelevantGrade(grade)) continue;
      const owner = ownerOf.get(id);
      if (owner === undefined) ownerOf.set(id, index);
      else sets.join(owner, index);
    }
  }
  const texts = queries.map(({ query }) => query);
  eachSimilarPair(texts, similarQueryMin, (first, second) => sets.join(first, second));
  const groups = new Map<number, number[]>();
  for (const index of queries.keys()) {
    const root = sets.find(index);
    const group = groups.get(root) ?? [];
    group.push(index);
    groups.set(root, group);
  }
  return [...groups.values()];
}

/** The fold of each query, from 0, parallel to `queries`. */
export function foldQueries(
  queries: readonly JudgedQuery[],
  { seed, folds, similarQueryMin }: Pick<TrainingSettings, "seed" | "folds" | "similarQueryMin">,
): number[] {
  const groups = connectedQueries(queries, similarQueryMin);
  const foldOf: number[] = [];
  const sizes = new Map<string, number[]>();
  for (const group of shuffled(groups, mulberry32(seed))) {
    const { origin } = queries[group[0]!]!;
    const counts = sizes.get(origin) ?? Array.from({ length: folds }, () => 0);
    // The smallest fold takes the group; of equal ones the first.
    const fold = counts.indexOf(Math.min(...counts));
    counts[fold]! += group.length;
    sizes.set(origin, counts);
    for (const index of group) foldOf[index] = fold;
  }
  return foldOf;
}
