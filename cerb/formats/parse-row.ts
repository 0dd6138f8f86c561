/**
 * One line of a corpus to one document as the API takes it. Pure. Two layouts: the common rows of
 * cerb/corpora/README.md, and BEIR (`_id`, `title`, `text`). What a value may be is the product's
 * own rule and is checked by its ingest; here stands only what a file can get wrong before that:
 * JSON, identity, and fields that nobody knows.
 */
import { documentSchema } from "#edge/schemas/documents.ts";

export type RowFormat = "curriculum" | "beir";

export interface RowFault {
  readonly field: string;
  readonly message: string;
}

export type ParsedRow =
  | { readonly ok: true; readonly row: DocumentRow }
  | { readonly ok: false; readonly id: string | null; readonly fault: RowFault };

/** A document for POST /v1/documents; checked no further than its id. */
export type DocumentRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** Fields that only one of the public data sets has; they travel as metadata. */
export const EXTRA_FIELDS: ReadonlySet<string> = new Set([
  "book",
  "chapter",
  "has_image",
  "module",
  "score",
  "section_type",
  "split",
  "task",
]);

const API_FIELDS: ReadonlySet<string> = new Set(Object.keys(documentSchema().shape));
const BEIR_FIELDS: ReadonlySet<string> = new Set(["_id", "title", "text", "metadata"]);

/** The layout that a row has by itself: BEIR names its id `_id`. */
export function formatOf(value: unknown): RowFormat {
  return typeof value === "object" && value !== null && "_id" in value ? "beir" : "curriculum";
}

/** `beirLanguage` is the language of BEIR rows, which do not name one. */
export function parseRow(text: string, format: RowFormat, beirLanguage: string): ParsedRow {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(null, "", "is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(null, "", "is not a JSON object");
  }
  const fields = value as Record<string, unknown>;
  const idField = format === "beir" ? "_id" : "id";
  const id = fields[idField];
  if (id === undefined || id === null) return refuse(null, idField, "is missing");
  if (typeof id !== "string") return refuse(null, idField, `must be text, not ${typeof id}`);
  return format === "beir" ? fromBeir(id, fields, beirLanguage) : fromCurriculum(id, fields);
}

function fromCurriculum(id: string, fields: Record<string, unknown>): ParsedRow {
  const known: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (API_FIELDS.has(field)) known[field] = value;
    else if (!EXTRA_FIELDS.has(field)) {
      return refuse(id, field, "is no field of a row; further fields stand in metadata");
    } else if (value !== null) extra[field] = value;
  }
  if (Object.keys(extra).length > 0) {
    known["metadata"] = { ...(known["metadata"] as object | null | undefined), ...extra };
  }
  return { ok: true, row: { ...known, id } };
}

function fromBeir(id: string, fields: Record<string, unknown>, language: string): ParsedRow {
  const unknown = Object.keys(fields).find((field) => !BEIR_FIELDS.has(field));
  if (unknown !== undefined) return refuse(id, unknown, "is no field of a BEIR corpus");
  const { title, text, metadata } = fields;
  // A BEIR title or metadata that is empty says nothing; an empty text leaves the title to search.
  const hasText = typeof text !== "string" || text.trim() !== "";
  return {
    ok: true,
    row: {
      id,
      language,
      title: title === "" || title === undefined ? null : title,
      text: hasText ? text : title,
      ...(isFilled(metadata) ? { metadata } : {}),
    },
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function refuse(id: string | null, field: string, message: string): ParsedRow {
  return { ok: false, id, fault: { field, message } };
}
