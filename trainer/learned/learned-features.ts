/**
 * Learned parts of one query encoder: term weights, adapter and history. Fitted on some judged queries
 * for what is served, and cross-fitted for what a referee trains on: a training query gets the values
 * of parts that were fitted without its fold, else the referee would trust them far too much. Values
 * are float64 from the same vectors that the database holds as float32.
 */
import type { Candidate } from "#core/features/candidate.ts";
import { adaptQuery, type QueryAdapter } from "#core/model/query-adapter.ts";
import { FOLD_COUNT, type Folds } from "../data/folds.ts";
import { answersOf } from "../data/judgment.ts";
import { isRelevant, type JudgedPool, rowsByFusedRank } from "../data/judged-pool.ts";
import type { SolverStatus } from "../solver/status.ts";
import { ADAPTER_RANK, lowRankAdapter } from "./low-rank.ts";
import {
  type TermWeights,
  type TermWeightSettings,
  stemKey,
  trainTermWeights,
} from "./term-weights.ts";
import {
  ADAPTER_SETTINGS,
  type AdapterExample,
  applyAdapter,
  createAdapterTrainer,
  type TrainedAdapter,
} from "./train-adapter.ts";

type Vector = ArrayLike<number>;

export interface LearnedInput {
  /** Fused pools, and lexical pools of the same queries. */
  readonly pools: readonly JudgedPool[];
  readonly lexicalPools: readonly JudgedPool[];
  /** Unit vectors by query; null: searched by words alone, so neither adapter nor history. */
  readonly queryVectors: readonly (Vector | null)[];
  /** Unit vector of the passage that stands for a candidate; null: it has none. */
  readonly candidateVector: (query: number, row: number) => Vector | null;
  readonly terms: TermWeightSettings;
  /** Relevant candidates of one query that the adapter learns from; absent: all. */
  readonly adapterPositivesMax?: number;
}

/** What was fitted on the queries that `isUsed` names. */
export interface FittedParts {
  readonly isUsed: (query: number) => boolean;
  readonly terms: TermWeights;
  /** Null without vectors or pairs. */
  readonly adapter: TrainedAdapter | null;
}

/** Fitted parts in the form that is published. */
export interface ServedParts extends Pick<FittedParts, "isUsed" | "terms"> {
  readonly adapter: QueryAdapter | null;
}

export interface LearnedTrainer {
  fit(isUsed: (query: number) => boolean): FittedParts;
  /**
   * The pools of `isUsed` with the values of parts that were fitted without their fold; other pools
   * stay as they are. History is a lookup, so by query each query leaves out itself alone, as a new
   * query will; by component it leaves out its fold.
   */
  crossFit(
    folds: Folds,
    kind: "byQuery" | "byComponent",
    isUsed?: (query: number) => boolean,
  ): JudgedPool[];
  /**
   * A pool with the values that a search would be given: of a new query, whose own judgments are left
   * out, or of a judged query that is asked again.
   */
  served(parts: ServedParts, query: number, asked?: "new" | "again"): JudgedPool;
}

export async function createLearnedTrainer(input: LearnedInput): Promise<LearnedTrainer> {
  const { queryVectors } = input;
  const adapters = await createAdapters(input);
  const history = createHistory(input);
  const fit = (isUsed: (query: number) => boolean): FittedParts => ({
    isUsed,
    terms: trainTermWeights(
      input.lexicalPools.filter((_, query) => isUsed(query)),
      input.terms,
    ),
    adapter: adapters?.(isUsed) ?? null,
  });
  return {
    fit,
    crossFit: (folds, kind, isUsed = () => true) => {
      const out = [...input.pools];
      for (let fold = 0; fold < FOLD_COUNT; fold += 1) {
        const isTraining = (query: number) => isUsed(query) && folds[query] !== fold;
        const { terms, adapter } = fit(isTraining);
        for (const query of input.pools.keys()) {
          if (!isUsed(query) || folds[query] !== fold) continue;
          const vector = queryVectors[query] ?? null;
          const adapted = adapter && vector && applyAdapter(adapter, vector);
          const historyOf = history(query, kind === "byQuery" ? isUsed : isTraining);
          out[query] = withValues(input, query, { terms, adapted, historyOf });
        }
      }
      return out;
    },
    served: ({ isUsed, terms, adapter }, query, asked = "new") => {
      const vector = queryVectors[query] ?? null;
      const adapted = adapter && vector && adaptQuery(adapter, vector);
      const historyOf = history(query, isUsed, asked === "again");
      return withValues(input, query, { terms, adapted, historyOf });
    },
  };
}

