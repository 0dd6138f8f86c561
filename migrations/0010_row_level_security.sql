-- The second lock of tenancy. Statements that serve a request run under the role scopewise_serving,
-- which owns nothing and sees, in every table, only rows of the tenant that the transaction entered.
-- The first lock is the predicate on tenant_id in each statement. The login itself, which owns the
-- tables, keeps its rights for migrations, training and the tenant command.

-- Roles belong to the cluster: another database of it may have created this one.
DO $migrate$
BEGIN
  CREATE ROLE scopewise_serving NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $migrate$;
GRANT scopewise_serving TO CURRENT_USER;

-- The tenant that this transaction entered; null before. Set by enter_tenant and enter_by_key only.
CREATE FUNCTION current_tenant() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('scopewise.tenant', true), '')::integer
$$;

-- First statement of every transaction that serves a known caller. Refuses (SQLSTATE SW401) when the
-- key is not a valid one of the tenant any more; a null key stands for work behind no request.
CREATE FUNCTION enter_tenant(p_tenant integer, p_key integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF p_key IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM api_keys
    WHERE key_id = p_key AND tenant_id = p_tenant AND revoked_at IS NULL) THEN
    RAISE EXCEPTION 'the key is not valid' USING ERRCODE = 'SW401';
  END IF;
  PERFORM set_config('scopewise.tenant', p_tenant::text, true),
          set_config('role', 'scopewise_serving', true);
END $$;

-- First statement where the caller is known by a key alone: enters the key's tenant, or none.
CREATE FUNCTION enter_by_key(p_hash text, p_key integer)
RETURNS TABLE (tenant_id integer, key_id integer, role text, scope_lock jsonb)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT k.tenant_id, k.key_id, k.role, k.scope_lock
  INTO enter_by_key.tenant_id, enter_by_key.key_id, enter_by_key.role, enter_by_key.scope_lock
  FROM api_keys k WHERE (k.key_hash = p_hash OR k.key_id = p_key) AND k.revoked_at IS NULL;
  PERFORM set_config('scopewise.tenant', coalesce(enter_by_key.tenant_id::text, ''), true),
          set_config('role', 'scopewise_serving', true);
  IF enter_by_key.tenant_id IS NOT NULL THEN
    RETURN NEXT;
  END IF;
END $$;

-- Two tables named their tenant only through others. Where one tenant holds all rows, nothing is
-- rewritten: the default of a new column is stored once.
DO $migrate$
DECLARE
  most integer := coalesce((SELECT tenant_id FROM partitions GROUP BY tenant_id
                            ORDER BY sum(chunks) DESC LIMIT 1), 0);
BEGIN
  EXECUTE format('ALTER TABLE chunks ADD COLUMN tenant_id integer NOT NULL DEFAULT %s', most);
  EXECUTE format('ALTER TABLE term_statistics ADD COLUMN tenant_id integer NOT NULL DEFAULT %s', most);
END $migrate$;
UPDATE chunks c SET tenant_id = d.tenant_id
FROM documents d WHERE d.doc_key = c.doc_key AND d.tenant_id <> c.tenant_id;
UPDATE term_statistics s SET tenant_id = p.tenant_id
FROM partitions p WHERE p.partition_id = s.partition_id AND p.tenant_id <> s.tenant_id;
ALTER TABLE chunks ALTER COLUMN tenant_id DROP DEFAULT;
ALTER TABLE term_statistics ALTER COLUMN tenant_id DROP DEFAULT;

-- Ingest and deletion stay as they are planned now: they run with the owner's rights (under policies
-- the planner takes a batch for one row and joins it in nested loops), and refuse any tenant but the
-- one that was entered. So serving needs no right to write a corpus but these two functions.
CREATE FUNCTION refuse_other_tenant(p_tenant integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('role') <> 'none' AND p_tenant IS DISTINCT FROM current_tenant() THEN
    RAISE EXCEPTION 'this transaction entered another tenant' USING ERRCODE = '42501';
  END IF;
END $$;

CREATE FUNCTION replace_once(p_text text, p_old text, p_new text) RETURNS text
LANGUAGE plpgsql AS $$
BEGIN
  IF length(p_text) - length(replace(p_text, p_old, '')) <> length(p_old) THEN
    RAISE EXCEPTION 'a function does not read as this migration expects it: %', p_old;
  END IF;
  RETURN replace(p_text, p_old, p_new);
END $$;

DO $migrate$
DECLARE
  definition text := pg_get_functiondef('ingest_documents(integer, jsonb)'::regprocedure);
BEGIN
  definition := replace_once(definition, 'INSERT INTO chunks (doc_key,',
                                         'INSERT INTO chunks (tenant_id, doc_key,');
  definition := replace_once(definition, 'SELECT doc_key, ordinal, chunk->>''body'',',
                                         'SELECT p_tenant, doc_key, ordinal, chunk->>''body'',');
  definition := replace_once(definition, 'BEGIN
  -- One writer', 'BEGIN
  PERFORM refuse_other_tenant(p_tenant);
  -- One writer');
  EXECUTE definition;
  definition := pg_get_functiondef('count_statistics(bigint[], integer)'::regprocedure);
  definition := replace_once(definition, 'INSERT INTO term_statistics AS ts
  SELECT t.term_id,', 'INSERT INTO term_statistics AS ts (tenant_id, term_id, partition_id,
    chunk_count, occurrences, title_count)
  SELECT o.tenant_id, t.term_id,');
  EXECUTE definition;
  definition := pg_get_functiondef('delete_documents(integer, text[])'::regprocedure);
  definition := replace_once(definition, 'BEGIN
  PERFORM 1', 'BEGIN
  PERFORM refuse_other_tenant(p_tenant);
  PERFORM 1');
  EXECUTE definition;
END $migrate$;
DROP FUNCTION replace_once;
ALTER FUNCTION ingest_documents(integer, jsonb) SECURITY DEFINER SET search_path FROM CURRENT;
ALTER FUNCTION delete_documents(integer, text[]) SECURITY DEFINER SET search_path FROM CURRENT;

DO $migrate$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['tenants', 'api_keys', 'documents', 'chunks', 'partitions', 'terms',
    'term_statistics', 'chunk_lexical', 'chunk_dense', 'vocabulary_learned', 'vocabulary_edited',
    'judgments', 'impressions', 'model_versions', 'feedback', 'model_activations', 'term_weights',
    'judged_history'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I USING (tenant_id = current_tenant())', name);
  END LOOP;
END $migrate$;

-- What serving does, and no more: keys and judgments are out of its reach.
GRANT SELECT ON analyzers, tenants, documents, chunks, partitions, terms, term_statistics,
  chunk_lexical, chunk_dense, vocabulary_learned, model_versions, term_weights, judged_history
  TO scopewise_serving;
GRANT UPDATE (vocabulary_version) ON tenants TO scopewise_serving;
GRANT SELECT, INSERT, UPDATE, DELETE ON vocabulary_edited TO scopewise_serving;
GRANT SELECT, INSERT, UPDATE ON feedback TO scopewise_serving;
GRANT SELECT, INSERT ON impressions, model_activations TO scopewise_serving;
