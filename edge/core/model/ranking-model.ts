/**
 * The immutable, self-describing ranking model that the trainer publishes to KV and the Worker
 * serves. A reader refuses a model whose feature schema, normaliser or analyzer are not its own.
 */
import type { FeatureId } from "../features/feature-registry.ts";
import type { QueryAdapter } from "./query-adapter.ts";

export interface RankingModel {
  readonly version: string;
  /** Ordered feature ids; weights, means and scales are in this order. */
  readonly features: readonly FeatureId[];
  readonly weights: readonly number[];
  readonly means: readonly number[];
  /** Population standard deviations, 1 where the column was constant. */
  readonly scales: readonly number[];
  /** Hash of the ordered features with their definition versions (featureSchemaHash). */
  readonly featureSchemaHash: string;
  readonly normalizerVersion: string;
  readonly analyzerVersion: string;
  readonly embeddingModel: string;
  /** Version of the table whose query vectors it was trained on; absent: the provider's vectors. */
  readonly queryTable?: string;
  /** Absent: the model remembers nothing. */
  readonly learned?: LearnedParts;
  readonly cost: number;
  readonly certificate: ModelCertificate;
  /** Measures on validation queries, each with its 95 % interval. */
  readonly metrics: Readonly<Record<string, Interval>>;
  readonly provenance: ModelProvenance;
}

/** What a model learned beside its weights. */
export interface LearnedParts {
  /** Names the rows of term_weights and judged_history. */
  readonly version: string;
  /** Whether the lexical leg ranks by the learned term weights too. */
  readonly weighsLexicalLeg: boolean;
  /** Null: none. */
  readonly adapter: QueryAdapter | null;
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface ModelCertificate {
  readonly status: string;
  readonly primal: number;
  readonly dual: number;
  readonly gapRel: number;
  /** Largest relative gap over the whole path of C. */
  readonly gapRelMax: number;
  readonly kktResidual: number;
}

export interface ModelProvenance {
  /** ISO 8601, UTC. */
  readonly trainedAt: string;
  readonly seed: number;
  readonly queries: number;
  readonly pairs: number;
  readonly backend: string;
}
