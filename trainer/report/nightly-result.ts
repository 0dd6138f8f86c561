/**
 * nightly.json: what a scheduler reads after a night. decision, reason, version, metrics,
 * certificate.gapRelMax and seconds stay as they are (contract); the rest explains.
 */
import type { Interval } from "#core/model/ranking-model.ts";
import type { PartTrial } from "../select/choose-parts.ts";
import type { Comparison } from "../select/compare-with-fusion.ts";
import { largestGap, modelMetrics } from "../select/ranking-model.ts";
import type { TableTrial, TrainingCounts, TrainingOutcome } from "../train.ts";

export interface NightlyResult {
  readonly decision: "publish" | "keep";
  readonly reason: string;
  /** Of the trained model; null when there is none. */
  readonly version: string | null;
  readonly metrics: Readonly<Record<string, Interval>>;
  readonly certificate: { readonly gapRelMax: number | null };
  readonly seconds: number;
  readonly status: TrainingOutcome["status"] | "failed";
  /** Whether the model was put in force. */
  readonly published: boolean;
  readonly tenant: string;
  readonly seed: number;
  readonly chosenC: number | null;
  readonly counts: TrainingCounts | null;
  /** What each learned part was worth, and whether the model has it. */
  readonly parts: readonly PartTrial[];
  /** What the query table was worth; null: nothing was trained. */
  readonly table: TableTrial | null;
  readonly disjointCvByOrigin: Readonly<Record<string, Comparison>>;
}

export interface NightlyRun {
  readonly tenant: string;
  readonly seed: number;
  readonly seconds: number;
}

const NO_MODEL = {
  decision: "keep",
  version: null,
  metrics: {},
  certificate: { gapRelMax: null },
  published: false,
  chosenC: null,
  parts: [],
  table: null,
  disjointCvByOrigin: {},
} as const;

export function nightlyResult(outcome: TrainingOutcome, run: NightlyRun): NightlyResult {
  const { status, counts } = outcome;
  if (outcome.status === "no_pairs") {
    return { ...NO_MODEL, ...run, status, reason: outcome.reason, counts };
  }
  const { selection, model } = outcome;
  return {
    ...selection.decision,
    version: model.version,
    metrics: modelMetrics(selection),
    certificate: { gapRelMax: largestGap(selection) },
    ...run,
    status,
    published: false,
    chosenC: model.cost,
    parts: outcome.trials,
    table: outcome.tableTrial,
    counts,
    disjointCvByOrigin: selection.crossValidationByOrigin,
  };
}

/** A night that broke off: what was served stays, and a scheduler can read why. */
export function failedNight(message: string, run: NightlyRun): NightlyResult {
  return { ...NO_MODEL, ...run, status: "failed", reason: `failed: ${message}`, counts: null };
}
