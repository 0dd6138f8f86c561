/** Logs what was served with the features that ranked it, never in the way of the answer. */
import type { SearchRequest, SearchResponse } from "../schemas/search.ts";
import { IMPRESSION_HITS_MAX } from "./impression-log.ts";
import type { SearchContext } from "./search.ts";
import type { SecondStage } from "./second-stage.ts";

export function recordImpression(
  response: SearchResponse,
  request: SearchRequest,
  second: SecondStage,
  { dependencies, impressions, tenant, requestId }: SearchContext,
): void {
  const served = new Map(second.hits.map((hit) => [hit.document.id, hit.features]));
  const due = impressions.add({
    request_id: requestId,
    tenant_id: tenant.tenantId,
    served_at: new Date(dependencies.now()).toISOString(),
    query: request.query,
    scope: response.scope.effective,
    outcome: response.outcome,
    model_version: response.model.version,
    feature_ids: second.featureIds,
    hits: response.hits.slice(0, IMPRESSION_HITS_MAX).map(({ id, rank }) => ({
      id,
      rank,
      features: served.get(id) ?? [],
    })),
  });
  if (due !== null) {
    dependencies.background(
      due.catch(() => dependencies.log({ event: "impressions_lost", request_id: requestId })),
    );
  }
}
