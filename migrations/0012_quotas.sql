-- Quotas of a tenant; null = unlimited.
ALTER TABLE tenants
  ADD COLUMN documents_max bigint CHECK (documents_max >= 0),
  ADD COLUMN searches_month_max bigint CHECK (searches_month_max >= 0);

-- Searches of tenants that have a quota, by month (UTC). A count is spread over slots, so that
-- searches that run at the same time do not wait for one row.
CREATE TABLE search_counts (
  tenant_id integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  month     date NOT NULL,
  slot      smallint NOT NULL CHECK (slot BETWEEN 0 AND 15),
  searches  bigint NOT NULL,
  PRIMARY KEY (tenant_id, month, slot)
) WITH (fillfactor = 50);
ALTER TABLE search_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON search_counts USING (tenant_id = current_tenant());
GRANT SELECT, INSERT, UPDATE ON search_counts TO scopewise_serving;

CREATE FUNCTION this_month() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date
$$;

-- Counts one search in the transaction that runs it, or refuses it (SQLSTATE SW429). Searches that
-- run at the same moment may exceed the quota by their number. A count that a crash loses costs
-- nobody: the transaction need not wait for the log.
CREATE FUNCTION count_search(p_tenant integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  most bigint := (SELECT searches_month_max FROM tenants WHERE tenant_id = p_tenant);
BEGIN
  IF most IS NULL THEN
    RETURN;
  END IF;
  IF most <= (SELECT coalesce(sum(searches), 0) FROM search_counts
              WHERE tenant_id = p_tenant AND month = this_month()) THEN
    RAISE EXCEPTION 'the quota of searches is reached' USING ERRCODE = 'SW429';
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO search_counts AS c (tenant_id, month, slot, searches)
  VALUES (p_tenant, this_month(), floor(random() * 16), 1)
  ON CONFLICT (tenant_id, month, slot) DO UPDATE SET searches = c.searches + 1;
END $$;

-- Refuses (SQLSTATE SW403) a batch whose new documents would exceed the quota. Documents that exist
-- may always be replaced. Runs under the tenant's lock, before anything is written.
CREATE FUNCTION refuse_over_quota(p_tenant integer, p_rows jsonb) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan SET random_page_cost = 4 AS $$
DECLARE
  most bigint := (SELECT documents_max FROM tenants WHERE tenant_id = p_tenant);
  added bigint;
BEGIN
  IF most IS NULL THEN
    RETURN;
  END IF;
  SELECT count(DISTINCT r->>'id') INTO added
  FROM jsonb_array_elements(p_rows) r
  LEFT JOIN documents d ON d.tenant_id = p_tenant AND d.id = r->>'id'
  WHERE d.doc_key IS NULL;
  IF added > 0 AND most < added + (SELECT coalesce(sum(documents), 0) FROM partitions
                                   WHERE tenant_id = p_tenant) THEN
    RAISE EXCEPTION 'the quota of documents is reached' USING ERRCODE = 'SW403';
  END IF;
END $$;

DO $migrate$
DECLARE
  definition text := pg_get_functiondef('ingest_documents(integer, jsonb)'::regprocedure);
  locked text := 'FROM tenants t WHERE t.tenant_id = p_tenant FOR UPDATE;';
BEGIN
  IF position(locked IN definition) = 0 THEN
    RAISE EXCEPTION 'ingest_documents no longer locks the tenant where this migration expects it';
  END IF;
  EXECUTE replace(definition, locked, locked || '
  PERFORM refuse_over_quota(p_tenant, p_rows);');
END $migrate$;
