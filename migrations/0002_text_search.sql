-- Analyzers. Every language that PostgreSQL can stem gets two text-search configurations:
--   sw_stem_<code>   unaccent, then the language's stemmer (with its stop words)
--   sw_exact_<code>  unaccent, then word forms as they stand, without the stop words
-- 'simple' ('xx') serves every other language. The same configurations analyse chunks at ingest and
-- queries inside the search statement, so the two sides cannot drift apart.
CREATE EXTENSION IF NOT EXISTS vector;
CREATE EXTENSION IF NOT EXISTS unaccent;

CREATE TABLE analyzers (
  language     text PRIMARY KEY,
  stem_config  regconfig NOT NULL,
  exact_config regconfig NOT NULL
);

CREATE FUNCTION create_analyzer(code text, stemmer text, stop_words text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  words text := 'asciihword, asciiword, hword, hword_asciipart, hword_part, word';
BEGIN
  EXECUTE format('CREATE TEXT SEARCH CONFIGURATION %I (PARSER = default)', 'sw_stem_' || code);
  EXECUTE format('CREATE TEXT SEARCH CONFIGURATION %I (PARSER = default)', 'sw_exact_' || code);
  IF stop_words IS NULL THEN
    EXECUTE format('CREATE TEXT SEARCH DICTIONARY %I (TEMPLATE = simple)', 'sw_forms_' || code);
  ELSE
    EXECUTE format('CREATE TEXT SEARCH DICTIONARY %I (TEMPLATE = simple, STOPWORDS = %s)',
      'sw_forms_' || code, stop_words);
  END IF;
  EXECUTE format('ALTER TEXT SEARCH CONFIGURATION %I ADD MAPPING FOR %s WITH unaccent, %s',
    'sw_stem_' || code, words, coalesce(stemmer, 'sw_forms_' || code));
  EXECUTE format('ALTER TEXT SEARCH CONFIGURATION %I ADD MAPPING FOR %s WITH unaccent, %I',
    'sw_exact_' || code, words, 'sw_forms_' || code);
  EXECUTE format('ALTER TEXT SEARCH CONFIGURATION %I ADD MAPPING FOR numword, numhword,
    hword_numpart, email, host, url, url_path, file, int, uint, float, sfloat, version WITH simple',
    'sw_stem_' || code);
  EXECUTE format('ALTER TEXT SEARCH CONFIGURATION %I ADD MAPPING FOR numword, numhword,
    hword_numpart, email, host, url, url_path, file, int, uint, float, sfloat, version WITH simple',
    'sw_exact_' || code);
  INSERT INTO analyzers
  VALUES (code, ('sw_stem_' || code)::regconfig, ('sw_exact_' || code)::regconfig);
END $$;

SELECT create_analyzer(code, name || '_stem', CASE WHEN has_stop_words THEN name END)
FROM (VALUES
  ('ar', 'arabic', false), ('hy', 'armenian', false), ('eu', 'basque', false),
  ('ca', 'catalan', false), ('da', 'danish', true), ('nl', 'dutch', true),
  ('en', 'english', true), ('fi', 'finnish', true), ('fr', 'french', true),
  ('de', 'german', true), ('el', 'greek', false), ('hi', 'hindi', false),
  ('hu', 'hungarian', true), ('id', 'indonesian', false), ('ga', 'irish', false),
  ('it', 'italian', true), ('lt', 'lithuanian', false), ('ne', 'nepali', true),
  ('no', 'norwegian', true), ('pt', 'portuguese', true), ('ro', 'romanian', false),
  ('ru', 'russian', true), ('sr', 'serbian', false), ('es', 'spanish', true),
  ('sv', 'swedish', true), ('ta', 'tamil', false), ('tr', 'turkish', true),
  ('yi', 'yiddish', false)) AS languages (code, name, has_stop_words);
SELECT create_analyzer('xx', NULL, NULL);

-- The analyzer of a language tag such as 'en', 'en+zh' or NULL.
CREATE FUNCTION analyzer_language(tag text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT language FROM analyzers WHERE language = split_part(tag, '+', 1)), 'xx')
$$;
