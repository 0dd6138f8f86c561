/**
 * The corpora in a real PostgreSQL, ingested through the product's own API, in a folder that later
 * runs use again. One process at a time; a folder that was not finished is built anew. It must not
 * search: run-variant.ts does.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import { ensureTenant, newApiKey, saveVocabulary, storeKey } from "#edge/local/tenants.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import { migrate } from "../../migrations/migrate.ts";
import type { PlacedFault } from "../formats/read-rows.ts";
import { InputError } from "../input-error.ts";
import { defaultVocabulary } from "#edge/local/default-vocabulary.ts";
import { type IndexContent, indexFingerprint } from "./index-fingerprint.ts";
import { type CorpusCount, ingestCorpora } from "./ingest-into-index.ts";
import { databaseOf } from "./pglite-port.ts";

export const TENANT = "cerb";

/** Indexes kept in the folder, each up to a gigabyte; the one opened longest ago goes first. */
export const INDEXES_KEPT_MAX = 3;

/** Ingest writes every row of the hot tables twice; this puts them in scope order, as production. */
const SETTLE = [
  "CLUSTER chunk_lexical USING chunk_lexical_subject",
  "CLUSTER chunk_dense USING chunk_dense_subject",
  "VACUUM ANALYZE",
] as const;

export interface IndexRecord {
  readonly fingerprint: string;
  readonly corpora: readonly CorpusCount[];
  /** Rows that were refused; the others are in the index. */
  readonly faults: readonly PlacedFault[];
}

export interface SearchIndex {
  readonly record: IndexRecord;
  readonly database: Database;
  readonly local: LocalDatabase;
  readonly tenantId: number;
  /** Admin key of this opening. */
  readonly key: string;
  readonly wasBuilt: boolean;
  close(): Promise<void>;
}

export interface IndexOptions extends IndexContent {
  /** Folder for indexes; null: in memory, for small corpora and tests. */
  readonly cacheFolder: string | null;
  /** Embeds texts that came without vectors; null: they are searched by words alone. */
  readonly embedder: Embedder | null;
  readonly progress: Progress;
}

export async function openIndex(options: IndexOptions): Promise<SearchIndex> {
  const fingerprint = indexFingerprint(contentOf(options));
  if (options.cacheFolder === null) {
    const local = await openPglite();
    const record = await build(local, options, fingerprint);
    return await opened(local, record, true, () => local.close());
  }
  mkdirSync(options.cacheFolder, { recursive: true });
  const folder = join(options.cacheFolder, fingerprint.slice(0, 16));
  const unlock = lock(`${folder}.lock`);
  try {
    const known = readRecord(folder);
    if (known === null) {
      dropOldest(options.cacheFolder);
      await buildFolder(folder, options, fingerprint);
    }
    const local = await openPglite(join(folder, "postgres"));
    return await opened(local, known ?? readRecord(folder)!, known === null, async () => {
      await local.close();
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

function contentOf(options: IndexOptions): IndexContent {
  const { corpora, embeddingModel, embeddingDimension, beirLanguage, embedsTexts } = options;
  return { corpora, embeddingModel, embeddingDimension, beirLanguage, embedsTexts };
}

const recordFile = (folder: string) => join(folder, "index.json");

function readRecord(folder: string): IndexRecord | null {
  const file = recordFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as IndexRecord) : null;
}

/** Makes room for one more. An index that a process holds is left alone. */
function dropOldest(cacheFolder: string): void {
  const indexes = readdirSync(cacheFolder)
    .map((name) => join(cacheFolder, name))
    .filter((folder) => existsSync(recordFile(folder)) && !existsSync(`${folder}.lock`))
    .map((folder) => ({ folder, opened: statSync(join(folder, "postgres")).mtimeMs }))
    .toSorted((a, b) => b.opened - a.opened);
  for (const { folder } of indexes.slice(INDEXES_KEPT_MAX - 1)) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Built beside its place and moved there at the end: what stands there is complete. */
async function buildFolder(folder: string, options: IndexOptions, fingerprint: string) {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(unfinished);
  const local = await openPglite(join(unfinished, "postgres"));
  try {
    const record = await build(local, options, fingerprint);
    writeFileSync(recordFile(unfinished), `${JSON.stringify(record)}\n`);
  } finally {
    await local.close();
  }
  renameSync(unfinished, folder);
}

async function build(
  local: LocalDatabase,
  options: IndexOptions,
  fingerprint: string,
): Promise<IndexRecord> {
  await migrate(local);
  const database = databaseOf(local);
  const { embeddingModel, embeddingDimension } = options;
  const tenantId = await ensureTenant(database, {
    name: TENANT,
    embeddingModel,
    embeddingDimension,
  });
  const key = newApiKey("admin");
  await storeKey(database, tenantId, "admin", key);
  const { corpora, faults } = await ingestCorpora(database, key, options);
  options.progress.step("hot tables into scope order");
  await database.query("SELECT refresh_codes($1)", [tenantId]);
  // One at a time: several in one call are one transaction, which VACUUM refuses.
  for (const statement of SETTLE) await local.execute(statement);
  return { fingerprint, corpora, faults };
}

/** Keys of earlier runs and what they logged are of no use; the vocabulary is today's. */
async function opened(
  local: LocalDatabase,
  record: IndexRecord,
  wasBuilt: boolean,
  close: () => Promise<void>,
): Promise<SearchIndex> {
  const database = databaseOf(local);
  await local.execute("TRUNCATE impressions; DELETE FROM api_keys; DELETE FROM vocabulary_edited;");
  const [tenant] = await database.query<{ tenant_id: number }>(
    "SELECT tenant_id FROM tenants WHERE name = $1",
    [TENANT],
  );
  const tenantId = tenant!.tenant_id;
  await saveVocabulary(database, tenantId, defaultVocabulary());
  const key = newApiKey("admin");
  await storeKey(database, tenantId, "admin", key);
  return { record, database, local, tenantId, key, wasBuilt, close };
}

/** A lock that a dead process left behind is taken over. */
function lock(file: string): () => void {
  if (existsSync(file)) {
    const holder = Number(readFileSync(file, "utf8"));
    if (isAlive(holder)) {
      throw new InputError(`${file}: process ${holder} uses this index; run one at a time`);
    }
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}
