/**
 * A night, read from top to bottom: judgments, their candidates as the Worker has them, folds that
 * nothing can be remembered across, then preference pairs, the certified path of C, the choice on
 * validation, the comparison with plain fusion and the decision (select/), and the model. It reads
 * the database and the embedding provider through ports; it writes nothing.
 */
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { buildCandidates } from "./data/build-candidates.ts";
import { type BadValue, withoutBadRows } from "./data/candidate-group.ts";
import {
  type JudgmentCounts,
  type JudgedQueries,
  selectJudgedQueries,
} from "./data/judged-queries.ts";
import type { Judgment } from "./data/judgment.ts";
import { existingDocuments } from "./data/judgment-table.ts";
import { foldQueries } from "./data/fold-queries.ts";
import { rankingModel } from "./select/ranking-model.ts";
import { divide, type Side } from "./select/rotation.ts";
import { type Selection, selectModel } from "./select/select-model.ts";
import type { TrainingSettings } from "./settings.ts";

export interface TrainingPorts {
  readonly database: Database;
  /** Null: no vectors, the meaning features stay constant. */
  readonly embedder: Embedder | null;
  readonly tenant: TenantContext;
  /** Milliseconds since the epoch. */
  now(): number;
  onProgress(queriesDone: number, queries: number): void;
}

/** What every outcome says about its data. */
export interface TrainingCounts extends JudgmentCounts {
  /** Queries with candidates, by what the published model used them for. */
  readonly queriesUsed: Readonly<Record<Side, number>>;
  /** Queries left out because their scope admits no document. */
  readonly withoutCandidates: number;
  readonly pairs: number;
  /** Candidates left out for a value that is not a number. */
  readonly badValues: readonly BadValue[];
}

export type TrainingOutcome =
  | { readonly status: "no_pairs"; readonly reason: string; readonly counts: TrainingCounts }
  | {
      readonly status: "trained";
      readonly counts: TrainingCounts;
      readonly selection: Selection;
      readonly model: RankingModel;
    };

export async function train(
  judgments: readonly Judgment[],
  ports: TrainingPorts,
  settings: TrainingSettings,
): Promise<TrainingOutcome> {
  const judged = await knownQueries(judgments, ports, settings);
  const { groups, counts } = await cleanGroups(judged, ports, settings);
  const foldOf = foldQueries(
    groups.map(({ judged: query }) => query),
    settings,
  );
  const division = divide(groups, foldOf, settings, 0);
  const queriesUsed = {
    train: division.train.length,
    validation: division.validation.length,
    test: division.test.length,
  };
  const selection = selectModel(groups, foldOf, settings);
  const allCounts = { ...counts, queriesUsed, pairs: selection?.pairCount ?? 0 };
  if (selection === null) {
    return { status: "no_pairs", reason: noPairsReason(allCounts), counts: allCounts };
  }
  const model = rankingModel(selection, {
    embeddingModel: ports.tenant.embeddingModel,
    trainedAt: new Date(ports.now()).toISOString(),
    seed: settings.seed,
    queries: queriesUsed.train,
  });
  return { status: "trained", counts: allCounts, selection, model };
}

async function knownQueries(
  judgments: readonly Judgment[],
  { database, tenant }: TrainingPorts,
  settings: TrainingSettings,
): Promise<JudgedQueries> {
  const ids = [...new Set(judgments.map(({ documentId }) => documentId))];
  const existing = await existingDocuments(database, tenant.tenantId, ids);
  return selectJudgedQueries(judgments, existing, settings);
}

async function cleanGroups(
  { queries, counts }: JudgedQueries,
  ports: TrainingPorts,
  { requestsInFlight }: TrainingSettings,
) {
  const built = await buildCandidates(queries, {
    ...ports,
    requestsInFlight,
    onProgress: (done) => ports.onProgress(done, queries.length),
  });
  const cleaned = built.map(withoutBadRows);
  const groups = cleaned.map(({ group }) => group).filter(({ ids }) => ids.length > 0);
  const withoutCandidates = built.length - groups.length;
  const badValues = cleaned.flatMap(({ bad }) => bad);
  return { groups, counts: { ...counts, withoutCandidates, badValues } };
}

function noPairsReason({
  judgments,
  queries,
  withoutDocument,
  queriesUsed,
}: TrainingCounts): string {
  return (
    `no_pairs: ${judgments} judgments of ${queries} queries were read, ${withoutDocument} of ` +
    `documents that do not exist; none of the ${queriesUsed.train} queries to train on has a ` +
    "relevant candidate beside a non-relevant one"
  );
}
