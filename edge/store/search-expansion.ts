/**
 * What an expansion adds to the search statement: a leg of its own, and how much of the names that the
 * query does not hold itself a candidate holds.
 */
import { idfVector, lexicalLeg } from "./search-legs.ts";

export interface ExpansionClauses {
  /** Further row of query texts by source, from `a.language`. */
  readonly source: string;
  /** Further clauses of the statement, each with its comma. */
  readonly leg: string;
  readonly ranking: string;
  readonly terms: string;
  /** Further columns of a candidate: expressions by name. */
  readonly columns: Readonly<Record<string, string>>;
}

/** `parameter`: the words by language, as JSON. */
export function expansionClauses(parameter: number, legWeight: string): ExpansionClauses {
  return {
    source: `, (1, $${parameter}::jsonb ->> a.language)`,
    leg: `
expansion_vector AS MATERIALIZED (${idfVector(1, legWeight)}),${lexicalLeg("expansion_vector", "expansion")},`,
    ranking: `
        UNION ALL SELECT doc_key, id, chunk_key, rank, 'expansion' FROM expansion_ranked`,
    terms: `
expansion_terms AS MATERIALIZED (
  SELECT language, lexeme, ln(1 + (n - chunk_count + 0.5) / (chunk_count + 0.5)) AS weight
  FROM query_terms x WHERE source = 1 AND chunk_count > 0 AND NOT EXISTS (
    SELECT 1 FROM query_terms q WHERE q.source = 0 AND q.kind = 'stem' AND q.language = x.language
      AND q.lexeme = x.lexeme)),`,
    columns: {
      expansion_coverage: `
      (SELECT sum(x.weight) FILTER (WHERE x.lexeme = ANY (s.lexemes)) / nullif(sum(x.weight), 0)
       FROM (SELECT tsvector_to_array(k.stems) AS lexemes
             WHERE EXISTS (SELECT 1 FROM expansion_terms) OFFSET 0) s
       CROSS JOIN expansion_terms x WHERE x.language = p.language)`,
    },
  };
}

export const NO_EXPANSION: ExpansionClauses = {
  source: "",
  leg: "",
  ranking: "",
  terms: "",
  columns: {},
};
