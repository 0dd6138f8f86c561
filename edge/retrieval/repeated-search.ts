/**
 * A search that was asked before is answered from the isolate's memory, if nothing that it was made
 * from has changed. The memory proves nothing: before a kept answer is given, one small round trip asks
 * the database whether the key is still valid (tenant-database.ts) and which versions of corpus and
 * vocabulary stand now; model and token table are compared as every search reads them. A difference is
 * a miss. The key of an answer holds tenant, scope lock and the whole request, so that it is shared by
 * the keys and tokens of one tenant with one and the same lock, and by nobody else.
 *
 * Why not KV or the Cache API, which isolates share? Their lookup would be waited for by every search,
 * also by one that was never asked before, next to the round trip that no store can spare. A memory
 * costs a miss nothing.
 */
import type { TokenTable } from "#core/encoder/token-table.ts";
import type { Database } from "../ports.ts";
import type { SearchRequest, SearchResponse } from "../schemas/search.ts";
import { sha256Hex } from "../sha256.ts";
import type { ServedModel } from "../store/ranking-model-kv.ts";
import { countedDatabase } from "../store/tenant-database.ts";
import { readTenantVersions, type TenantVersions } from "../store/tenant-versions.ts";
import { readTokenTable } from "../store/token-table-kv.ts";
import { readModel } from "./read-model.ts";
import { recordImpression, type ServedFeatures } from "./record-impression.ts";
import type { SearchContext } from "./search.ts";

export interface FreshAnswer {
  readonly response: SearchResponse;
  readonly served: ServedModel;
  readonly versions: TenantVersions;
  readonly features: ServedFeatures;
}

type KeptParts = Pick<FreshAnswer, "response" | "features">;

/** What an answer lacks because of the query or the deployment. All else may be there at the next try. */
const LASTING: readonly string[] = ["no_embedding_provider", "query_unreadable"];

/**
 * The kept answer of an equal request where it still holds, otherwise what `run` gives; it sends its
 * first statement to the database that it is given.
 */
export async function answerOnce(
  request: SearchRequest,
  context: SearchContext,
  run: (database: Database) => Promise<FreshAnswer>,
): Promise<SearchResponse> {
  const { answers, dependencies, tenant } = context;
  const counted = countedDatabase(dependencies.database);
  if (answers === null) {
    return give(await run(counted), request, context);
  }
  const { scopeLock, tenantId, embeddingModel } = tenant;
  const parts = [tenantId, scopeLock, embeddingModel, request];
  const key = await sha256Hex(JSON.stringify(parts));
  const tableBefore = await tableIdentity(context);
  const kept = answers.get(key, dependencies.now());
  if (kept !== undefined) {
    const started = dependencies.now();
    const [versions, served] = await Promise.all([
      readTenantVersions(counted, tenantId),
      readModel(request, context, tenant),
    ]);
    if (kept.stamp === stampOf({ versions, served }, tableBefore)) {
      const { response, features } = JSON.parse(kept.text) as KeptParts;
      const total = dependencies.now() - started;
      const timing = { database: total, total };
      return give({ response: repeated(response, context, timing), features }, request, context);
    }
    answers.delete(key);
  }
  // One search counts once, whether its first round trip was the check or the search itself.
  const answer = await run(kept === undefined ? counted : dependencies.database);
  const lacks = answer.response.degraded.filter((lack) => !LASTING.includes(lack));
  if (lacks.length === 0 && (await tableIdentity(context)) === tableBefore) {
    const { response, features } = answer;
    const text = JSON.stringify({ response, features } satisfies KeptParts);
    answers.set(key, { stamp: stampOf(answer, tableBefore), text }, dependencies.now());
  }
  return give(answer, request, context);
}

function give(
  { response, features }: KeptParts,
  request: SearchRequest,
  context: SearchContext,
): SearchResponse {
  recordImpression(response, request, features, context);
  return response;
}

const repeated = (
  response: SearchResponse,
  { requestId }: SearchContext,
  timing: Readonly<Record<string, number>>,
): SearchResponse => ({ ...response, request_id: requestId, cache: "hit", timing_ms: timing });

function stampOf(
  { versions, served }: Pick<FreshAnswer, "versions" | "served">,
  table: number,
): string {
  const { corpusVersion, vocabularyVersion } = versions;
  const { model, status } = served;
  return JSON.stringify([corpusVersion, vocabularyVersion, model?.version ?? null, status, table]);
}

/** Tables are told apart by the object that is kept while their version stands; 0: none. */
const identities = new WeakMap<TokenTable, number>();
let lastIdentity = 0;

async function tableIdentity({ dependencies, tenant }: SearchContext): Promise<number> {
  const table = await readTokenTable(dependencies, tenant);
  if (table === null) {
    return 0;
  }
  const identity = identities.get(table) ?? (lastIdentity += 1);
  identities.set(table, identity);
  return identity;
}
