/** Goal: a model that is damaged or made for something else is refused, with the right reason. */
import { describe, expect, it } from "vitest";
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import { featureSchemaHash } from "#core/features/feature-schema-hash.ts";
import {
  decodeRankingModel,
  encodeRankingModel,
  MODEL_BODY_CHARS_MAX,
  MODEL_FEATURES_MAX,
  MODEL_METRICS_MAX,
  MODEL_NUMBER_MAX,
} from "#core/model/decode-ranking-model.ts";
import { MODEL_TEXT_CHARS_MAX } from "#core/model/model-fields.ts";
import { EXPECTED, rankingModel } from "./model-builder.ts";

const model = rankingModel([0.1, -2, 1 / 3]);

function refusalOf(body: unknown): string {
  const decoding = decodeRankingModel(body, EXPECTED);
  return decoding.ok ? "accepted" : `${decoding.reason}: ${decoding.message}`;
}

function withFields(fields: Record<string, unknown>): string {
  return refusalOf({ ...model, ...fields });
}

function numbers(value: number): number[] {
  return model.weights.map(() => value);
}

describe("decodeRankingModel", () => {
  it("gives back what was encoded, bit for bit", () => {
    const decoding = decodeRankingModel(encodeRankingModel(model), EXPECTED);
    expect(decoding).toEqual({ ok: true, model });
  });

  it("accepts a parsed body, and drops fields that it does not know", () => {
    const body = { ...model, comment: "x" };
    expect(decodeRankingModel(body, EXPECTED)).toEqual({ ok: true, model });
  });

  it.each([
    '{"weights":[0.1,',
    "",
    "null",
    '{"weights":[1e999,0,0]}',
    "<html>gateway error</html>",
    "[]",
    "17",
  ])("cannot read %j", (body) => {
    expect(refusalOf(body)).toMatch(/^unreadable: /);
  });

  it("cannot read numbers that are not finite, and names the place", () => {
    const weights = encodeRankingModel(model).replace("-2", "1e999");
    expect(refusalOf(weights)).toBe("unreadable: weights[1] is not a finite number");
    expect(withFields({ cost: Number.NaN })).toBe("unreadable: cost is not a finite number");
    expect(withFields({ metrics: { ndcg10: { value: 1, low: "0", high: 1 } } })).toContain(
      "metrics.ndcg10.low",
    );
  });

  it.each(Object.keys(model))("cannot read a model without %s", (field) => {
    const { [field as keyof typeof model]: _removed, ...rest } = model;
    expect(refusalOf(rest)).toMatch(/^unreadable: /);
    expect(refusalOf(rest)).toContain(field);
  });

  it("refuses other numbers of weights, means or scales than features", () => {
    for (const field of ["weights", "means", "scales"] as const) {
      const refusal = withFields({ [field]: model[field].slice(1) });
      expect(refusal).toBe(`count_mismatch: the model has 16 ${field} for 17 features`);
    }
    expect(withFields({ features: [], weights: [], means: [], scales: [] })).toMatch(
      /^count_mismatch/,
    );
  });

  it("refuses features in another order, of other versions, unknown or repeated", () => {
    const reversed = DEFAULT_FEATURES.toReversed();
    expect(withFields({ features: reversed })).toMatch(/^schema_mismatch: the feature schema/);
    expect(withFields({ featureSchemaHash: featureSchemaHash(["bm25"]) })).toMatch(
      /^schema_mismatch/,
    );
    const unknown = ["best_sentence", ...DEFAULT_FEATURES.slice(1)];
    expect(withFields({ features: unknown })).toBe(
      "schema_mismatch: unknown feature best_sentence",
    );
    const repeated = [DEFAULT_FEATURES[1], ...DEFAULT_FEATURES.slice(1)];
    expect(withFields({ features: repeated })).toMatch(/^schema_mismatch: .* stands twice/);
  });

  it("accepts other features whose own schema is right: they are found by id", () => {
    expect(refusalOf(rankingModel([1, 2], ["cosine", "bm25"]))).toBe("accepted");
  });

  it.each([
    ["normalizerVersion", "normalizer_mismatch"],
    ["analyzerVersion", "analyzer_mismatch"],
    ["embeddingModel", "embedding_mismatch"],
  ])("refuses another %s", (field, reason) => {
    expect(withFields({ [field]: "1" })).toMatch(new RegExp(`^${reason}: ${field} is 1`));
  });

  it("refuses numbers with which a score could overflow", () => {
    expect(withFields({ scales: numbers(0) })).toMatch(/^unreadable: scales\[0\]/);
    expect(withFields({ scales: numbers(-1) })).toMatch(/^unreadable: scales\[0\]/);
    expect(withFields({ weights: numbers(MODEL_NUMBER_MAX) })).toBe("accepted");
    expect(withFields({ weights: numbers(MODEL_NUMBER_MAX * 2) })).toMatch(/^unreadable/);
    expect(withFields({ weights: numbers(1), scales: numbers(5e-324) })).toMatch(/^unreadable/);
    expect(withFields({ means: numbers(-MODEL_NUMBER_MAX * 2) })).toMatch(/^unreadable: means/);
  });

  it("holds every list, text and body to its limit", () => {
    const metrics = (count: number): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [n, model.metrics.ndcg10]));
    expect(withFields({ metrics: metrics(MODEL_METRICS_MAX) })).toBe("accepted");
    expect(withFields({ metrics: metrics(MODEL_METRICS_MAX + 1) })).toMatch(/^unreadable/);
    expect(withFields({ version: "v".repeat(MODEL_TEXT_CHARS_MAX) })).toBe("accepted");
    expect(withFields({ version: "v".repeat(MODEL_TEXT_CHARS_MAX + 1) })).toMatch(/^unreadable/);
    const weights = Array.from({ length: MODEL_FEATURES_MAX }, () => 0);
    expect(withFields({ weights })).toMatch(/^count_mismatch/);
    expect(withFields({ weights: [...weights, 0] })).toMatch(/^unreadable: weights has more/);
    const body = encodeRankingModel(model);
    expect(refusalOf(body.padEnd(MODEL_BODY_CHARS_MAX))).toBe("accepted");
    expect(refusalOf(body.padEnd(MODEL_BODY_CHARS_MAX + 1))).toMatch(/^unreadable/);
  });
});

describe("encodeRankingModel", () => {
  it("throws rather than publish a model that no reader would take", () => {
    expect(() => encodeRankingModel({ ...model, weights: [1] })).toThrow("1 weights");
    expect(() => encodeRankingModel({ ...model, cost: Infinity })).toThrow("cost");
  });
});
