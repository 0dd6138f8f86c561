/**
 * How a document stands to the constraint tuple γ of a query. Fields combine by AND, values inside
 * a field by OR; a missing value does not match a constraint: what cannot prove its scope is
 * outside it. Values compare by their normal form, nothing else is folded.
 */
import {
  type CurriculumScope,
  GATE_FIELDS,
  normalForm,
  type ScopeField,
} from "#core/scope/curriculum-scope.ts";

/** What can constrain a query. The question number only enters exact-scope success. */
export const CONSTRAINT_FIELDS = [
  "subject",
  "level",
  "year",
  "session",
  "paper",
  "content_type",
  "board",
  "exam",
  "language",
] as const satisfies readonly ScopeField[];

export type ConstraintField = (typeof CONSTRAINT_FIELDS)[number];

type FieldValue = string | number | null;

/** The metadata of a document, as in a corpus row. */
export type ScopedDocument = Readonly<
  Partial<Record<ConstraintField | "question_number", FieldValue | undefined>>
>;

/** Fields of the target tuple of exact-scope success. */
export const EXPECTED_FIELDS = [
  "subject",
  "level",
  "year",
  "session",
  "paper",
  "content_type",
  "question_number",
] as const satisfies readonly ScopeField[];

/** null or absent = unconstrained, a list = any of these. */
export type ExpectedTarget = Readonly<
  Partial<Record<(typeof EXPECTED_FIELDS)[number], FieldValue | readonly (string | number)[]>>
>;

export interface Violation {
  readonly field: ConstraintField;
  /** Whether the document has another value, or none. */
  readonly by: "value" | "absence";
}

/** Normal forms of a field's values; a language tag such as en+zh is two. */
export function documentValues(
  document: ScopedDocument,
  field: ConstraintField | "question_number",
): ReadonlySet<string> {
  const value = document[field] ?? null;
  if (value === null || value === "") return new Set();
  const parts = field === "language" ? String(value).split("+") : [value];
  return new Set(parts.map(normalForm));
}

/** Normal forms of what γ allows in a field; null when the field is unconstrained. */
export function allowedValues(
  scope: CurriculumScope,
  field: ConstraintField,
): ReadonlySet<string> | null {
  const values = scope[field];
  return values === undefined || values.length === 0 ? null : new Set(values.map(normalForm));
}

function meets(values: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  for (const value of values) if (allowed.has(value)) return true;
  return false;
}

/** The constrained fields that the document does not match, in the order of CONSTRAINT_FIELDS. */
export function violations(document: ScopedDocument, scope: CurriculumScope): Violation[] {
  return CONSTRAINT_FIELDS.flatMap((field): Violation[] => {
    const allowed = allowedValues(scope, field);
    const values = documentValues(document, field);
    if (allowed === null || meets(values, allowed)) return [];
    return [{ field, by: values.size === 0 ? "absence" : "value" }];
  });
}

/** Whether a field belongs to the hard gate: subject, level, paper. */
export function isGateField(field: ScopeField): boolean {
  return (GATE_FIELDS as readonly ScopeField[]).includes(field);
}

/** Whether every field of the target that is stated matches. Admissibility is another question. */
export function matchesTarget(document: ScopedDocument, expected: ExpectedTarget): boolean {
  return EXPECTED_FIELDS.every((field) => {
    const target = expected[field] ?? null;
    if (target === null) return true;
    const values = [target].flat().map(normalForm);
    return meets(documentValues(document, field), new Set(values));
  });
}

/** Whether the target states no field at all; exact-scope success is undefined then. */
export function isOpenTarget(expected: ExpectedTarget): boolean {
  return EXPECTED_FIELDS.every((field) => (expected[field] ?? null) === null);
}
