/** First and second stage for one gate: what a search runs once, and again for each widening step. */
import type { Expansion } from "#core/expansion/expand-query.ts";
import type { GateValues, ResolvedScope } from "#core/scope/resolve-scope.ts";
import type { Database, Dependencies, PipelineOptions } from "../ports.ts";
import type { SearchRequest } from "../schemas/search.ts";
import { adaptQuery } from "#core/model/query-adapter.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import {
  type FirstStageRequest,
  type FirstStageResult,
  type LearnedRequest,
  runFirstStage,
} from "../store/first-stage.ts";
import type { ServedModel } from "../store/ranking-model-kv.ts";
import { QUERY_LANGUAGES_MAX } from "../store/search-limits.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import type { EncodedQuery } from "./encode-query.ts";
import { hasLeg } from "./pipeline.ts";
import { runSecondStage, type SecondStage } from "./second-stage.ts";

export interface StageInput {
  /** The normalised query. */
  readonly text: string;
  /** The query as it was sent, without the words that named its scope. */
  readonly topicText: string;
  /** Null: the request wants none, or nothing in it has another name. */
  readonly expansion: Expansion | null;
  readonly request: SearchRequest;
  readonly scope: ResolvedScope;
  /** What the store gates on before any widening. */
  readonly gate: GateValues;
  readonly encoded: EncodedQuery;
  readonly served: ServedModel;
  readonly tenant: TenantContext;
  readonly dependencies: Dependencies;
}

export interface FirstStageOptions {
  /** Words alone, as in step W3. */
  readonly isLexicalOnly?: boolean;
  /** For words alone: see FirstStageRequest. */
  readonly needlessFrom?: number | null;
  /** For a search with a vector: see FirstStageRequest. */
  readonly knownPool?: number | null;
  readonly exactPoolMax?: number | undefined;
  readonly pipeline?: PipelineOptions | undefined;
}

export interface StageRun {
  readonly first: FirstStageResult;
  readonly second: SecondStage;
}

/** One round trip. */
export async function runStages(
  input: StageInput,
  database: Database,
  { isLexicalOnly = false }: Pick<FirstStageOptions, "isLexicalOnly"> = {},
): Promise<StageRun & { databaseMs: number }> {
  const { now, exactPoolMax, pipeline } = input.dependencies;
  const started = now();
  const request = firstStageRequest(input, input.gate, {
    isLexicalOnly,
    exactPoolMax,
    pipeline,
  });
  const first = await runFirstStage(database, request);
  const databaseMs = now() - started;
  return { first, second: secondStage(input, first), databaseMs };
}

/** Leakage and alignment count against the scope that was asked for, whatever gate ran. */
export function secondStage(
  { request, scope, served }: StageInput,
  first: FirstStageResult,
): SecondStage {
  return runSecondStage(first, {
    model: served.model,
    rerank: request.rerank,
    asked: scope.gate,
  });
}

/** The request for one gate; the trainer builds its candidates with it too. */
export function firstStageRequest(
  {
    text,
    encoded,
    tenant,
    served,
    expansion,
  }: Pick<StageInput, "text" | "encoded" | "tenant"> &
    Partial<Pick<StageInput, "served" | "expansion">>,
  gate: GateValues,
  {
    isLexicalOnly = false,
    needlessFrom = null,
    knownPool = null,
    exactPoolMax,
    pipeline,
  }: FirstStageOptions = {},
): FirstStageRequest {
  const vector = isLexicalOnly || !hasLeg("dense", pipeline) ? null : encoded.vector;
  return {
    tenantId: tenant.tenantId,
    languages: queryLanguages(gate, tenant.languages),
    query: hasLeg("lexical", pipeline) ? text : "",
    expansion: expansion?.words ?? null,
    vector,
    embeddingModel: tenant.embeddingModel,
    gate,
    needlessFrom,
    knownPool: vector === null ? null : knownPool,
    ...(exactPoolMax === undefined ? {} : { exactPoolMax }),
    ...learnedRequest(served?.model ?? null, encoded.vector),
  };
}

/** What the model's features need beyond what every search computes; nothing for most models. */
function learnedRequest(
  model: RankingModel | null,
  vector: readonly number[] | null,
): { learned?: LearnedRequest } {
  if (model === null) return {};
  const { learned, features } = model;
  const neighbours = features.includes("neighbour_cosine");
  if (learned === undefined && !neighbours) return {};
  const adapter = features.includes("adapter_cosine") ? (learned?.adapter ?? null) : null;
  return {
    learned: {
      version: learned?.version ?? null,
      weighsLexicalLeg: learned?.weighsLexicalLeg ?? false,
      adaptedVector: adapter === null || vector === null ? null : adaptQuery(adapter, vector),
      neighbours,
    },
  };
}

/** The languages that the gate admits, or the tenant's own, whose analyzers read the query. */
export function queryLanguages(gate: GateValues, known: readonly string[]): readonly string[] {
  const admitted = gate.language?.map((tag) => String(tag).split("+")[0]);
  const languages =
    admitted === undefined
      ? known
      : known.filter((language) => admitted.includes(language) || language === "xx");
  return languages.slice(0, QUERY_LANGUAGES_MAX);
}
