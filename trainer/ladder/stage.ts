/**
 * One layer's figures. On test queries: nDCG@10 (trec_eval's gains and discount, product tie rule:
 * score, then id), recall of the first 100, nDCG@10 on queries none of whose relevant documents
 * answers a training query ("unseen"), and the paired bootstrap against another layer. On training
 * queries: cross-validation, by query and by component.
 */
import { evaluateRun } from "#measures/evaluate-run.ts";
import { normalizedDiscountedGain } from "#measures/ndcg.ts";
import { recall } from "#measures/recall.ts";
import { pairedBootstrap } from "#significance/paired-bootstrap.ts";
import { pairedDifferences } from "#significance/paired-differences.ts";
import { isRelevantGrade, type JudgedQuery } from "../data/judgment.ts";
import type { Referee } from "./train-referee.ts";

export const STAGE_NAMES = [
  "bm25",
  "term-weights",
  "term-weights-disjoint",
  "dense",
  "rrf",
  "linear-fusion",
  "referee-14",
  "referee-17-source",
  "referee-no-memory",
  "referee-17",
  "table-dense",
  "table-rrf",
  "referee-17-table",
] as const;

export type StageName = (typeof STAGE_NAMES)[number];

const CUTOFF = 10;
const RECALL_DEPTH = 100;
const RESAMPLES = 10_000;

export interface Difference {
  readonly delta: number;
  readonly low: number;
  readonly high: number;
}

/** Ids of each query, best first. */
export type Run = ReadonlyMap<string, readonly string[]>;

export interface Stage {
  readonly name: StageName;
  readonly ndcg10: number;
  readonly recall100: number;
  /** Null where every test query has been seen, or nothing was trained. */
  readonly unseenNdcg10: number | null;
  /** Null without training queries. */
  readonly cvNdcg10: number | null;
  readonly disjointCvNdcg10: number | null;
  readonly run: Run;
  readonly perQuery: ReadonlyMap<string, number>;
  readonly referee: Referee | null;
}

export interface CrossValidation {
  readonly byQuery: number;
  readonly byComponent: number;
}

export interface TestSet {
  readonly queries: readonly JudgedQuery[];
  /** Ids of queries none of whose relevant documents answers a training query. */
  readonly unseen: ReadonlySet<string>;
}

export function testSet(
  queries: readonly JudgedQuery[],
  training: readonly JudgedQuery[],
): TestSet {
  const answered = new Set(training.flatMap(relevantIds));
  const unseen = queries.filter((query) => !relevantIds(query).some((id) => answered.has(id)));
  return { queries, unseen: new Set(unseen.map(({ queryId }) => queryId)) };
}

const relevantIds = ({ grades }: JudgedQuery): string[] =>
  [...grades].filter(([, grade]) => isRelevantGrade(grade)).map(([id]) => id);

export function evaluateStage(
  name: StageName,
  run: Run,
  { queries, unseen }: TestSet,
  { cv, referee }: { readonly cv: CrossValidation | null; readonly referee?: Referee },
): Stage {
  const judgments = new Map(queries.map(({ queryId, grades }) => [queryId, grades]));
  const ndcg = evaluateRun(judgments, run, (ids, grades) =>
    normalizedDiscountedGain(ids, grades, CUTOFF),
  );
  const found = evaluateRun(judgments, run, (ids, grades) => recall(ids, grades, RECALL_DEPTH));
  const unseenValues = [...ndcg.perQuery].filter(([id]) => unseen.has(id));
  return {
    name,
    ndcg10: ndcg.meanOfAllJudged ?? 0,
    recall100: found.meanOfAllJudged ?? 0,
    unseenNdcg10: unseenValues.length === 0 ? null : meanOf(unseenValues.map(([, v]) => v)),
    cvNdcg10: cv?.byQuery ?? null,
    disjointCvNdcg10: cv?.byComponent ?? null,
    run,
    perQuery: ndcg.perQuery,
    referee: referee ?? null,
  };
}

/** second − first. */
export function stageDifference(first: Stage, second: Stage, seed: number): Difference {
  const test = pairedBootstrap(pairedDifferences(first.perQuery, second.perQuery), {
    resamples: RESAMPLES,
    seed,
  });
  return { delta: test?.mean ?? 0, low: test?.low ?? 0, high: test?.high ?? 0 };
}

export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}
