/**
 * From the items of a request to checked documents: each item stands alone, so one bad item never
 * costs another. What PostgreSQL cannot store is repaired in text that people read (and said so) and
 * refused everywhere else.
 */
import { hasDirection } from "#core/encoder/unit-vector.ts";
import { cleanText } from "#core/text/clean-text.ts";
import { normalizeSearchText } from "#core/text/normalize.ts";
import { passageBody } from "#core/text/passage.ts";
import { chunkText } from "#core/text/chunk.ts";
import { type DocumentInput, documentSchema, type ItemError } from "../schemas/documents.ts";
import { describeIssue } from "../schemas/describe-issue.ts";
import { findUnstorable, UNSTORABLE_MESSAGE } from "../schemas/unstorable.ts";
import { DOCUMENT_CHUNKS_MAX } from "../store/search-limits.ts";

export interface ParsedDocument {
  readonly index: number;
  readonly document: DocumentInput;
  /** Displayed text of each chunk, in order. */
  readonly chunks: readonly string[];
  /** One vector per chunk, or null: to be embedded. */
  readonly vectors: readonly (readonly number[])[] | null;
  readonly repairs: readonly string[];
}

export interface RejectedDocument {
  readonly index: number;
  readonly id: string | null;
  readonly error: ItemError;
}

export interface EmbeddingExpectation {
  readonly model: string;
  readonly dimension: number;
  readonly chunkCharsMax: number;
}

/** Fields whose text is repaired; in any other field a bad character is an error. */
const REPAIRED_FIELDS = ["title", "text", "answer", "passage"] as const;

export function parseDocuments(
  items: readonly unknown[],
  expected: EmbeddingExpectation,
): { parsed: ParsedDocument[]; rejected: RejectedDocument[] } {
  const parsed: ParsedDocument[] = [];
  const rejected: RejectedDocument[] = [];
  const firstIndexById = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const result = parseDocument(index, item, expected);
    if ("error" in result) {
      rejected.push(result);
      continue;
    }
    const first = firstIndexById.get(result.document.id);
    if (first !== undefined) {
      const message = `the same id stands at documents[${first}] of this request`;
      rejected.push({
        index,
        id: result.document.id,
        error: { code: "duplicate_id", message, field: `documents[${index}].id` },
      });
      continue;
    }
    firstIndexById.set(result.document.id, index);
    parsed.push(result);
  }
  return { parsed, rejected };
}

function parseDocument(
  index: number,
  item: unknown,
  expected: EmbeddingExpectation,
): ParsedDocument | RejectedDocument {
  const at = `documents[${index}]`;
  const { value, repairs } = repairText(item);
  const result = documentSchema().safeParse(value);
  const id = idOf(item);
  const reject = (code: string, message: string, field: string): RejectedDocument => ({
    index,
    id,
    error: { code, message, field },
  });
  if (!result.success) {
    const { message, path } = describeIssue(result.error);
    return reject("invalid_document", message, path === "" ? at : `${at}.${path}`);
  }
  const document = result.data;
  const bad = findUnstorable(document);
  if (bad !== null) {
    return reject("invalid_text", UNSTORABLE_MESSAGE, `${at}${bad}`);
  }
  const body = passageBody(document);
  const chunks = chunkText(body, expected.chunkCharsMax);
  if (chunks.length === 0 || normalizeSearchText(body) === "") {
    return reject("empty_text", "has no visible text", `${at}.text`);
  }
  if (chunks.length > DOCUMENT_CHUNKS_MAX) {
    const message = `gives ${chunks.length} chunks, at most ${DOCUMENT_CHUNKS_MAX} are allowed: split it`;
    return reject("document_too_large", message, `${at}.text`);
  }
  const vectors = checkEmbedding(document, chunks.length, expected);
  if (typeof vectors === "string") {
    return reject("invalid_embedding", vectors, `${at}.embedding`);
  }
  return { index, document, chunks, vectors, repairs };
}

function idOf(item: unknown): string | null {
  const id = (item as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id.slice(0, 200) : null;
}

function repairText(item: unknown): { value: unknown; repairs: string[] } {
  if (typeof item !== "object" || item === null || Array.isArray(item)) {
    return { value: item, repairs: [] };
  }
  const value: Record<string, unknown> = { ...item };
  const repairs: string[] = [];
  for (const field of REPAIRED_FIELDS) {
    const text = value[field];
    if (typeof text !== "string") {
      continue;
    }
    const clean = cleanText(text);
    if (clean.repairs !== null) {
      value[field] = clean.text;
      const { nulCount, loneSurrogateCount } = clean.repairs;
      repairs.push(`${field}: removed ${nulCount} NUL and ${loneSurrogateCount} lone surrogates`);
    }
  }
  return { value, repairs };
}

/** The vectors, null where none was sent, or what is wrong with them. */
function checkEmbedding(
  { embedding, embedding_model: model }: DocumentInput,
  chunkCount: number,
  expected: EmbeddingExpectation,
): readonly (readonly number[])[] | null | string {
  if (embedding === null) {
    return null;
  }
  if (model !== undefined && model !== expected.model) {
    return `is of model ${model}; this tenant's model is ${expected.model}`;
  }
  const vectors = (
    Array.isArray(embedding[0]) ? embedding : [embedding]
  ) as readonly (readonly number[])[];
  if (vectors.length !== chunkCount) {
    return `holds ${vectors.length} vectors; the text has ${chunkCount} chunks`;
  }
  for (const vector of vectors) {
    if (vector.length !== expected.dimension) {
      return `expected ${expected.dimension} values for model ${expected.model}, got ${vector.length}`;
    }
    if (!hasDirection(vector)) {
      return "is all zeros, which has no direction";
    }
  }
  return vectors;
}
