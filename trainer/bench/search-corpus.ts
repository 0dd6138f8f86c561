/**
 * A corpus for timing search: real documents and vectors of the shipped corpora, with three fields of
 * their own (board, exam, session) drawn independently, so that a gate of all three holds a known share,
 * and a fourth (paper) that halves with each value, so that a gate of it holds a known number.
 * Stored through the product's API in PGlite; the vectors are read back for an exact answer.
 */
import { createApp } from "#edge/app.ts";
import { startGateway } from "#edge/local/gateway.ts";
import { toApiRow } from "#edge/local/ingest-client.ts";
import { type LocalDatabase, openPglite } from "#edge/local/pglite-database.ts";
import { defaultCorpora, readShippedCorpus } from "#edge/local/shipped-corpora.ts";
import { createKey, ensureTenant } from "#edge/local/tenants.ts";
import type { Database } from "#edge/ports.ts";
import { connectPostgres } from "#edge/store/postgres.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { migrate } from "../../migrations/migrate.ts";

export const DIMENSION = 384;
export const MODEL = "multilingual-e5-small";
/** Shares of the corpus that the AND of three equal values holds, as published for another engine. */
export const GATE_SHARES = [0.04, 0.01, 0.001, 0.0001] as const;
const FIELDS = ["board", "exam", "session"] as const;
const BATCH = 200;

export interface Chunk {
  readonly id: string;
  /** Unit length. */
  readonly vector: Float32Array;
  /** Value of each of FIELDS. */
  readonly values: readonly string[];
}

export interface BenchCorpus {
  readonly database: Database;
  readonly local: LocalDatabase;
  readonly tenantId: number;
  readonly chunks: readonly Chunk[];
  readonly texts: ReadonlyMap<string, string>;
  readonly ingestMs: number;
  readonly peakMb: number;
  close(): Promise<void>;
}

export interface CorpusOptions {
  readonly documents: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

/** The gate of `GATE_SHARES[index]`. */
export const gateOfShare = (index: number) =>
  Object.fromEntries(FIELDS.map((field) => [field, [`v${index}`]]));

/** The gate of documents 2^exponent to 2^(exponent + 1) − 1, the same ones in every corpus. */
export const gateOfPool = (exponent: number) => ({ paper: [`p${exponent}`] });

export async function buildCorpus({ documents, seed, log }: CorpusOptions): Promise<BenchCorpus> {
  const local = await openPglite();
  await migrate(local);
  const gateway = await startGateway(local);
  const database = connectPostgres(gateway.databaseUrl, { fetchEndpoint: gateway.url });
  const tenant = { name: "bench", embeddingModel: MODEL, embeddingDimension: DIMENSION };
  const tenantId = await ensureTenant(database, tenant);
  const key = await createKey(database, tenantId, "admin");
  const app = createApp(() => ({
    database,
    models: { get: async () => null },
    embedder: null,
    now: () => performance.now(),
    log: () => undefined,
    background: () => undefined,
  }));
  const texts = new Map<string, string>();
  let ingestMs = 0;
  let peakMb = 0;
  for await (const batch of batches(documents, seed)) {
    batch.forEach(({ id, text }) => texts.set(String(id), String(text)));
    const started = performance.now();
    const response = await app.request("/v1/documents", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ documents: batch }),
    });
    if (!response.ok) throw new Error(`ingest answered ${response.status}`);
    ingestMs += performance.now() - started;
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1024 ** 2);
    if (texts.size % 2000 === 0) log(`${texts.size} of ${documents} documents stored`);
  }
  await database.query("SELECT refresh_codes($1)", [tenantId]);
  await local.execute("CLUSTER chunk_lexical USING chunk_lexical_subject");
  await local.execute("CLUSTER chunk_dense USING chunk_dense_subject");
  await local.execute("VACUUM ANALYZE");
  const chunks = await readChunks(database);
  const close = async () => {
    await gateway.close();
    await local.close();
  };
  return { database, local, tenantId, chunks, texts, ingestMs, peakMb, close };
}

/** The first `count` documents that carry vectors, of the smallest shipped corpora first. */
async function* batches(count: number, seed: number): AsyncGenerator<Record<string, unknown>[]> {
  const random = mulberry32(seed);
  let batch: Record<string, unknown>[] = [];
  let taken = 0;
  const corpora = defaultCorpora().toSorted((a, b) => a.rows - b.rows);
  for (const { name } of corpora) {
    if (taken === count) break;
    for await (const { row } of readShippedCorpus(name, MODEL)) {
      // A corpus that was begun is read to its end: its reader is a process.
      if (taken === count) continue;
      const document = toApiRow(row);
      if (document["embedding"] !== undefined) {
        const values = FIELDS.map((field) => [field, drawValue(random())]);
        taken += 1;
        const paper = `p${Math.floor(Math.log2(taken))}`;
        batch.push({ ...document, ...Object.fromEntries(values), paper });
      }
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
    }
  }
  if (taken < count)
    throw new RangeError(`the shipped corpora hold ${taken} documents, not ${count}`);
  if (batch.length > 0) yield batch;
}

/** Value v<i> with probability share(i)^(1/3), so that three of them hold the share. */
function drawValue(uniform: number): string {
  let left = uniform;
  for (const [index, share] of GATE_SHARES.entries()) {
    left -= Math.cbrt(share);
    if (left < 0) return `v${index}`;
  }
  return "other";
}

async function readChunks(database: Database): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let after = 0; ; ) {
    const rows = await database.query<{
      chunk_key: string;
      id: string;
      embedding: string;
      board: string;
      exam: string;
      session: string;
    }>(
      `SELECT chunk_key, id, embedding::text, board, exam, session FROM chunk_dense
       WHERE chunk_key > $1 ORDER BY chunk_key LIMIT 1000`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return chunks;
    after = Number(last.chunk_key);
    for (const { id, embedding, board, exam, session } of rows) {
      const vector = Float32Array.from(JSON.parse(embedding) as number[]);
      chunks.push({ id, vector, values: [board, exam, session] });
    }
  }
}
