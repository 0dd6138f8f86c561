/**
 * One search, in the order of the design: scope, query vector and model, first stage (one round trip),
 * second stage, widening where it is allowed and needed, a subject where one is held fast that nobody
 * named, response. The only place that knows the
 * order; every stage is a function of its own.
 */
import { extractScope } from "#core/scope/extract-scope.ts";
import { READ_CONFIDENCE, type ScopeExtraction } from "#core/scope/scope-extraction.ts";
import { type ResolvedScope, resolveScope } from "#core/scope/resolve-scope.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import { AppError } from "../errors.ts";
import type { Database, Dependencies } from "../ports.ts";
import type { SearchRequest, SearchResponse } from "../schemas/search.ts";
import { type FirstStageResult } from "../store/first-stage.ts";
import type { RankingModelReader } from "../store/ranking-model-kv.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import { requestFingerprint } from "./cursor.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { encodeQuery } from "./encode-query.ts";
import { expansionOf } from "./expansion.ts";
import type { ImpressionLog } from "./impression-log.ts";
import { gateOf, readScope } from "./pipeline.ts";
import { readModel } from "./read-model.ts";
import { servedFeatures } from "./record-impression.ts";
import { answerOnce, type FreshAnswer } from "./repeated-search.ts";
import { nextPage } from "./next-page.ts";
import { settleSubject } from "./settle-subject.ts";
import { runStages } from "./stages.ts";
import { toResponse } from "./to-response.ts";
import { widen } from "./widen.ts";

export interface SearchContext {
  readonly dependencies: Dependencies;
  readonly models: RankingModelReader;
  readonly impressions: ImpressionLog;
  /** Null: this search runs, whatever was answered before. */
  readonly answers: AnswerCache | null;
  readonly tenant: TenantContext;
  readonly reloadTenant: () => Promise<TenantContext>;
  readonly forgetTenant: () => void;
  readonly requestId: string;
}

export interface Understood {
  readonly tenant: TenantContext;
  readonly scope: ResolvedScope;
  readonly extraction: ScopeExtraction;
}

/** Milliseconds by stage, for `timing_ms`. */
export type Timing = Record<"scope" | "encode" | "database" | "rerank" | "total", number>;

export async function search(
  request: SearchRequest,
  context: SearchContext,
): Promise<SearchResponse> {
  const text = normalizeSearchText(request.query);
  if (text === "") {
    throw new AppError("empty_query", "the query has no visible text", { field: "query" });
  }
  if (request.cursor !== null) {
    const understood = await understand(request, context);
    await context.reloadTenant();
    return nextPage({ ...request, cursor: request.cursor }, context, understood);
  }
  return answerOnce(request, context, (database) => answer(request, text, context, database));
}

/** `text`: the normalised query. */
async function answer(
  request: SearchRequest,
  text: string,
  context: SearchContext,
  firstStageDatabase: Database,
): Promise<FreshAnswer> {
  const { dependencies } = context;
  const { now } = dependencies;
  const started = now();
  const understood = await understand(request, context);
  const { tenant, scope } = understood;
  const scoped = now();
  const [encoded, served] = await Promise.all([
    encodeQuery(dependencies, tenant, request),
    readModel(request, context, tenant),
  ]);
  const encodedAt = now();
  const gate = gateOf(scope, dependencies.pipeline);
  const expansion = expansionOf(request, understood, dependencies.pipeline);
  const { topicText } = understood.extraction;
  const searched = topicWords(request.query, understood) || text;
  const input = { text: searched, topicText, expansion, request, scope, gate };
  const stages = { ...input, encoded, served, tenant, dependencies };
  const narrow = await runStages(stages, firstStageDatabase);
  forgetOldVocabulary(narrow.first, context);
  const widened = await widen(stages, narrow);
  const { run, assumed, databaseMs: settledMs } = await settleSubject(stages, widened);
  const ended = now();
  const databaseMs = narrow.databaseMs + widened.databaseMs + settledMs;
  const timing: Timing = {
    scope: scoped - started,
    encode: encodedAt - scoped,
    database: databaseMs,
    rerank: ended - encodedAt - databaseMs,
    total: ended - started,
  };
  const { first, second } = run;
  const response = await toResponse({
    request,
    context,
    stages,
    scope,
    assumed,
    encoded,
    served,
    first,
    second,
    timing,
    widened,
    fingerprint: await requestFingerprint(tenant.tenantId, request),
  });
  // The vocabulary that was used, which may be an older one than the statement saw.
  const { vocabularyVersion } = tenant;
  const versions = { corpusVersion: narrow.first.corpusVersion, vocabularyVersion };
  return { response, served, versions, features: servedFeatures(second) };
}

/**
 * The query without the words that named its gate: inside the gate they say nothing more. The rest
 * stays as it was sent, formulas included. Empty where nothing but scope was named.
 */
function topicWords(query: string, { extraction, scope }: Understood): string {
  let topic = query;
  for (const { field, confidence, span } of extraction.extracted) {
    if (confidence >= READ_CONFIDENCE && scope.gate[field] !== undefined) {
      topic = topic.slice(0, span[0]) + " ".repeat(span[1] - span[0]) + topic.slice(span[1]);
    }
  }
  return /[\p{L}\p{N}]/u.test(topic) ? normalizeSearchText(topic) : "";
}

/** Reads the scope; a value that is unknown to a remembered vocabulary is looked up afresh once. */
async function understand(request: SearchRequest, context: SearchContext): Promise<Understood> {
  let understood = resolve(request, context.tenant, context.dependencies);
  if (understood.scope.unknown.length > 0) {
    understood = resolve(request, await context.reloadTenant(), context.dependencies);
  }
  const { scope } = understood;
  const [unknown] = scope.unknown;
  if (unknown !== undefined) {
    const { field, value, suggestion } = unknown;
    const hint = suggestion === null ? "" : `; did you mean "${suggestion}"?`;
    throw new AppError("unknown_scope_value", `no ${field} is named "${value}"${hint}`, {
      field: `scope.${field}`,
    });
  }
  return understood;
}

function resolve(
  request: SearchRequest,
  tenant: TenantContext,
  { pipeline }: Dependencies,
): Understood {
  const { vocabulary, scopeLock: locked } = tenant;
  const extraction = readScope(extractScope(request.query, vocabulary), pipeline);
  const scope = resolveScope({ locked, requested: request.scope, extraction, vocabulary });
  return { tenant, scope, extraction };
}

/** A vocabulary that moved on since the context was remembered: the next request reads the new one. */
function forgetOldVocabulary(first: FirstStageResult, context: SearchContext): void {
  if (first.vocabularyVersion !== context.tenant.vocabularyVersion) {
    context.forgetTenant();
  }
}
