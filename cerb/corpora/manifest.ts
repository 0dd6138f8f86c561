/**
 * The list of shipped corpora, checked where it enters the program, and the one way to open their
 * files: by manifest entry, with the checksum verified. It must not read anything outside this
 * folder.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";

/** Largest file after decompression; the largest shipped one has 15 MB. */
const FILE_BYTES_MAX = 128 * 1024 * 1024;

export type CorpusErrorCode =
  | "corpus_unknown"
  | "file_missing"
  | "file_invalid"
  | "checksum_mismatch"
  | "row_invalid"
  | "vectors_mismatch";

/** A shipped file that cannot be used; the message names the file and, for a row, its line. */
export class CorpusError extends Error {
  readonly code: CorpusErrorCode;

  constructor(code: CorpusErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CorpusError";
    this.code = code;
  }
}

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const corpusSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  /** Whether the first start ingests it. */
  default: z.boolean(),
  /** "curriculum": the common fields of this folder's README; "beir": _id, title, text. */
  format: z.enum(["curriculum", "beir"]),
  languages: z.array(z.string()).min(1),
  licence: z.string().min(1),
  attribution: z.string().min(1),
  source: z.string().min(1),
  file: z.string().min(1),
  sha256: sha256Schema,
  rows: z.number().int().positive(),
  extraFiles: z.array(
    z.strictObject({
      file: z.string().min(1),
      what: z.string().min(1),
      sha256: sha256Schema,
      rows: z.number().int().positive(),
    }),
  ),
});

export type CorpusEntry = z.infer<typeof corpusSchema>;

/** Folder of manifest and corpora; tests pass their own. */
export const CORPORA_FOLDER = new URL("./", import.meta.url);

export async function readManifest(folder: URL = CORPORA_FOLDER): Promise<CorpusEntry[]> {
  const text = await readFile(new URL("manifest.json", folder), "utf8").catch((cause: unknown) => {
    throw new CorpusError("file_missing", "manifest.json cannot be read", { cause });
  });
  const parsed = z.array(corpusSchema).safeParse(parseJson(text, "manifest.json"));
  if (!parsed.success) {
    throw new CorpusError("file_invalid", `manifest.json: ${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}

export async function findCorpus(name: string, folder: URL = CORPORA_FOLDER): Promise<CorpusEntry> {
  const manifest = await readManifest(folder);
  const entry = manifest.find((candidate) => candidate.name === name);
  if (entry) return entry;
  const known = manifest.map((candidate) => candidate.name).join(", ");
  throw new CorpusError("corpus_unknown", `unknown corpus "${name}"; known: ${known}`);
}

/** Bytes of one shipped file, its checksum verified, decompressed if its name ends in .gz. */
export async function readVerified(
  path: string,
  sha256: string,
  folder: URL = CORPORA_FOLDER,
): Promise<Buffer> {
  const packed = await readFile(new URL(path, folder)).catch((cause: unknown) => {
    throw new CorpusError("file_missing", `${path} cannot be read`, { cause });
  });
  const actual = sha256Of(packed);
  if (actual !== sha256) {
    throw new CorpusError("checksum_mismatch", `${path}: sha256 is ${actual}, expected ${sha256}`);
  }
  if (!path.endsWith(".gz")) return packed;
  try {
    return await promisify(gunzip)(packed, { maxOutputLength: FILE_BYTES_MAX });
  } catch (cause) {
    throw new CorpusError("file_invalid", `${path} cannot be decompressed`, { cause });
  }
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CorpusError("file_invalid", `${where} is not JSON`, { cause });
  }
}
