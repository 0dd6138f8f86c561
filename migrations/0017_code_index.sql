-- Binary codes beside the keys that a scan of a large pool needs: where only subject and level gate, it
-- reads 5 MB of index instead of 58 MB of rows (28,412 chunks, whole corpus, the whole statement 61 ms ->
-- 52 ms). Building it takes 0.1 s.
CREATE INDEX chunk_dense_codes ON chunk_dense (tenant_id, embedding_model, subject, level)
  INCLUDE (chunk_key, id, code);
