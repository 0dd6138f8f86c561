/**
 * Reads a shipped corpus row by row, with its shipped vectors when asked for. Whatever is wrong
 * with a file is a CorpusError that names the file and the line. It must not repair, normalise or
 * reorder rows: vectors and checksums belong to the rows as they are.
 */
import { z } from "zod";
import {
  CORPORA_FOLDER,
  type CorpusEntry,
  CorpusError,
  findCorpus,
  readVerified,
} from "./manifest.ts";
import { readVectors } from "./vector-file.ts";

const filled = z.string().min(1);

/** The fields that all curriculum corpora share; absent information is null. */
const rowSchema = z.looseObject({
  id: filled,
  board: filled.nullable(),
  exam: filled.nullable(),
  level: filled.nullable(),
  subject: filled.nullable(),
  year: z.number().int().nullable(),
  session: filled.nullable(),
  paper: filled.nullable(),
  question_number: filled.nullable(),
  content_type: filled,
  language: filled,
  topic: z.union([filled, z.array(filled)]).nullable(),
  title: filled.nullable(),
  text: filled,
  options: z.record(z.string(), z.string()).nullable(),
  answer: filled.nullable(),
  related: z.array(filled).nullable(),
});

/** Fields that only one corpus has (module, chapter, task, split ...) stay as unknown keys. */
export type CorpusRow = z.infer<typeof rowSchema>;

const beirSchema = z.strictObject({ _id: filled, title: z.string(), text: filled });

export interface ReadRow {
  readonly row: CorpusRow;
  /** 1-based line in the file. */
  readonly line: number;
  /** int8 values, one vector a chunk; null where no vectors were asked for or are shipped. */
  readonly vectors: number[][] | null;
}

export interface ReadOptions {
  /** Model whose shipped vectors are wanted. */
  readonly model?: string;
  readonly folder?: URL;
}

/** Every row of the corpus, in the order of the file. */
export async function* readCorpus(
  name: string,
  { model, folder = CORPORA_FOLDER }: ReadOptions = {},
): AsyncGenerator<ReadRow> {
  const entry = await findCorpus(name, folder);
  const vectors = model === undefined ? null : await readVectors(entry, model, folder);
  const path = `${entry.name}/${entry.file}`;
  const lines = (await readVerified(path, entry.sha256, folder)).toString("utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length !== entry.rows) {
    throw new CorpusError("file_invalid", `${path}: ${lines.length} rows, expected ${entry.rows}`);
  }
  for (const [index, json] of lines.entries()) {
    const row = parseRow(entry, json, `${path}:${index + 1}`);
    yield { row, line: index + 1, vectors: vectors?.ofRow(index) ?? null };
  }
}

function parseRow(entry: CorpusEntry, json: string, where: string): CorpusRow {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new CorpusError("row_invalid", `${where}: not JSON`, { cause });
  }
  if (entry.format === "beir") return fromBeir(check(beirSchema, value, where));
  return check(rowSchema, value, where);
}

function check<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || "row";
  throw new CorpusError("row_invalid", `${where}: ${field}: ${issue?.message}`);
}

function fromBeir({ _id: id, title, text }: z.infer<typeof beirSchema>): CorpusRow {
  return {
    id,
    board: null,
    exam: null,
    level: null,
    subject: null,
    year: null,
    session: null,
    paper: null,
    question_number: null,
    content_type: "abstract",
    language: "en",
    topic: null,
    title: title === "" ? null : title,
    text,
    options: null,
    answer: null,
    related: null,
  };
}
