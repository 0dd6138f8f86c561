/**
 * What the index holds of its documents: the metadata of all, by id, and for a few the text and the
 * state of preparation that the root causes ask about.
 */
import type { ScopedDocument } from "#measures/scope-match.ts";
import type { Database } from "#edge/ports.ts";

/** Metadata of one document, as the corpus has it. */
export type CorpusDocument = ScopedDocument & {
  readonly id: string;
  readonly topic: string[] | null;
};

export async function readDocuments(
  database: Database,
  tenantId: number,
): Promise<ReadonlyMap<string, CorpusDocument>> {
  const [row] = await database.query<{ documents: CorpusDocument[] | null }>(
    `SELECT json_agg(json_build_object('id', id, 'subject', subject, 'level', level, 'year', year,
       'session', session, 'paper', paper, 'content_type', content_type, 'board', board,
       'exam', exam, 'language', language, 'question_number', question_number, 'topic', topic)
       ORDER BY id) AS documents
     FROM documents WHERE tenant_id = $1`,
    [tenantId],
  );
  return new Map((row!.documents ?? []).map((document) => [document.id, document]));
}

export interface PreparedDocument {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly hasImage: boolean;
  readonly hasEmbedding: boolean;
  /** At least one chunk has a word that can be searched. */
  readonly hasWords: boolean;
}

export async function readPrepared(
  database: Database,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PreparedDocument>> {
  const rows = await database.query<PreparedDocument>(
    `SELECT d.id, d.title, d.text, coalesce(d.metadata->>'has_image', '') = 'true' AS "hasImage",
       EXISTS (SELECT 1 FROM chunk_dense e WHERE e.doc_key = d.doc_key) AS "hasEmbedding",
       EXISTS (SELECT 1 FROM chunk_lexical l WHERE l.doc_key = d.doc_key AND l.stem_length > 0)
         AS "hasWords"
     FROM documents d WHERE d.tenant_id = $1 AND d.id = ANY ($2::text[])`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
