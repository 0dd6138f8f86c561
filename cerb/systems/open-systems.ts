/** Corpora given by path to an open index with its documents: what every command starts with. */
import { findModelRecord } from "#edge/local/embedder/model-record.ts";
import type { Progress } from "#edge/local/progress.ts";
import { resolveCorpus } from "../formats/corpus-input.ts";
import { type CorpusDocument, readDocuments } from "./corpus-documents.ts";
import { openQueryEmbedder, type QueryEmbedder } from "./query-embedder.ts";
import { openIndex, type SearchIndex } from "./search-index.ts";

export const CORPORA_MAX = 50;

export interface SystemsOptions {
  readonly corpora: readonly string[];
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly beirLanguage: string;
  readonly embedsTexts: boolean;
  readonly cacheFolder: string | null;
  readonly progress: Progress;
}

export interface Systems {
  readonly index: SearchIndex;
  /** Null where no model of that name is shipped: search is by words. */
  readonly embedder: QueryEmbedder | null;
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  close(): Promise<void>;
}

export async function openSystems(options: SystemsOptions): Promise<Systems> {
  const corpora = [];
  for (const path of options.corpora) {
    corpora.push(await resolveCorpus(path, options.embeddingModel));
  }
  const record = findModelRecord(options.embeddingModel);
  const embedder = record === undefined ? null : await openQueryEmbedder(record);
  const index = await openIndex({
    ...options,
    corpora,
    embedder: options.embedsTexts ? embedder : null,
  });
  const documents = await readDocuments(index.database, index.tenantId);
  return {
    index,
    embedder,
    documents,
    close: async () => {
      await index.close();
      await embedder?.close();
    },
  };
}
