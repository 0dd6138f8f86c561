/**
 * Embeds every chunk of a shipped corpus and writes the vector file and its header, so that a
 * first start need not run the model over 28,000 texts (about ten minutes on one core).
 *   node cerb/corpora/build-vectors.ts --corpus mmlu --model multilingual-e5-small [--threads 1]
 * Resumable: finished records lie in out/vectors under a name made of everything they depend on.
 */
import { appendFile, mkdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { CHUNKER_VERSION, chunkText } from "#core/text/chunk.ts";
import { embeddingInput, passageBody } from "#core/text/passage.ts";
import { findModelRecord, type ModelRecord } from "#edge/local/embedder/model-record.ts";
import {
  type Embedder,
  loadOnnxEmbedder,
  MODELS_FOLDER,
} from "#edge/local/embedder/onnx-embedder.ts";
import { CORPORA_FOLDER, type CorpusEntry, findCorpus, sha256Of } from "./manifest.ts";
import { readCorpus } from "./read-corpus.ts";
import { encodeVector, recordBytes, vectorFileNames, type VectorHeader } from "./vector-file.ts";

const PARTIAL_FOLDER = new URL("../../out/vectors/", import.meta.url);

/** Records kept in memory before they are appended: what a crash can lose. */
const RECORDS_PER_WRITE = 64;

const CHUNKS_PER_REPORT = 1024;

interface ChunkPlan {
  readonly inputs: string[];
  readonly rows: number;
  readonly chunkCounts: [rowIndex: number, chunkCount: number][];
}

async function planChunks(corpus: string, folder: URL): Promise<ChunkPlan> {
  const inputs: string[] = [];
  const chunkCounts: [number, number][] = [];
  let rows = 0;
  for await (const { row } of readCorpus(corpus, { folder })) {
    const chunks = chunkText(passageBody(row));
    for (const chunk of chunks) inputs.push(embeddingInput(row.title, chunk));
    if (chunks.length !== 1) chunkCounts.push([rows, chunks.length]);
    rows += 1;
  }
  return { inputs, rows, chunkCounts };
}

/** Appends the missing records and returns how many were there before. */
async function embedMissing(
  embedder: Embedder,
  inputs: string[],
  partial: URL,
  report: (line: string) => void,
): Promise<number> {
  const stride = recordBytes(embedder.record.dimension);
  const size = await stat(partial).then(
    (stats) => stats.size,
    () => 0,
  );
  const done = Math.min(Math.floor(size / stride), inputs.length);
  // A crash may have left half a record behind.
  if (size !== done * stride) await truncate(partial, done * stride);
  let pending: Buffer[] = [];
  for (let at = done; at < inputs.length; at += 1) {
    pending.push(encodeVector((await embedder.embed(inputs[at]!, "passage")).vector));
    if (pending.length < RECORDS_PER_WRITE && at + 1 < inputs.length) continue;
    await appendFile(partial, Buffer.concat(pending));
    pending = [];
    if ((at + 1) % CHUNKS_PER_REPORT === 0) report(`${at + 1} of ${inputs.length} chunks`);
  }
  return done;
}

export interface BuildOptions {
  readonly entry: CorpusEntry;
  readonly embedder: Embedder;
  readonly folder?: URL;
  readonly partialFolder?: URL;
  readonly report?: (line: string) => void;
}

/** Writes the corpus' vector file and header; a run that was stopped goes on where it was. */
export async function buildVectors({
  entry,
  embedder,
  folder = CORPORA_FOLDER,
  partialFolder = PARTIAL_FOLDER,
  report = () => undefined,
}: BuildOptions): Promise<{ chunkCount: number; embeddedCount: number }> {
  const { record } = embedder;
  const plan = await planChunks(entry.name, folder);
  const dependsOn = [entry.sha256, record.sha256, sha256Of(plan.inputs.join("\0"))].join("\n");
  const partial = new URL(`${entry.name}.${sha256Of(dependsOn).slice(0, 16)}.bin`, partialFolder);
  await mkdir(partialFolder, { recursive: true });
  const doneBefore = await embedMissing(embedder, plan.inputs, partial, report);
  const packed = gzipSync(await readFile(partial), { level: 9 });
  const header = describeVectors(entry, record, plan, packed);
  const corpusFolder = new URL(`${entry.name}/`, folder);
  await writeFile(new URL(header.file, corpusFolder), packed);
  // The header last: a reader that finds it finds the whole file.
  const headerFile = new URL(vectorFileNames(record.id).header, corpusFolder);
  await writeFile(headerFile, `${JSON.stringify(header)}\n`);
  await rm(partial);
  return { chunkCount: plan.inputs.length, embeddedCount: plan.inputs.length - doneBefore };
}

function describeVectors(
  entry: CorpusEntry,
  record: ModelRecord,
  plan: ChunkPlan,
  packed: Buffer,
): VectorHeader {
  return {
    model: record.id,
    modelSha256: record.sha256,
    dimension: record.dimension,
    chunkerVersion: CHUNKER_VERSION,
    corpusSha256: entry.sha256,
    file: vectorFileNames(record.id).vectors,
    sha256: sha256Of(packed),
    rows: plan.rows,
    chunks: plan.inputs.length,
    chunkCounts: plan.chunkCounts,
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      corpus: { type: "string" },
      model: { type: "string", default: "multilingual-e5-small" },
      threads: { type: "string", default: "1" },
    },
  });
  const record = findModelRecord(values.model);
  const threadCount = Number(values.threads);
  if (values.corpus === undefined) throw new Error("--corpus NAME is missing");
  if (record === undefined) throw new Error(`unknown model "${values.model}"`);
  if (!Number.isInteger(threadCount) || threadCount < 1) {
    throw new Error("--threads must be a positive integer");
  }
  const entry = await findCorpus(values.corpus);
  const modelFile = new URL(`${record.id}/model_int8.onnx`, MODELS_FOLDER);
  if (sha256Of(await readFile(modelFile)) !== record.sha256) {
    throw new Error(`${record.id}: the model file is not the one of its record`);
  }
  const load = await loadOnnxEmbedder(record, { threadCount });
  if (load.status === "unavailable") throw new Error(load.reason);
  const startedMs = performance.now();
  const built = await buildVectors({ entry, embedder: load.embedder, report: print });
  await load.embedder.close();
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  print(`${entry.name}: ${built.chunkCount} chunks, ${built.embeddedCount} embedded, ${seconds} s`);
}

if (import.meta.main) await main();
