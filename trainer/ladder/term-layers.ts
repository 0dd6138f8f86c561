/**
 * The two layers of learned term weights. On test queries the weights rank the lexical leg inside the
 * search statement; on training queries the lexical pools are reordered by weights fitted without the
 * query's fold.
 */
import type { LearnedParts } from "#core/model/ranking-model.ts";
import {
  TERM_WEIGHTS_DISJOINT,
  TERM_WEIGHTS_RECURRING,
  termWeightRows,
  trainTermWeights,
} from "../learned/term-weights.ts";
import { collectPools } from "./collect-pools.ts";
import { featureSet } from "../data/feature-set.ts";
import { FOLD_COUNT, type Folds } from "../data/folds.ts";
import type { JudgedPool } from "../data/judged-pool.ts";
import { collectingModel } from "./layer-model.ts";
import type { LadderContext } from "./learned-layers.ts";
import { withMultipliers } from "../learned/learned-features.ts";
import { insertLearnedRows } from "../learned/learned-rows.ts";
import { rerankedRun } from "./search-run.ts";
import { evaluateStage, meanOf, type Stage } from "./stage.ts";
import { groupNdcg } from "../select/cross-validate.ts";

const SETTINGS = {
  "term-weights": TERM_WEIGHTS_RECURRING,
  "term-weights-disjoint": TERM_WEIGHTS_DISJOINT,
} as const;

export async function termWeightLayers(context: LadderContext): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const name of ["term-weights", "term-weights-disjoint"] as const) {
    stages.push(await termWeightLayer(context, name));
  }
  return stages;
}

async function termWeightLayer(
  context: LadderContext,
  name: keyof typeof SETTINGS,
): Promise<Stage> {
  const { stack, tenant, lexicalPools, test, progress } = context;
  const settings = { ...SETTINGS[name], seed: context.seed };
  const { multipliers } = trainTermWeights(lexicalPools, settings);
  const parts: LearnedParts = { version: `ladder-${name}`, weighsLexicalLeg: true, adapter: null };
  await insertLearnedRows(stack.database, stack.tenantId, {
    version: parts.version,
    termWeights: termWeightRows({ multipliers }),
    history: [],
  });
  const firsts = await collectPools({
    stack,
    tenant,
    queries: test.queries,
    vectorOf: () => null,
    model: collectingModel(["term_weight"], parts),
    onProgress: progress(name, test.queries.length),
  });
  const crossValidated = (folds: Folds) =>
    crossValidate(lexicalPools, folds, (pools) => trainTermWeights(pools, settings).multipliers);
  const cv = {
    byQuery: crossValidated(context.folds.byQuery),
    byComponent: crossValidated(context.folds.byComponent),
  };
  return evaluateStage(name, rerankedRun(test.queries, firsts, null), test, { cv });
}

function crossValidate(
  pools: readonly JudgedPool[],
  folds: Folds,
  train: (pools: readonly JudgedPool[]) => ReadonlyMap<string, number>,
): number {
  const values: number[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const multipliers = train(pools.filter((_, query) => folds[query] !== fold));
    const development = pools
      .filter((_, query) => folds[query] === fold)
      .map((pool) => ({ ...pool, statistics: withMultipliers(pool.statistics, multipliers) }));
    const { groups } = featureSet(development, ["term_weight"]);
    values.push(...groups.map((group) => groupNdcg(group, group.values)));
  }
  return meanOf(values);
}
