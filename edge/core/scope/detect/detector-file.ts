/**
 * The detector as a file: one line a feature, its kind, a space, its text, a tab and one letter a field,
 * "h" for 0 and one letter further for each step of a weight (a for −7, o for 7).
 */
import { SCOPE_FIELDS, type ScopeField } from "../curriculum-scope.ts";
import { type FeatureWeights, type FieldDetector, WEIGHT_MAX } from "./field-detector.ts";
import { FEATURE_KINDS, type FeatureKind } from "./field-features.ts";

export interface DetectorFile {
  readonly fields: readonly string[];
  readonly thresholds: readonly number[];
  readonly token: WeightLines;
  readonly query: WeightLines;
}

export interface WeightLines {
  readonly scales: readonly number[];
  readonly biases: readonly number[];
  readonly lines: string;
}

const ZERO = "h".charCodeAt(0);

/** Throws a RangeError where the file is none of a detector. */
export function readDetector({ fields, thresholds, token, query }: DetectorFile): FieldDetector {
  const unknown = fields.find((field) => !SCOPE_FIELDS.some((known) => known === field));
  if (unknown !== undefined) throw new RangeError(`${unknown} is no field of a scope`);
  if (!isCountOf(thresholds, fields.length)) {
    throw new RangeError(`${fields.length} finite thresholds are needed`);
  }
  return {
    fields: fields as readonly ScopeField[],
    thresholds,
    token: readWeights(token, fields.length),
    query: readWeights(query, fields.length),
  };
}

const isCountOf = (numbers: readonly number[], count: number): boolean =>
  numbers.length === count && numbers.every(Number.isFinite);

function readWeights({ scales, biases, lines }: WeightLines, count: number): FeatureWeights {
  if (!isCountOf(scales, count) || !isCountOf(biases, count)) {
    throw new RangeError(`${count} finite scales and biases are needed`);
  }
  const list = lines === "" ? [] : lines.split("\n");
  const rows = emptyRows();
  const table = new Int8Array(list.length * count);
  for (const [row, line] of list.entries()) {
    const space = line.indexOf(" ");
    const tab = line.length - count - 1;
    const kind = FEATURE_KINDS.find((one) => one === line.slice(0, space));
    if (kind === undefined || tab <= space || line[tab] !== "\t") {
      throw new RangeError(`no line of a detector: ${JSON.stringify(line)}`);
    }
    rows[kind].set(line.slice(space + 1, tab), row);
    for (let field = 0; field < count; field += 1) {
      const weight = line.charCodeAt(tab + 1 + field) - ZERO;
      if (Math.abs(weight) > WEIGHT_MAX) {
        throw new RangeError(`no weight of a detector: ${JSON.stringify(line)}`);
      }
      table[row * count + field] = weight;
    }
  }
  return { rows, table, scales, biases };
}

export const emptyRows = (): Record<FeatureKind, Map<string, number>> =>
  Object.fromEntries(FEATURE_KINDS.map((kind) => [kind, new Map()])) as Record<
    FeatureKind,
    Map<string, number>
  >;

export function writeDetector({ fields, thresholds, token, query }: FieldDetector): DetectorFile {
  return { fields, thresholds, token: writeWeights(token), query: writeWeights(query) };
}

function writeWeights({ rows, table, scales, biases }: FeatureWeights): WeightLines {
  const count = scales.length;
  const lines = FEATURE_KINDS.flatMap((kind) =>
    [...rows[kind]].map(([text, row]) => {
      const letters = table.subarray(row * count, (row + 1) * count).map((weight) => weight + ZERO);
      return `${kind} ${text}\t${String.fromCharCode(...letters)}`;
    }),
  );
  return { scales, biases, lines: lines.toSorted().join("\n") };
}
