/**
 * A second reader of scope: a linear model that tells whether the words name a value of a field, by the
 * shape of words and by what stands around them. It knows no values, so nothing that it finds can gate;
 * where the rules read nothing in a field that it finds named, the field stays unresolved and every hit is
 * marked. Trained by trainer/detector on queries labelled by hand. Linear in the query.
 */
import type { ScopeField } from "../curriculum-scope.ts";
import {
  distinctWords,
  type FeatureKind,
  firstFields,
  type Visit,
  visitPlace,
  visitReadFields,
  visitWord,
} from "./field-features.ts";
import type { ReadTokens } from "./read-tokens.ts";

/** Weights of features for several fields at once: integers in −WEIGHT_MAX..WEIGHT_MAX, times a scale. */
export interface FeatureWeights {
  /** Row of each feature by kind and text. */
  readonly rows: Readonly<Record<FeatureKind, ReadonlyMap<string, number>>>;
  /** [rows × fields], in the order of the detector's fields. */
  readonly table: Int8Array;
  /** One a field. */
  readonly scales: readonly number[];
  /** One a field, added once. */
  readonly biases: readonly number[];
}

export interface FieldDetector {
  readonly fields: readonly ScopeField[];
  readonly token: FeatureWeights;
  readonly query: FeatureWeights;
  /** One a field: smallest margin (best token and whole query together) at which it counts as named. */
  readonly thresholds: readonly number[];
}

/** Four bits a weight, as in the token tables. */
export const WEIGHT_MAX = 7;

/** Fields that words which no rule has judged seem to name, in the order of the detector's fields. */
export function detectFields(read: ReadTokens, detector: FieldDetector): ScopeField[] {
  const margins = fieldMargins(read, detector);
  return detector.fields.filter((_, field) => margins[field]! >= detector.thresholds[field]!);
}

/** Margin of each field; −Infinity where every token is judged. */
export function fieldMargins(
  { tokens, read, isJudged }: ReadTokens,
  { fields, token, query }: Pick<FieldDetector, "fields" | "token" | "query">,
): Float64Array {
  const firsts = firstFields(read);
  const everywhere = sumOf(token, (visit) => visitReadFields(firsts, null, visit));
  const best = new Float64Array(fields.length).fill(-Infinity);
  const whole = new Float64Array(fields.length);
  const words = new Map<string, Float64Array>();
  for (const word of distinctWords(tokens)) {
    addVisits(query, whole, (visit) => visitWord(word, visit));
    words.set(
      word,
      sumOf(token, (visit) => visitWord(word, visit)),
    );
  }
  for (const [at, { folded }] of tokens.entries()) {
    if (isJudged[at] === true) continue;
    const sums = words.get(folded)!.slice();
    addVisits(token, sums, (visit) => visitPlace(tokens, firsts, at, visit));
    for (let field = 0; field < sums.length; field += 1) {
      best[field] = Math.max(best[field]!, sums[field]! + everywhere[field]!);
    }
  }
  return best.map(
    (sum, field) =>
      sum * token.scales[field]! +
      token.biases[field]! +
      whole[field]! * query.scales[field]! +
      query.biases[field]!,
  );
}

function sumOf(weights: FeatureWeights, visitAll: (visit: Visit) => void): Float64Array {
  const sums = new Float64Array(weights.scales.length);
  addVisits(weights, sums, visitAll);
  return sums;
}

function addVisits(
  { rows, table }: FeatureWeights,
  sums: Float64Array,
  visitAll: (visit: Visit) => void,
): void {
  visitAll((kind, text) => {
    const row = rows[kind].get(text);
    if (row === undefined) return;
    const start = row * sums.length;
    for (let field = 0; field < sums.length; field += 1) sums[field]! += table[start + field]!;
  });
}
