/** Every document as the audit sees it, read from the index in pages. */
import type { Database } from "#edge/ports.ts";
import type { CorpusDocument } from "../systems/corpus-documents.ts";
import { CORPUS_KEY } from "../systems/ingest-into-index.ts";

const PAGE_DOCUMENTS = 5000;

export type AuditDocument = CorpusDocument & {
  readonly corpus: string;
  readonly text: string;
  readonly options: Readonly<Record<string, string>> | null;
  readonly passage: string | null;
  readonly related: readonly string[] | null;
  readonly hasImage: boolean;
  readonly hasEmbedding: boolean;
  readonly hasWords: boolean;
  readonly chunks: number;
};

const PAGE = `
WITH page AS MATERIALIZED (
  SELECT * FROM documents WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT ${PAGE_DOCUMENTS}),
embedded AS MATERIALIZED (
  SELECT DISTINCT k.doc_key FROM page p JOIN chunks k USING (doc_key)
  JOIN chunk_dense e USING (chunk_key)),
worded AS MATERIALIZED (
  SELECT DISTINCT k.doc_key FROM page p JOIN chunks k USING (doc_key)
  JOIN chunk_lexical l USING (chunk_key) WHERE l.stem_length > 0)
SELECT json_agg(json_build_object('id', id, 'corpus', coalesce(metadata->>'${CORPUS_KEY}', ''),
  'subject', subject, 'level', level, 'year', year, 'session', session, 'paper', paper,
  'content_type', content_type, 'board', board, 'exam', exam, 'language', language,
  'question_number', question_number, 'topic', topic, 'text', text, 'options', options,
  'passage', passage, 'related', related,
  'hasImage', coalesce(metadata->>'has_image', '') = 'true',
  'hasEmbedding', e.doc_key IS NOT NULL, 'hasWords', w.doc_key IS NOT NULL,
  'chunks', chunk_count) ORDER BY id) AS documents
FROM page LEFT JOIN embedded e USING (doc_key) LEFT JOIN worded w USING (doc_key)`;

/** In ascending order of id. */
export async function readAuditDocuments(
  database: Database,
  tenantId: number,
): Promise<AuditDocument[]> {
  const documents: AuditDocument[] = [];
  for (;;) {
    const after = documents.at(-1)?.id ?? "";
    const [row] = await database.query<{ documents: AuditDocument[] | null }>(PAGE, [
      tenantId,
      after,
    ]);
    const page = row!.documents ?? [];
    documents.push(...page);
    if (page.length < PAGE_DOCUMENTS) return documents;
  }
}
