/**
 * The query table of a tenant, from the tenant's passages and the shipped model that made their
 * vectors: distilled over WordPieces where the model has them, else a word table. No judgment and no
 * query takes part, so it only changes when the text does: a table of the same text is made once.
 */
import { createHash } from "node:crypto";
import type { TokenTable } from "#core/encoder/token-table.ts";
import { findModelRecord, type ModelRecord } from "#edge/local/embedder/model-record.ts";
import type { Database } from "#edge/ports.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { decodeTokenTable } from "#edge/store/token-table-format.ts";
import { failure, TrainerError } from "../training-error.ts";
import { hasWordPieces } from "./build-table.ts";
import { embedTexts } from "./embed-texts.ts";
import { type StepProgress, trainPieceTable } from "./piece-table.ts";
import { buildWordTable, countWords } from "./word-table.ts";

export interface QueryTable {
  /** The first sixteen hexadecimal digits of the SHA-256 of the bytes. */
  readonly version: string;
  readonly bytes: Uint8Array;
  readonly table: TokenTable;
}

/** Where tables are kept between nights, by what they were made from. */
export interface TableCache {
  read(source: string): Promise<Uint8Array | null>;
  write(source: string, bytes: Uint8Array): Promise<void>;
}

export interface TenantTableInput {
  readonly database: Database;
  readonly tenant: TenantContext;
  readonly seed: number;
  readonly cache: TableCache;
  readonly progress: StepProgress;
}

/** Passages that scores are distilled over. */
const DISTILLED_PASSAGES_MAX = 6_000;
/** Rows of one statement. */
const ROWS_PER_STATEMENT = 5_000;
/** Characters of text that a table is made from; what comes later is left out. */
const TEXT_CHARS_MAX = 200_000_000;
const HASH_DIGITS = 16;

/** A text instead of a table: why there is none. */
export async function tenantTable(input: TenantTableInput): Promise<QueryTable | string> {
  const { embeddingModel } = input.tenant;
  const record = findModelRecord(embeddingModel);
  if (record === undefined) return `${embeddingModel} is not a shipped model`;
  const passages = await readPassages(input);
  if (passages.length === 0) return "the tenant has no passages";
  try {
    const source = sourceOf(record, input.seed, passages);
    const kept = await input.cache.read(source);
    const bytes = kept ?? (await madeTable(record, passages, input));
    if (kept === null) await input.cache.write(source, bytes);
    return queryTable(bytes, embeddingModel);
  } catch (error) {
    // The model's runtime is optional.
    if (error instanceof TrainerError) return error.message;
    throw error;
  }
}

export function queryTable(bytes: Uint8Array, model: string): QueryTable {
  const decoding = decodeTokenTable(bytes, model);
  if (!decoding.ok) throw failure(`query table: ${decoding.reason}`);
  return { version: tableVersion(bytes), bytes, table: decoding.table };
}

export const tableVersion = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, HASH_DIGITS);

interface Passage {
  readonly title: string;
  readonly text: string;
  readonly language: string;
}

async function madeTable(
  record: ModelRecord,
  passages: readonly Passage[],
  { database, tenant, seed, progress }: TenantTableInput,
): Promise<Uint8Array> {
  if (hasWordPieces(record.id)) {
    const vectors = await samplePassageVectors(database, tenant);
    const input = { model: record.id, seed, documents: passages, queries: [], progress };
    return trainPieceTable({ ...input, passages: vectors });
  }
  const texts = passages.map(({ title, text, language }) => ({
    language,
    text: `${title} ${text}`,
  }));
  const words = countWords(texts);
  const onProgress = progress("words embedded", words.length);
  const vectors = await embedTexts(
    record.id,
    words.map(({ word }) => word),
    "query",
    onProgress,
  );
  return buildWordTable(record.id, words, vectors);
}

function sourceOf({ id, sha256 }: ModelRecord, seed: number, passages: readonly Passage[]): string {
  const hash = createHash("sha256").update(`${id} ${sha256} ${seed}\n`);
  for (const { title, text, language } of passages) {
    hash.update(JSON.stringify([title, text, language]));
  }
  return hash.digest("hex");
}

async function readPassages({ database, tenant }: TenantTableInput): Promise<Passage[]> {
  const passages: Passage[] = [];
  let after = "-1";
  let chars = 0;
  for (;;) {
    const rows = await database.query<Passage & { chunk_key: string }>(
      `SELECT k.chunk_key::text AS chunk_key, coalesce(d.title, '') AS title, k.body AS text,
              p.language
       FROM chunks k JOIN documents d USING (doc_key) JOIN chunk_lexical l USING (chunk_key)
       JOIN partitions p USING (partition_id)
       WHERE d.tenant_id = $1 AND k.chunk_key > $2::bigint ORDER BY k.chunk_key LIMIT $3`,
      [tenant.tenantId, after, ROWS_PER_STATEMENT],
    );
    for (const { title, text, language } of rows) {
      passages.push({ title, text, language });
      chars += text.length;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STATEMENT || chars > TEXT_CHARS_MAX) {
      return passages;
    }
    after = last.chunk_key;
  }
}

/** In an order that has nothing to do with the text. */
async function samplePassageVectors(
  database: Database,
  { tenantId, embeddingModel }: TenantContext,
): Promise<Float32Array[]> {
  const rows = await database.query<{ embedding: string }>(
    `SELECT embedding::text AS embedding FROM chunk_dense
     WHERE tenant_id = $1 AND embedding_model = $2 ORDER BY md5(id), chunk_key LIMIT $3`,
    [tenantId, embeddingModel, DISTILLED_PASSAGES_MAX],
  );
  return rows.map(({ embedding }) => Float32Array.from(JSON.parse(embedding) as number[]));
}
