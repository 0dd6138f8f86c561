/**
 * A night, read from top to bottom: judgments, their candidates as the Worker has them, folds that
 * nothing can be remembered across, then preference pairs, the certified path of C, the choice on
 * validation, the comparison with plain fusion and the decision (select/), and the model. It reads
 * the database and the embedding provider through ports; it writes nothing.
 */
import { encodeWithTable } from "#core/encoder/token-table.ts";
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
import type { QueryTable } from "./encoder/tenant-table.ts";
import { featuresWith } from "./learned/parts.ts";
import type { Change } from "./select/choose-parts.ts";
import { rankingModel } from "./select/ranking-model.ts";
import { type Side, sideOf } from "./select/rotation.ts";
import type { TrainingSettings } from "./settings.ts";
import { type EncoderOutcome, trainEncoder } from "./train-encoder.ts";

export interface TrainingPorts {
  readonly database: Database;
  /** Null: no vectors, the meaning features stay constant. */
  readonly embedder: Embedder | null;
  readonly tenant: TenantContext;
  /** The tenant's query table, or why there is none. */
  queryTable(): Promise<QueryTable | string>;
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
      readonly tableTrial: TableTrial;
      /** Null: the provider's model encodes queries. */
      readonly table: QueryTable | null;
    } & EncoderOutcome);

/** What the query table was worth under a model of its own. */
export interface TableTrial {
  /** Mean validation nDCG with the provider's vectors and with the table's; null: not tried. */
  readonly unseen: Change | null;
  readonly isTaken: boolean;
  readonly reason: string;
}

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
  const { tenant } = ports;
  const trainOn = (own: readonly Candidates[]) =>
    trainEncoder({ ...ports, candidates: own, foldOf, offered: settings.parts }, settings);
  const provided = await trainOn(candidates);
  const { outcome, ...tabled } =
    provided === null
      ? { outcome: provided, ...notTried("nothing to learn from") }
      : await withTable(provided, { candidates, ports, settings, trainOn });
  const { pairCount = 0, diagnosis } = outcome?.selection ?? {};
  const contradictoryPairs = diagnosis?.contradictoryCoupleCount ?? 0;
  const allCounts = { ...counts, queriesUsed, pairs: pairCount, contradictoryPairs };
  if (outcome === null) {
    return { status: "no_pairs", reason: noPairsReason(allCounts), counts: allCounts };
  }
  const { parts } = outcome;
  const { table } = tabled;
  const model = rankingModel(outcome.selection, {
    embeddingModel: tenant.embeddingModel,
    trainedAt: new Date(ports.now()).toISOString(),
    seed: settings.seed,
    queries: queriesUsed.train,
    queryTable: table?.version ?? null,
    learned:
      parts === null
        ? null
        : { version: parts.rows.version, weighsLexicalLeg: false, adapter: parts.adapter },
  });
  return { status: "trained", counts: allCounts, model, ...outcome, ...tabled };
}

const notTried = (reason: string): { tableTrial: TableTrial; table: QueryTable | null } => ({
  tableTrial: { unseen: null, isTaken: false, reason },
  table: null,
});

interface TableInput {
  readonly candidates: readonly Candidates[];
  readonly ports: TrainingPorts;
  readonly settings: TrainingSettings;
  trainOn(candidates: readonly Candidates[]): Promise<EncoderOutcome | null>;
}

/** The same night once more with the table's query vectors; taken unless validation loses too much. */
async function withTable(
  provided: EncoderOutcome,
  { candidates, ports, settings, trainOn }: TableInput,
): Promise<{ outcome: EncoderOutcome; tableTrial: TableTrial; table: QueryTable | null }> {
  const left = (reason: string) => ({ outcome: provided, ...notTried(reason) });
  if (!settings.usesTable) return left("switched off");
  if (ports.embedder === null) return left("no embedding provider");
  const table = await ports.queryTable();
  if (typeof table === "string") return left(table);
  const queries = candidates.map(({ pool }) => pool.judged);
  const own = await buildCandidates(queries, {
    ...ports,
    encode: async (texts) => texts.map((text) => tableVector(text, table)),
    requestsInFlight: settings.requestsInFlight,
    onProgress: () => undefined,
  });
  const outcome = await trainOn(own);
  if (outcome === null) return left("no pairs among its candidates");
  const unseen = {
    without: provided.selection.validation.learned.value,
    with: outcome.selection.validation.learned.value,
  };
  const isTaken = unseen.with >= unseen.without - settings.tableLossMax;
  const reason = `${(unseen.with - unseen.without).toFixed(4)} nDCG on validation queries`;
  const tableTrial = { unseen, isTaken, reason };
  return isTaken ? { outcome, tableTrial, table } : { outcome: provided, tableTrial, table: null };
}

function tableVector(text: string, { table }: QueryTable): number[] | null {
  const vector = encodeWithTable(text, table);
  return vector === null ? null : [...vector];
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
