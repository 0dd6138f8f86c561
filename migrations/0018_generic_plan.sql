-- One plan for all calls, by the inverted index. A plan for the keys of one call expects more chunks than
-- they have and reads the whole table: the first five searches of a connection without any condition took
-- 0.9 s each (34,281 chunks; the sixth, with the general plan, 20 ms).
ALTER FUNCTION score_chunks(integer, integer[], sparsevec) SET plan_cache_mode = force_generic_plan;
