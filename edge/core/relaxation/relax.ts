/**
 * Plans the widening of a search that found too little: W1 drops topic constraints, W2 drops level
 * and cycle (year, session), W3 is the unfiltered lexical fallback and must be asked for. Strict
 * keys and token locks stay a condition of every step. All steps are known before the first one
 * runs, so that the store can answer them together.
 * It must not widen a sparse corpus: hits on the topic, however few, end the search.
 */
import type { ScopeField } from "../scope/curriculum-scope.ts";
import type { GateValues } from "../scope/resolve-scope.ts";

export const RELAXATION_STEPS = ["W1", "W2", "W3"] as const;
export type RelaxationStep = (typeof RELAXATION_STEPS)[number];

/** Fewer on-topic hits than this are called sparse; the source does not publish its k_min. */
export const K_MIN = 3;

/** What each step gives up; W3 gives up every field that is neither strict nor locked. */
const DROPPED_BY: Readonly<Record<"W1" | "W2", readonly ScopeField[]>> = {
  W1: ["topic"],
  W2: ["level", "year", "session"],
};

export interface RelaxationRequest {
  /** The gate of the unrelaxed search. */
  readonly gate: GateValues;
  /** Fields that the token locks: no step touches them. */
  readonly locked: readonly ScopeField[];
  /** Fields that the request holds fast. */
  readonly strict: readonly ScopeField[];
  /** Steps that the request allows. */
  readonly allowed: readonly RelaxationStep[];
}

export interface PlannedStep {
  readonly step: RelaxationStep;
  /** Fields that this step gives up, beyond those of earlier steps. */
  readonly dropped: readonly ScopeField[];
  readonly gate: GateValues;
  /** W3 ranks by words alone. */
  readonly isLexicalOnly: boolean;
}

export interface BlockedStep {
  readonly step: RelaxationStep;
  readonly reason: "strict_key" | "locked" | "not_requested";
  /** The fields that the step would have dropped and may not. */
  readonly fields: readonly ScopeField[];
}

export interface RelaxationPlan {
  /** Steps that change something, in the order in which they may run. */
  readonly steps: readonly PlannedStep[];
  /** Steps, or parts of steps, that may not run. */
  readonly blocked: readonly BlockedStep[];
}

/** Every step that could run for this request, each gate wider than the one before. */
export function planRelaxation(request: RelaxationRequest): RelaxationPlan {
  const steps: PlannedStep[] = [];
  const blocked: BlockedStep[] = [];
  let gate = request.gate;
  for (const step of RELAXATION_STEPS) {
    const constrained = fieldsOf(gate);
    const wanted = step === "W3" ? constrained : constrained.filter(isDroppedBy(step));
    if (wanted.length === 0) continue;
    if (!request.allowed.includes(step)) {
      blocked.push({ step, reason: "not_requested", fields: wanted });
      continue;
    }
    const locked = wanted.filter((field) => request.locked.includes(field));
    const strict = wanted.filter(
      (field) => request.strict.includes(field) && !request.locked.includes(field),
    );
    if (locked.length > 0) blocked.push({ step, reason: "locked", fields: locked });
    if (strict.length > 0) blocked.push({ step, reason: "strict_key", fields: strict });
    const dropped = wanted.filter((field) => !locked.includes(field) && !strict.includes(field));
    if (dropped.length === 0) continue;
    gate = Object.fromEntries(
      constrained.filter((field) => !dropped.includes(field)).map((field) => [field, gate[field]]),
    ) as GateValues;
    steps.push({ step, dropped, gate, isLexicalOnly: step === "W3" });
  }
  return { steps, blocked };
}

/** The numbers of one run of the pipeline that decide whether it was enough. */
export interface StepResult {
  /** Documents inside the gate. */
  readonly poolSize: number;
  /** Hits that would be returned. */
  readonly hits: number;
  /** Those of them that are on topic (on-topic.ts); at least 1 where the pool's nearest document is. */
  readonly onTopicHits: number;
}

/** Why a result calls for widening. */
export type RelaxationReason = "empty_pool" | "no_match" | "topic_miss";

/** Null when the result stands: enough hits, or few on the topic because the corpus is sparse. */
export function relaxationReason(result: StepResult): RelaxationReason | null {
  if (result.onTopicHits > 0) return null;
  if (result.poolSize === 0) return "empty_pool";
  return result.hits === 0 ? "no_match" : "topic_miss";
}

/** Fewer on-topic hits than K_MIN (or than were asked for): reported, never a reason to widen. */
export function isSparse({ onTopicHits }: StepResult, k: number): boolean {
  return onTopicHits > 0 && onTopicHits < Math.min(K_MIN, k);
}

export interface RelaxationTrace {
  readonly step: PlannedStep;
  readonly reason: RelaxationReason;
  readonly poolBefore: number;
  readonly poolAfter: number;
}

export interface RelaxationOutcome {
  /** Index into the results: 0 is the unrelaxed one, i the result of planned step i − 1. */
  readonly answeredBy: number;
  /** Steps that ran, in order. */
  readonly trace: readonly RelaxationTrace[];
  readonly outcome: "exact" | "relaxed" | "sparse" | "empty";
  /** Why widening would have gone on; null where it was not needed any more. */
  readonly unmet: RelaxationReason | null;
}

/**
 * Walks the plan over the results: `results[0]` is the unrelaxed search, `results[i]` the planned step
 * i − 1; results beyond the first that stands are ignored. Where no result stands, the narrowest one
 * with hits answers: widening that found nothing on the topic does not replace what was asked for.
 */
export function decideRelaxation(
  plan: RelaxationPlan,
  results: readonly StepResult[],
  k: number,
): RelaxationOutcome {
  const trace: RelaxationTrace[] = [];
  for (const [index, result] of results.entries()) {
    const reason = relaxationReason(result);
    if (reason === null)
      return { answeredBy: index, trace, ...named(result, index, k), unmet: null };
    const step = plan.steps[index];
    const next = results[index + 1];
    if (step === undefined || next === undefined) break;
    trace.push({ step, reason, poolBefore: result.poolSize, poolAfter: next.poolSize });
  }
  const withHits = results.findIndex(({ hits }) => hits > 0);
  const answeredBy = Math.max(0, withHits);
  const answer = results[answeredBy]!;
  const unmet = relaxationReason(results[trace.length]!);
  return { answeredBy, trace, ...named(answer, answeredBy, k), unmet };
}

function named(result: StepResult, index: number, k: number): Pick<RelaxationOutcome, "outcome"> {
  if (result.hits === 0) return { outcome: "empty" };
  if (index > 0) return { outcome: "relaxed" };
  return { outcome: isSparse(result, k) ? "sparse" : "exact" };
}

function isDroppedBy(step: "W1" | "W2"): (field: ScopeField) => boolean {
  return (field) => DROPPED_BY[step].includes(field);
}

function fieldsOf(gate: GateValues): ScopeField[] {
  return (Object.keys(gate) as ScopeField[]).filter((field) => gate[field] !== undefined);
}
