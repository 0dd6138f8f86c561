/**
 * The one predicate builder: the same gate text stands in every leg of the search statement. The
 * text is fixed (a field that is not constrained is a NULL parameter), so the set of statements that
 * can ever be sent does not depend on what a request contains.
 */
import { SCOPE_FIELDS, type ScopeField } from "#core/scope/curriculum-scope.ts";
import type { GateValues } from "#core/scope/resolve-scope.ts";

/** PostgreSQL type of each gate parameter. */
export const GATE_TYPES: Readonly<Record<ScopeField, "text[]" | "smallint[]">> = {
  subject: "text[]",
  level: "text[]",
  board: "text[]",
  exam: "text[]",
  year: "smallint[]",
  session: "text[]",
  paper: "text[]",
  question_number: "text[]",
  content_type: "text[]",
  language: "text[]",
  topic: "text[]",
};

/** Number of parameters that `gateParameters` yields. */
export const GATE_PARAMETER_COUNT = SCOPE_FIELDS.length;

/** SQL that is true for the rows of `alias` inside the gate; parameters start at `$first`. */
export function gatePredicate(alias: string, first: number): string {
  return SCOPE_FIELDS.map((field, index) => {
    const parameter = `$${first + index}::${GATE_TYPES[field]}`;
    const column = `${alias}.${field}`;
    const match =
      field === "topic" ? `${column} && ${parameter}` : `${column} = ANY (${parameter})`;
    return `(${parameter} IS NULL OR ${match})`;
  }).join("\n      AND ");
}

/** Parameters for `gatePredicate`, in the order of SCOPE_FIELDS. */
export function gateParameters(gate: GateValues): (readonly (string | number)[] | null)[] {
  return SCOPE_FIELDS.map((field) => gate[field] ?? null);
}
