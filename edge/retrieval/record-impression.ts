/** Logs what was served with the features that ranked it, never in the way of the answer. */
import type { SearchRequest, SearchResponse } from "../schemas/search.ts";
import { IMPRESSION_HITS_MAX } from "./impression-log.ts";
import type { SearchContext } from "./search.ts";
import type { SecondStage } from "./second-stage.ts";

/** Raw features of the best hits, by the ids of features: what a trainer learns from. */
export interface ServedFeatures {
  readonly ids: readonly string[];
  readonly byDocument: Readonly<Record<string, readonly number[]>>;
}

export function servedFeatures({ featureIds, hits }: SecondStage): ServedFeatures {
  const best = hits.slice(0, IMPRESSION_HITS_MAX);
  return {
    ids: featureIds,
    byDocument: Object.fromEntries(best.map(({ document, features }) => [document.id, features])),
  };
}

export function recordImpression(
  response: SearchResponse,
  request: SearchRequest,
  features: ServedFeatures,
  { dependencies, impressions, tenant, requestId }: SearchContext,
): void {
  const due = impressions.add({
    request_id: requestId,
    tenant_id: tenant.tenantId,
    served_at: new Date(dependencies.now()).toISOString(),
    query: request.query,
    scope: response.scope.effective,
    outcome: response.outcome,
    model_version: response.model.version,
    feature_ids: features.ids,
    hits: response.hits.slice(0, IMPRESSION_HITS_MAX).map(({ id, rank }) => ({
      id,
      rank,
      features: features.byDocument[id] ?? [],
    })),
  });
  if (due !== null) {
    dependencies.background(
      due.catch(() => dependencies.log({ event: "impressions_lost", request_id: requestId })),
    );
  }
}
