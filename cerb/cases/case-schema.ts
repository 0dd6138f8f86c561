/**
 * One case of the open CERB protocol as zod sees it: the same constraints as case.schema.json, with
 * the types inferred. What a schema cannot say (rules L1-L10) is in case-rules.ts; it must not look
 * at a corpus.
 */
import { z } from "zod";
import { CONSTRAINT_FIELDS } from "#measures/scope-match.ts";

export const SLICES = [
  "mcq",
  "structured",
  "formula_heavy",
  "cross_subject",
  "bilingual",
  "mark_scheme",
  "table_heavy",
] as const;

export const TASK_TYPES = [
  "exact_retrieval",
  "scope_relaxation",
  "synthesis",
  "adversarial",
] as const;

export const AMBIGUITY_KINDS = [
  "none",
  "under_specified",
  "multiple_readings",
  "conflicting",
] as const;

/** Code points of a query, as JSON Schema counts them. */
export const QUERY_LENGTH_MAX = 300;

const hasInk = /\S/;
const text = z.string().regex(hasInk, "is blank");
const contentType = z.string().regex(/^[a-z]+(_[a-z]+)*$/, "is no content type");
const year = z.number().int().min(1900).max(2100);
const scopeField = z.enum(CONSTRAINT_FIELDS);

function set<T extends z.ZodType<string | number>>(value: T, sizeMin: number) {
  return z
    .array(value)
    .min(sizeMin)
    .refine((values) => new Set(values).size === values.length, "has a repeated value");
}

const textSet = set(text, 1).exactOptional();

/** Per field the admitted corpus values: fields by AND, values inside a field by OR. */
const constraint = z.strictObject({
  subject: textSet,
  level: textSet,
  year: set(year, 1).exactOptional(),
  session: textSet,
  paper: textSet,
  content_type: set(contentType, 1).exactOptional(),
  board: textSet,
  exam: textSet,
  language: set(z.string().regex(/^[a-z]{2}$/, "is no ISO 639-1 code"), 1).exactOptional(),
});

/** null = unconstrained, a list (two or more) = any of these. */
function expectedValue<T extends z.ZodType<string | number>>(value: T) {
  return z.union([z.null(), value, set(value, 2)]);
}

const expected = z.strictObject({
  subject: expectedValue(text),
  level: expectedValue(text),
  year: expectedValue(year),
  session: expectedValue(text),
  paper: expectedValue(text),
  content_type: expectedValue(contentType),
  question_number: z.union([z.null(), text]),
});

const ambiguity = z
  .strictObject({ kind: z.enum(AMBIGUITY_KINDS), fields: set(scopeField, 0) })
  .refine(({ kind, fields }) => (kind === "none") === (fields.length === 0), {
    path: ["fields"],
    message: "names the fields concerned, and none when kind is none",
  });

export const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, "is no case id"),
  query: text.refine((query) => [...query].length <= QUERY_LENGTH_MAX, "is too long"),
  language: z.string().regex(/^[a-z]{2}(\+[a-z]{2})*$/, "is no language tag"),
  slice: z.enum(SLICES),
  task_type: z.enum(TASK_TYPES),
  explicit_scope: constraint,
  scope: constraint.refine((scope) => Object.keys(scope).length > 0, "constrains nothing"),
  named_in_query: set(z.enum([...scopeField.options, "question_number"]), 0),
  expected_evidence_types: set(contentType, 1),
  expected,
  ambiguity,
  relevant: z.array(z.strictObject({ id: text, grade: z.union([z.literal(1), z.literal(2)]) })),
  corpora: set(text, 1).exactOptional(),
  notes: z.string(),
});

export type CerbCase = z.infer<typeof caseSchema>;
