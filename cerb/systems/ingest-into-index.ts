/**
 * Sends the rows of corpora to the product's own POST /v1/documents, in process, in batches; a row
 * that the product refuses is reported with the file and line that it came from.
 */
import { type App, createApp } from "#edge/app.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import type { ItemResult } from "#edge/schemas/documents.ts";
import type { CorpusInput } from "../formats/corpus-input.ts";
import { type Place, type PlacedFault, RowReader } from "../formats/read-rows.ts";
import { InputError } from "../input-error.ts";

export const BATCH_ROWS_MAX = 500;
/** Half of what the API takes in one request. */
export const BATCH_BYTES_MAX = 8 * 1024 * 1024;
/** Faults that are kept with their text; further ones are counted. */
export const FAULTS_KEPT_MAX = 1000;

/** Metadata key that names the corpus of a document. */
export const CORPUS_KEY = "corpus";
/** A line of progress each so many rows. */
const ROWS_PER_LINE = 5000;

export interface CorpusCount {
  readonly name: string;
  readonly rows: number;
  readonly refused: number;
}

export interface IngestInput {
  readonly corpora: readonly CorpusInput[];
  readonly embeddingModel: string;
  readonly beirLanguage: string;
  readonly embedder: Embedder | null;
  readonly progress: Progress;
}

interface Prepared {
  readonly id: string;
  readonly place: Place;
  readonly json: string;
}

export async function ingestCorpora(
  database: Database,
  key: string,
  { corpora, embeddingModel, beirLanguage, embedder, progress }: IngestInput,
): Promise<{ corpora: CorpusCount[]; faults: PlacedFault[] }> {
  const app = ingestApp(database, embedder);
  const reader = new RowReader({ model: embeddingModel, beirLanguage });
  const faults: PlacedFault[] = [];
  const counts: CorpusCount[] = [];
  for (const corpus of corpora) {
    let sent = 0;
    let refused = 0;
    const report = (fault: PlacedFault) => {
      refused += 1;
      if (faults.length < FAULTS_KEPT_MAX) faults.push(fault);
    };
    for await (const batch of batches(reader, corpus, report)) {
      const rejected = await send(app, key, batch);
      for (const fault of rejected) report(fault);
      const before = sent;
      sent += batch.length - rejected.length;
      if (Math.floor(sent / ROWS_PER_LINE) > Math.floor(before / ROWS_PER_LINE)) {
        progress.step(`${corpus.name}: ${sent.toLocaleString("en")} rows so far`);
      }
    }
    progress.step(`${corpus.name}: ${sent.toLocaleString("en")} rows, ${refused} refused`);
    counts.push({ name: corpus.name, rows: sent, refused });
  }
  return { corpora: counts, faults };
}

function ingestApp(database: Database, embedder: Embedder | null): App {
  return createApp(() => ({
    database,
    models: { get: async () => null },
    embedder,
    now: () => Date.now(),
    log: () => undefined,
    background: (work) => void work.catch(() => undefined),
  }));
}

async function* batches(
  reader: RowReader,
  corpus: CorpusInput,
  report: (fault: PlacedFault) => void,
): AsyncGenerator<Prepared[]> {
  let batch: Prepared[] = [];
  let bytes = 0;
  for await (const read of reader.read(corpus)) {
    if (!read.ok) {
      report(read.fault);
      continue;
    }
    const { row, place, vectors } = read;
    const json = JSON.stringify({
      ...row,
      // The audit counts by corpus; a document has no field for it.
      metadata: { ...(row["metadata"] as object | null | undefined), [CORPUS_KEY]: corpus.name },
      ...(vectors === null ? {} : { embedding: vectors }),
    });
    const size = Buffer.byteLength(json);
    if (batch.length > 0 && (batch.length >= BATCH_ROWS_MAX || bytes + size > BATCH_BYTES_MAX)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push({ id: row.id, place, json });
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

async function send(app: App, key: string, batch: readonly Prepared[]): Promise<PlacedFault[]> {
  const response = await app.request("/v1/documents", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
    body: batch.map(({ json }) => json).join("\n"),
  });
  const body = (await response.json()) as {
    results?: ItemResult[];
    error?: { code: string; message: string };
  };
  if (body.results === undefined) {
    const first = batch[0]!.place;
    const reason = body.error?.message ?? `status ${response.status}`;
    throw new InputError(`${first.file}:${first.line}: the batch was refused: ${reason}`);
  }
  return body.results.flatMap(({ index, error }): PlacedFault[] => {
    if (error === null) return [];
    const { place, id } = batch[index]!;
    const field = (error.field ?? "").replace(/^documents\[\d+\]\.?/, "");
    return [{ ...place, id, field, message: error.message }];
  });
}
