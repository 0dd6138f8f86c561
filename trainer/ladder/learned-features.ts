/**
 * Learned parts of one query encoder: term weights, adapter and history, fitted on all training
 * queries for what is served, and cross-fitted for what the referee trains on: a training query gets
 * the values of parts that were fitted without its fold, else the referee would trust them far too
 * much. Training values are float64 from the same vectors that the database holds as float32; test
 * values always come from the search statement.
 */
import type { Candidate } from "#core/features/candidate.ts";
import type { QueryAdapter } from "#core/model/query-adapter.ts";
import { lowRankAdapter, ADAPTER_RANK } from "../adapter/low-rank.ts";
import {
  ADAPTER_SETTINGS,
  type AdapterExample,
  type AdapterTrainer,
  applyAdapter,
  createAdapterTrainer,
  type TrainedAdapter,
} from "../adapter/train-adapter.ts";
import { isRelevantGrade } from "../data/judgment.ts";
import type { SolverStatus } from "../solver/status.ts";
import {
  type TermWeights,
  type TermWeightSettings,
  trainTermWeights,
} from "../terms/train-term-weights.ts";
import { FOLD_COUNT, type Folds } from "./folds.ts";
import { isRelevant, type JudgedPool, rowsByFusedRank } from "./judged-pool.ts";

export interface LearnedInput {
  /** Fused pools, and lexical pools of the same queries. */
  readonly pools: readonly JudgedPool[];
  readonly lexicalPools: readonly JudgedPool[];
  /** Unit vectors. */
  readonly queryVector: (queryId: string) => ArrayLike<number>;
  readonly documentVector: (documentId: string) => ArrayLike<number>;
  readonly terms: TermWeightSettings;
}

export interface LearnedFeatures {
  readonly terms: TermWeights;
  /** Null without pairs. */
  readonly adapter: QueryAdapter | null;
  readonly certificates: readonly { part: string; status: SolverStatus; gapRel: number }[];
  /**
   * The training pools with cross-fitted learned values. History is a lookup, so by query each query
   * leaves out itself alone, as a new query will; by component it leaves out its fold.
   */
  crossFit(folds: Folds, kind: "byQuery" | "byComponent"): JudgedPool[];
}

export async function fitLearnedFeatures(input: LearnedInput): Promise<LearnedFeatures> {
  const terms = trainTermWeights(input.lexicalPools, input.terms);
  const trainer = await createAdapterTrainer(
    input.pools.map((pool) => exampleOf(input, pool)),
    ADAPTER_SETTINGS,
  );
  const adapter = trainer?.fit(() => true) ?? null;
  const history = createHistory(input);
  return {
    terms,
    adapter: adapter === null ? null : lowRankAdapter(adapter, ADAPTER_RANK),
    certificates: [
      { part: "term weights", status: terms.status, gapRel: terms.gapRel },
      ...(adapter === null ? [] : [{ part: "adapter", ...adapter }]),
    ].map(({ part, status, gapRel }) => ({ part, status, gapRel })),
    crossFit: (folds, kind) => crossFit(input, { folds, kind, trainer, history }),
  };
}

function exampleOf(
  { queryVector, documentVector }: LearnedInput,
  pool: JudgedPool,
): AdapterExample {
  const ordered = rowsByFusedRank(pool);
  const vectorAt = (row: number) => documentVector(pool.candidates[row]!.id);
  return {
    query: queryVector(pool.judged.queryId),
    positives: ordered.filter((row) => isRelevant(pool, row)).map(vectorAt),
    negatives: ordered
      .filter((row) => !isRelevant(pool, row))
      .slice(0, ADAPTER_SETTINGS.negatives)
      .map(vectorAt),
  };
}

interface CrossFitParts {
  readonly folds: Folds;
  readonly kind: "byQuery" | "byComponent";
  readonly trainer: AdapterTrainer | null;
  readonly history: History;
}

function crossFit(
  input: LearnedInput,
  { folds, kind, trainer, history }: CrossFitParts,
): JudgedPool[] {
  const out: JudgedPool[] = [];
  for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
    const isTraining = (query: number) => folds[query] !== fold;
    const kept = input.lexicalPools.filter((_, query) => isTraining(query));
    const { multipliers } = trainTermWeights(kept, input.terms);
    const adapter = trainer?.fit(isTraining) ?? null;
    for (const [query, pool] of input.pools.entries()) {
      if (isTraining(query)) continue;
      const historyOf = history(query, kind === "byQuery" ? () => true : isTraining);
      out[query] = withLearned(input, pool, { multipliers, adapter, historyOf });
    }
  }
  return out;
}

interface LearnedValues {
  readonly multipliers: ReadonlyMap<string, number>;
  readonly adapter: TrainedAdapter | null;
  readonly historyOf: (documentId: string) => number | null;
}

function withLearned(
  { queryVector, documentVector }: LearnedInput,
  pool: JudgedPool,
  { multipliers, adapter, historyOf }: LearnedValues,
): JudgedPool {
  const adapted = adapter === null ? null : applyAdapter(adapter, queryVector(pool.judged.queryId));
  const candidates = pool.candidates.map(
    (candidate): Candidate => ({
      ...candidate,
      adaptedScore: adapted === null ? null : dot(adapted, documentVector(candidate.id)),
      historyCosine: historyOf(candidate.id),
    }),
  );
  return { ...pool, statistics: withMultipliers(pool.statistics, multipliers), candidates };
}

export function withMultipliers(
  statistics: JudgedPool["statistics"],
  multipliers: ReadonlyMap<string, number>,
): JudgedPool["statistics"] {
  const stems = statistics.stems.map((term) => {
    const multiplier = multipliers.get(term.lexeme);
    return multiplier === undefined ? term : { ...term, multiplier };
  });
  return { ...statistics, stems };
}

/** Largest cosine of a training query to others that the document answered; null: it answered none. */
type History = (
  query: number,
  isTraining: (query: number) => boolean,
) => (documentId: string) => number | null;

function createHistory({ pools, queryVector }: LearnedInput): History {
  const answered = new Map<string, number[]>();
  for (const [query, { judged }] of pools.entries()) {
    for (const [id, grade] of judged.grades) {
      if (isRelevantGrade(grade)) answered.set(id, [...(answered.get(id) ?? []), query]);
    }
  }
  const vectors = pools.map(({ judged }) => queryVector(judged.queryId));
  return (query, isTraining) => (documentId) => {
    let best: number | null = null;
    for (const other of answered.get(documentId) ?? []) {
      if (other === query || !isTraining(other)) continue;
      best = Math.max(best ?? -1, dot(vectors[query]!, vectors[other]!));
    }
    return best;
  };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let j = 0; j < a.length; j += 1) sum += a[j]! * b[j]!;
  return sum;
}
