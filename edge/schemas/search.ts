/** Request and response of POST /v1/search (wire format version 1). Unknown fields are refused. */
import { z } from "@hono/zod-openapi";
import { RELAXATION_STEPS } from "#core/relaxation/relax.ts";
import { SCOPE_FIELDS, SCOPE_VALUES_MAX } from "#core/scope/curriculum-scope.ts";
import { lazy } from "./lazy.ts";

export const QUERY_CHARS_MAX = 1000;
export const SCOPE_VALUE_CHARS_MAX = 200;
export const K_MAX = 100;
export const K_DEFAULT = 8;
export const VECTOR_DIMENSION_MAX = 4000;
export const MODEL_VERSION_CHARS_MAX = 100;
/** A cursor holds the rest of a window of 100 hits, deflated. */
export const CURSOR_CHARS_MAX = 60_000;

const scopeText = z.string().min(1).max(SCOPE_VALUE_CHARS_MAX);
const textSet = z.union([scopeText, z.array(scopeText).min(1).max(SCOPE_VALUES_MAX)]);
const label = z.union([scopeText, z.number().int().min(0).max(9999)]);
const labelSet = z.union([label, z.array(label).min(1).max(SCOPE_VALUES_MAX)]);
const year = z.number().int().min(1900).max(2100);
const yearSet = z.union([year, z.array(year).min(1).max(SCOPE_VALUES_MAX)]);

export const scopeSchema = z
  .strictObject({
    subject: textSet,
    level: textSet,
    board: textSet,
    exam: textSet,
    year: yearSet,
    session: textSet,
    paper: labelSet,
    question_number: labelSet,
    content_type: textSet,
    language: textSet,
    topic: textSet,
  })
  .partial()
  .openapi("Scope", { example: { subject: ["Physics"], level: "High school" } });

export type RequestedScope = z.infer<typeof scopeSchema>;

export const HIT_FIELDS = [
  "id",
  "title",
  "text",
  "options",
  "answer",
  ...SCOPE_FIELDS,
  "source",
  "related",
] as const;

export const searchRequestSchema = z
  .strictObject({
    query: z.string().max(QUERY_CHARS_MAX),
    scope: scopeSchema.default({}),
    strict: z
      .array(z.enum(SCOPE_FIELDS))
      .max(SCOPE_FIELDS.length)
      .default([])
      .openapi({
        description:
          "Fields that no widening step may touch. A strict subject that nothing names is assumed: " +
          "the answer keeps to the likeliest by the hits, see `scope.assumed`.",
      }),
    relax: z
      .union([z.enum(["none", ...RELAXATION_STEPS]), z.array(z.enum(RELAXATION_STEPS)).max(3)])
      .default("W1")
      .openapi({ description: "The furthest widening step allowed, or the allowed steps." }),
    k: z.number().int().min(1).max(K_MAX).default(K_DEFAULT),
    cursor: z
      .string()
      .min(1)
      .max(CURSOR_CHARS_MAX)
      .nullable()
      .default(null)
      .openapi({ description: "`next_cursor` of the page before; the request must be the same." }),
    expand: z.boolean().default(true),
    rerank: z.boolean().default(true),
    model: z.string().min(1).max(MODEL_VERSION_CHARS_MAX).optional().openapi({
      description: "A published version to rank with instead of the one in force.",
    }),
    highlight: z.boolean().default(true),
    explain: z.boolean().default(false),
    fields: z.array(z.enum(HIT_FIELDS)).min(1).max(HIT_FIELDS.length).optional(),
    vector: z.array(z.number()).min(1).max(VECTOR_DIMENSION_MAX).optional(),
    vector_model: z.string().min(1).max(100).optional(),
  })
  .openapi("SearchRequest", {
    example: { query: "why does light bend in glass", scope: { level: "High school" }, k: 8 },
  });

export type SearchRequest = z.infer<typeof searchRequestSchema>;

