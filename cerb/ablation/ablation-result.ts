/** The result file of an ablation (ablation.json). Fields may be added, none renamed or dropped. */
import type { CaseMeasureId } from "#measures/case-measures.ts";
import type { Outcome } from "#measures/outcome.ts";
import type { PlacedFault } from "../formats/read-rows.ts";
import type { RootCause } from "../root-cause/root-cause.ts";
import type { CorpusCount } from "../systems/ingest-into-index.ts";
import type { VariantName } from "../systems/variants.ts";
import type { Mode } from "./benchmark-case.ts";

export type MeasureMeans = Readonly<Record<CaseMeasureId, number | null>>;

export interface Summary extends MeasureMeans {
  readonly cases: number;
  /** Cases in which the measure is defined. */
  readonly counts: Readonly<Record<CaseMeasureId, number>>;
  /** Quality with undefined as 0, as in the paper's lower-bound analysis. */
  readonly lowerBound: Readonly<Record<"ndcg8" | "recall8" | "precision8", number | null>>;
  readonly errors: number;
  readonly latencyMeanMs: number | null;
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

export interface VariantResult {
  readonly what: string;
  readonly overall: Summary;
  /** Mean of the slice means. */
  readonly macro: MeasureMeans;
  readonly slices: Readonly<Record<string, Summary>>;
  /** Named lists beside the case file: tuning, measured, pilot. */
  readonly subsets: Readonly<Record<string, Summary>>;
  /** 95 % bootstrap intervals of the means over all cases. */
  readonly intervals: Readonly<Partial<Record<CaseMeasureId, { low: number; high: number }>>>;
}

export interface PairResult {
  readonly from: VariantName;
  readonly to: VariantName;
  readonly measure: CaseMeasureId;
  /** Cases in which both are defined. */
  readonly count: number;
  readonly delta: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
  readonly pShift: number;
  /** For measures of 0 and 1: cases with 1 before and after. */
  readonly successes: { readonly from: number; readonly to: number } | null;
  readonly note: string | null;
}

export interface LeakageRatio {
  readonly from: VariantName;
  readonly to: VariantName;
  readonly measure: "gateLeakage" | "fullLeakage";
  /** Null where the second variant does not leak at all. */
  readonly ratio: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

type Counts<T extends string> = Readonly<Record<T, number>>;

export interface AblationResult {
  readonly cases: number;
  readonly mode: Mode;
  readonly strict: boolean;
  readonly errors: number;
  readonly seconds: number;
  readonly head: AblationHead;
  readonly variants: Readonly<Record<string, VariantResult>>;
  readonly pairs: readonly PairResult[];
  readonly ratios: readonly LeakageRatio[];
  readonly outcomes: Readonly<Record<string, Counts<Outcome>>>;
  readonly rootCauses: Readonly<
    Record<string, { overall: Counts<RootCause>; slices: Record<string, Counts<RootCause>> }>
  >;
}

/** What was run, so that a second run can be compared. */
export interface AblationHead {
  readonly corpora: readonly CorpusCount[];
  readonly refusedRows: readonly PlacedFault[];
  readonly indexFingerprint: string;
  readonly casesSha256: string;
  readonly skippedCases: readonly string[];
  readonly embeddingModel: string;
  readonly model: string | null;
  readonly kMin: number;
  readonly k: number;
  readonly resamples: number;
  readonly seed: number;
  readonly tests: number;
  readonly degraded: Readonly<Record<string, number>>;
  readonly normalizerVersion: string;
  readonly analyzerVersion: string;
}
