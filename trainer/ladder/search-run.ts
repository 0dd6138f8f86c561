/**
 * Test runs as the product serves them: through POST /v1/search (a leg alone, fusion, or the published
 * model), or, from first stages that were collected anyway, through the product's second stage.
 */
import type { RankingModel } from "#core/model/ranking-model.ts";
import { runSecondStage } from "#edge/retrieval/second-stage.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import type { FirstStageResult } from "#edge/store/first-stage.ts";
import type { Embedder, PipelineOptions } from "#edge/ports.ts";
import type { JudgedQuery } from "../data/judgment.ts";
import { failure } from "../training-error.ts";
import type { LadderStack } from "./ladder-stack.ts";
import type { Run } from "./stage.ts";

/** All that the first stage returns. */
const HITS = 100;

export interface ServedRun {
  readonly stack: LadderStack;
  readonly queries: readonly JudgedQuery[];
  readonly embedder: Embedder | null;
  /** What must have encoded every query: the embedder's name, or "table". */
  readonly encoder: string;
  readonly pipeline?: PipelineOptions;
  /** False: fusion alone. */
  readonly rerank: boolean;
  readonly onProgress: () => void;
}

export interface ServedQuery {
  readonly ids: readonly string[];
  /** Raw feature values of each hit by feature; empty without a model. */
  readonly features: readonly ReadonlyMap<string, number>[];
}

export async function serve(input: ServedRun): Promise<Map<string, ServedQuery>> {
  const { stack, queries, embedder, encoder, pipeline, rerank, onProgress } = input;
  const app = stack.app({ embedder, ...(pipeline === undefined ? {} : { pipeline }) });
  const served = new Map<string, ServedQuery>();
  for (const { queryId, query } of queries) {
    const response = await app.request("/v1/search", {
      method: "POST",
      headers: { authorization: `Bearer ${stack.key}`, "content-type": "application/json" },
      body: JSON.stringify({
        query,
        relax: "none",
        expand: false,
        k: HITS,
        rerank,
        explain: rerank,
        highlight: false,
        fields: ["id"],
      }),
    });
    if (response.status !== 200) {
      throw failure(`search for query ${queryId} answered ${response.status}`);
    }
    const { hits, ...answer } = (await response.json()) as SearchResponse;
    if (answer.encoder !== encoder) {
      throw failure(`query ${queryId} was encoded by "${answer.encoder}", not by "${encoder}"`);
    }
    served.set(queryId, {
      ids: hits.map(({ id }) => id),
      features: hits.map(
        ({ contributions }) =>
          new Map((contributions ?? []).map(({ feature, value }) => [feature, value])),
      ),
    });
    onProgress();
  }
  return served;
}

export const idsOf = (served: ReadonlyMap<string, ServedQuery>): Run =>
  new Map([...served].map(([queryId, { ids }]) => [queryId, ids]));

/** The order of the product's second stage, over first stages parallel to the queries. */
export function rerankedRun(
  queries: readonly JudgedQuery[],
  firsts: readonly FirstStageResult[],
  model: RankingModel | null,
): Run {
  return new Map(
    queries.map(({ queryId }, at) => {
      const second = runSecondStage(firsts[at]!, { model, rerank: model !== null, asked: {} });
      return [queryId, second.hits.map(({ ranked }) => ranked.id)];
    }),
  );
}
