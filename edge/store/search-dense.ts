/**
 * What the query's vector adds to the search statement: the leg by cosine. Parameters from `first` on:
 * the largest pool whose cosines are all computed, and how many a larger one computes after its scan
 * by binary code.
 */
import { gate } from "./search-legs.ts";
import { LEG_DEPTH } from "./search-limits.ts";

export interface DenseClauses {
  /** Further clauses of the statement, with their comma. */
  readonly leg: string;
  readonly ranking: string;
}

export const DENSE_PARAMETER_COUNT = 2;

export function denseClauses(first: number): DenseClauses {
  const [exactPoolMax, rescored] = [`$${first}`, `$${first + 1}`];
  return {
    ranking: `
        UNION ALL SELECT doc_key, id, chunk_key, rank, 'dense' FROM dense_ranked`,
    leg: `
dense_chunks AS MATERIALIZED (
  (SELECT d.doc_key, d.id, d.chunk_key, d.embedding <#> $4::vector AS distance
   FROM chunk_dense d
   WHERE d.tenant_id = $1 AND d.embedding_model = $5
      AND (SELECT chunks FROM pool) <= ${exactPoolMax}
      AND ${gate("d")}
   ORDER BY d.embedding <#> $4::vector, d.id LIMIT (SELECT leg_chunks FROM pool))
  UNION ALL
  (SELECT doc_key, id, chunk_key, e.embedding <#> $4::vector AS distance
   FROM (SELECT d.chunk_key
         FROM chunk_dense d
         WHERE d.tenant_id = $1 AND d.embedding_model = $5
      AND (SELECT chunks FROM pool) > ${exactPoolMax}
      AND ${gate("d")}
         ORDER BY d.code::bit varying <~> (
           SELECT binary_code($4::vector, embedding_centre) FROM tenants WHERE tenant_id = $1),
           d.id LIMIT ${rescored}) near
   JOIN chunk_dense e USING (chunk_key)
   WHERE e.embedding_model = $5
   ORDER BY e.embedding <#> $4::vector, id LIMIT (SELECT leg_chunks FROM pool))),
dense AS MATERIALIZED (
  SELECT doc_key, id, min(distance) AS distance,
         (array_agg(chunk_key ORDER BY distance, chunk_key))[1] AS chunk_key
  FROM dense_chunks
  GROUP BY doc_key, id ORDER BY distance, id LIMIT ${LEG_DEPTH}),
dense_ranked AS (
  SELECT *, row_number() OVER (ORDER BY distance, id) AS rank FROM dense),`,
  };
}

/** Of a search by words alone. */
export const NO_DENSE: DenseClauses = { leg: "", ranking: "" };
