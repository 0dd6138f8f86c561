-- Ingest and deletion, set-based and atomic: one call is one statement for the caller.
-- Plans are made anew at each call: one that was made for empty tables is quadratic on full ones. A
-- low random_page_cost leads to the same nested loops while a new table has no statistics.

-- Adds (direction 1) or takes away (-1) the statistics of the given chunks.
CREATE FUNCTION count_statistics(p_chunks bigint[], direction integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
BEGIN
  UPDATE partitions p SET
    documents = p.documents + direction * s.documents,
    chunks = p.chunks + direction * s.chunks,
    stem_length = p.stem_length + direction * s.stems,
    title_length = p.title_length + direction * s.titles,
    exact_length = p.exact_length + direction * s.exacts
  FROM (SELECT partition_id, count(*)::integer AS chunks,
               count(*) FILTER (WHERE ordinal = 0)::integer AS documents, sum(stem_length) AS stems,
               sum(title_length) AS titles, sum(exact_length) AS exacts
        FROM chunk_lexical WHERE chunk_key = ANY (p_chunks) GROUP BY partition_id) s
  WHERE p.partition_id = s.partition_id;

  INSERT INTO term_statistics AS ts
  SELECT t.term_id, o.partition_id, direction * o.chunk_count, direction * o.occurrences,
         direction * o.title_count
  FROM (
    SELECT p.tenant_id, p.partition_id, p.language, f.kind, u.lexeme,
           count(*)::integer AS chunk_count,
           sum(cardinality(u.positions))::integer AS occurrences,
           count(*) FILTER (WHERE f.kind = 'stem' AND 'A' = ANY (u.weights))::integer AS title_count
    FROM chunk_lexical l
    JOIN chunks c USING (chunk_key)
    JOIN partitions p USING (partition_id)
    CROSS JOIN LATERAL (VALUES ('stem', c.stems), ('exact', c.exact)) AS f (kind, vector)
    CROSS JOIN LATERAL unnest(f.vector) u
    WHERE l.chunk_key = ANY (p_chunks)
    GROUP BY p.tenant_id, p.partition_id, p.language, f.kind, u.lexeme) o
  JOIN terms t USING (tenant_id, kind, language, lexeme)
  ON CONFLICT (term_id, partition_id) DO UPDATE SET
    chunk_count = ts.chunk_count + excluded.chunk_count,
    occurrences = ts.occurrences + excluded.occurrences,
    title_count = ts.title_count + excluded.title_count;
END $$;

-- Writes BM25 impacts (k1 1.5, b 0.75) of the given chunks from their partition's impact_length.
CREATE FUNCTION write_impacts(p_chunks bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
BEGIN
  UPDATE chunk_lexical l SET impacts = v.impacts
  FROM (
    SELECT c.chunk_key, ('{' || coalesce(string_agg(t.term_id || ':' ||
             round((cardinality(u.positions) * 2.5 / (cardinality(u.positions) + 1.5 *
               (0.25 + 0.75 * x.stem_length / nullif(p.impact_length, 0))))::numeric, 6), ','
             ORDER BY t.term_id), '') || '}/1000000000')::sparsevec AS impacts
    FROM chunks c
    JOIN chunk_lexical x USING (chunk_key)
    JOIN partitions p USING (partition_id)
    LEFT JOIN LATERAL unnest(c.stems) u ON true
    LEFT JOIN terms t ON t.tenant_id = p.tenant_id AND t.kind = 'stem'
      AND t.language = p.language AND t.lexeme = u.lexeme
    WHERE c.chunk_key = ANY (p_chunks)
    GROUP BY c.chunk_key) v
  WHERE l.chunk_key = v.chunk_key;
END $$;

-- Removes the chunks of documents with their statistics; the documents themselves stay.
CREATE FUNCTION drop_chunks(p_docs bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
DECLARE
  old_chunks bigint[] := ARRAY(SELECT chunk_key FROM chunks WHERE doc_key = ANY (p_docs));
BEGIN
  IF cardinality(old_chunks) > 0 THEN
    PERFORM count_statistics(old_chunks, -1);
    DELETE FROM chunks WHERE chunk_key = ANY (old_chunks);
  END IF;
END $$;

-- Impacts follow the average length of their partition: rewritten for the whole partition when it
-- moved by more than 2 %, otherwise written for the new chunks only.
CREATE FUNCTION settle_impacts(p_chunks bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
DECLARE
  touched integer[] := ARRAY(SELECT DISTINCT partition_id FROM chunk_lexical
                             WHERE chunk_key = ANY (p_chunks));
  drifted integer[];
BEGIN
  WITH moved AS (
    UPDATE partitions SET impact_length = greatest(stem_length, 1)::double precision / chunks
    WHERE partition_id = ANY (touched) AND chunks > 0
      AND abs(impact_length * chunks - greatest(stem_length, 1)) > 0.02 * greatest(stem_length, 1)
    RETURNING partition_id)
  SELECT coalesce(array_agg(partition_id), '{}') INTO drifted FROM moved;
  PERFORM write_impacts(ARRAY(
    SELECT chunk_key FROM chunk_lexical
    WHERE partition_id = ANY (drifted) OR chunk_key = ANY (p_chunks)));
END $$;

-- One batch of prepared documents. Each row carries its display fields, its scope in normal form
-- (scope), its search text (search_title; chunks[].search) and optional embeddings (unit length).
CREATE FUNCTION ingest_documents(p_tenant integer, p_rows jsonb)
RETURNS TABLE (id text, status text)
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
#variable_conflict use_column
DECLARE
  changed bigint[];
  new_chunks bigint[];
  model text;
  centre real[];
BEGIN
  -- One writer per tenant at a time: the statistics are read, changed and written back.
  SELECT t.embedding_model, t.embedding_centre INTO STRICT model, centre
  FROM tenants t WHERE t.tenant_id = p_tenant FOR UPDATE;

  RETURN QUERY
  SELECT r->>'id', CASE WHEN d.doc_key IS NULL THEN 'created'
                        WHEN d.content_hash = r->>'content_hash' THEN 'unchanged'
                        ELSE 'updated' END
  FROM jsonb_array_elements(p_rows) r
  LEFT JOIN documents d ON d.tenant_id = p_tenant AND d.id = r->>'id';

  WITH upserted AS (
    INSERT INTO documents AS d (tenant_id, id, board, exam, level, subject, year, session, paper,
      question_number, content_type, language, topic, title, text, options, answer, passage,
      related, source, metadata, reliability, content_hash, normalizer_version, chunk_count)
    SELECT p_tenant, r.id, r.board, r.exam, r.level, r.subject, r.year, r.session, r.paper,
      r.question_number, r.content_type, r.language, r.topic, r.title, r.text, r.options, r.answer,
      r.passage, r.related, r.source, r.metadata, coalesce(r.reliability, 1), r.content_hash,
      r.normalizer_version, jsonb_array_length(r.chunks)
    FROM jsonb_to_recordset(p_rows) AS r (id text, board text, exam text, level text, subject text,
      year smallint, session text, paper text, question_number text, content_type text,
      language text, topic text[], title text, text text, options jsonb, answer text, passage text,
      related text[], source text, metadata jsonb, reliability real, content_hash text,
      normalizer_version text, chunks jsonb)
    ON CONFLICT (tenant_id, id) DO UPDATE SET
      board = excluded.board, exam = excluded.exam, level = excluded.level,
      subject = excluded.subject, year = excluded.year, session = excluded.session,
      paper = excluded.paper, question_number = excluded.question_number,
      content_type = excluded.content_type, language = excluded.language, topic = excluded.topic,
      title = excluded.title, text = excluded.text, options = excluded.options,
      answer = excluded.answer, passage = excluded.passage, related = excluded.related,
      source = excluded.source, metadata = excluded.metadata, reliability = excluded.reliability,
      content_hash = excluded.content_hash, normalizer_version = excluded.normalizer_version,
      chunk_count = excluded.chunk_count, updated_at = now()
    WHERE d.content_hash <> excluded.content_hash
    RETURNING d.doc_key)
  SELECT array_agg(doc_key) INTO changed FROM upserted;
  IF changed IS NULL THEN
    RETURN;
  END IF;
  PERFORM drop_chunks(changed);

  INSERT INTO partitions (tenant_id, subject, level, language)
  SELECT DISTINCT p_tenant, r->'scope'->>'subject', r->'scope'->>'level',
         analyzer_language(r->'scope'->>'language')
  FROM jsonb_array_elements(p_rows) r
  ON CONFLICT DO NOTHING;

  WITH prepared AS MATERIALIZED (
    SELECT d.doc_key, d.id, r, r->'scope' AS scope, p.partition_id, c.value AS chunk,
           (c.ordinality - 1)::smallint AS ordinal, a.stem_config, a.exact_config,
           setweight(to_tsvector(a.stem_config, coalesce(r->>'search_title', '')), 'A') AS title
    FROM jsonb_array_elements(p_rows) r
    JOIN documents d ON d.tenant_id = p_tenant AND d.id = r->>'id' AND d.doc_key = ANY (changed)
    JOIN analyzers a ON a.language = analyzer_language(r->'scope'->>'language')
    JOIN partitions p ON p.tenant_id = p_tenant AND p.language = a.language
      AND p.subject IS NOT DISTINCT FROM r->'scope'->>'subject'
      AND p.level IS NOT DISTINCT FROM r->'scope'->>'level'
    CROSS JOIN LATERAL jsonb_array_elements(r->'chunks') WITH ORDINALITY c),
  written AS (
    INSERT INTO chunks (doc_key, ordinal, body, stems, exact, title_position_last)
    SELECT doc_key, ordinal, chunk->>'body',
      title || to_tsvector(stem_config, chunk->>'search'),
      to_tsvector(exact_config, coalesce((r->>'search_title') || E'\n', '') || (chunk->>'search')),
      coalesce((SELECT max(x) FROM unnest(title) u, unnest(u.positions) x), 0)
    FROM prepared
    RETURNING chunk_key, doc_key, ordinal, stems, exact),
  lexical AS (
    INSERT INTO chunk_lexical (chunk_key, doc_key, tenant_id, partition_id, ordinal, id, subject,
      level, board, exam, year, session, paper, question_number, content_type, language, topic,
      stem_length, title_length, exact_length, lnc_norm)
    SELECT w.chunk_key, w.doc_key, p_tenant, p.partition_id, w.ordinal, p.id, s.subject, s.level,
      s.board, s.exam, s.year, s.session, s.paper, s.question_number, s.content_type, s.language,
      s.topic, f.stem_length, f.title_length, f.exact_length, f.lnc_norm
    FROM written w
    JOIN prepared p USING (doc_key, ordinal)
    CROSS JOIN LATERAL jsonb_to_record(p.scope) AS s (subject text, level text, board text,
      exam text, year smallint, session text, paper text, question_number text, content_type text,
      language text, topic text[])
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(cardinality(u.positions)), 0)::integer AS stem_length,
        coalesce(sum((SELECT count(*) FROM unnest(u.weights) x WHERE x = 'A')), 0)::integer
          AS title_length,
        (SELECT coalesce(sum(cardinality(e.positions)), 0)::integer FROM unnest(w.exact) e)
          AS exact_length,
        greatest(sqrt(sum((1 + ln(cardinality(u.positions))) ^ 2)), 1)::double precision AS lnc_norm
      FROM unnest(w.stems) u) f
    RETURNING chunk_key),
  dense AS (
    INSERT INTO chunk_dense (chunk_key, embedding_model, doc_key, tenant_id, id, subject, level,
      board, exam, year, session, paper, question_number, content_type, language, topic, embedding,
      code)
    SELECT w.chunk_key, model, w.doc_key, p_tenant, p.id, s.subject, s.level, s.board, s.exam,
      s.year, s.session, s.paper, s.question_number, s.content_type, s.language, s.topic,
      l2_normalize(e.value), binary_code(l2_normalize(e.value), centre)
    FROM written w
    JOIN prepared p USING (doc_key, ordinal)
    CROSS JOIN LATERAL (SELECT (p.chunk->>'embedding')::vector AS value) e
    CROSS JOIN LATERAL jsonb_to_record(p.scope) AS s (subject text, level text, board text,
      exam text, year smallint, session text, paper text, question_number text, content_type text,
      language text, topic text[])
    WHERE e.value IS NOT NULL)
  SELECT array_agg(chunk_key) INTO new_chunks FROM lexical;

  INSERT INTO terms (tenant_id, kind, language, lexeme)
  SELECT DISTINCT p_tenant, f.kind, p.language, u.lexeme
  FROM chunk_lexical l
  JOIN chunks c USING (chunk_key)
  JOIN partitions p USING (partition_id)
  CROSS JOIN LATERAL (VALUES ('stem', c.stems), ('exact', c.exact)) AS f (kind, vector)
  CROSS JOIN LATERAL unnest(f.vector) u
  WHERE l.chunk_key = ANY (new_chunks)
    AND NOT EXISTS (SELECT 1 FROM terms t WHERE t.tenant_id = p_tenant AND t.kind = f.kind
                    AND t.language = p.language AND t.lexeme = u.lexeme)
  ON CONFLICT DO NOTHING;

  PERFORM count_statistics(new_chunks, 1);
  PERFORM settle_impacts(new_chunks);
  PERFORM learn_vocabulary(p_tenant, changed);
  UPDATE tenants SET corpus_version = corpus_version + 1 WHERE tenant_id = p_tenant;
END $$;

-- Signs of (embedding - centre) as a bit string; without a centre, the signs of the embedding.
CREATE FUNCTION binary_code(embedding vector, centre real[]) RETURNS varbit
LANGUAGE sql IMMUTABLE AS $$
  SELECT binary_quantize(CASE WHEN centre IS NULL THEN embedding
                              ELSE embedding - centre::vector END)::varbit
$$;

-- Takes the mean of the stored embeddings as the new centre and rewrites all binary codes.
CREATE FUNCTION refresh_codes(p_tenant integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  new_centre real[];
  written integer;
BEGIN
  SELECT avg(embedding)::real[] INTO new_centre
  FROM chunk_dense d JOIN tenants t USING (tenant_id, embedding_model)
  WHERE d.tenant_id = p_tenant;
  UPDATE tenants SET embedding_centre = new_centre WHERE tenant_id = p_tenant;
  UPDATE chunk_dense d SET code = binary_code(embedding, new_centre) WHERE tenant_id = p_tenant;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;

CREATE FUNCTION delete_documents(p_tenant integer, p_ids text[]) RETURNS SETOF text
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
DECLARE
  keys bigint[];
BEGIN
  PERFORM 1 FROM tenants WHERE tenant_id = p_tenant FOR UPDATE;
  keys := ARRAY(SELECT doc_key FROM documents WHERE tenant_id = p_tenant AND id = ANY (p_ids));
  IF cardinality(keys) = 0 THEN
    RETURN;
  END IF;
  PERFORM drop_chunks(keys);
  UPDATE tenants SET corpus_version = corpus_version + 1 WHERE tenant_id = p_tenant;
  RETURN QUERY DELETE FROM documents d WHERE d.doc_key = ANY (keys) RETURNING d.id::text;
END $$;
