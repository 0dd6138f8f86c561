/**
 * The score of a linear ranking model: Σ_j product_j, product_j = weight_j · (value_j − mean_j) /
 * scale_j, added in the order of the model's features. Serving, training and explanations share
 * this function, so an explanation sums to the score bit for bit. Raw values go in and are logged;
 * standardisation belongs to the model.
 */
import type { FeatureId } from "../features/feature-registry.ts";
import type { RankingModel } from "./ranking-model.ts";

export interface FeatureMatrix {
  readonly ids: readonly FeatureId[];
  /** Raw values, row-major: entry (row, column) is values[row · ids.length + column]. */
  readonly values: Float64Array;
}

export interface Contribution {
  readonly feature: string;
  /** The raw value, or the factor of a policy. */
  readonly value: number;
  readonly weight: number;
  /** What it adds to the score. */
  readonly product: number;
}

type LinearModel = Pick<RankingModel, "features" | "weights" | "means" | "scales">;

/**
 * Where each feature of the model stands in the matrix. Found by id, never by position; throws when
 * the matrix lacks one.
 */
function columnsOf(model: LinearModel, ids: readonly FeatureId[]): number[] {
  return model.features.map((id) => {
    const column = ids.indexOf(id);
    if (column < 0) throw new RangeError(`the model needs feature ${id}, which was not computed`);
    return column;
  });
}

function productOf(
  { weights, means, scales }: LinearModel,
  feature: number,
  value: number,
): number {
  return weights[feature]! * ((value - means[feature]!) / scales[feature]!);
}

/** The scores of all rows. */
export function linearScores(model: LinearModel, { ids, values }: FeatureMatrix): Float64Array {
  const columns = columnsOf(model, ids);
  const scores = new Float64Array(values.length / ids.length);
  for (let row = 0; row < scores.length; row += 1) {
    let score = 0;
    for (let feature = 0; feature < columns.length; feature += 1) {
      score += productOf(model, feature, values[row * ids.length + columns[feature]!]!);
    }
    scores[row] = score;
  }
  return scores;
}

/** What each feature adds to the score of one row, in the order in which it is added. */
export function linearContributions(
  model: LinearModel,
  { ids, values }: FeatureMatrix,
  row: number,
): Contribution[] {
  return columnsOf(model, ids).map((column, feature) => {
    const value = values[row * ids.length + column]!;
    const product = productOf(model, feature, value);
    return { feature: model.features[feature]!, value, weight: model.weights[feature]!, product };
  });
}
