/**
 * The curriculum tuple: which fields exist, and what a scope over them is. A scope is a partial map
 * from fields to non-empty sets: fields combine by AND, values inside a field by OR; an absent field
 * is unconstrained. A document without a value for a constrained field is outside (it cannot prove
 * that it belongs).
 */

export const SCOPE_FIELDS = [
  "subject",
  "level",
  "board",
  "exam",
  "year",
  "session",
  "paper",
  "question_number",
  "content_type",
  "language",
  "topic",
] as const;

export type ScopeField = (typeof SCOPE_FIELDS)[number];

/** Values are the tenant's canonical spellings; years are numbers. */
export type CurriculumScope = Readonly<
  { [F in Exclude<ScopeField, "year">]?: readonly string[] } & { year?: readonly number[] }
>;

/** Fields that are part of the hard gate of the CHSR-RRF paper. */
export const GATE_FIELDS = ["subject", "level", "paper"] as const satisfies readonly ScopeField[];

/** At most this many values in one field of a scope (request, lock or extraction). */
export const SCOPE_VALUES_MAX = 32;

/**
 * Normal form for comparing values: NFKC, white space collapsed, trimmed, lower case.
 * Accents, hyphens and synonyms are not folded here; aliases are vocabulary data.
 */
export function normalForm(value: string | number): string {
  return String(value).normalize("NFKC").replace(/\s+/gu, " ").trim().toLowerCase();
}

/** Fields that name an exam or a part of it. */
export const EXAM_FIELDS: ReadonlySet<ScopeField> = new Set(["exam", "board", "paper"]);
/** Fields that only papers which were sat carry. */
export const SITTING_FIELDS: ReadonlySet<ScopeField> = new Set([...EXAM_FIELDS, "session"]);
/** Fields by which a paper or a question in it is referred to. */
export const REFERENCE_FIELDS: ReadonlySet<ScopeField> = new Set([
  ...SITTING_FIELDS,
  "year",
  "question_number",
]);
