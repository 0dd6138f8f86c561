/** Sends rows to POST /v1/documents as NDJSON batches; what only a corpus has becomes metadata. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { documentSchema } from "../schemas/documents.ts";
import { StartError } from "./data-folder.ts";

export const BATCH_ROWS_MAX = 500;
export const BATCH_BYTES_MAX = 8 * 1024 * 1024;
/** Longest line of a corpus file that is read as a row; a longer one is skipped unread. */
export const LINE_BYTES_MAX = 2_000_000;

const API_FIELDS: ReadonlySet<string> = new Set(Object.keys(documentSchema().shape));

export interface IngestCounts {
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

export interface IngestTarget {
  readonly url: string;
  readonly key: string;
}

export interface NumberedRow {
  /** Where the row comes from, for messages: "file:line". */
  readonly where: string;
  readonly row: Record<string, unknown>;
}

export type Rejection = { readonly where: string; readonly message: string };

/** Sends all rows; `onProgress` is told the number sent so far. */
export async function ingestRows(
  target: IngestTarget,
  rows: AsyncIterable<NumberedRow>,
  onProgress: (sent: number) => void,
  onRejected: (rejection: Rejection) => void,
): Promise<IngestCounts> {
  const counts: IngestCounts = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
  let batch: { where: string; line: string }[] = [];
  let bytes = 0;
  let sent = 0;
  const flush = async () => {
    if (batch.length > 0) {
      await sendBatch(target, batch, counts, onRejected);
      sent += batch.length;
      onProgress(sent);
    }
    batch = [];
    bytes = 0;
  };
  for await (const { where, row } of rows) {
    const line = JSON.stringify(toApiRow(row));
    if (batch.length >= BATCH_ROWS_MAX || bytes + line.length > BATCH_BYTES_MAX) {
      await flush();
    }
    batch.push({ where, line });
    bytes += line.length;
  }
  await flush();
  return counts;
}

/** Fields that the API does not know travel as metadata. */
export function toApiRow(row: Record<string, unknown>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    if (API_FIELDS.has(key)) {
      known[key] = value;
    } else if (value !== null) {
      extra[key] = value;
    }
  }
  if (Object.keys(extra).length > 0) {
    known["metadata"] = { ...(known["metadata"] as object | undefined), ...extra };
  }
  return known;
}

interface ItemResult {
  readonly index: number;
  readonly status: keyof IngestCounts;
  readonly error: { message: string; field?: string } | null;
}

async function sendBatch(
  { url, key }: IngestTarget,
  batch: readonly { where: string; line: string }[],
  counts: IngestCounts,
  onRejected: (rejection: Rejection) => void,
): Promise<void> {
  const response = await fetch(`${url}/v1/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
    body: batch.map(({ line }) => line).join("\n"),
  }).catch(() => {
    throw new StartError(`no answer from ${url}: is the stack running?`);
  });
  const body = (await response.json()) as {
    results?: ItemResult[];
    error?: { code: string; message: string };
  };
  if (body.results === undefined) {
    throw new StartError(
      `the service refused the batch: ${body.error?.message ?? response.status}`,
    );
  }
  for (const { index, status, error } of body.results) {
    counts[status] += 1;
    if (error !== null) {
      const where = batch[index]?.where ?? `row ${index}`;
      onRejected({ where, message: `${error.field ?? ""} ${error.message}`.trim() });
    }
  }
}

/** Rows of a JSONL file (.gz too), with file and line; a bad line is reported and left out. */
export async function* readJsonl(
  file: string,
  onRejected: (rejection: Rejection) => void,
): AsyncGenerator<NumberedRow> {
  const raw = createReadStream(file);
  const input = file.endsWith(".gz") ? raw.pipe(createGunzip()) : raw;
  let line = 0;
  for await (const text of boundedLines(input)) {
    line += 1;
    const where = `${file}:${line}`;
    if (text === null) {
      onRejected({ where, message: `line longer than ${LINE_BYTES_MAX} bytes` });
      continue;
    }
    if (text.trim() === "") {
      continue;
    }
    const row = parseRow(text);
    if (row === null) {
      onRejected({ where, message: "not a JSON object" });
      continue;
    }
    yield { where, row };
  }
}

const NEWLINE = 0x0a;

/** Lines as text, null for one that is too long: never more than one line is held. */
async function* boundedLines(input: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (): string | null => {
    const line = bytes > LINE_BYTES_MAX ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    bytes = 0;
    return line;
  };
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= LINE_BYTES_MAX) {
      parts.push(part);
    } else {
      parts = [];
    }
  };
  for await (const block of input) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      add(block.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(block.subarray(start));
  }
  if (bytes > 0) {
    yield take();
  }
}

function parseRow(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
