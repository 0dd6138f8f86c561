/**
 * The query vector: sent by the caller, from the tenant's token table (no network), or from the
 * embedding provider; without any, and for a query in a script that the model does not read, search
 * is by words.
 */
import { encodeWithTable } from "#core/encoder/token-table.ts";
import { unitVector } from "#core/encoder/unit-vector.ts";
import { READABLE_SHARE_MIN, readableShare } from "#core/text/readable-share.ts";
import { AppError } from "../errors.ts";
import type { Dependencies } from "../ports.ts";
import type { SearchRequest } from "../schemas/search.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import { readTokenTable } from "../store/token-table-kv.ts";

export interface EncodedQuery {
  /** Null: no dense leg. */
  readonly vector: readonly number[] | null;
  /** "request", "table", the embedder's name, or "none". */
  readonly encoder: string;
  /** Why there is no vector although one was wanted. */
  readonly degraded: string | null;
}

export async function encodeQuery(
  dependencies: Pick<Dependencies, "database" | "models" | "embedder" | "now" | "log">,
  tenant: TenantContext,
  { query, vector, vector_model: model }: SearchRequest,
): Promise<EncodedQuery> {
  if (vector !== undefined) {
    return fromRequest(vector, model, tenant);
  }
  const { embedder, log } = dependencies;
  const table = await readTokenTable(dependencies, tenant);
  const looked = table === null ? null : encodeWithTable(query, table);
  if (looked !== null && looked.length === tenant.embeddingDimension) {
    return { vector: [...looked], encoder: "table", degraded: null };
  }
  if (embedder === null) {
    return { vector: null, encoder: "none", degraded: "no_embedding_provider" };
  }
  try {
    const { vectors, scripts } = await embedder.embed([query], tenant.embeddingModel, "query");
    const [encoded] = vectors;
    const unit = unitVector(encoded ?? []);
    if (unit?.length !== tenant.embeddingDimension) {
      log({ event: "query_vector_dimension", got: unit?.length ?? 0 });
      return { vector: null, encoder: "none", degraded: "embedding_mismatch" };
    }
    if (scripts !== undefined && readableShare(query, scripts) < READABLE_SHARE_MIN) {
      return { vector: null, encoder: "none", degraded: "query_unreadable" };
    }
    return { vector: unit, encoder: embedder.name, degraded: null };
  } catch (error) {
    log({ event: "query_not_embedded", code: error instanceof AppError ? error.code : "internal" });
    return { vector: null, encoder: "none", degraded: "embedding_unavailable" };
  }
}

function fromRequest(
  vector: readonly number[],
  model: string | undefined,
  tenant: TenantContext,
): EncodedQuery {
  const { embeddingModel, embeddingDimension } = tenant;
  if (model !== undefined && model !== embeddingModel) {
    const message = `the vector is of model ${model}; this tenant's model is ${embeddingModel}`;
    throw new AppError("unprocessable", message, { field: "vector_model" });
  }
  if (vector.length !== embeddingDimension) {
    const message =
      `expected ${embeddingDimension} values for model ${embeddingModel}, ` +
      `got ${vector.length}`;
    throw new AppError("unprocessable", message, { field: "vector" });
  }
  const unit = unitVector(vector);
  if (unit === null) {
    const message = "the vector is all zeros, which has no direction";
    throw new AppError("unprocessable", message, { field: "vector" });
  }
  return { vector: unit, encoder: "request", degraded: null };
}
