-- A row without a language may carry the one that was detected for it (analyzer). It chooses the
-- analyzer and nothing else: the language that is stored and gated on stays null.
CREATE FUNCTION analyzer_of(prepared jsonb) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT analyzer_language(coalesce(prepared->'scope'->>'language', prepared->>'analyzer'))
$$;

DO $migrate$
DECLARE
  definition text := pg_get_functiondef('ingest_documents(integer, jsonb)'::regprocedure);
  by_metadata text := $$analyzer_language(r->'scope'->>'language')$$;
BEGIN
  IF position(by_metadata IN definition) = 0 THEN
    RAISE EXCEPTION 'ingest_documents no longer reads the language where this migration expects it';
  END IF;
  EXECUTE replace(definition, by_metadata, 'analyzer_of(r)');
END $migrate$;
