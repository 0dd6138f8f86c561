/**
 * A night, read from top to bottom: judgments, their candidates as the Worker has them, folds that
 * nothing can be remembered across, then preference pairs, the certified path of C, the choice on
 * validation, the comparison with plain fusion and the decision (select/), and the model. It reads
 * the database and the embedding provider through ports; it writes nothing.
 */
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { Database, Embedder } from "#edge/ports.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import { buildCandidates, type Candidates, providerEncoder } from "./data/build-candidates.ts";
import { type BadValue, withoutBadRows } from "./data/candidate-group.ts";
import { groupOf } from "./data/feature-set.ts";
import { foldQueries } from "./data/fold-queries.ts";
import {
  type JudgmentCounts,
  type JudgedQueries,
  selectJudgedQueries,
} from "./data/judged-queries.ts";
import type { Judgment } from "./data/judgment.ts";
import { existingDocuments } from "./data/judgment-table.ts";
import { featuresWith } from "./learned/parts.ts";
import { rankingModel } from "./select/ranking-model.ts";
import { type Side, sideOf } from "./select/rotation.ts";
import type { TrainingSettings } from "./settings.ts";
import { type EncoderOutcome, trainEncoder } from "./train-encoder.ts";

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
  /** Couples of pairs that say the opposite of each other. */
  readonly contradictoryPairs: number;
  /** Candidates left out for a value that is not a number. */
  readonly badValues: readonly BadValue[];
}

export type TrainingOutcome =
  | { readonly status: "no_pairs"; readonly reason: string; readonly counts: TrainingCounts }
  | ({
      readonly status: "trained";
      readonly counts: TrainingCounts;
      readonly model: RankingModel;
    } & EncoderOutcome);

export async function train(
  judgments: readonly Judgment[],
  ports: TrainingPorts,
  settings: TrainingSettings,
): Promise<TrainingOutcome> {
  const judged = await knownQueries(judgments, ports, settings);
  const { candidates, counts } = await cleanCandidates(judged, ports, settings);
  const foldOf = foldQueries(
    candidates.map(({ pool }) => pool.judged),
    settings,
  );
  const queriesUsed = countSides(foldOf, settings);
  const { database, tenant } = ports;
  const offered = settings.parts;
  const outcome = await trainEncoder({ database, tenant, candidates, foldOf, offered }, settings);
  const { pairCount = 0, diagnosis } = outcome?.selection ?? {};
  const contradictoryPairs = diagnosis?.contradictoryCoupleCount ?? 0;
  const allCounts = { ...counts, queriesUsed, pairs: pairCount, contradictoryPairs };
  if (outcome === null) {
    return { status: "no_pairs", reason: noPairsReason(allCounts), counts: allCounts };
  }
  const { parts } = outcome;
  const model = rankingModel(outcome.selection, {
    embeddingModel: tenant.embeddingModel,
    trainedAt: new Date(ports.now()).toISOString(),
    seed: settings.seed,
    queries: queriesUsed.train,
    learned:
      parts === null
        ? null
        : { version: parts.rows.version, weighsLexicalLeg: false, adapter: parts.adapter },
  });
  return { status: "trained", counts: allCounts, model, ...outcome };
}

function countSides(
  foldOf: readonly number[],
  settings: TrainingSettings,
): Readonly<Record<Side, number>> {
  const count = (wanted: Side) =>
    foldOf.filter((fold) => sideOf(fold, settings, 0) === wanted).length;
  return { train: count("train"), validation: count("validation"), test: count("test") };
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

async function cleanCandidates(
  { queries, counts }: JudgedQueries,
  { database, tenant, embedder, onProgress }: TrainingPorts,
  { requestsInFlight }: TrainingSettings,
) {
  const built = await buildCandidates(queries, {
    database,
    tenant,
    encode: providerEncoder(embedder, tenant),
    requestsInFlight,
    onProgress: (done) => onProgress(done, queries.length),
  });
  const cleaned = built.map(withoutBadCandidates);
  const candidates = cleaned
    .map((entry) => entry.candidates)
    .filter(({ pool }) => pool.candidates.length > 0);
  const withoutCandidates = built.length - candidates.length;
  const badValues = cleaned.flatMap(({ bad }) => bad);
  return { candidates, counts: { ...counts, withoutCandidates, badValues } };
}

/** A value that is not a number would turn every weight into one: its candidate is left out. */
function withoutBadCandidates(candidates: Candidates): {
  readonly candidates: Candidates;
  readonly bad: readonly BadValue[];
} {
  const { pool } = candidates;
  const { group, bad } = withoutBadRows(groupOf(pool, featuresWith([])));
  if (bad.length === 0) return { candidates, bad };
  const kept = new Set(group.ids);
  const rows = [...pool.candidates.keys()].filter((row) => kept.has(pool.candidates[row]!.id));
  const clean = {
    ...pool,
    candidates: rows.map((row) => pool.candidates[row]!),
    fusedRanks: rows.map((row) => pool.fusedRanks[row]!),
  };
  return { candidates: { ...candidates, pool: clean }, bad };
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
