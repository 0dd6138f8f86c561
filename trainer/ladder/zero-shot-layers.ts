/**
 * The layers that learn nothing: each leg alone, and both fused, through POST /v1/search. Their
 * training figures come from pools that were collected anyway: nothing is fitted, so every way to cut
 * the training queries gives the same mean.
 */
import type { JudgedPool } from "../data/judged-pool.ts";
import type { LadderContext } from "./learned-layers.ts";
import { idsOf, serve, type ServedRun } from "./search-run.ts";
import { evaluateStage, meanOf, type Stage, type StageName } from "./stage.ts";
import { groupNdcg } from "../select/cross-validate.ts";

export interface ZeroShotLayer {
  readonly name: StageName;
  readonly legs: readonly ("lexical" | "dense")[];
}

export const MODEL_LAYERS: readonly ZeroShotLayer[] = [
  { name: "bm25", legs: ["lexical"] },
  { name: "dense", legs: ["dense"] },
  { name: "rrf", legs: ["lexical", "dense"] },
];

export const TABLE_LAYERS: readonly ZeroShotLayer[] = [
  { name: "table-dense", legs: ["dense"] },
  { name: "table-rrf", legs: ["lexical", "dense"] },
];

export async function zeroShotLayers(
  { stack, test, progress }: LadderContext,
  { embedder, encoder }: Pick<ServedRun, "embedder" | "encoder">,
  layers: readonly ZeroShotLayer[],
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const { name, legs } of layers) {
    const served = await serve({
      stack,
      queries: test.queries,
      embedder,
      encoder,
      pipeline: { legs },
      rerank: false,
      onProgress: progress(name, test.queries.length),
    });
    stages.push(evaluateStage(name, idsOf(served), test, { cv: null }));
  }
  return stages;
}

/** The stages with their training figures, from fused and from lexical training pools. */
export function withTrainingFigures(
  stages: readonly Stage[],
  pools: readonly JudgedPool[],
  lexicalPools: readonly JudgedPool[],
): Stage[] {
  const dense = meanNdcg(pools, ({ candidates }, row) => byRank(candidates[row]!.denseRank));
  const fused = meanNdcg(pools, ({ fusedRanks }, row) => -fusedRanks[row]!);
  const figures: Partial<Record<StageName, number>> = {
    bm25: meanNdcg(lexicalPools, ({ candidates }, row) => byRank(candidates[row]!.lexicalRank)),
    dense,
    rrf: fused,
    "table-dense": dense,
    "table-rrf": fused,
  };
  return stages.map((stage) => {
    const figure = figures[stage.name] ?? null;
    return figure === null ? stage : { ...stage, cvNdcg10: figure, disjointCvNdcg10: figure };
  });
}

const byRank = (rank: number | null): number => (rank === null ? -Infinity : -rank);

function meanNdcg(
  pools: readonly JudgedPool[],
  score: (pool: JudgedPool, row: number) => number,
): number {
  return meanOf(
    pools.map((pool) => {
      const { judged, candidates, fusedRanks } = pool;
      const ids = candidates.map(({ id }) => id);
      const scores = ids.map((_, row) => score(pool, row));
      return groupNdcg({ judged, ids, fusedRanks }, scores);
    }),
  );
}
