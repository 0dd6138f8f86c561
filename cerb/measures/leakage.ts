/**
 * Leakage: the share of the returned documents that are out of scope; 0 for an empty list.
 *
 *   gate leakage  outside the gate (subject, level, paper); undefined (null) without a gate field
 *   full leakage  violates any constrained field
 *   field leakage violates this field; undefined (null) when the field is not constrained
 *
 * (CHSR-RRF and CERB, arXiv:2609.02913.) Ties: the list is taken in its order and cut to K = 8.
 */
import { GATE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { JudgedDocument, JudgedResult } from "./judged-result.ts";
import { allowedValues, type ConstraintField } from "./scope-match.ts";

function share(
  { returned }: JudgedResult,
  isOutside: (document: JudgedDocument) => boolean,
): number {
  return returned.length === 0 ? 0 : returned.filter(isOutside).length / returned.length;
}

/** Whether γ constrains a field of the gate. */
export function hasGate({ labels }: JudgedResult): boolean {
  return GATE_FIELDS.some((field) => allowedValues(labels.scope, field) !== null);
}

export function gateLeakage(result: JudgedResult): number | null {
  return hasGate(result) ? share(result, ({ isInGate }) => !isInGate) : null;
}

export function fullLeakage(result: JudgedResult): number {
  return share(result, ({ isAdmissible }) => !isAdmissible);
}

export function fieldLeakage(result: JudgedResult, field: ConstraintField): number | null {
  if (allowedValues(result.labels.scope, field) === null) return null;
  return share(result, ({ violations }) => violations.some((one) => one.field === field));
}
