/**
 * The test queries that the best referee serves worst, each with its reason: the relevant document is
 * no candidate at all, or another one outscores it, and on which features.
 */
import { type Contribution, linearContributions } from "#core/model/linear-score.ts";
import { isRelevantGrade, type JudgedQuery } from "../data/judgment.ts";
import { featureSet } from "../data/feature-set.ts";
import { judgedPool } from "../data/judged-pool.ts";
import type { LadderResult } from "./run-ladder.ts";
import type { Stage } from "./stage.ts";

export const WORST_QUERY_COUNT = 100;

export interface WorstQuery {
  readonly queryId: string;
  readonly query: string;
  readonly ndcg10: number;
  readonly reason: string;
}

const FEATURES_NAMED = 3;

export function worstQueries({ stages, context, encoder }: LadderResult): WorstQuery[] {
  const stage = stages.find(({ name }) => name === "referee-17");
  if (stage === undefined || encoder === null) return [];
  const places = new Map(context.test.queries.map(({ queryId }, at) => [queryId, at]));
  return [...stage.perQuery]
    .filter(([, ndcg10]) => ndcg10 < 1)
    .toSorted(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, WORST_QUERY_COUNT)
    .map(([queryId, ndcg10]) => {
      const at = places.get(queryId)!;
      const judged = context.test.queries[at]!;
      const reason = reasonOf(stage, judged, encoder.testFirsts[at]!);
      return { queryId, query: judged.query, ndcg10, reason };
    });
}

function reasonOf(
  { run, referee }: Stage,
  judged: JudgedQuery,
  first: Parameters<typeof judgedPool>[1],
): string {
  const ids = run.get(judged.queryId)!;
  const relevant = [...judged.grades].filter(([, grade]) => isRelevantGrade(grade));
  const placed = relevant.map(([id]) => ({ id, place: ids.indexOf(id) + 1 }));
  const missing = placed.filter(({ place }) => place === 0).map(({ id }) => id);
  const found = placed.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
  const absent =
    missing.length === 0 ? "" : `${missing.join(", ")} not among the ${ids.length} candidates. `;
  // The first one that something irrelevant stands before.
  const beaten = found.find(({ place }, before) => place > before + 1);
  if (beaten === undefined) return absent.trim();
  const relevantIds = new Set(relevant.map(([id]) => id));
  const winner = ids.find((id) => !relevantIds.has(id))!;
  const { model } = referee!;
  const [group] = featureSet([judgedPool(judged, first)], model.features).groups;
  const matrix = { ids: model.features, values: group!.values };
  const contributions = (id: string) => linearContributions(model, matrix, group!.ids.indexOf(id));
  const losses = largestLosses(contributions(winner), contributions(beaten.id));
  return `${absent}${beaten.id} is at ${beaten.place}, behind ${winner}: ${losses}`;
}

function largestLosses(winner: readonly Contribution[], loser: readonly Contribution[]): string {
  return winner
    .map(({ feature, product }, at) => ({ feature, loss: product - loser[at]!.product }))
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, FEATURES_NAMED)
    .map(({ feature, loss }) => `${feature} ${loss.toFixed(2)}`)
    .join(", ");
}