const field = lazy(() => z.enum(SCOPE_FIELDS));
const scopeValues = lazy(() =>
  z.partialRecord(field(), z.array(z.union([z.string(), z.number()]))),
);

const contribution = lazy(() =>
  z.object({
    feature: z.string(),
    value: z.number(),
    weight: z.number(),
    product: z.number(),
  }),
);

export const hitSchema = lazy(() =>
  z
    .object({
      id: z.string(),
      rank: z.number().int(),
      score: z.number(),
      title: z.string().nullable().optional(),
      text: z.string().optional(),
      options: z.record(z.string(), z.string()).nullable().optional(),
      answer: z.string().nullable().optional(),
      subject: z.string().nullable().optional(),
      level: z.string().nullable().optional(),
      board: z.string().nullable().optional(),
      exam: z.string().nullable().optional(),
      year: z.number().nullable().optional(),
      session: z.string().nullable().optional(),
      paper: z.string().nullable().optional(),
      question_number: z.string().nullable().optional(),
      content_type: z.string().nullable().optional(),
      language: z.string().nullable().optional(),
      topic: z.array(z.string()).nullable().optional(),
      source: z.string().nullable().optional(),
      related: z.array(z.string()).nullable().optional(),
      highlights: z.array(z.string()).optional(),
      leakage: z.object({ gate: z.array(field()), tuple: z.array(field()) }),
      unverified: z.array(field()).openapi({
        description:
          "Fields in which the hit may be outside what was meant: those that are unresolved, and those " +
          "that only words may name, where the hit does not carry what they may mean.",
      }),
      step: z.enum(RELAXATION_STEPS).nullable(),
      ranks: z.object({
        lexical: z.number().nullable(),
        dense: z.number().nullable(),
        expansion: z.number().nullable(),
      }),
      contributions: z.array(contribution()).optional(),
      also_in: z.array(z.object({ id: z.string(), paper: z.string().nullable() })),
    })
    .openapi("Hit"),
);

export const extractedSchema = lazy(() =>
  z.object({
    field: field(),
    values: z.array(z.union([z.string(), z.number()])),
    span: z.tuple([z.number().int(), z.number().int()]),
    rule: z.string(),
    confidence: z.number(),
  }),
);

export const searchResponseSchema = lazy(() =>
  z
    .object({
      request_id: z.string(),
      outcome: z.enum(["exact", "relaxed", "sparse", "empty"]),
      hits: z.array(hitSchema()),
      scope: z.object({
        requested: scopeValues(),
        extracted: z.array(extractedSchema()),
        effective: scopeValues(),
        locked: z.array(field()),
        unresolved: z.array(field()).openapi({
          description:
            "Subject and level where nothing fixes them, and fields that the words seem to name by a name " +
            "that nobody entered, where nothing fixes them or makes a value likely.",
        }),
        assumed: scopeValues().openapi({
          description:
            'With `strict: ["subject"]`, where nothing names a subject: the one that the answer keeps to.',
        }),
        notes: z.array(z.string()),
      }),
      relaxation: z.array(
        z.object({
          step: z.enum(RELAXATION_STEPS),
          dropped: z.array(field()),
          reason: z.string(),
          pool_before: z.number().int(),
          pool_after: z.number().int(),
          ms: z.number(),
        }),
      ),
      notes: z.array(z.string()),
      pool_size: z.number().int(),
      path: z.object({
        dense: z.enum(["exact", "binary", "none"]),
        lexical: z.enum(["impacts", "none"]),
      }),
      model: z.object({ version: z.string().nullable(), status: z.string() }),
      encoder: z.string(),
      degraded: z.array(z.string()),
      cache: z.enum(["hit", "miss"]),
      timing_ms: z.record(z.string(), z.number()),
      trace: z.array(z.string()).optional(),
      next_cursor: z.string().nullable(),
    })
    .openapi("SearchResponse"),
);

export type SearchResponse = z.infer<ReturnType<typeof searchResponseSchema>>;
export type Hit = z.infer<ReturnType<typeof hitSchema>>;
