-- What the trainer reads (judgments, impressions) and what it has published.
CREATE TABLE judgments (
  tenant_id   integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  query_id    text COLLATE "C" NOT NULL,
  query       text NOT NULL,
  scope       jsonb NOT NULL DEFAULT '{}',
  document_id text COLLATE "C" NOT NULL,
  grade       smallint NOT NULL CHECK (grade BETWEEN 0 AND 3),
  -- Where the label comes from: 'teacher', 'feedback', 'weak:<rule>'.
  origin      text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, query_id, document_id)
);

CREATE TABLE impressions (
  request_id    uuid PRIMARY KEY,
  tenant_id     integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  served_at     timestamptz NOT NULL DEFAULT now(),
  query         text NOT NULL,
  scope         jsonb NOT NULL,
  outcome       text NOT NULL,
  model_version text,
  feature_ids   text[] NOT NULL,
  -- [{id, rank, features: [raw values in the order of feature_ids]}]
  hits          jsonb NOT NULL
);
CREATE INDEX impressions_recent ON impressions (tenant_id, served_at);

CREATE TABLE model_versions (
  tenant_id    integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  version      text NOT NULL,
  model        jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, version)
);
