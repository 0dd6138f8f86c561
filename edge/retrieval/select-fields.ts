/** The fields of a document that a hit shows: those asked for, or all that describe it. */
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";

const SHOWN = ["title", "text", "options", ...SCOPE_FIELDS, "source"] as const;

export function selectFields(
  document: object,
  fields: readonly string[] = SHOWN,
): Record<string, unknown> {
  const values = document as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}
