/**
 * Trains the detector of named fields: for every field two linear SVMs over binary features, one of
 * tokens and one of whole queries, by the certified sparse solver of the ranking SVM (a classifier is a
 * ranking problem whose difference vectors are y·x). Each field's threshold is chosen by cross-validation
 * over whole sets of queries: at most `falseShareMax` of the queries that do not name it may be told that
 * they do. Deterministic.
 */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import {
  type FeatureWeights,
  type FieldDetector,
  fieldMargins,
  WEIGHT_MAX,
} from "#core/scope/detect/field-detector.ts";
import { solveSparse } from "../solver/sparse-path.ts";
import type { SparsePairMatrix } from "../solver/sparse-problem.ts";
import { emptyRows } from "#core/scope/detect/detector-file.ts";
import { type DetectorRow, featureOf, type ReadQuery } from "./detector-rows.ts";

/** Subject and level are left out: while the words fix neither, hits are marked in any case. */
export const DETECTED_FIELDS: readonly ScopeField[] = [
  "exam",
  "year",
  "session",
  "paper",
  "content_type",
  "language",
];

export interface DetectorSettings {
  /** C of one row; the solver's C is this times the rows. */
  readonly tokenCost: number;
  readonly queryCost: number;
  /** Features of fewer rows are left out. */
  readonly rowCountMin: number;
  /** Fields that fewer queries name are not detected: nothing tells what their names look like. */
  readonly namingQueryCountMin: number;
  readonly foldCount: number;
  /** Of the queries that do not name a field, the share that may count as naming it. */
  readonly falseShareMax: number;
  /** Weights beyond this quantile of the nonzero ones are cut to it. */
  readonly clipQuantile: number;
  /** Features whose packed weights are all smaller are left out. */
  readonly weightMin: number;
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

/** Relative gap of every solution: four bits a weight need no more. */
const GAP_REL_MAX = 1e-4;

export interface TrainedDetector {
  readonly detector: FieldDetector;
  readonly gapRelMax: number;
  /** Share of queries of other folds that are told to name a field that they do not. */
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
  const fields = DETECTED_FIELDS.filter(
    (field) => queries.filter(({ named }) => named.has(field)).length >= namingQueryCountMin,
  );
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

function fitWeights(
  rows: readonly DetectorRow[],
  fields: readonly ScopeField[],
  cost: number,
  settings: DetectorSettings,
): { weights: FeatureWeights; gapRelMax: number } {
  // The last column is the bias: 1 in every row, penalised as the others are.
  const columns = columnsOf(rows, settings.rowCountMin);
  const matrix = compressed(rows, columns);
  const solutions = fields.map((field) => {
    const differences = signed(matrix, rows, field);
    const [solution] = solveSparse({ differences }, [cost * rows.length], {
      tolGapRel: GAP_REL_MAX,
    });
    return solution!;
  });
  const bad = solutions.find(({ status }) => status !== "optimal");
  if (bad !== undefined) throw new Error(`the detector's problem ended ${bad.status}`);
  const packed = solutions.map((solution) =>
    pack(solution.weights, columns.size, settings.clipQuantile),
  );
  return {
    weights: weightsOf(columns, packed, settings.weightMin),
    gapRelMax: Math.max(...solutions.map(({ certificate }) => certificate.gapRel)),
  };
}

/** One row a feature of which some weight is at least `weightMin`. */
function weightsOf(
  columns: ReadonlyMap<string, number>,
  packed: readonly PackedWeights[],
  weightMin: number,
): FeatureWeights {
  const rows = emptyRows();
  const table: number[] = [];
  let count = 0;
  for (const [key, column] of columns) {
    const weights = packed.map(({ row }) => row[column]!);
    if (weights.every((weight) => Math.abs(weight) < weightMin)) continue;
    const { kind, text } = featureOf(key);
    rows[kind].set(text, count);
    table.push(...weights);
    count += 1;
  }
  return {
    rows,
    table: Int8Array.from(table),
    scales: packed.map(({ scale }) => scale),
    biases: packed.map(({ bias }) => bias),
  };
}

function columnsOf(rows: readonly DetectorRow[], rowCountMin: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of rows) {
    for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const kept = [...counts].filter(([, count]) => count >= rowCountMin).map(([feature]) => feature);
  return new Map(kept.map((feature, column) => [feature, column]));
}

function compressed(
  rows: readonly DetectorRow[],
  columns: ReadonlyMap<string, number>,
): SparsePairMatrix {
  const rowStart = new Int32Array(rows.length + 1);
  const columnIndex: number[] = [];
  const values: number[] = [];
  for (const [index, { features }] of rows.entries()) {
    for (const [feature, value] of features) {
      const column = columns.get(feature);
      if (column === undefined) continue;
      columnIndex.push(column);
      values.push(value);
    }
    columnIndex.push(columns.size);
    values.push(1);
    rowStart[index + 1] = columnIndex.length;
  }
  return {
    rows: rows.length,
    columns: columns.size + 1,
    rowStart,
    columnIndex: Int32Array.from(columnIndex),
    values: Float64Array.from(values),
  };
}

/** y·x: rows of the field as they are, all others negated. */
function signed(
  matrix: SparsePairMatrix,
  rows: readonly DetectorRow[],
  field: ScopeField,
): SparsePairMatrix {
  const values = matrix.values.slice();
  for (const [index, { fields }] of rows.entries()) {
    if (fields.has(field)) continue;
    for (let at = matrix.rowStart[index]!; at < matrix.rowStart[index + 1]!; at += 1) {
      values[at] = -values[at]!;
    }
  }
  return { ...matrix, values };
}

interface PackedWeights {
  /** One a column, −WEIGHT_MAX..WEIGHT_MAX. */
  readonly row: Int8Array;
  readonly scale: number;
  readonly bias: number;
}

/** The bias, last of the weights, stays as it is: thresholds depend on it. */
function pack(all: Float64Array, count: number, clipQuantile: number): PackedWeights {
  const weights = all.subarray(0, count);
  const magnitudes = weights
    .map(Math.abs)
    .filter((one) => one > 0)
    .toSorted();
  const largest = magnitudes[Math.floor(clipQuantile * (magnitudes.length - 1))] ?? 0;
  const scale = Number((largest / WEIGHT_MAX || 1).toPrecision(6));
  const row = Int8Array.from(weights, (weight) =>
    Math.max(-WEIGHT_MAX, Math.min(WEIGHT_MAX, Math.round(weight / scale))),
  );
  return { row, scale, bias: Number(all[count]!.toPrecision(6)) };
}
