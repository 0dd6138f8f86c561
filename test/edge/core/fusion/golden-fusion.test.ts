/** Goal: the fusions give the scores and orders of the reference tools (test/golden/fusion). */
import { describe, expect, it } from "vitest";
import { reciprocalRankFusion } from "#core/fusion/reciprocal-rank-fusion.ts";
import { minMaxFusion, rankedIds, standardScoreFusion } from "#core/fusion/score-fusion.ts";
import type { Scored } from "#core/fusion/total-order.ts";
import golden from "../../../golden/fusion/cases.json" with { type: "json" };

const TOLERANCE = 1e-12;

interface Expected {
  readonly order: readonly string[];
  readonly scores: readonly Scored[];
}

/** Every way in which the fused list differs from the reference; empty when it agrees. */
function differences(fused: readonly Scored[], expected: Expected): string[] {
  const found: string[] = [];
  const order = fused.map(({ id }) => id);
  if (JSON.stringify(order) !== JSON.stringify(expected.order)) found.push(`order ${order}`);
  const scoreOf = new Map(fused.map(({ id, score }) => [id, score]));
  for (const { id, score } of expected.scores) {
    const own = scoreOf.get(id);
    if (own === undefined || !(Math.abs(own - score) <= TOLERANCE)) found.push(`${id} ${own}`);
  }
  return found;
}

describe.each(golden.cases)("golden fusion case $name", (reference) => {
  const { lists } = reference;
  const ranked = lists.map((list, index) => ({ name: `list ${index}`, ids: rankedIds(list) }));

  it("reciprocal rank fusion agrees, in every order of the lists", () => {
    expect(differences(reciprocalRankFusion(ranked), reference.rrf_k60)).toEqual([]);
    expect(differences(reciprocalRankFusion(ranked.toReversed()), reference.rrf_k60)).toEqual([]);
  });

  it("min-max fusion agrees for both rules on constant lists", () => {
    expect(differences(minMaxFusion(lists, 0), reference.minmax_sum_constant_list_0)).toEqual([]);
    expect(differences(minMaxFusion(lists, 1), reference.minmax_sum_constant_list_1)).toEqual([]);
  });

  it("z-score fusion agrees", () => {
    expect(differences(standardScoreFusion(lists), reference.zscore_sum)).toEqual([]);
  });
});

it("canary: a swap of two documents, and a score off by 2e-12, are caught", () => {
  const { lists, rrf_k60 } = golden.cases[0]!;
  const fused = reciprocalRankFusion(
    lists.map((list, index) => ({ name: `${index}`, ids: rankedIds(list) })),
  );
  const [first, second, ...rest] = fused;
  expect(differences([second!, first!, ...rest], rrf_k60)).toHaveLength(1);
  const shifted = { ...first!, score: first!.score + 2 * TOLERANCE };
  expect(differences([shifted, second!, ...rest], rrf_k60)).toHaveLength(1);
});
