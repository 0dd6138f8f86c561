/**
 * Reads a collection in BEIR layout: corpus.jsonl, queries.jsonl (each also as .gz),
 * qrels/{train,test}.tsv (or qrels.tsv, then all of it is test), and optionally documents.f16 and
 * queries.f16, vectors in the order of the two files. Everything is checked here, with file, line and
 * field in the message; it ranks nothing.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { badInput } from "../training-error.ts";

export interface BeirDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface BeirQuery {
  readonly id: string;
  readonly text: string;
}

/** Grades by document id. */
export type Grades = ReadonlyMap<string, number>;

export interface BeirDataset {
  readonly folder: string;
  readonly documents: readonly BeirDocument[];
  /** Of all splits, in file order. */
  readonly queries: readonly BeirQuery[];
  readonly train: ReadonlyMap<string, Grades>;
  readonly test: ReadonlyMap<string, Grades>;
  /** Parallel to `documents` and `queries`; null where the folder ships none. */
  readonly documentVectors: readonly Float32Array[] | null;
  readonly queryVectors: readonly Float32Array[] | null;
}

export const DOCUMENT_COUNT_MAX = 200_000;
export const QUERY_COUNT_MAX = 50_000;
/** bge-small-en-v1.5, the model of shipped vectors. */
export const VECTOR_DIMENSION = 384;
const BYTES_PER_VALUE = 2;

export function readBeirDataset(folder: string): BeirDataset {
  const documents = readLines(folder, "corpus.jsonl", DOCUMENT_COUNT_MAX, (row, at) => ({
    id: textField(row, "_id", at),
    title: typeof row["title"] === "string" ? row["title"] : "",
    text: stringField(row, "text", at),
  }));
  const queries = readLines(folder, "queries.jsonl", QUERY_COUNT_MAX, (row, at) => ({
    id: textField(row, "_id", at),
    text: textField(row, "text", at),
  }));
  const known = {
    documents: distinctIds(documents, "corpus.jsonl"),
    queries: distinctIds(queries, "queries.jsonl"),
  };
  const test = readQrels(folder, "qrels/test.tsv", known) ?? readQrels(folder, "qrels.tsv", known);
  if (test === null) throw badInput(`neither qrels/test.tsv nor qrels.tsv exists in ${folder}`);
  return {
    folder,
    documents,
    queries,
    train: readQrels(folder, "qrels/train.tsv", known) ?? new Map(),
    test,
    documentVectors: readVectorRows(folder, "documents.f16", documents.length),
    queryVectors: readVectorRows(folder, "queries.f16", queries.length),
  };
}

type Row = Readonly<Record<string, unknown>>;

function readLines<T>(
  folder: string,
  name: string,
  countMax: number,
  read: (row: Row, at: string) => T,
): T[] {
  const lines = readText(folder, name).split("\n");
  const items: T[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (items.length === countMax) throw badInput(`${name}: more than ${countMax} rows`);
    const at = `${name}, line ${index + 1}`;
    items.push(read(parseRow(line, at), at));
  }
  if (items.length === 0) throw badInput(`${name} has no row`);
  return items;
}

function readText(folder: string, name: string): string {
  const path = join(folder, name);
  if (existsSync(path)) return readFileSync(path, "utf8");
  if (existsSync(`${path}.gz`)) return gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
  throw badInput(`neither ${path} nor ${path}.gz exists`);
}

function parseRow(line: string, at: string): Row {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    throw badInput(`${at}: not JSON`);
  }
  throw badInput(`${at}: not an object`);
}

/** May be empty: such a document is never found. */
function stringField(row: Row, field: string, at: string): string {
  const value = row[field];
  if (typeof value === "string") return value;
  throw badInput(`${at}: ${field} is not a text`);
}

function textField(row: Row, field: string, at: string): string {
  const value = row[field];
  if (typeof value === "string" && value.trim() !== "") return value;
  throw badInput(`${at}: ${field} is not a text`);
}

function distinctIds(items: readonly { readonly id: string }[], name: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { id } of items) {
    if (ids.has(id)) throw badInput(`${name}: _id ${id} stands twice`);
    ids.add(id);
  }
  return ids;
}

/** Null where the file does not exist. */
function readQrels(
  folder: string,
  name: string,
  known: { readonly documents: ReadonlySet<string>; readonly queries: ReadonlySet<string> },
): Map<string, Grades> | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  const judgments = new Map<string, Map<string, number>>();
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    const isHeader = index === 0 && line.startsWith("query-id");
    if (isHeader || line.trim() === "") continue;
    const [query = "", document = "", grade = ""] = line.trim().split("\t");
    const at = `${name}, line ${index + 1}`;
    if (!known.queries.has(query)) throw badInput(`${at}: query-id ${query} is not in queries`);
    if (!known.documents.has(document)) {
      throw badInput(`${at}: corpus-id ${document} is not in the corpus`);
    }
    if (!/^-?\d{1,4}$/.test(grade)) throw badInput(`${at}: score "${grade}" is not a whole number`);
    const grades = judgments.get(query) ?? new Map<string, number>();
    grades.set(document, Number(grade));
    judgments.set(query, grades);
  }
  return judgments;
}

/** Little-endian float16 rows; null where the file does not exist. */
function readVectorRows(folder: string, name: string, rows: number): Float32Array[] | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const expected = rows * VECTOR_DIMENSION * BYTES_PER_VALUE;
  if (bytes.length !== expected) {
    throw badInput(`${name}: ${bytes.length} bytes, ${rows} rows need ${expected}`);
  }
  const halves = new Float16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + expected),
  );
  const all = Float32Array.from(halves);
  return Array.from({ length: rows }, (_, row) =>
    all.subarray(row * VECTOR_DIMENSION, (row + 1) * VECTOR_DIMENSION),
  );
}
