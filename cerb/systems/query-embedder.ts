/**
 * Query vectors for every variant alike: shipped ones for the shipped cases, so that a run needs no
 * model and is the same on every machine; other queries through the model, once each, where its
 * runtime is installed. Latencies therefore exclude the embedding of a query.
 */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { sha256Of } from "#cerb/corpora/manifest.ts";
import { encodeVector, recordBytes } from "#cerb/corpora/vector-file.ts";
import { AppError } from "#edge/errors.ts";
import type { ModelRecord } from "#edge/local/embedder/model-record.ts";
import {
  type Embedder as ModelEmbedder,
  loadOnnxEmbedder,
} from "#edge/local/embedder/onnx-embedder.ts";
import type { Embedder } from "#edge/ports.ts";
import { InputError } from "../input-error.ts";

export const QUERY_VECTORS_FOLDER = new URL("./", import.meta.url);
const SCALE_BYTES = 4;

const headerSchema = z.strictObject({
  model: z.string(),
  modelSha256: z.string(),
  dimension: z.number().int().positive(),
  /** sha256 of each query, in the order of the vectors. */
  queries: z.array(z.string()),
  file: z.string(),
  sha256: z.string(),
});

export type QueryVectorHeader = z.infer<typeof headerSchema>;

export function queryVectorFiles(model: string): { header: string; vectors: string } {
  return { header: `query-vectors.${model}.json`, vectors: `query-vectors.${model}.i8` };
}

/** Header and bytes for these queries, each once. */
export async function encodeQueryVectors(
  embedder: ModelEmbedder,
  queries: readonly string[],
): Promise<{ header: QueryVectorHeader; bytes: Buffer }> {
  const distinct = [...new Set(queries)].toSorted();
  const records: Buffer[] = [];
  for (const query of distinct) {
    records.push(encodeVector((await embedder.embed(query, "query")).vector));
  }
  const { id, sha256, dimension } = embedder.record;
  const bytes = Buffer.concat(records);
  const header = {
    model: id,
    modelSha256: sha256,
    dimension,
    queries: distinct.map(sha256Of),
    file: queryVectorFiles(id).vectors,
    sha256: sha256Of(bytes),
  };
  return { header, bytes };
}

/** Vectors by sha256 of the query; empty where none are shipped for this model file. */
async function readShipped(record: ModelRecord, folder: URL): Promise<Map<string, number[]>> {
  const names = queryVectorFiles(record.id);
  const text = await readFile(new URL(names.header, folder), "utf8").catch(() => null);
  if (text === null) return new Map();
  const header = headerSchema.parse(JSON.parse(text));
  const bytes = await readFile(new URL(header.file, folder));
  if (sha256Of(bytes) !== header.sha256) {
    throw new InputError(`${header.file}: its sha256 is not that of ${names.header}`);
  }
  if (header.modelSha256 !== record.sha256) return new Map();
  const stride = recordBytes(header.dimension);
  return new Map(
    header.queries.map((query, index) => {
      const start = bytes.byteOffset + index * stride + SCALE_BYTES;
      return [query, Array.from(new Int8Array(bytes.buffer, start, header.dimension))];
    }),
  );
}

export interface QueryEmbedder extends Embedder {
  /** Queries that were embedded by the model now. */
  computedCount(): number;
  close(): Promise<void>;
}

export async function openQueryEmbedder(
  record: ModelRecord,
  folder: URL = QUERY_VECTORS_FOLDER,
): Promise<QueryEmbedder> {
  const known = await readShipped(record, folder);
  let model: Promise<ModelEmbedder> | null = null;
  let computed = 0;
  const vectorOf = async (text: string): Promise<readonly number[]> => {
    const key = sha256Of(text);
    const shipped = known.get(key);
    if (shipped !== undefined) return shipped;
    model ??= load(record);
    // Rounded like shipped vectors, so that shipping one changes nothing.
    const encoded = encodeVector((await (await model).embed(text, "query")).vector);
    const bytes = encoded.subarray(SCALE_BYTES);
    const vector = Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    computed += 1;
    known.set(key, vector);
    return vector;
  };
  return {
    name: record.id,
    embed: async (texts) => {
      const vectors: (readonly number[])[] = [];
      for (const text of texts) vectors.push(await vectorOf(text));
      return { vectors, scripts: record.scripts };
    },
    computedCount: () => computed,
    close: async () => {
      await (await model?.catch(() => null))?.close();
    },
  };
}

async function load(record: ModelRecord): Promise<ModelEmbedder> {
  const loaded = await loadOnnxEmbedder(record);
  if (loaded.status === "ready") return loaded.embedder;
  throw new AppError("upstream_unavailable", loaded.reason);
}
