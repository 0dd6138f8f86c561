/**
 * Vectors of the passages that stand for candidates. A document of several passages is represented in
 * a pool by the best of them, which the record names only through its cosine: of the document's
 * passages the one with that cosine is taken.
 */
import type { Database } from "#edge/ports.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import type { JudgedPool } from "./judged-pool.ts";

/** Documents of one statement; a vector of 384 numbers takes about 5 kB as text. */
const DOCUMENTS_PER_STATEMENT = 2_000;

/** By query and row; null: the candidate has no vector. */
export type CandidateVectors = (query: number, row: number) => Float32Array | null;

/** `queryVectors` are of unit length, parallel to the pools; null: none. */
export async function loadCandidateVectors(
  database: Database,
  tenant: TenantContext,
  pools: readonly JudgedPool[],
  queryVectors: readonly (ArrayLike<number> | null)[],
): Promise<CandidateVectors> {
  const ids = [...new Set(pools.flatMap(({ candidates }) => candidates.map(({ id }) => id)))];
  const passagesOf = await loadPassages(database, tenant, ids);
  const chosen = pools.map(({ candidates }, query) =>
    candidates.map(({ id, cosine }) =>
      nearest(passagesOf.get(id) ?? [], queryVectors[query] ?? null, cosine),
    ),
  );
  return (query, row) => chosen[query]![row]!;
}

async function loadPassages(
  database: Database,
  { tenantId, embeddingModel }: TenantContext,
  ids: readonly string[],
): Promise<Map<string, Float32Array[]>> {
  const passagesOf = new Map<string, Float32Array[]>();
  for (let start = 0; start < ids.length; start += DOCUMENTS_PER_STATEMENT) {
    const rows = await database.query<{ id: string; embedding: string }>(
      `SELECT id, embedding::text AS embedding FROM chunk_dense
       WHERE tenant_id = $1 AND embedding_model = $2 AND id = ANY ($3::text[])
       ORDER BY id, chunk_key`,
      [tenantId, embeddingModel, ids.slice(start, start + DOCUMENTS_PER_STATEMENT)],
    );
    for (const { id, embedding } of rows) {
      const passages = passagesOf.get(id) ?? [];
      passages.push(Float32Array.from(JSON.parse(embedding) as number[]));
      passagesOf.set(id, passages);
    }
  }
  return passagesOf;
}

function nearest(
  passages: readonly Float32Array[],
  query: ArrayLike<number> | null,
  cosine: number | null,
): Float32Array | null {
  if (cosine === null || query === null) return null;
  let best: Float32Array | null = null;
  let smallest = Infinity;
  for (const passage of passages) {
    let product = 0;
    for (let j = 0; j < passage.length; j += 1) product += passage[j]! * query[j]!;
    const distance = Math.abs(product - cosine);
    if (distance < smallest) [best, smallest] = [passage, distance];
  }
  return best;
}
