/**
 * A night under one query encoder: candidates of the judged queries, learned parts that validation
 * lets in, then the model. Pure but for the database that it reads.
 */
import { unitVector } from "#core/encoder/unit-vector.ts";
import type { QueryAdapter } from "#core/model/query-adapter.ts";
import type { Database } from "#edge/ports.ts";
import type { TenantContext } from "#edge/store/tenant-context.ts";
import type { Candidates } from "./data/build-candidates.ts";
import { loadCandidateVectors } from "./data/candidate-vectors.ts";
import { groupOf } from "./data/feature-set.ts";
import { type JudgedPool, lexicalPool } from "./data/judged-pool.ts";
import { learnedDivision, type LearnedDivision } from "./learned/learned-divisions.ts";
import {
  createLearnedTrainer,
  partCertificates,
  type PartCertificate,
} from "./learned/learned-features.ts";
import { historyRows, type LearnedRows } from "./learned/learned-rows.ts";
import { learnedVersion } from "./learned/learned-version.ts";
import { featuresWith, type LearnedPart } from "./learned/parts.ts";
import { TERM_WEIGHTS_RECURRING, termWeightRows } from "./learned/term-weights.ts";
import { ADAPTER_SETTINGS } from "./learned/train-adapter.ts";
import { chooseParts, type PartTrial } from "./select/choose-parts.ts";
import { divide, divisionWith } from "./select/rotation.ts";
import { type Selection, selectModel } from "./select/select-model.ts";
import type { TrainingSettings } from "./settings.ts";

/** What a model takes along beside its weights. */
export interface NightParts {
  readonly rows: LearnedRows;
  readonly adapter: QueryAdapter | null;
}

/** Null: the query is searched by words. */
type UnitVector = readonly number[] | null;

export interface EncoderOutcome {
  readonly selection: Selection;
  readonly trials: readonly PartTrial[];
  readonly certificates: readonly PartCertificate[];
  /** Null: no part was taken. */
  readonly parts: NightParts | null;
}

export interface EncoderInput {
  readonly database: Database;
  readonly tenant: TenantContext;
  readonly candidates: readonly Candidates[];
  readonly foldOf: readonly number[];
  /** Parts that may be taken. */
  readonly offered: readonly LearnedPart[];
}

/** Null: nothing to learn from. */
export async function trainEncoder(
  input: EncoderInput,
  settings: TrainingSettings,
): Promise<EncoderOutcome | null> {
  const { candidates, foldOf } = input;
  const pools = candidates.map(({ pool }) => pool);
  const queryVectors = candidates.map(({ vector }) => vector && unitVector(vector));
  const offered = possibleParts(input.offered, queryVectors, settings);
  const all = featuresWith(offered);
  const plain = pools.map((pool) => groupOf(pool, all));
  if (offered.length === 0) {
    const selection = selectModel((r) => divide(plain, foldOf, settings, r), settings);
    return selection === null ? null : { selection, trials: [], certificates: [], parts: null };
  }
  const trainer = await learnedTrainer(input, pools, queryVectors, settings);
  const division = (rotation: number, features: typeof all) =>
    learnedDivision({ pools, foldOf, trainer, settings }, rotation, features);
  const first = division(0, all);
  const trials = chooseParts(first, offered, settings);
  const taken = trials.filter(({ isTaken }) => isTaken).map(({ part }) => part);
  const features = featuresWith(taken);
  const selection = selectModel((rotation) => {
    if (rotation === 0) return divisionWith(first.division, features);
    if (taken.length > 0) return division(rotation, features).division;
    return divisionWith(divide(plain, foldOf, settings, rotation), features);
  }, settings);
  if (selection === null) return null;
  const certificates = partCertificates(first.fitted);
  const parts = nightParts(first, taken, pools, queryVectors);
  return { selection, trials, certificates, parts };
}

/** Without vectors only words can be learned; and the adapter's pairs are bounded. */
function possibleParts(
  offered: readonly LearnedPart[],
  queryVectors: readonly UnitVector[],
  { adapterPairsMax }: TrainingSettings,
): LearnedPart[] {
  const queries = queryVectors.filter((vector) => vector !== null).length;
  return offered.filter((part) => {
    if (part === "term-weights") return true;
    if (part === "history") return queries > 0;
    return queries > 0 && queries * ADAPTER_SETTINGS.negatives <= adapterPairsMax;
  });
}

async function learnedTrainer(
  { database, tenant }: EncoderInput,
  pools: readonly JudgedPool[],
  queryVectors: readonly UnitVector[],
  { seed, adapterPairsMax }: TrainingSettings,
) {
  const pairsOfOne = Math.max(1, pools.length) * ADAPTER_SETTINGS.negatives;
  return createLearnedTrainer({
    pools,
    lexicalPools: pools.map(lexicalPool),
    queryVectors,
    candidateVector: await loadCandidateVectors(database, tenant, pools, queryVectors),
    terms: { ...TERM_WEIGHTS_RECURRING, seed },
    adapterPositivesMax: Math.max(1, Math.floor(adapterPairsMax / pairsOfOne)),
  });
}

/** History rows are those of every judged query: nothing is fitted to them. */
function nightParts(
  { fitted, served }: LearnedDivision,
  taken: readonly LearnedPart[],
  pools: readonly JudgedPool[],
  queryVectors: readonly UnitVector[],
): NightParts | null {
  if (taken.length === 0) return null;
  const judged = pools.map((pool) => pool.judged);
  const content = {
    termWeights: taken.includes("term-weights") ? termWeightRows(fitted.terms) : [],
    history: taken.includes("history")
      ? historyRows(judged, (query) => queryVectors[query] ?? null)
      : [],
  };
  return {
    rows: { version: learnedVersion(content), ...content },
    adapter: taken.includes("adapter") ? served.adapter : null,
  };
}
