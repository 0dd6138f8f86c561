/**
 * First stages of many queries through the product's own request builder and statement, as a search
 * with this query vector and this model would run them.
 */
import { normalizeSearchText } from "#core/text/normalize.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import { firstStageRequest } from "#edge/retrieval/stages.ts";
import { type FirstStageResult, runFirstStage } from "#edge/store/first-stage.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import type { JudgedQuery } from "../data/judgment.ts";
import type { LadderStack } from "./ladder-stack.ts";

export type Vector = readonly number[] | null;

export interface PoolRequest {
  readonly stack: LadderStack;
  readonly tenant: TenantContext;
  readonly queries: readonly JudgedQuery[];
  /** By query id; null: words alone. */
  readonly vectorOf: (queryId: string) => Vector;
  /** What decides on learned parts; null: none. */
  readonly model: RankingModel | null;
  /** Called after each query. */
  readonly onProgress: () => void;
}

/** Parallel to the queries. */
export async function collectPools(request: PoolRequest): Promise<FirstStageResult[]> {
  const { stack, queries, onProgress } = request;
  const results: FirstStageResult[] = [];
  for (const judged of queries) {
    results.push(await runFirstStage(stack.database, poolStatement(request, judged)));
    onProgress();
  }
  return results;
}

function poolStatement({ tenant, vectorOf, model }: PoolRequest, judged: JudgedQuery) {
  return firstStageRequest(
    {
      text: normalizeSearchText(judged.query),
      encoded: { vector: vectorOf(judged.queryId), encoder: "ladder", degraded: null },
      tenant,
      served: { model, status: model === null ? "none" : "current" },
    },
    {},
  );
}
