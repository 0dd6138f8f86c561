-- Scope values that occur in the corpus (learned) and what people edited on top of them.
CREATE TABLE vocabulary_learned (
  tenant_id integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  field     text NOT NULL,
  value_nf  text COLLATE "C" NOT NULL,
  value     text NOT NULL,
  PRIMARY KEY (tenant_id, field, value_nf)
);

-- entry: {field, value, covers[], aliases[], implies{}} as in edge/core/scope/vocabulary.ts.
CREATE TABLE vocabulary_edited (
  tenant_id integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  field     text NOT NULL,
  value_nf  text COLLATE "C" NOT NULL,
  entry     jsonb NOT NULL,
  PRIMARY KEY (tenant_id, field, value_nf)
);

CREATE FUNCTION learn_vocabulary(p_tenant integer, p_docs bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  added integer;
BEGIN
  INSERT INTO vocabulary_learned
  SELECT DISTINCT ON (v.field, normal_form(v.value)) p_tenant, v.field, normal_form(v.value), v.value
  FROM documents d
  CROSS JOIN LATERAL (
    SELECT * FROM (VALUES ('subject', d.subject), ('level', d.level), ('board', d.board),
      ('exam', d.exam), ('session', d.session), ('paper', d.paper), ('year', d.year::text),
      ('content_type', d.content_type), ('language', d.language)) AS f (field, value)
    UNION ALL SELECT 'topic', t FROM unnest(d.topic) t) v
  WHERE d.doc_key = ANY (p_docs) AND v.value IS NOT NULL AND v.value <> ''
  ORDER BY v.field, normal_form(v.value), v.value
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    UPDATE tenants SET vocabulary_version = vocabulary_version + 1 WHERE tenant_id = p_tenant;
  END IF;
END $$;

-- The same normal form as normalForm() in edge/core/scope: NFKC, white space collapsed, lower case.
CREATE FUNCTION normal_form(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(btrim(regexp_replace(normalize(value, NFKC), '\s+', ' ', 'g')))
$$;
