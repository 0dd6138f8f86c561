/**
 * The layers of one query encoder that learn: pools of the training queries, learned parts fitted and
 * published, then one referee per feature list, its C and its two cross-validations inside training,
 * its test order from the product's second stage over the product's first.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import type { LearnedParts, RankingModel } from "#core/model/ranking-model.ts";
import type { FirstStageResult } from "#edge/store/first-stage.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { TERM_WEIGHTS_RECURRING, termWeightRows } from "../learned/term-weights.ts";
import type { JudgedQuery } from "../data/judgment.ts";
import { collectPools } from "./collect-pools.ts";
import { featureSet } from "../data/feature-set.ts";
import type { Folds } from "../data/folds.ts";
import { judgedPool, type JudgedPool } from "../data/judged-pool.ts";
import type { LadderStack } from "./ladder-stack.ts";
import { collectingModel, layerModel, linearFusionModel } from "./layer-model.ts";
import { LINEAR_FUSION, trainLinearFusion } from "./linear-fusion.ts";
import {
  createLearnedTrainer,
  type FittedParts,
  servedParts,
} from "../learned/learned-features.ts";
import { historyRows, insertLearnedRows } from "../learned/learned-rows.ts";
import type { QueryVectors } from "./query-vectors.ts";
import { rerankedRun } from "./search-run.ts";
import { type CrossValidation, evaluateStage, type Stage, type StageName } from "./stage.ts";
import type { TestSet } from "./stage.ts";
import { REFEREE_SETTINGS, type RefereeSettings, trainReferee } from "./train-referee.ts";

export interface LadderContext {
  readonly stack: LadderStack;
  readonly tenant: TenantContext;
  readonly language: string;
  readonly seed: number;
  readonly training: readonly JudgedQuery[];
  readonly test: TestSet;
  readonly lexicalPools: readonly JudgedPool[];
  readonly folds: { readonly byQuery: Folds; readonly byComponent: Folds };
  /** Unit vector of a document. */
  readonly documentVector: (documentId: string) => ArrayLike<number>;
  /** Says what is going on and returns a tick for each of `count` steps. */
  readonly progress: (label: string, count: number) => () => void;
}

export interface EncoderLayers {
  /** Training pools as they were returned, without learned values. */
  readonly plain: readonly JudgedPool[];
  /** With cross-fitted learned values. */
  readonly crossFitted: { readonly byQuery: JudgedPool[]; readonly byComponent: JudgedPool[] };
  readonly testFirsts: readonly FirstStageResult[];
  readonly parts: LearnedParts;
  readonly learned: FittedParts;
}

/** What every statement of the ladder returns, whether a layer uses it or not. */
const COLLECTED: readonly FeatureId[] = ["neighbour_cosine", "adapter_cosine"];

export async function collectEncoder(
  context: LadderContext,
  encoder: string,
  vectors: QueryVectors,
): Promise<EncoderLayers> {
  const { stack, tenant, training, test, progress } = context;
  const collect = (queries: readonly JudgedQuery[], label: string, model: RankingModel) =>
    collectPools({
      stack,
      tenant,
      queries,
      model,
      vectorOf: vectors.of,
      onProgress: progress(`${encoder}: ${label}`, queries.length),
    });
  const firsts = await collect(training, "training pools", collectingModel(COLLECTED, null));
  const plain = training.map((judged, at) => judgedPool(judged, firsts[at]!));
  const trainer = await createLearnedTrainer({
    pools: plain,
    lexicalPools: context.lexicalPools,
    queryVectors: training.map(({ queryId }) => vectors.unit(queryId)),
    candidateVector: (query, row) => context.documentVector(plain[query]!.candidates[row]!.id),
    terms: { ...TERM_WEIGHTS_RECURRING, seed: context.seed },
  });
  const learned = trainer.fit(() => true);
  const version = `ladder-${encoder}`;
  await insertLearnedRows(stack.database, stack.tenantId, {
    version,
    termWeights: termWeightRows(learned.terms),
    history: historyRows(training, (at) => vectors.unit(training[at]!.queryId)),
  });
  const { adapter } = servedParts(learned);
  const parts = { version, weighsLexicalLeg: false, adapter };
  const testFirsts = await collect(test.queries, "test queries", collectingModel(COLLECTED, parts));
  const crossFitted = {
    byQuery: trainer.crossFit(context.folds.byQuery, "byQuery"),
    byComponent: trainer.crossFit(context.folds.byComponent, "byComponent"),
  };
  return { plain, crossFitted, testFirsts, parts, learned };
}

export interface Layer {
  readonly name: StageName;
  readonly features: readonly FeatureId[];
  readonly settings?: Partial<RefereeSettings>;
}

export interface TrainedLayer {
  readonly stage: Stage;
  readonly model: RankingModel;
}

export function trainLayer(
  context: LadderContext,
  { crossFitted, testFirsts, parts }: EncoderLayers,
  { name, features, settings: own }: Layer,
): TrainedLayer {
  const settings = { ...REFEREE_SETTINGS, ...own, seed: context.seed };
  const sets = {
    byQuery: featureSet(crossFitted.byQuery, features),
    byComponent: featureSet(crossFitted.byComponent, features),
    folds: context.folds,
  };
  const referee = trainReferee(sets, settings);
  const cv: CrossValidation = {
    byQuery: referee.byQuery[referee.chosen]!,
    byComponent: referee.byComponent[referee.chosen]!,
  };
  const model = layerModel({
    name,
    referee,
    learned: parts,
    seed: context.seed,
    queries: context.training.length,
  });
  const run = rerankedRun(context.test.queries, testFirsts, model);
  return { stage: evaluateStage(name, run, context.test, { cv, referee }), model };
}

export function linearFusionLayer(
  context: LadderContext,
  { plain, testFirsts }: EncoderLayers,
): Stage {
  const { model, ...cv } = trainLinearFusion(featureSet(plain, LINEAR_FUSION), context.folds);
  const run = rerankedRun(context.test.queries, testFirsts, linearFusionModel(model));
  return evaluateStage("linear-fusion", run, context.test, { cv });
}
