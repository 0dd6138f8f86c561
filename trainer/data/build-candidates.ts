/**
 * Candidates and raw features of judged queries, through the Worker's own stages: scope resolution,
 * query encoding, first-stage statement, fusion and feature extraction. A trained weight therefore
 * meets the same numbers when it serves. The scope is the one stored with the judgment: words of
 * the query add nothing to it, they are only expanded.
 */
import { extractFeatures } from "#core/features/extract-features.ts";
import { fuseCandidates } from "#core/fusion/reciprocal-rank-fusion.ts";
import { extractScope } from "#core/scope/extract-scope.ts";
import { resolveScope } from "#core/scope/resolve-scope.ts";
import type { ScopeExtraction } from "#core/scope/scope-extraction.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import { expansionOf } from "#edge/retrieval/expansion.ts";
import { queryLanguages } from "#edge/retrieval/stages.ts";
import { type FirstStageResult, runFirstStage } from "#edge/store/first-stage.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { failure } from "../training-error.ts";
import { type CandidateGroup, TRAINED_FEATURES } from "./candidate-group.ts";
import type { JudgedQuery } from "./judgment.ts";

/** Queries that are embedded together, while the batch before is searched. */
const BATCH_QUERIES = 64;

const NO_EXTRACTION: ScopeExtraction = { extracted: [], excluded: [], topicText: "" };

export interface CandidateSources {
  readonly database: Database;
  /** Null: the lexical leg alone. */
  readonly embedder: Embedder | null;
  readonly tenant: TenantContext;
  readonly requestsInFlight: number;
  readonly onProgress: (queriesDone: number) => void;
}

type Vector = readonly number[] | null;

/** Parallel to `queries`. A scope that admits nothing gives a group without candidates. */
export async function buildCandidates(
  queries: readonly JudgedQuery[],
  sources: CandidateSources,
): Promise<CandidateGroup[]> {
  const batches = Array.from({ length: Math.ceil(queries.length / BATCH_QUERIES) }, (_, index) =>
    queries.slice(index * BATCH_QUERIES, (index + 1) * BATCH_QUERIES),
  );
  const groups: CandidateGroup[] = [];
  let pending = encodeBatch(batches[0] ?? [], sources);
  for (const [index, batch] of batches.entries()) {
    const vectors = await pending;
    pending = encodeBatch(batches[index + 1] ?? [], sources);
    // It is awaited in the next turn; until then its failure must not count as unhandled.
    pending.catch(() => undefined);
    const built = await inFlight(batch, sources.requestsInFlight, (judged, at) =>
      buildGroup(judged, vectors[at] ?? null, sources),
    );
    groups.push(...built);
    sources.onProgress(groups.length);
  }
  return groups;
}

async function encodeBatch(
  queries: readonly JudgedQuery[],
  { embedder, tenant }: CandidateSources,
): Promise<readonly Vector[]> {
  if (embedder === null || queries.length === 0) return queries.map(() => null);
  const texts = queries.map(({ query }) => query);
  const { vectors } = await embedder.embed(texts, tenant.embeddingModel, "query");
  const wrong = vectors.find(({ length }) => length !== tenant.embeddingDimension);
  if (wrong !== undefined) {
    const { embeddingModel, embeddingDimension } = tenant;
    throw failure(
      `the embedding provider gave ${wrong.length} values for model ${embeddingModel}, ` +
        `the tenant's vectors have ${embeddingDimension}`,
    );
  }
  return vectors;
}

async function buildGroup(
  judged: JudgedQuery,
  vector: Vector,
  { database, tenant }: CandidateSources,
): Promise<CandidateGroup> {
  const { vocabulary } = tenant;
  const scope = resolveScope({
    locked: {},
    requested: judged.scope,
    extraction: NO_EXTRACTION,
    vocabulary,
  });
  const { gate } = scope;
  const extraction = extractScope(judged.query, vocabulary);
  const expansion = expansionOf({ expand: true }, { tenant, scope, extraction });
  const first = await runFirstStage(database, {
    tenantId: tenant.tenantId,
    languages: queryLanguages(gate, tenant.languages),
    query: normalizeSearchText(judged.query),
    expansion: expansion?.words ?? null,
    vector,
    embeddingModel: tenant.embeddingModel,
    gate,
  });
  return toGroup(judged, first);
}

function toGroup(
  judged: JudgedQuery,
  { statistics, candidates }: FirstStageResult,
): CandidateGroup {
  const values = new Float64Array(candidates.length * TRAINED_FEATURES.length);
  extractFeatures(statistics, candidates, TRAINED_FEATURES, values);
  const rankOf = new Map(fuseCandidates(candidates).map(({ id, rank }) => [id, rank]));
  return {
    judged,
    ids: candidates.map(({ id }) => id),
    fusedRanks: candidates.map(({ id }) => rankOf.get(id)!),
    values,
  };
}

/** Results in the order of the items, at most `limit` under way. */
async function inFlight<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index]!, index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
