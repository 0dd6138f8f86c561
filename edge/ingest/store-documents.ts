/**
 * Ingest of one request: known content is left alone, the rest is embedded (unless vectors came with
 * it) and written in one statement. Either the whole parsed batch is stored or none of it.
 */
import { directionText } from "#core/encoder/vector-text.ts";
import { CHUNKER_VERSION } from "#core/text/chunk.ts";
import { NORMALIZER_VERSION, normalizeSearchText } from "#core/text/normalize.ts";
import { embeddingInput } from "#core/text/passage.ts";
import { normalForm } from "#core/scope/curriculum-scope.ts";
import type { Database, Embedder } from "../ports.ts";
import { sha256Hex } from "../sha256.ts";
import type { TenantContext } from "../store/tenant-context.ts";
import { detectLanguages } from "./detect-language.ts";
import { checkProvided } from "./check-provided.ts";
import type { ParsedDocument } from "./parse-documents.ts";

export interface StoredDocument {
  readonly index: number;
  readonly id: string;
  readonly status: "created" | "updated" | "unchanged";
  /** Chose the analyzer of a document that names no language; null where it was not needed. */
  readonly detectedLanguage: string | null;
}

interface Hashed {
  readonly item: ParsedDocument;
  readonly hash: string;
}

export async function storeDocuments(
  { database, embedder }: { database: Database; embedder: Embedder | null },
  tenant: TenantContext,
  items: readonly ParsedDocument[],
): Promise<StoredDocument[]> {
  const hashed = await Promise.all(
    items.map(async (item) => ({ item, hash: await contentHash(item) })),
  );
  const known = await readHashes(database, tenant.tenantId, items);
  const changed = hashed.filter(({ item, hash }) => known.get(item.document.id) !== hash);
  const stored = new Map<string, StoredDocument["status"]>();
  const detected = await detectLanguages(changed.map(toText), tenant.languages);
  if (changed.length > 0) {
    const vectors = await embedMissing(embedder, tenant, changed);
    const rows = changed.map((entry, index) => ({
      ...toRow(entry, vectors[index] ?? null),
      analyzer: detected[index] ?? null,
    }));
    const { tenantId, embeddingModel } = tenant;
    const [, results] = await database.batch([
      { text: "SELECT expect_embedding_model($1, $2)", parameters: [tenantId, embeddingModel] },
      {
        text: "SELECT id, status FROM ingest_documents($1, $2::jsonb)",
        parameters: [tenantId, JSON.stringify(rows)],
      },
    ]);
    for (const { id, status } of results as unknown as Pick<StoredDocument, "id" | "status">[]) {
      stored.set(id, status);
    }
  }
  const detectedById = new Map(
    changed.map(({ item }, index) => [item.document.id, detected[index] ?? null]),
  );
  return items.map(({ index, document }) => ({
    index,
    id: document.id,
    status: stored.get(document.id) ?? "unchanged",
    detectedLanguage: detectedById.get(document.id) ?? null,
  }));
}

const toText = ({ item: { document, chunks } }: Hashed) => ({
  language: document.language,
  text: `${document.title ?? ""} ${chunks[0] ?? ""}`,
});

async function readHashes(
  database: Database,
  tenantId: number,
  items: readonly ParsedDocument[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; content_hash: string }>(
    "SELECT id, content_hash FROM documents WHERE tenant_id = $1 AND id = ANY ($2::text[])",
    [tenantId, items.map(({ document }) => document.id)],
  );
  return new Map(rows.map(({ id, content_hash }) => [id, content_hash]));
}

/** Everything that decides what is stored: the document, its vectors, and the versions of ours. */
async function contentHash({ document, vectors }: ParsedDocument): Promise<string> {
  return sha256Hex(JSON.stringify([CHUNKER_VERSION, NORMALIZER_VERSION, document, vectors]));
}

/** For each entry its vectors, one per chunk; undefined where no provider is configured. */
async function embedMissing(
  embedder: Embedder | null,
  tenant: TenantContext,
  entries: readonly Hashed[],
): Promise<(readonly (readonly number[])[] | null)[]> {
  const texts = entries.flatMap(({ item }) =>
    item.vectors === null && embedder !== null
      ? item.chunks.map((chunk) => embeddingInput(item.document.title, chunk))
      : [],
  );
  const vectors =
    texts.length === 0 || embedder === null
      ? []
      : (await embedder.embed(texts, tenant.embeddingModel, "passage")).vectors;
  checkProvided(vectors, texts.length, tenant.embeddingModel, tenant.embeddingDimension);
  let next = 0;
  return entries.map(({ item }) => {
    if (item.vectors !== null || embedder === null) {
      return item.vectors;
    }
    const own = vectors.slice(next, next + item.chunks.length);
    next += item.chunks.length;
    return own;
  });
}

/** Null stays null: the document carries no value there. */
const nf = (value: string | null) => (value === null ? null : normalForm(value));

function toRow({ item, hash }: Hashed, vectors: readonly (readonly number[])[] | null) {
  const { document, chunks } = item;
  const { embedding: _, embedding_model: __, ...shown } = document;
  const topics = document.topic === null ? null : [document.topic].flat();
  return {
    ...shown,
    topic: topics,
    content_hash: hash,
    normalizer_version: NORMALIZER_VERSION,
    search_title: document.title === null ? null : normalizeSearchText(document.title),
    scope: {
      subject: nf(document.subject),
      level: nf(document.level),
      board: nf(document.board),
      exam: nf(document.exam),
      year: document.year,
      session: nf(document.session),
      paper: nf(document.paper),
      question_number: nf(document.question_number),
      content_type: nf(document.content_type),
      language: nf(document.language),
      topic: topics?.map(normalForm) ?? null,
    },
    chunks: chunks.map((body, ordinal) => ({
      body,
      search: normalizeSearchText(body),
      embedding: vectors === null ? null : directionText(vectors[ordinal] ?? []),
    })),
  };
}
