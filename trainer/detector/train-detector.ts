/**
 * Trains the detector of named fields: for every field two linear SVMs, one of tokens and one of whole
 * queries (fit-weights.ts). Each field's threshold is chosen by cross-validation over whole sets of
 * queries: at most `falseShareMax` of the queries that do not name it may be told that
 * they do. Deterministic.
 */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { type FieldDetector, fieldMargins } from "#core/scope/detect/field-detector.ts";
import { badInput } from "../training-error.ts";
import type { ReadQuery } from "./detector-rows.ts";
import { fitWeights, type WeightSettings } from "./fit-weights.ts";

/** Subject and level are left out: while the words fix neither, hits are marked in any case. */
const DETECTED_FIELDS: readonly ScopeField[] = [
  "exam",
  "year",
  "session",
  "paper",
  "content_type",
  "language",
];

export interface DetectorSettings extends WeightSettings {
  /** C of one row; the solver's C is this times the rows. */
  readonly tokenCost: number;
  readonly queryCost: number;
  /** Fields that fewer queries name are not detected: nothing tells what their names look like. */
  readonly namingQueryCountMin: number;
  readonly foldCount: number;
  /** Of the queries that do not name a field, the share that may count as naming it. */
  readonly falseShareMax: number;
}

export const DETECTOR_SETTINGS: DetectorSettings = {
  tokenCost: 0.1,
  queryCost: 0.03,
  rowCountMin: 4,
  namingQueryCountMin: 20,
  foldCount: 5,
  falseShareMax: 0.03,
  clipQuantile: 0.995,
  weightMin: 2,
};

export interface TrainedDetector {
  readonly detector: FieldDetector;
  readonly gapRelMax: number;
  /** Share of queries of other folds that are told to name a field that they do not; thresholds are chosen on them. */
  readonly falseQueryShare: number;
}

type Models = Pick<FieldDetector, "fields" | "token" | "query">;

/** Margin of each field that a query neither names nor was read to have; −Infinity for the others. */
type FalseMargins = Float64Array;

export function trainDetector(
  queries: readonly ReadQuery[],
  settings: DetectorSettings,
  onStep: (step: number, steps: number) => void,
): TrainedDetector {
  const { foldCount, falseShareMax, namingQueryCountMin } = settings;
  if (new Set(queries.map(({ set }) => set % foldCount)).size < 2) {
    throw badInput(
      `queries of at least two sets are needed, in two of ${foldCount} folds (set mod ${foldCount})`,
    );
  }
  const fields = DETECTED_FIELDS.filter(
    (field) => queries.filter(({ named }) => named.has(field)).length >= namingQueryCountMin,
  );
  if (fields.length === 0) {
    throw badInput(
      `no field is named by at least ${namingQueryCountMin} queries: nothing to learn`,
    );
  }
  const margins: FalseMargins[] = [];
  for (let fold = 0; fold < foldCount; fold += 1) {
    onStep(fold, foldCount + 1);
    const training = queries.filter(({ set }) => set % foldCount !== fold);
    const { models } = fit(training, fields, settings);
    const others = queries.filter(({ set }) => set % foldCount === fold);
    margins.push(...others.map((query) => falseMargins(query, models)));
  }
  onStep(foldCount, foldCount + 1);
  const { models, gapRelMax } = fit(queries, fields, settings);
  const thresholds = fields.map((_, field) =>
    thresholdOf(
      margins.map((one) => one[field]!).filter((margin) => margin > -Infinity),
      falseShareMax,
    ),
  );
  const told = margins.filter((one) => one.some((margin, field) => margin >= thresholds[field]!));
  return {
    detector: { ...models, thresholds },
    gapRelMax,
    falseQueryShare: told.length / margins.length,
  };
}

function falseMargins({ read, named }: ReadQuery, models: Models): FalseMargins {
  const known = new Set([...named, ...read.read.flat()]);
  return fieldMargins(read, models).map((margin, field) =>
    known.has(models.fields[field]!) ? -Infinity : margin,
  );
}

/** The smallest margin of two digits that at most this share of the values reaches. */
function thresholdOf(values: readonly number[], shareMax: number): number {
  const descending = values.toSorted((a, b) => b - a);
  const first = descending[Math.floor(shareMax * values.length)] ?? 0;
  return Math.floor(first * 100 + 1) / 100;
}

function fit(
  queries: readonly ReadQuery[],
  fields: readonly ScopeField[],
  settings: DetectorSettings,
): { models: Models; gapRelMax: number } {
  const tokenRows = queries.flatMap((query) => query.tokenRows);
  const queryRows = queries.map(({ queryRow }) => queryRow);
  const token = fitWeights(tokenRows, fields, settings.tokenCost, settings);
  const query = fitWeights(queryRows, fields, settings.queryCost, settings);
  return {
    models: { fields, token: token.weights, query: query.weights },
    gapRelMax: Math.max(token.gapRelMax, query.gapRelMax),
  };
}