type AdapterFit = (isUsed: (query: number) => boolean) => TrainedAdapter | null;

/** Over the queries that have a vector; null: there is nothing to fit. */
async function createAdapters(input: LearnedInput): Promise<AdapterFit | null> {
  const queries = [...input.pools.keys()].filter((query) => input.queryVectors[query] !== null);
  const examples = queries.map((query) => exampleOf(input, query));
  const trainer = await createAdapterTrainer(examples, ADAPTER_SETTINGS);
  if (trainer === null) return null;
  return (isUsed) =>
    queries.some(isUsed) ? trainer.fit((example) => isUsed(queries[example]!)) : null;
}

export function servedParts({ isUsed, terms, adapter }: FittedParts): ServedParts {
  return {
    isUsed,
    terms,
    adapter: adapter === null ? null : lowRankAdapter(adapter, ADAPTER_RANK),
  };
}

export interface PartCertificate {
  readonly part: string;
  readonly status: SolverStatus;
  readonly gapRel: number;
}

export function partCertificates({ terms, adapter }: FittedParts): PartCertificate[] {
  return [
    { part: "term weights", ...terms },
    ...(adapter === null ? [] : [{ part: "adapter", ...adapter }]),
  ].map(({ part, status, gapRel }) => ({ part, status, gapRel }));
}

function exampleOf(
  { pools, queryVectors, candidateVector, adapterPositivesMax = Infinity }: LearnedInput,
  query: number,
): AdapterExample {
  const pool = pools[query]!;
  const rows = rowsByFusedRank(pool).filter((row) => candidateVector(query, row) !== null);
  const vectors = (isWanted: (row: number) => boolean, count: number) =>
    rows
      .filter(isWanted)
      .slice(0, count)
      .map((row) => candidateVector(query, row)!);
  return {
    query: queryVectors[query]!,
    positives: vectors((row) => isRelevant(pool, row), adapterPositivesMax),
    negatives: vectors((row) => !isRelevant(pool, row), ADAPTER_SETTINGS.negatives),
  };
}

interface LearnedValues {
  readonly terms: Pick<TermWeights, "multipliers">;
  readonly adapted: Vector | null;
  readonly historyOf: (documentId: string) => number | null;
}

function withValues(
  { pools, candidateVector }: LearnedInput,
  query: number,
  { terms, adapted, historyOf }: LearnedValues,
): JudgedPool {
  const pool = pools[query]!;
  const candidates = pool.candidates.map((candidate, row): Candidate => {
    const vector = adapted === null ? null : candidateVector(query, row);
    return {
      ...candidate,
      adaptedScore: vector === null ? null : dot(adapted!, vector),
      historyCosine: historyOf(candidate.id),
    };
  });
  return { ...pool, statistics: withMultipliers(pool.statistics, terms.multipliers), candidates };
}

export function withMultipliers(
  statistics: JudgedPool["statistics"],
  multipliers: ReadonlyMap<string, number>,
): JudgedPool["statistics"] {
  const stems = statistics.stems.map((term) => {
    const multiplier = multipliers.get(stemKey(term));
    return multiplier === undefined ? term : { ...term, multiplier };
  });
  return { ...statistics, stems };
}

/** Largest cosine of a query to training ones that the document answered; null: it answered none. */
type History = (
  query: number,
  isTraining: (query: number) => boolean,
  countsItself?: boolean,
) => (documentId: string) => number | null;

function createHistory({ pools, queryVectors }: LearnedInput): History {
  const answered = new Map<string, number[]>();
  for (const [query, { judged }] of pools.entries()) {
    if (queryVectors[query] === null) continue;
    for (const id of answersOf(judged)) answered.set(id, [...(answered.get(id) ?? []), query]);
  }
  return (query, isTraining, countsItself = false) =>
    (documentId) => {
      const vector = queryVectors[query] ?? null;
      if (vector === null) return null;
      let best: number | null = null;
      for (const other of answered.get(documentId) ?? []) {
        if ((other === query && !countsItself) || !isTraining(other)) continue;
        best = Math.max(best ?? -1, dot(vector, queryVectors[other]!));
      }
      return best;
    };
}

function dot(a: Vector, b: Vector): number {
  let sum = 0;
  for (let j = 0; j < a.length; j += 1) sum += a[j]! * b[j]!;
  return sum;
}
