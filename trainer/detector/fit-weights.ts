/**
 * The weights of one of the detector's linear models: an SVM a field by the certified sparse solver of the
 * ranking SVM (a classifier is a ranking problem whose difference vectors are y·x), packed to four bits.
 */
import type { ScopeField } from "#core/scope/curriculum-scope.ts";
import { emptyRows } from "#core/scope/detect/detector-file.ts";
import { type FeatureWeights, WEIGHT_MAX } from "#core/scope/detect/field-detector.ts";
import { solveSparse } from "../solver/sparse-path.ts";
import { compressedRows, type SparsePairMatrix } from "../solver/sparse-problem.ts";
import { type DetectorRow, featureOf } from "./detector-rows.ts";

export interface WeightSettings {
  /** Features of fewer rows are left out. */
  readonly rowCountMin: number;
  /** Weights beyond this quantile of the nonzero ones are cut to it. */
  readonly clipQuantile: number;
  /** Features whose packed weights are all smaller are left out. */
  readonly weightMin: number;
}

/** Relative gap of every solution: four bits a weight need no more. */
const GAP_REL_MAX = 1e-4;

/** `cost`: C of one row. Throws where a solution is not certified. */
export function fitWeights(
  rows: readonly DetectorRow[],
  fields: readonly ScopeField[],
  cost: number,
  settings: WeightSettings,
): { weights: FeatureWeights; gapRelMax: number } {
  const columns = columnsOf(rows, settings.rowCountMin);
  const matrix = withBias(rows, columns);
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

/** Empty, as no feature's key is. */
const BIAS = "";

/** The last column is the bias: 1 in every row, penalised as the others are. */
const withBias = (
  rows: readonly DetectorRow[],
  columns: ReadonlyMap<string, number>,
): SparsePairMatrix =>
  compressedRows(
    rows.map(({ features }) => new Map([...features, [BIAS, 1]])),
    new Map([...columns, [BIAS, columns.size]]),
  );

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
