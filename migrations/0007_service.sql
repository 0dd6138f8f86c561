-- What the service's own routes write: feedback on impressions, and who switched models.
CREATE TABLE feedback (
  tenant_id   integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  request_id  uuid NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  position    smallint NOT NULL CHECK (position BETWEEN 1 AND 100),
  kind        text NOT NULL CHECK (kind IN ('click', 'useful', 'not_useful', 'grade')),
  grade       smallint CHECK (grade BETWEEN 0 AND 3),
  key_id      integer NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, request_id, document_id, kind)
);

CREATE TABLE model_activations (
  activation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id     integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  version       text NOT NULL,
  previous      text,
  key_id        integer NOT NULL,
  activated_at  timestamptz NOT NULL DEFAULT now()
);

-- Browser origins that may read this tenant's answers; '*' = any.
ALTER TABLE tenants ADD COLUMN cors_origins text[] NOT NULL DEFAULT '{}';
