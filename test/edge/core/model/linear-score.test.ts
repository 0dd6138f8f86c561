/** Goal: the score that is logged is the score that ranked, and its parts sum to it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_FEATURES, type FeatureId } from "#core/features/feature-registry.ts";
import {
  type Contribution,
  type FeatureMatrix,
  linearContributions,
  linearScores,
} from "#core/model/linear-score.ts";
import { rankingModel } from "./model-builder.ts";

const SEED = 20_260_705;

function matrix(values: readonly number[], ids: readonly FeatureId[] = DEFAULT_FEATURES) {
  const padded = new Float64Array(Math.max(values.length, ids.length));
  padded.set(values);
  return { ids, values: padded } satisfies FeatureMatrix;
}

function sumOf(contributions: readonly Contribution[]): number {
  let sum = 0;
  for (const { product } of contributions) sum += product;
  return sum;
}

describe("linearScores", () => {
  it("is the sum of weight times value, and the contributions show each part", () => {
    const model = rankingModel([0.5, -1, 2]);
    const features = matrix([2, 1, 0.25]);
    expect([...linearScores(model, features)]).toEqual([0.5]);
    const contributions = linearContributions(model, features, 0);
    expect(contributions).toHaveLength(17);
    expect(contributions.slice(0, 3).map(({ product }) => product)).toEqual([1, -1, 0.5]);
  });

  it("standardises with the model's own means and scales; the values stay raw", () => {
    const model = rankingModel([1, 1]);
    const means = model.means.with(0, 10);
    const scales = model.scales.with(0, 2);
    const features = matrix([14, 3]);
    expect([...linearScores({ ...model, means, scales }, features)]).toEqual([5]);
    const [first] = linearContributions({ ...model, means, scales }, features, 0);
    expect(first).toEqual({ feature: "bm25", value: 14, weight: 1, product: 2 });
  });

  it("finds features by id when the matrix has others, more, or another order", () => {
    const model = rankingModel([3, 5], ["cosine", "bm25"]);
    const features = matrix([1, 100, 10], ["bm25", "run", "cosine"]);
    expect([...linearScores(model, features)]).toEqual([35]);
  });

  it("refuses a matrix that lacks a feature of the model", () => {
    expect(() => linearScores(rankingModel(), matrix([1], ["bm25"]))).toThrow("title_bm25");
  });

  it("equals the sum of the contributions bit for bit", () => {
    const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), {
      minLength: 17,
      maxLength: 17,
    });
    fc.assert(
      fc.property(numbers, numbers, numbers, (weights, means, values) => {
        const model = { ...rankingModel(weights), means };
        const features = matrix(values);
        const sum = sumOf(linearContributions(model, features, 0));
        expect(Object.is(linearScores(model, features)[0], sum)).toBe(true);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("canary: products added in another order are caught", () => {
    const model = rankingModel([1, 1e16, -1e16]);
    const features = matrix([1, 1, 1]);
    const reversed = sumOf(linearContributions(model, features, 0).toReversed());
    expect(linearScores(model, features)[0]).not.toBe(reversed);
  });
});
