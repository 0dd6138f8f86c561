/**
 * Every returned document outside the gate of its case, by case and field, with what the words were
 * read as: where a strict variant leaks, a miss of the extraction caused it. Pure.
 */
import { isGateField } from "#measures/scope-match.ts";
import type { EvaluatedCase } from "./evaluate-runs.ts";

export interface GateViolation {
  readonly caseId: string;
  readonly query: string;
  readonly field: string;
  /** Returned documents that violate the field. */
  readonly documents: number;
  /** The label's values. */
  readonly expected: readonly (string | number)[];
  /** Values in force in the field when the answer was found; empty: none. */
  readonly gated: readonly (string | number)[];
  /** Whether the query names the field, the request sent it, or it is only implied. */
  readonly origin: "named" | "sent" | "implied";
  /** The last widening step, or null: the gate itself let it in. */
  readonly widenedBy: string | null;
}

export function listGateViolations(cases: readonly EvaluatedCase[]): GateViolation[] {
  return cases.flatMap((one) => {
    const counts = new Map<string, number>();
    for (const { violations } of one.judged.returned) {
      for (const { field } of violations) {
        if (isGateField(field)) counts.set(field, (counts.get(field) ?? 0) + 1);
      }
    }
    return [...counts].map(([field, documents]) => toViolation(one, field, documents));
  });
}

function toViolation(
  { item, record }: EvaluatedCase,
  field: string,
  documents: number,
): GateViolation {
  const valuesOf = (scope: object | undefined) =>
    (scope as Readonly<Record<string, readonly (string | number)[]>> | undefined)?.[field] ?? [];
  const last = record.steps.at(-1);
  const isNamed = (item.named as readonly string[]).includes(field);
  const isSent = valuesOf(record.explicit_scope).length > 0;
  return {
    caseId: item.id,
    query: item.query,
    field,
    documents,
    expected: valuesOf(item.labels.scope),
    gated: valuesOf(last?.gate),
    origin: isSent ? "sent" : isNamed ? "named" : "implied",
    widenedBy: last === undefined || last.step === "gate" ? null : last.step,
  };
}
