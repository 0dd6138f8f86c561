-- Tenants, their settings and their API keys. A key is stored as SHA-256 only; its prefix is shown.
CREATE TABLE tenants (
  tenant_id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name               text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  embedding_model    text NOT NULL,
  embedding_dimension integer NOT NULL CHECK (embedding_dimension BETWEEN 1 AND 4000),
  chunk_chars_max    integer NOT NULL DEFAULT 2000 CHECK (chunk_chars_max BETWEEN 200 AND 20000),
  -- Rises with every change of a document; pins pages and cached answers.
  corpus_version     bigint NOT NULL DEFAULT 0,
  -- Rises when a scope value appears or the edited vocabulary changes.
  vocabulary_version bigint NOT NULL DEFAULT 0,
  -- Mean of the stored embeddings: binary codes are signs of (embedding - centre).
  embedding_centre   real[],
  created_at         timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE api_keys (
  key_id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id  integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  prefix     text NOT NULL,
  key_hash   text NOT NULL UNIQUE CHECK (length(key_hash) = 64),
  role       text NOT NULL CHECK (role IN ('reader', 'writer', 'admin')),
  -- Scope that no request of this key can leave; {} = the whole tenant.
  scope_lock jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
