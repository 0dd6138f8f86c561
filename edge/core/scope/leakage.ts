/**
 * Which fields of a document violate the scope that was asked for, by the definitions of CERB: a
 * missing value does not match a constraint, and a language tag such as "en+zh" is a set.
 */
import { GATE_FIELDS, normalForm, SCOPE_FIELDS, type ScopeField } from "./curriculum-scope.ts";
import type { GateValues, ResolvedScope } from "./resolve-scope.ts";

export interface Leakage {
  /** Violated fields of the hard gate: subject, level, paper. */
  readonly gate: readonly ScopeField[];
  /** All violated fields, in the order of SCOPE_FIELDS. */
  readonly tuple: readonly ScopeField[];
}

/** A document's scope as it is stored; absent, null and empty mean that it carries no value. */
export type ScopedDocument = Readonly<
  Partial<Record<ScopeField, string | number | readonly string[] | null | undefined>>
>;

/** Violations of `document` against `asked`; both lists are empty for a document inside it. */
export function contentLeakage(document: ScopedDocument, asked: GateValues): Leakage {
  const tuple = SCOPE_FIELDS.filter((field) => {
    const admitted = asked[field];
    if (admitted === undefined) return false;
    return !documentValues(field, document[field]).some((value) => admits(admitted, value));
  });
  return { tuple, gate: tuple.filter((field) => GATE_FIELDS.some((gate) => gate === field)) };
}

/**
 * Fields in which `document` may be outside although no gate says so: those that are unresolved, and
 * those whose presumed values (a likely reading or a mention, too unsure to exclude documents) it does
 * not meet. In the order of SCOPE_FIELDS.
 */
export function unverifiedFields(
  document: ScopedDocument,
  { presumed, unresolved }: Pick<ResolvedScope, "presumed" | "unresolved">,
): ScopeField[] {
  const departing = contentLeakage(document, presumed).tuple;
  return SCOPE_FIELDS.filter((field) =>
    presumed[field] === undefined ? unresolved.includes(field) : departing.includes(field),
  );
}

function admits(admitted: readonly (string | number)[], value: string): boolean {
  return admitted.some((one) => (typeof one === "number" ? String(one) : one) === value);
}

function documentValues(field: ScopeField, value: ScopedDocument[ScopeField]): string[] {
  if (value === undefined || value === null || value === "") return [];
  const values = typeof value === "object" ? value.map(normalForm) : [normalForm(value)];
  if (field !== "language") return values;
  return [...values, ...values.flatMap((tag) => tag.split("+"))];
}
