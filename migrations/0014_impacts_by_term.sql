-- write_impacts finds the term of each lexeme by the whole key of terms. In one join for all sizes the
-- planner may take the key without the lexeme and filter afterwards: on a table without statistics both
-- look like one row. Few chunks look each lexeme up; many, as in a bulk load, are joined to the terms at
-- once. Measured without statistics: a document of 7,000 different words 12.6 s -> 0.27 s, one more
-- document in a corpus of 3,000 220 ms -> 3 ms, those 3,000 themselves 3.7 s -> 3.1 s.
CREATE FUNCTION impact_text(frequency integer, length integer, average double precision)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round((frequency * 2.5 / (frequency + 1.5 * (0.25 + 0.75 * length / nullif(average, 0))))
               ::numeric, 6)::text
$$;

CREATE FUNCTION write_impacts_of_few(p_chunks bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
BEGIN
  UPDATE chunk_lexical l SET impacts = v.impacts
  FROM (
    SELECT c.chunk_key, ('{' || coalesce(string_agg(t.term_id || ':' ||
             impact_text(cardinality(u.positions), x.stem_length, p.impact_length), ','
             ORDER BY t.term_id), '') || '}/1000000000')::sparsevec AS impacts
    FROM chunks c
    JOIN chunk_lexical x USING (chunk_key)
    JOIN partitions p USING (partition_id)
    LEFT JOIN LATERAL unnest(c.stems) u ON true
    LEFT JOIN LATERAL (
      SELECT k.term_id FROM terms k
      WHERE k.tenant_id = p.tenant_id AND k.kind = 'stem' AND k.language = p.language
        AND k.lexeme = u.lexeme OFFSET 0) t ON true
    WHERE c.chunk_key = ANY (p_chunks)
    GROUP BY c.chunk_key) v
  WHERE l.chunk_key = v.chunk_key;
END $$;

CREATE FUNCTION write_impacts_of_many(p_chunks bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4
SET enable_nestloop = off AS $$
BEGIN
  UPDATE chunk_lexical l SET impacts = v.impacts
  FROM (
    SELECT c.chunk_key, ('{' || coalesce(string_agg(t.term_id || ':' ||
             impact_text(cardinality(u.positions), x.stem_length, p.impact_length), ','
             ORDER BY t.term_id), '') || '}/1000000000')::sparsevec AS impacts
    FROM chunks c
    JOIN chunk_lexical x ON x.chunk_key = c.chunk_key AND x.chunk_key = ANY (p_chunks)
    JOIN partitions p USING (partition_id)
    LEFT JOIN LATERAL unnest(c.stems) u ON true
    LEFT JOIN terms t ON t.tenant_id = p.tenant_id AND t.kind = 'stem'
      AND t.language = p.language AND t.lexeme = u.lexeme
    WHERE c.chunk_key = ANY (p_chunks)
    GROUP BY c.chunk_key) v
  WHERE l.chunk_key = v.chunk_key AND l.chunk_key = ANY (p_chunks);
END $$;

CREATE OR REPLACE FUNCTION write_impacts(p_chunks bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_chunks) <= 64 THEN
    PERFORM write_impacts_of_few(p_chunks);
  ELSE
    PERFORM write_impacts_of_many(p_chunks);
  END IF;
END $$;
