/**
 * What `--corpus PATH` stands for: one JSONL file (.gz too), or a folder: BEIR layout where it holds
 * a corpus.jsonl, else every JSONL file in it but queries. Vectors beside a file are used when their
 * header names exactly that file's content. It must not read rows.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CorpusError } from "#cerb/corpora/manifest.ts";
import { type CorpusVectors, readVectors, vectorFileNames } from "#cerb/corpora/vector-file.ts";
import { InputError } from "../input-error.ts";
import { formatOf, type RowFormat } from "./parse-row.ts";
import { readLines } from "./read-lines.ts";

export const CORPUS_FILES_MAX = 200;
/** Lines in which the first JSON object must stand, which tells the layout. */
const LAYOUT_LINES_MAX = 1000;

export interface CorpusFile {
  readonly path: string;
  readonly sha256: string;
  readonly format: RowFormat;
  /** sha256 of the vector file that belongs to it, or null. */
  readonly vectorsSha256: string | null;
}

export interface CorpusInput {
  /** Folder's name; the file's where it stands for itself. */
  readonly name: string;
  readonly files: readonly CorpusFile[];
}

const JSONL = /\.jsonl(\.gz)?$/;
const BEIR_CORPUS = /^corpus\.jsonl(\.gz)?$/;
const QUERIES = /^queries[^/]*\.jsonl(\.gz)?$/;

export async function resolveCorpus(path: string, model: string): Promise<CorpusInput> {
  const full = resolve(path);
  const found = await stat(full).catch(() => null);
  if (found === null) throw new InputError(`${path}: no such file or folder`);
  const names = found.isDirectory() ? await corpusFilesOf(full, path) : [basename(full)];
  const folder = found.isDirectory() ? full : dirname(full);
  const files: CorpusFile[] = [];
  for (const name of names) files.push(await describeFile(join(folder, name), model));
  const isDefault = /^(documents|corpus)\./.test(names[0]!);
  const name = found.isDirectory() || isDefault ? basename(folder) : names[0]!.replace(JSONL, "");
  return { name, files };
}

async function corpusFilesOf(folder: string, shown: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => JSONL.test(name)).toSorted();
  const beir = names.filter((name) => BEIR_CORPUS.test(name));
  const files = beir.length > 0 ? beir.slice(0, 1) : names.filter((name) => !QUERIES.test(name));
  if (files.length === 0) throw new InputError(`${shown}: holds no .jsonl file`);
  if (files.length > CORPUS_FILES_MAX) {
    throw new InputError(`${shown}: ${files.length} files, at most ${CORPUS_FILES_MAX}`);
  }
  return files;
}

async function describeFile(path: string, model: string): Promise<CorpusFile> {
  const [sha256, format] = await Promise.all([hashFile(path), layoutOf(path)]);
  const header = await readHeader(path, model);
  const isOwn = header !== null && header.corpusSha256 === sha256;
  return { path, sha256, format, vectorsSha256: isOwn ? header.sha256 : null };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  } catch (cause) {
    throw new InputError(`${path}: cannot be read`, { cause });
  }
  return hash.digest("hex");
}

async function layoutOf(path: string): Promise<RowFormat> {
  for await (const { line, text } of readLines(path)) {
    const value = text === null ? null : parsed(text);
    if (value !== null) return formatOf(value);
    if (line >= LAYOUT_LINES_MAX) break;
  }
  return "curriculum";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface HeaderPart {
  readonly corpusSha256: string;
  readonly sha256: string;
  readonly rows: number;
}

async function readHeader(path: string, model: string): Promise<HeaderPart | null> {
  const file = join(dirname(path), vectorFileNames(model).header);
  const text = await readFile(file, "utf8").catch(() => null);
  return text === null ? null : (parsed(text) as HeaderPart | null);
}

/** Vectors of the rows, or null where none belong to the file. */
export async function openVectors(file: CorpusFile, model: string): Promise<CorpusVectors | null> {
  if (file.vectorsSha256 === null) return null;
  const folder = dirname(file.path);
  const header = await readHeader(file.path, model);
  const entry = {
    name: basename(folder),
    title: basename(folder),
    default: false,
    format: file.format,
    languages: [],
    licence: "",
    attribution: "",
    source: "",
    file: basename(file.path),
    sha256: file.sha256,
    rows: header?.rows ?? 0,
    extraFiles: [],
  };
  try {
    return await readVectors(entry, model, pathToFileURL(`${dirname(folder)}/`));
  } catch (error) {
    if (error instanceof CorpusError) throw new InputError(error.message, { cause: error });
    throw error;
  }
}
