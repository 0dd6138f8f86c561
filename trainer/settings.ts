/**
 * Every knob of a night: default and meaning, one frozen table. The command line sets the seed
 * only; tests pass a partial record.
 */
import { LEARNED_PARTS, type LearnedPart } from "./learned/parts.ts";

/** C of min ½‖v‖² + (C/T) Σ w_t·ξ_t: half decades from 0.01 to 1,000, eleven values. */
const COST_COUNT = 11;
const COST_EXPONENT_FIRST = -2;
const COSTS: readonly number[] = Object.freeze(
  Array.from({ length: COST_COUNT }, (_, step) => 10 ** (COST_EXPONENT_FIRST + step / 2)),
);

export interface TrainingSettings {
  readonly seed: number;
  readonly costs: readonly number[];
  /** Judged queries used; more are sampled by seed. 1,000 take about 45 s on two cores. */
  readonly judgedQueriesMax: number;
  /** The last fold is the test, the one before chooses C, the others train. */
  readonly folds: number;
  /** Queries whose word sets overlap at least this much (Jaccard) stay in one fold. */
  readonly similarQueryMin: number;
  /** Non-relevant candidates drawn for each relevant one. */
  readonly negativesPerRelevant: number;
  /** They are drawn with probability proportional to 1 / rank^this (rank from 1). */
  readonly negativeRankExponent: number;
  /** Rank cutoff of nDCG. */
  readonly cutoff: number;
  readonly bootstrapResamples: number;
  /** Largest relative duality gap that a published model may have at any C. */
  readonly gapRelMax: number;
  /** With fewer, nothing can be said about a model and nothing is published. */
  readonly validationQueriesMin: number;
  /** Learned parts that a night may take; each can be left out. */
  readonly parts: readonly LearnedPart[];
  /** Whether the tenant's query table may take the place of the provider's query vectors. */
  readonly usesTable: boolean;
  /** nDCG that a model may lose on validation for queries that wait for no embedding. */
  readonly tableLossMax: number;
  /** Pairs of the query adapter: their Gram matrix takes 8·pairs² bytes. */
  readonly adapterPairsMax: number;
  /** First-stage requests in flight. */
  readonly requestsInFlight: number;
}

export const TRAINING_SETTINGS: TrainingSettings = Object.freeze({
  seed: 42,
  costs: COSTS,
  judgedQueriesMax: 1000,
  folds: 5,
  similarQueryMin: 0.8,
  negativesPerRelevant: 5,
  negativeRankExponent: 0.7,
  cutoff: 10,
  bootstrapResamples: 10_000,
  gapRelMax: 1e-8,
  validationQueriesMin: 10,
  parts: LEARNED_PARTS,
  usesTable: true,
  tableLossMax: 0.008,
  adapterPairsMax: 8_000,
  requestsInFlight: 4,
});
