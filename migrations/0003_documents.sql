-- Documents (cold: what is shown) and chunks (what is searched). The hot tables repeat the curriculum
-- tuple in normal form, so that the gate is one predicate on typed columns next to the ranked value.
CREATE TABLE documents (
  doc_key         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id       integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  board text, exam text, level text, subject text, year smallint, session text, paper text,
  question_number text, content_type text, language text, topic text[],
  title text, text text NOT NULL, options jsonb, answer text, passage text, related text[],
  source text, metadata jsonb,
  reliability     real NOT NULL DEFAULT 1 CHECK (reliability > 0 AND reliability <= 1),
  content_hash    text NOT NULL,
  normalizer_version text NOT NULL,
  chunk_count     smallint NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, id)
);

CREATE TABLE chunks (
  chunk_key       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  doc_key         bigint NOT NULL REFERENCES documents ON DELETE CASCADE,
  ordinal         smallint NOT NULL,
  body            text NOT NULL,
  -- Title lexemes carry weight A and come first; body lexemes carry D.
  stems           tsvector NOT NULL,
  exact           tsvector NOT NULL,
  title_position_last smallint NOT NULL,
  UNIQUE (doc_key, ordinal)
);

-- Statistics are kept per partition (subject, level, language): document frequencies and lengths of
-- any gated scope are sums over its partitions, so one subject's scores never depend on another's.
CREATE TABLE partitions (
  partition_id    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id       integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  subject         text COLLATE "C",
  level           text COLLATE "C",
  language        text COLLATE "C" NOT NULL,
  documents       integer NOT NULL DEFAULT 0,
  chunks          integer NOT NULL DEFAULT 0,
  stem_length     bigint NOT NULL DEFAULT 0,
  title_length    bigint NOT NULL DEFAULT 0,
  exact_length    bigint NOT NULL DEFAULT 0,
  -- The average length that the stored impacts were computed with.
  impact_length   double precision NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (tenant_id, subject, level, language)
);

CREATE TABLE terms (
  term_id   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id integer NOT NULL REFERENCES tenants ON DELETE CASCADE,
  kind      text COLLATE "C" NOT NULL CHECK (kind IN ('stem', 'exact')),
  language  text COLLATE "C" NOT NULL,
  lexeme    text COLLATE "C" NOT NULL,
  UNIQUE (tenant_id, kind, language, lexeme)
);

CREATE TABLE term_statistics (
  term_id      integer NOT NULL REFERENCES terms ON DELETE CASCADE,
  partition_id integer NOT NULL REFERENCES partitions ON DELETE CASCADE,
  chunk_count  integer NOT NULL,
  occurrences  integer NOT NULL,
  title_count  integer NOT NULL,
  PRIMARY KEY (term_id, partition_id)
) WITH (fillfactor = 70);

CREATE TABLE chunk_lexical (
  chunk_key    bigint PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
  doc_key      bigint NOT NULL,
  tenant_id    integer NOT NULL,
  partition_id integer NOT NULL,
  ordinal      smallint NOT NULL,
  id           text COLLATE "C" NOT NULL,
  subject text COLLATE "C", level text COLLATE "C", board text COLLATE "C", exam text COLLATE "C",
  year smallint, session text COLLATE "C", paper text COLLATE "C",
  question_number text COLLATE "C", content_type text COLLATE "C", language text COLLATE "C",
  topic text[] COLLATE "C",
  stem_length  integer NOT NULL,
  title_length integer NOT NULL,
  exact_length integer NOT NULL,
  lnc_norm     double precision NOT NULL,
  -- BM25 chunk side per stem: tf (k1 + 1) / (tf + k1 (1 - b + b len / avglen)); index = term_id.
  impacts      sparsevec
) WITH (fillfactor = 90, toast_tuple_target = 4080);

CREATE TABLE chunk_dense (
  chunk_key       bigint NOT NULL REFERENCES chunks ON DELETE CASCADE,
  embedding_model text COLLATE "C" NOT NULL,
  doc_key         bigint NOT NULL,
  tenant_id       integer NOT NULL,
  id              text COLLATE "C" NOT NULL,
  subject text COLLATE "C", level text COLLATE "C", board text COLLATE "C", exam text COLLATE "C",
  year smallint, session text COLLATE "C", paper text COLLATE "C",
  question_number text COLLATE "C", content_type text COLLATE "C", language text COLLATE "C",
  topic text[] COLLATE "C",
  -- Unit length: a zero vector has no direction and no place here. The code holds the signs of
  -- (embedding - centre of the tenant).
  embedding       vector NOT NULL CHECK (abs(vector_norm(embedding) - 1) < 0.001),
  code            varbit,
  PRIMARY KEY (chunk_key, embedding_model)
) WITH (toast_tuple_target = 8160);

-- One index for each way into a gate: by subject, by level alone, by exam, by kind of content.
CREATE INDEX chunk_lexical_subject ON chunk_lexical (tenant_id, subject, level, paper, year);
CREATE INDEX chunk_lexical_level ON chunk_lexical (tenant_id, level);
CREATE INDEX chunk_lexical_exam ON chunk_lexical (tenant_id, exam, year, paper);
CREATE INDEX chunk_lexical_content_type ON chunk_lexical (tenant_id, content_type);
CREATE INDEX chunk_dense_subject ON chunk_dense (tenant_id, subject, level, paper, year);
CREATE INDEX chunk_dense_level ON chunk_dense (tenant_id, level);
CREATE INDEX chunk_dense_exam ON chunk_dense (tenant_id, exam, year, paper);
CREATE INDEX chunk_dense_content_type ON chunk_dense (tenant_id, content_type);
CREATE INDEX chunk_lexical_partition ON chunk_lexical (partition_id);
