/**
 * What the query's vector adds to the search statement: the leg by cosine, and how near the pool comes
 * to the query; and what its absence adds. A statement of words alone is the last step of a widening:
 * where an earlier statement of the same transaction came near enough, it looks for nothing.
 */
import { gate } from "./search-legs.ts";
import { LEG_DEPTH } from "./search-limits.ts";

export interface DenseClauses {
  /** Further clauses of the statement, with their comma. */
  readonly leg: string;
  readonly ranking: string;
  /** Cosine of the pool's nearest document as text; empty or null: none. */
  readonly nearest: string;
  /** Condition of every clause that costs something. */
  readonly condition: string;
  readonly parameterCount: number;
}

/** Setting, local to the transaction, in which a statement leaves its `nearest` for those behind it. */
const NEAREST = "'scopewise.nearest'";

/**
 * Parameters from `first` on: the largest pool whose cosines are all computed, how many a larger one
 * computes after its scan by binary code, and the documents of a pool that needs no second look; null: none.
 */
export function denseClauses(first: number): DenseClauses {
  const [exactPoolMax, rescored, known] = [0, 1, 2].map((offset) => `$${first + offset}`);
  const condition = `(SELECT documents FROM pool) IS DISTINCT FROM ${known}::bigint`;
  return {
    parameterCount: 3,
    condition,
    nearest: `set_config(${NEAREST}, (
    SELECT coalesce((-min(distance) / nullif(vector_norm($4::vector), 0))::text, '') FROM dense), true)`,
    ranking: `
        UNION ALL SELECT doc_key, id, chunk_key, rank, 'dense' FROM dense_ranked`,
    leg: `
dense_chunks AS MATERIALIZED (
  (SELECT d.doc_key, d.id, d.chunk_key, d.embedding <#> $4::vector AS distance
   FROM chunk_dense d
   WHERE d.tenant_id = $1 AND d.embedding_model = $5
      AND (SELECT chunks FROM pool) <= ${exactPoolMax} AND ${condition}
      AND ${gate("d")}
   ORDER BY d.embedding <#> $4::vector, d.id LIMIT (SELECT leg_chunks FROM pool))
  UNION ALL
  (SELECT doc_key, id, chunk_key, e.embedding <#> $4::vector AS distance
   FROM (SELECT d.chunk_key
         FROM chunk_dense d
         WHERE d.tenant_id = $1 AND d.embedding_model = $5
      AND (SELECT chunks FROM pool) > ${exactPoolMax} AND ${condition}
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

/** By words alone. Parameter `first`: the cosine that makes it needless; null: none does. */
export const wordsAloneClauses = (first: number): DenseClauses => ({
  parameterCount: 1,
  condition: `coalesce(nullif(current_setting(${NEAREST}, true), '')::float8 < $${first}::float8, true)`,
  nearest: "NULL",
  leg: "",
  ranking: "",
});
