-- What a ranking model learned that the search statement needs, under an immutable version that the
-- model in KV names: rows of a version are written before the model and never changed.

-- Learned term weights: the IDF of a query stem times this; stems without a row keep 1.
CREATE TABLE term_weights (
  tenant_id  integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  version    text COLLATE "C" NOT NULL,
  language   text COLLATE "C" NOT NULL,
  lexeme     text COLLATE "C" NOT NULL,
  multiplier double precision NOT NULL,
  PRIMARY KEY (tenant_id, version, language, lexeme)
);

-- Judged queries by the document that answered them: the history of a document.
CREATE TABLE judged_history (
  tenant_id   integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  version     text COLLATE "C" NOT NULL,
  document_id text COLLATE "C" NOT NULL,
  query_id    text COLLATE "C" NOT NULL,
  embedding   vector NOT NULL,
  PRIMARY KEY (tenant_id, version, document_id, query_id)
);
