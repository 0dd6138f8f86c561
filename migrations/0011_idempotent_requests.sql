-- What was answered to a request with an Idempotency-Key: a repeat gets the same answer. Rows belong
-- to the API key that sent them; the service removes old ones (edge/store/idempotent-requests.ts).
CREATE TABLE idempotent_requests (
  tenant_id       integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  key_id          integer NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  idempotency_key text COLLATE "C" NOT NULL,
  request_hash    text NOT NULL CHECK (length(request_hash) = 64),
  claimed_at      timestamptz NOT NULL DEFAULT now(),
  -- Both null while the request runs.
  status          smallint,
  body            text,
  PRIMARY KEY (tenant_id, key_id, idempotency_key)
);
CREATE INDEX idempotent_requests_age ON idempotent_requests (tenant_id, claimed_at);

ALTER TABLE idempotent_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON idempotent_requests USING (tenant_id = current_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_requests TO scopewise_serving;
