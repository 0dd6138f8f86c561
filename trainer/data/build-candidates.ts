/**
 * Candidates of judged queries, through the Worker's own stages: scope resolution, query encoding,
 * first-stage statement and fusion. A trained weight therefore meets the same numbers when it serves.
 * The scope is the one stored with the judgment: words of the query add nothing to it, they are only
 * expanded.
 */
import { extractScope } from "#core/scope/extract-scope.ts";
import { resolveScope } from "#core/scope/resolve-scope.ts";
import { NO_EXTRACTION } from "#core/scope/scope-extraction.ts";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { READABLE_SHARE_MIN, readableShare } from "#core/text/readable-share.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import { expansionOf } from "#edge/retrieval/expansion.ts";
import { queryLanguages } from "#edge/retrieval/stages.ts";
import { runFirstStage } from "#edge/store/first-stage.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { failure } from "../training-error.ts";
import type { JudgedQuery } from "./judgment.ts";
import { judgedPool, type JudgedPool } from "./judged-pool.ts";

/** Queries that are encoded together, while the batch before is searched. */
const BATCH_QUERIES = 64;

export type QueryVector = readonly number[] | null;

/** Vectors of texts, as a search would have them; null: by words alone. */
export type QueryEncoder = (texts: readonly string[]) => Promise<readonly QueryVector[]>;

export interface CandidateSources {
  readonly database: Database;
  readonly encode: QueryEncoder;
  readonly tenant: TenantContext;
  readonly requestsInFlight: number;
  readonly onProgress: (queriesDone: number) => void;
}

export interface Candidates {
  readonly pool: JudgedPool;
  readonly vector: QueryVector;
}

/** The tenant's provider, as encode-query.ts uses it; null: no provider, so the lexical leg alone. */
export function providerEncoder(embedder: Embedder | null, tenant: TenantContext): QueryEncoder {
  return async (texts) => {
    if (embedder === null || texts.length === 0) return texts.map(() => null);
    const { embeddingModel, embeddingDimension } = tenant;
    const { vectors, scripts } = await embedder.embed(texts, embeddingModel, "query");
    const wrong = vectors.find(({ length }) => length !== embeddingDimension);
    if (wrong !== undefined) {
      throw failure(
        `the embedding provider gave ${wrong.length} values for model ${embeddingModel}, ` +
          `the tenant's vectors have ${embeddingDimension}`,
      );
    }
    const isReadable = (text: string) =>
      scripts === undefined || readableShare(text, scripts) >= READABLE_SHARE_MIN;
    return texts.map((text, at) => (isReadable(text) ? unitVector(vectors[at]!) : null));
  };
}

/** Parallel to `queries`. A scope that admits nothing gives a pool without candidates. */
export async function buildCandidates(
  queries: readonly JudgedQuery[],
  sources: CandidateSources,
): Promise<Candidates[]> {
  const batches = Array.from({ length: Math.ceil(queries.length / BATCH_QUERIES) }, (_, index) =>
    queries.slice(index * BATCH_QUERIES, (index + 1) * BATCH_QUERIES),
  );
  const encodeBatch = (index: number) =>
    sources.encode((batches[index] ?? []).map(({ query }) => query));
  const candidates: Candidates[] = [];
  let pending = encodeBatch(0);
  for (const [index, batch] of batches.entries()) {
    const vectors = await pending;
    pending = encodeBatch(index + 1);
    // It is awaited in the next turn; until then its failure must not count as unhandled.
    pending.catch(() => undefined);
    const built = await inFlight(batch, sources.requestsInFlight, (judged, at) =>
      candidatesOf(judged, vectors[at] ?? null, sources),
    );
    candidates.push(...built);
    sources.onProgress(candidates.length);
  }
  return candidates;
}

async function candidatesOf(
  judged: JudgedQuery,
  vector: QueryVector,
  { database, tenant }: CandidateSources,
): Promise<Candidates> {
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
  return { pool: judgedPool(judged, first), vector };
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
