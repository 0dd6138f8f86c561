/** `bench ingest`: documents with their vectors through POST /v1/documents into an empty PGlite. */
import { buildCorpus } from "./search-corpus.ts";
import type { BenchOptions, BenchReport, BenchSuite } from "./suite.ts";

const SIZES = [1000, 5000, 10_000];
const SIZES_SMOKE = [40, 80];

export interface IngestRow {
  readonly store: string;
  readonly chunks: number;
  readonly perSecond: number;
  /** Largest resident set of this process, PGlite's 384 MB of buffers included. */
  readonly peakMb: number;
}

async function run({ smoke, seed, log }: BenchOptions): Promise<BenchReport> {
  const rows: IngestRow[] = [];
  for (const documents of smoke ? SIZES_SMOKE : SIZES) {
    const corpus = await buildCorpus({ documents, seed, log });
    const { chunks, ingestMs, peakMb } = corpus;
    await corpus.close();
    const perSecond = chunks.length / (ingestMs / 1000);
    rows.push({ store: "pglite", chunks: chunks.length, perSecond, peakMb });
    log(`${chunks.length} chunks: ${perSecond.toFixed(0)} a second`);
  }
  return {
    json: { rows },
    tables: [
      {
        title: "Ingest through the API",
        note: "Real documents with their vectors, 200 a request, one request after the other.",
        columns: ["chunks", "chunks a second", "peak MB"],
        rows: rows.map(({ chunks, perSecond, peakMb }) => [
          String(chunks),
          perSecond.toFixed(0),
          peakMb.toFixed(0),
        ]),
      },
    ],
    charts: [],
  };
}

export const ingestSuite: BenchSuite = { description: "Ingest through the API", run };
