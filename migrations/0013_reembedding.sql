-- Changing a tenant's embedding model while it serves. chunk_dense holds vectors of several models side
-- by side and every comparison names one, so the new ones are written next to the old ones, in any
-- number of sittings, and one transaction puts them in force when none is missing. The vectors of the
-- model before stay until another change begins: going back needs no provider.
ALTER TABLE tenants ADD COLUMN pending_model text,
  ADD COLUMN pending_dimension integer CHECK (pending_dimension BETWEEN 1 AND 4000),
  ADD CONSTRAINT pending_is_whole CHECK ((pending_model IS NULL) = (pending_dimension IS NULL));

-- A remembered centre may be one of another model for the length of one request.
CREATE OR REPLACE FUNCTION binary_code(embedding vector, centre real[]) RETURNS varbit
LANGUAGE sql IMMUTABLE AS $$
  SELECT binary_quantize(CASE WHEN centre IS NULL OR cardinality(centre) <> vector_dims(embedding)
                              THEN embedding ELSE embedding - centre::vector END)::varbit
$$;

CREATE OR REPLACE FUNCTION refresh_codes(p_tenant integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  model text := (SELECT embedding_model FROM tenants WHERE tenant_id = p_tenant);
  new_centre real[];
  written integer;
BEGIN
  SELECT avg(embedding)::real[] INTO new_centre
  FROM chunk_dense WHERE tenant_id = p_tenant AND embedding_model = model;
  UPDATE tenants SET embedding_centre = new_centre WHERE tenant_id = p_tenant;
  UPDATE chunk_dense SET code = binary_code(embedding, new_centre)
  WHERE tenant_id = p_tenant AND embedding_model = model;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END $$;

-- Begins the change to a model, or gives up one that is under way by naming the model in force.
CREATE FUNCTION begin_reembedding(p_tenant integer, p_model text, p_dimension integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  model text;
BEGIN
  SELECT embedding_model INTO STRICT model FROM tenants WHERE tenant_id = p_tenant FOR UPDATE;
  IF p_model = model THEN
    UPDATE tenants SET pending_model = NULL, pending_dimension = NULL WHERE tenant_id = p_tenant;
  ELSE
    DELETE FROM chunk_dense
    WHERE tenant_id = p_tenant AND embedding_model NOT IN (model, p_model);
    UPDATE tenants SET pending_model = p_model, pending_dimension = p_dimension
    WHERE tenant_id = p_tenant;
  END IF;
END $$;

-- Vectors of chunks for the pending model; chunks that are gone meanwhile are passed over.
CREATE FUNCTION store_embeddings(p_tenant integer, p_model text, p_rows jsonb) RETURNS integer
LANGUAGE sql AS $$
  WITH written AS (
    INSERT INTO chunk_dense (chunk_key, embedding_model, doc_key, tenant_id, id, subject, level,
      board, exam, year, session, paper, question_number, content_type, language, topic, embedding,
      code)
    SELECT l.chunk_key, p_model, l.doc_key, l.tenant_id, l.id, l.subject, l.level, l.board, l.exam,
      l.year, l.session, l.paper, l.question_number, l.content_type, l.language, l.topic,
      l2_normalize(r.embedding::vector), binary_code(l2_normalize(r.embedding::vector), NULL)
    FROM jsonb_to_recordset(p_rows) AS r (chunk_key bigint, embedding text)
    JOIN chunk_lexical l USING (chunk_key)
    WHERE l.tenant_id = p_tenant
    ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*)::integer FROM written
$$;

-- Puts the pending model in force if no chunk lacks its vector; false: some do (a document came in).
CREATE FUNCTION finish_reembedding(p_tenant integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  pending text;
BEGIN
  SELECT pending_model INTO STRICT pending FROM tenants WHERE tenant_id = p_tenant FOR UPDATE;
  IF pending IS NULL OR EXISTS (
    SELECT 1 FROM chunk_lexical l WHERE l.tenant_id = p_tenant AND NOT EXISTS (
      SELECT 1 FROM chunk_dense d WHERE d.chunk_key = l.chunk_key AND d.embedding_model = pending))
  THEN
    RETURN false;
  END IF;
  -- The versions tell every isolate that what it remembers of this tenant is out of date.
  UPDATE tenants SET embedding_model = pending, embedding_dimension = pending_dimension,
    pending_model = NULL, pending_dimension = NULL, corpus_version = corpus_version + 1,
    vocabulary_version = vocabulary_version + 1
  WHERE tenant_id = p_tenant;
  PERFORM refresh_codes(p_tenant);
  RETURN true;
END $$;

-- First statement of an ingest that brings vectors: they must be of the model in force, and it stays in
-- force until the transaction ends. Retried like any serialization failure, then refused.
CREATE FUNCTION expect_embedding_model(p_tenant integer, p_model text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refuse_other_tenant(p_tenant);
  PERFORM 1 FROM tenants WHERE tenant_id = p_tenant AND embedding_model = p_model FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the embedding model has changed' USING ERRCODE = '40001';
  END IF;
END $$;
