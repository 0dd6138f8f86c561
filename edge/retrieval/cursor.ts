/**
 * A cursor carries the rest of one ranked window, so that pages are disjoint and join to the top list
 * whatever is ingested meanwhile. It is bound to tenant and request by a fingerprint and expires.
 * It grants nothing: documents are read again under the caller's own tenant and lock.
 */
import { z } from "@hono/zod-openapi";
import { AppError } from "../errors.ts";
import { SCOPE_VALUE_CHARS_MAX, type SearchRequest } from "../schemas/search.ts";
import { sha256Hex } from "../sha256.ts";

export const CURSOR_TTL_MS = 15 * 60 * 1000;
/** Inflated: 100 entries with ids of 200 characters. */
export const CURSOR_BYTES_MAX = 80_000;
const ENTRIES_MAX = 100;
const FINGERPRINT_CHARS = 32;

const rank = z.number().int().nullable();
/** PostgreSQL takes no NUL and no half of a surrogate pair. */
const storable = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => !text.includes("\0") && text.isWellFormed());
const cursorSchema = z.strictObject({
  fingerprint: z.string().length(FINGERPRINT_CHARS),
  expires: z.number().int(),
  model: z.string().max(200).nullable(),
  outcome: z.enum(["exact", "relaxed", "sparse", "empty"]),
  step: z.enum(["W1", "W2", "W3"]).nullable(),
  pool: z.number().int().min(0),
  /** The subject that the search settled on by itself. */
  assumed: storable(SCOPE_VALUE_CHARS_MAX).nullable(),
  /** Rank of the first entry. */
  from: z.number().int().min(2),
  /** id, score, ranks in the lexical, dense and expansion leg. */
  entries: z
    .array(z.tuple([storable(200), z.number(), rank, rank, rank]))
    .min(1)
    .max(ENTRIES_MAX),
});

export type Cursor = z.infer<typeof cursorSchema>;
export type CursorEntry = Cursor["entries"][number];

/** What must be the same on every page; page size and presentation may differ. */
export async function requestFingerprint(
  tenantId: number,
  request: SearchRequest,
): Promise<string> {
  const { query, scope, strict, relax, expand, rerank, model = null, vector = null } = request;
  const parts = [tenantId, query, scope, strict, relax, expand, rerank, model, vector];
  return (await sha256Hex(JSON.stringify(parts))).slice(0, FINGERPRINT_CHARS);
}

/** JSON, deflated, base64url: about 1.5 kB for a full window. */
export async function encodeCursor(cursor: Cursor): Promise<string> {
  const bytes = await transform(
    new TextEncoder().encode(JSON.stringify(cursor)),
    new CompressionStream("deflate-raw"),
  );
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Stops at CURSOR_BYTES_MAX, so that a small cursor cannot unfold into a large one. */
async function transform(
  input: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([input as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(through)
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.byteLength;
    if (size > CURSOR_BYTES_MAX) {
      await reader.cancel();
      throw new RangeError("cursor too large");
    }
    parts.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

const invalid = (message: string) => new AppError("invalid_request", message, { field: "cursor" });

/** Throws 400 for what is no cursor of this request, 409 for an expired one. */
export async function decodeCursor(
  text: string,
  fingerprint: string,
  now: number,
): Promise<Cursor> {
  const result = cursorSchema.safeParse(await parse(text));
  if (!result.success) {
    throw invalid("is not a cursor of this service");
  }
  if (result.data.fingerprint !== fingerprint) {
    throw invalid("belongs to a different request: query, scope and options must be the same");
  }
  if (result.data.expires <= now) {
    throw new AppError("conflict", "the cursor has expired: start again without it", {
      field: "cursor",
    });
  }
  return result.data;
}

async function parse(text: string): Promise<unknown> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const deflated = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const bytes = await transform(deflated, new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
