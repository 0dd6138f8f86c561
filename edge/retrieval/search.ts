/**
 * One search, in the order of the design: scope, query vector and model, first stage (one round trip),
 * second stage, widening where it is allowed and needed, response. The only place that knows the
 * order; every stage is a function of its own.
 */
import { extractScope } from "#core/scope/extract-scope.ts";
import { type ResolvedScope, resolveScope } from "#core/scope/resolve-scope.ts";
import { NORMALIZER_VERSION, normalizeSearchText } from "#core/text/normalize.ts";
import { AppError } from "../errors.ts";
import { unauthorized } from "../middleware/authenticate.ts";
import type { Dependencies } from "../ports.ts";
import type { SearchRequest, SearchResponse } from "../schemas/search.ts";
import { ANALYZER_VERSION } from "../store/analyzer-version.ts";
import {
  type FirstStageRequest,
  type FirstStageResult,
  runFirstStage,
} from "../store/first-stage.ts";
import type { RankingModelReader, ServedModel } from "../store/ranking-model-kv.ts";
import { QUERY_LANGUAGES_MAX } from "../store/search-statement.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import { type EncodedQuery, encodeQuery } from "./encode-query.ts";
import type { ImpressionLog } from "./impression-log.ts";
import { recordImpression } from "./record-impression.ts";
import { runSecondStage } from "./second-stage.ts";
import { toResponse } from "./to-response.ts";

export interface SearchContext {
  readonly dependencies: Dependencies;
  readonly models: RankingModelReader;
  readonly impressions: ImpressionLog;
  readonly tenant: TenantContext;
  readonly reloadTenant: () => Promise<TenantContext>;
  readonly forgetTenant: () => void;
  readonly requestId: string;
}

/** Milliseconds by stage, for `timing_ms`. */
export type Timing = Record<"scope" | "encode" | "database" | "rerank" | "total", number>;

export async function search(
  request: SearchRequest,
  context: SearchContext,
): Promise<SearchResponse> {
  const { dependencies } = context;
  const { now } = dependencies;
  const started = now();
  const text = normalizeSearchText(request.query);
  if (text === "") {
    throw new AppError("empty_query", "the query has no visible text", { field: "query" });
  }
  const { tenant, scope } = await understand(request, context);
  const scoped = now();
  const [encoded, served] = await Promise.all([
    encodeQuery(dependencies, tenant, request),
    readModel(context, tenant),
  ]);
  const encodedAt = now();
  const first = await runFirstStage(
    dependencies.database,
    firstStageRequest(text, scope, encoded, tenant, dependencies.exactPoolMax),
  );
  const answered = now();
  refuseRevoked(first, context);
  const second = runSecondStage(first, {
    model: served.model,
    rerank: request.rerank,
    asked: scope.gate,
  });
  const ended = now();
  const timing: Timing = {
    scope: scoped - started,
    encode: encodedAt - scoped,
    database: answered - encodedAt,
    rerank: ended - answered,
    total: ended - started,
  };
  const response = toResponse({ request, context, scope, encoded, served, first, second, timing });
  recordImpression(response, request, second, context);
  return response;
}

/** Reads the scope; a value that is unknown to a remembered vocabulary is looked up afresh once. */
async function understand(
  request: SearchRequest,
  context: SearchContext,
): Promise<{ tenant: TenantContext; scope: ResolvedScope }> {
  let { tenant } = context;
  let scope = resolve(request, tenant);
  if (scope.unknown.length > 0) {
    tenant = await context.reloadTenant();
    scope = resolve(request, tenant);
  }
  const [unknown] = scope.unknown;
  if (unknown !== undefined) {
    const { field, value, suggestion } = unknown;
    const hint = suggestion === null ? "" : `; did you mean "${suggestion}"?`;
    throw new AppError("unknown_scope_value", `no ${field} is named "${value}"${hint}`, {
      field: `scope.${field}`,
    });
  }
  return { tenant, scope };
}

function resolve(request: SearchRequest, { vocabulary, scopeLock }: TenantContext): ResolvedScope {
  return resolveScope({
    locked: scopeLock,
    requested: request.scope,
    extraction: extractScope(request.query, vocabulary),
    vocabulary,
  });
}

function readModel(context: SearchContext, tenant: TenantContext): Promise<ServedModel> {
  const { models, now, log } = context.dependencies;
  const environment = {
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: tenant.embeddingModel,
  };
  return context.models.read(models, tenant.tenantId, environment, now(), log);
}

/** The languages that the scope admits, or the tenant's own, whose analyzers read the query. */
export function queryLanguages(scope: ResolvedScope, tenant: TenantContext): readonly string[] {
  const admitted = scope.gate.language?.map((tag) => String(tag).split("+")[0]!);
  const languages =
    admitted === undefined
      ? tenant.languages
      : tenant.languages.filter((language) => admitted.includes(language) || language === "xx");
  return languages.slice(0, QUERY_LANGUAGES_MAX);
}

export function firstStageRequest(
  text: string,
  scope: ResolvedScope,
  encoded: EncodedQuery,
  tenant: TenantContext,
  exactPoolMax?: number,
): FirstStageRequest {
  return {
    tenantId: tenant.tenantId,
    keyId: tenant.keyId,
    languages: queryLanguages(scope, tenant),
    query: text,
    expansion: null,
    vector: encoded.vector,
    embeddingModel: tenant.embeddingModel,
    gate: scope.gate,
    ...(exactPoolMax === undefined ? {} : { exactPoolMax }),
  };
}

/** A key that was revoked, or a vocabulary that moved on, since the context was remembered. */
function refuseRevoked(first: FirstStageResult, context: SearchContext): void {
  if (!first.authorized) {
    context.forgetTenant();
    throw unauthorized();
  }
  if (first.vocabularyVersion !== context.tenant.vocabularyVersion) {
    context.forgetTenant();
  }
}
