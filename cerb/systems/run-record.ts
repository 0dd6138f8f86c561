/**
 * What one variant did with one case: one JSON line. With the cases and the corpus rows it is enough
 * to compute every table again.
 */
import type { GateValues } from "#core/scope/resolve-scope.ts";
import type { Mode } from "../ablation/benchmark-case.ts";
import type { VariantName } from "./variants.ts";

type ScopeValues = Readonly<Record<string, readonly (string | number)[]>>;

export interface ReturnedRecord {
  readonly id: string;
  readonly rank: number;
  readonly score: number;
  /** Fields that the system marks as outside the scope. */
  readonly leaks: readonly string[];
  /** Fields that the system says it could not verify. */
  readonly unverified: readonly string[];
  readonly ranks: { lexical: number | null; dense: number | null; expansion: number | null };
}

export interface StepRecord {
  /** "gate" is the scope asked for; W1, W2, W3 widen it. */
  readonly step: "gate" | "W1" | "W2" | "W3";
  readonly dropped: readonly string[];
  readonly reason: string | null;
  readonly pool_size: number;
  /** What the store compared with, in normal form. */
  readonly gate: GateValues;
  readonly ms: number;
}

export interface RunRecord {
  readonly case_id: string;
  readonly variant: VariantName;
  readonly mode: Mode;
  readonly returned: readonly ReturnedRecord[];
  /** What the words were read as. */
  readonly extracted_scope: ScopeValues;
  readonly explicit_scope: ScopeValues;
  readonly effective_scope: ScopeValues;
  readonly outcome: string;
  readonly notes: readonly string[];
  readonly degraded: readonly string[];
  readonly steps: readonly StepRecord[];
  readonly latency_ms: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The record without what the clock says: equal for two runs of the same thing. */
export function withoutTimes(record: RunRecord): unknown {
  const { latency_ms: _, steps, ...rest } = record;
  return { ...rest, steps: steps.map(({ ms: __, ...step }) => step) };
}
