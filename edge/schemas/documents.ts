/** Request and response of POST /v1/documents: rows as in the corpora, unknown fields refused. */
import { z } from "@hono/zod-openapi";
import { lazy } from "./lazy.ts";

export const DOCUMENTS_PER_REQUEST_MAX = 1000;
export const DOCUMENT_CHARS_MAX = 40_000;
export const TITLE_CHARS_MAX = 1000;
export const METADATA_BYTES_MAX = 16 * 1024;
export const OPTIONS_MAX = 26;
export const RELATED_MAX = 100;
export const TOPICS_MAX = 50;
export const VECTORS_PER_DOCUMENT_MAX = 20;

const name = lazy(() => z.string().min(1).max(200).nullable().default(null));
const numbered = lazy(() =>
  z
    .union([z.string().min(1).max(200), z.number().int().min(0).max(9999)])
    .nullable()
    .default(null)
    .transform((value) => (value === null ? null : String(value))),
);
const vector = lazy(() => z.array(z.number()).max(4000));

export const DOCUMENT_EXAMPLE = {
  id: "phy-2019-p1-q7",
  subject: "Physics",
  level: "O-Level",
  year: 2019,
  session: "June",
  paper: "1",
  question_number: "7",
  content_type: "structured_question",
  language: "en",
  text: "A ray of light enters a glass block. Explain why it bends.",
};

export const documentSchema = lazy(() =>
  z
    .strictObject({
      id: z
        .string()
        .min(1)
        .max(200)
        // oxlint-disable-next-line no-control-regex -- ids travel in URLs and logs
        .regex(/^[^\u0000-\u001f\u007f]+$/, "must not hold control characters")
        .refine((id) => id.isWellFormed(), "must not hold half of a surrogate pair"),
      board: name(),
      exam: name(),
      level: name(),
      subject: name(),
      year: z.number().int().min(1900).max(2100).nullable().default(null),
      session: name(),
      paper: numbered(),
      question_number: numbered(),
      content_type: name(),
      language: z
        .string()
        .regex(/^[a-z]{2,3}(\+[a-z]{2,3})*$/, "must be ISO 639 codes joined by +")
        .nullable()
        .default(null),
      topic: z
        .union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).max(TOPICS_MAX)])
        .nullable()
        .default(null),
      title: z.string().max(TITLE_CHARS_MAX).nullable().default(null),
      text: z.string().min(1).max(DOCUMENT_CHARS_MAX),
      options: z
        .record(z.string().max(20), z.string().max(5000))
        .refine(
          (value) => Object.keys(value).length <= OPTIONS_MAX,
          `at most ${OPTIONS_MAX} options`,
        )
        .nullable()
        .default(null),
      answer: z.string().max(DOCUMENT_CHARS_MAX).nullable().default(null),
      passage: z.string().max(DOCUMENT_CHARS_MAX).nullable().default(null),
      related: z.array(z.string().min(1).max(200)).max(RELATED_MAX).nullable().default(null),
      source: z.string().max(1000).nullable().default(null),
      metadata: z
        .record(z.string(), z.unknown())
        .refine(
          (value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_BYTES_MAX,
          `at most ${METADATA_BYTES_MAX} bytes of JSON`,
        )
        .nullable()
        .default(null),
      reliability: z.number().gt(0).max(1).default(1),
      embedding: z
        .union([vector(), z.array(vector()).min(1).max(VECTORS_PER_DOCUMENT_MAX)])
        .nullable()
        .default(null)
        .openapi({
          description: "One vector, or one per chunk; any length but zero is scaled to 1.",
        }),
      embedding_model: z.string().min(1).max(100).optional(),
    })
    .openapi("Document", {
      example: DOCUMENT_EXAMPLE,
    }),
);

export type DocumentInput = z.infer<ReturnType<typeof documentSchema>>;

export const itemErrorSchema = lazy(() =>
  z.object({ code: z.string(), message: z.string(), field: z.string().optional() }),
);

export const itemResultSchema = lazy(() =>
  z
    .object({
      index: z.number().int(),
      id: z.string().nullable(),
      status: z.enum(["created", "updated", "unchanged", "rejected"]),
      error: itemErrorSchema().nullable(),
      repairs: z.array(z.string()).optional(),
      detected_language: z.string().optional().openapi({
        description:
          "Chose the analyzer of a document that names no language; not stored as metadata.",
      }),
    })
    .openapi("ItemResult"),
);

export type ItemResult = z.infer<ReturnType<typeof itemResultSchema>>;
export type ItemError = z.infer<ReturnType<typeof itemErrorSchema>>;
