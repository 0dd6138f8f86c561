/**
 * Writes a generated corpus as a folder that the benchmark reads like any other: rows, vectors with
 * their header, cases. The vectors file is written as it grows; rows are held one at a time.
 */
import { createHash, type Hash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CHUNKER_VERSION } from "#core/text/chunk.ts";
import type { Progress } from "#edge/local/progress.ts";
import type { ModelRecord } from "#edge/local/embedder/model-record.ts";
import { encodeVector } from "../vector-file.ts";
import { generateChunks } from "./generate.ts";
import { CORPUS_NAME, makeCases, toCaseChunk } from "./make-cases.ts";
import { readPassages } from "./passages.ts";
import { planSubjects } from "./plan.ts";

export interface GeneratedCorpus {
  readonly folder: string;
  readonly casesFile: string;
}

/** Not compressed, so that writing and hashing stay one pass; about 26 MB. */
const VECTORS_SUFFIX = "i8";
const ROWS_PER_LINE = 20_000;

export async function writeGceLike(
  parent: string,
  { chunks, seed, model, progress }: GceLikeOptions,
): Promise<GeneratedCorpus> {
  const folder = join(parent, `${chunks}-${seed}`, CORPUS_NAME);
  const casesFile = join(folder, "..", "cases.jsonl");
  if (existsSync(casesFile)) return { folder, casesFile };
  const unfinished = join(parent, `${chunks}-${seed}.unfinished`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(join(unfinished, CORPUS_NAME), { recursive: true });
  await writeFiles(unfinished, { chunks, seed, model, progress });
  rmSync(join(parent, `${chunks}-${seed}`), { recursive: true, force: true });
  renameSync(unfinished, join(parent, `${chunks}-${seed}`));
  return { folder, casesFile };
}

export interface GceLikeOptions {
  readonly chunks: number;
  readonly seed: number;
  readonly model: ModelRecord;
  readonly progress: Progress;
}

async function writeFiles(target: string, options: GceLikeOptions): Promise<void> {
  const { chunks, seed, model, progress } = options;
  const vectorsName = `vectors.${model.id}.${VECTORS_SUFFIX}`;
  const rows = await HashedFile.create(join(target, CORPUS_NAME, "documents.jsonl"));
  const vectors = await HashedFile.create(join(target, CORPUS_NAME, vectorsName));
  const passages = await readPassages(model.id);
  const chunkCounts: [row: number, count: number][] = [];
  const caseChunks = [];
  let index = 0;
  for (const chunk of generateChunks(planSubjects(chunks), passages, seed)) {
    await rows.write(Buffer.from(`${JSON.stringify(chunk.row)}\n`));
    if (chunk.vector === null) chunkCounts.push([index, 0]);
    else await vectors.write(encodeVector(chunk.vector));
    caseChunks.push(toCaseChunk(chunk));
    index += 1;
    if (index % ROWS_PER_LINE === 0) progress.step(`generated ${index.toLocaleString("en")} rows`);
  }
  const header = {
    model: model.id,
    modelSha256: model.sha256,
    dimension: model.dimension,
    chunkerVersion: CHUNKER_VERSION,
    corpusSha256: await rows.close(),
    file: vectorsName,
    sha256: await vectors.close(),
    rows: index,
    chunks: index - chunkCounts.length,
    chunkCounts,
  };
  const headerFile = join(target, CORPUS_NAME, `vectors.${model.id}.json`);
  await writeFile(headerFile, `${JSON.stringify(header)}\n`);
  const cases = makeCases(caseChunks, seed);
  await writeFile(
    join(target, "cases.jsonl"),
    cases.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
}

/** Writes in blocks and knows the sha256 of what it wrote. */
class HashedFile {
  static readonly #blockBytes = 1024 * 1024;
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #pieces: Buffer[] = [];
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<HashedFile> {
    return new HashedFile(await open(path, "w"));
  }

  async write(piece: Buffer): Promise<void> {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= HashedFile.#blockBytes) await this.#flush();
  }

  /** The sha256 of the whole file. */
  async close(): Promise<string> {
    await this.#flush();
    await this.#handle.close();
    return this.#hash.digest("hex");
  }

  async #flush(): Promise<void> {
    const block = Buffer.concat(this.#pieces);
    this.#hash.update(block);
    await this.#handle.write(block);
    this.#pieces = [];
    this.#bytes = 0;
  }
}
