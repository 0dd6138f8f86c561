/**
 * Parts of the pipeline that a measurement switches off (PipelineOptions in ports.ts): what the
 * benchmark's variants lack. Without options every function gives what the product does, and no
 * request can set one.
 */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import type { GateValues, ResolvedScope } from "#core/scope/resolve-scope.ts";
import { HARD_CONFIDENCE, type ScopeExtraction } from "#core/scope/scope-extraction.ts";
import type { PipelineOptions } from "../ports.ts";

export type Leg = "lexical" | "dense";

/** The gate of the unrelaxed search: the resolved one, or its part in the fields that may gate. */
export function gateOf(
  { gate }: Pick<ResolvedScope, "gate">,
  pipeline?: PipelineOptions,
): GateValues {
  const fields = pipeline?.gateFields;
  if (fields === undefined) return gate;
  const kept = (Object.keys(gate) as ScopeField[]).filter((field) => fields.includes(field));
  return Object.fromEntries(kept.map((field) => [field, gate[field]])) as GateValues;
}

export function hasLeg(leg: Leg, pipeline?: PipelineOptions): boolean {
  return pipeline?.legs?.includes(leg) ?? true;
}

/** What the words say; with `singleSubject` the first subject alone, as the source reads it. */
export function readScope(
  extraction: ScopeExtraction,
  pipeline?: PipelineOptions,
): ScopeExtraction {
  if (pipeline?.singleSubject !== true) return extraction;
  const first = extraction.extracted.find(
    ({ field, confidence }) => field === "subject" && confidence >= HARD_CONFIDENCE,
  );
  return {
    ...extraction,
    extracted: extraction.extracted.flatMap((value) => {
      if (value.field !== "subject" || value.confidence < HARD_CONFIDENCE) return [value];
      return value === first ? [{ ...value, values: value.values.slice(0, 1) }] : [];
    }),
  };
}
