/**
 * Cuts a list of documents into request bodies within the bounds that the service documents, and
 * puts the answers back on the positions of the list. Pure.
 */
import type { DocumentInput, ItemResult } from "./document-types.ts";
import { ScopewiseError } from "./scopewise-error.ts";

/** Half of what one request may hold: a batch then takes seconds, well within the time limit. */
export const BATCH_DOCUMENTS_MAX = 500;
export const BATCH_BYTES_MAX = 8 * 1024 * 1024;

export interface DocumentBatch {
  /** Position in the caller's list of each document of the body. */
  readonly indices: readonly number[];
  /** JSON of the request. */
  readonly body: string;
}

const PREFIX = '{"documents":[';
const SUFFIX = "]}";
const ENVELOPE_BYTES = PREFIX.length + SUFFIX.length;

export type BatchPlan = Generator<DocumentBatch | ItemResult>;

/**
 * Batches in order. A document that no batch can hold, or whose id stood in the list before (the
 * service only sees one batch at a time), is a rejected result instead.
 */
export function* planBatches(documents: readonly DocumentInput[]): BatchPlan {
  const firstIndexById = new Map<string, number>();
  let indices: number[] = [];
  let parts: string[] = [];
  let bytes = ENVELOPE_BYTES;
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index];
    const first = firstIndexById.get(document?.id ?? "");
    if (first !== undefined) {
      const message = `the same id stands at documents[${first}]`;
      yield rejected(index, document, "duplicate_id", message, ".id");
      continue;
    }
    const json = toJson(document, index);
    const size = utf8Length(json) + 1;
    if (ENVELOPE_BYTES + size > BATCH_BYTES_MAX) {
      const message = `is larger than ${BATCH_BYTES_MAX} bytes`;
      yield rejected(index, document, "body_too_large", message, "");
      continue;
    }
    if (typeof document?.id === "string") {
      firstIndexById.set(document.id, index);
    }
    if (indices.length >= BATCH_DOCUMENTS_MAX || bytes + size > BATCH_BYTES_MAX) {
      yield { indices, body: `${PREFIX}${parts.join(",")}${SUFFIX}` };
      [indices, parts, bytes] = [[], [], ENVELOPE_BYTES];
    }
    indices.push(index);
    parts.push(json);
    bytes += size;
  }
  if (indices.length > 0) {
    yield { indices, body: `${PREFIX}${parts.join(",")}${SUFFIX}` };
  }
}

/** The service counts from the start of the batch; callers count from the start of their list. */
export function onCallersList(result: ItemResult, { indices }: DocumentBatch): ItemResult {
  const index = indices[result.index] ?? result.index;
  if (result.error === null) {
    return { ...result, index };
  }
  const field = result.error.field?.replace(/^documents\[\d+\]/, `documents[${index}]`);
  return {
    ...result,
    index,
    error: { ...result.error, ...(field === undefined ? {} : { field }) },
  };
}

function rejected(
  index: number,
  document: DocumentInput | undefined,
  code: string,
  message: string,
  path: string,
): ItemResult {
  const id = typeof document?.id === "string" ? document.id : null;
  const error = { code, message, field: `documents[${index}]${path}` };
  return { index, id, status: "rejected", error };
}

function toJson(document: DocumentInput | undefined, index: number): string {
  try {
    return JSON.stringify(document) ?? "null";
  } catch (cause) {
    const field = `documents[${index}]`;
    const message = `${field} cannot be written as JSON`;
    throw new ScopewiseError({ code: "invalid_argument", message, field, cause });
  }
}

/** JSON.stringify escapes lone surrogates, so a surrogate here is half of a four-byte pair. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
  }
  return bytes;
}
