/**
 * From judgments to the queries of a night: judgments of documents that are gone are left out, and
 * of more queries than a night has time for a seeded sample is taken. What was left out is counted.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { TrainingSettings } from "../settings.ts";
import { groupByQuery, type JudgedQuery, type Judgment } from "./judgment.ts";
import { shuffled } from "./shuffled.ts";

export interface JudgmentCounts {
  readonly judgments: number;
  readonly queries: number;
  /** Judgments whose document does not exist. */
  readonly withoutDocument: number;
}

export interface JudgedQueries {
  /** In order of query id. */
  readonly queries: readonly JudgedQuery[];
  /** Of everything that was read, before sampling. */
  readonly counts: JudgmentCounts;
}

export function selectJudgedQueries(
  judgments: readonly Judgment[],
  existing: ReadonlySet<string>,
  { seed, judgedQueriesMax }: Pick<TrainingSettings, "seed" | "judgedQueriesMax">,
): JudgedQueries {
  const known = judgments.filter(({ documentId }) => existing.has(documentId));
  const all = groupByQuery(known);
  const sample = new Set(shuffled(all, mulberry32(seed)).slice(0, judgedQueriesMax));
  return {
    queries: all.filter((query) => sample.has(query)),
    counts: {
      judgments: judgments.length,
      queries: new Set(judgments.map(({ queryId }) => queryId)).size,
      withoutDocument: judgments.length - known.length,
    },
  };
}
