/**
 * Changes a tenant's embedding model without a gap: vectors of the new model are made chunk by chunk
 * beside the old ones, which serve until the last one is there (migrations/0013_reembedding.sql).
 * It may be stopped at any point; whoever goes on embeds only what is missing. Documents that come in
 * meanwhile get the model in force first and the pending one before the change.
 */
import { directionText } from "#core/encoder/vector-text.ts";
import { embeddingInput } from "#core/text/passage.ts";
import { AppError } from "../errors.ts";
import type { Database, Embedder } from "../ports.ts";
import { checkProvided } from "./check-provided.ts";

/** Chunks per provider call and statement: what is lost when the job is stopped. */
export const REEMBED_CHUNKS_MAX = 64;

export interface ReembeddingStatus {
  /** In force: of queries and of what they are compared with. */
  readonly model: string;
  readonly dimension: number;
  /** What the tenant changes to, or null: no work is pending. */
  readonly pending: { readonly model: string; readonly dimension: number } | null;
  /** Chunks without a vector of the pending model. */
  readonly missing: number;
}

interface StatusRow {
  model: string;
  dimension: number;
  pending_model: string | null;
  pending_dimension: number | null;
  missing: number;
}

interface ChunkRow {
  chunk_key: string;
  title: string | null;
  body: string;
}

const lacksPending = `NOT EXISTS (SELECT 1 FROM chunk_dense e JOIN tenants t USING (tenant_id)
  WHERE e.chunk_key = l.chunk_key AND e.embedding_model = t.pending_model)`;

export async function readReembedding(
  database: Database,
  tenantId: number,
): Promise<ReembeddingStatus> {
  const [row] = await database.query<StatusRow>(
    `SELECT embedding_model AS model, embedding_dimension AS dimension, pending_model,
       pending_dimension, CASE WHEN pending_model IS NULL THEN 0 ELSE (
         SELECT count(*)::integer FROM chunk_lexical l WHERE l.tenant_id = $1 AND ${lacksPending})
       END AS missing
     FROM tenants WHERE tenant_id = $1`,
    [tenantId],
  );
  if (row === undefined) {
    throw new AppError("not_found", "no such tenant");
  }
  const { model, dimension, pending_model: pending, pending_dimension: values, missing } = row;
  return {
    model,
    dimension,
    pending: pending === null || values === null ? null : { model: pending, dimension: values },
    missing,
  };
}

/** Naming the model in force gives up a change that is under way. */
export async function beginReembedding(
  database: Database,
  tenantId: number,
  target: { readonly model: string; readonly dimension: number },
): Promise<void> {
  await database.query("SELECT begin_reembedding($1, $2, $3)", [
    tenantId,
    target.model,
    target.dimension,
  ]);
}

/**
 * Embeds at most `chunksMax` chunks that lack the pending model's vector and, when none is left, puts
 * the model in force. Nothing happens where nothing is pending.
 */
export async function reembedNext(
  { database, embedder }: { readonly database: Database; readonly embedder: Embedder },
  tenantId: number,
  chunksMax = REEMBED_CHUNKS_MAX,
): Promise<void> {
  const { pending } = await readReembedding(database, tenantId);
  if (pending === null) {
    return;
  }
  const chunks = await database.query<ChunkRow>(
    `SELECT l.chunk_key, d.title, c.body
     FROM chunk_lexical l JOIN chunks c USING (chunk_key) JOIN documents d ON d.doc_key = l.doc_key
     WHERE l.tenant_id = $1 AND ${lacksPending} ORDER BY l.chunk_key LIMIT $2`,
    [tenantId, chunksMax],
  );
  if (chunks.length > 0) {
    const texts = chunks.map(({ title, body }) => embeddingInput(title, body));
    const { vectors } = await embedder.embed(texts, pending.model, "passage");
    checkProvided(vectors, texts.length, pending.model, pending.dimension);
    const rows = chunks.map(({ chunk_key }, index) => ({
      chunk_key,
      embedding: directionText(vectors[index]!),
    }));
    await database.query("SELECT store_embeddings($1, $2, $3::jsonb)", [
      tenantId,
      pending.model,
      JSON.stringify(rows),
    ]);
  }
  if (chunks.length < chunksMax) {
    await database.query("SELECT finish_reembedding($1)", [tenantId]);
  }
}
