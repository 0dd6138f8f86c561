/**
 * Reads a published ranking model and decides whether this reader may use it. Nothing is guessed: a
 * body that is damaged, or made for other features, text analysis or embeddings, gives a reason and
 * a sentence, and search goes on by fusion.
 */
import { type FeatureId, isFeatureId } from "../features/feature-registry.ts";
import { featureSchemaHash } from "../features/feature-schema-hash.ts";
import { learnedParts } from "./decode-learned-parts.ts";
import {
  type Fields,
  finite,
  type ModelRefusal,
  record,
  Refusal,
  text,
  unreadable,
} from "./model-fields.ts";
import type { Interval, ModelCertificate, ModelProvenance, RankingModel } from "./ranking-model.ts";

/** Seventeen features take about 3,000 characters, a query adapter of rank 128 about 450,000. */
export const MODEL_BODY_CHARS_MAX = 1_000_000;
export const MODEL_FEATURES_MAX = 64;
export const MODEL_METRICS_MAX = 64;
/** Largest |weight| / scale and |mean|: with these no score of finite features can overflow. */
export const MODEL_NUMBER_MAX = 1e12;

/** What the reader works with; a usable model was trained under the same three. */
export interface ModelExpectation {
  readonly normalizerVersion: string;
  readonly analyzerVersion: string;
  readonly embeddingModel: string;
}

export type ModelDecoding =
  | { readonly ok: true; readonly model: RankingModel }
  | { readonly ok: false; readonly reason: ModelRefusal; readonly message: string };

function list<T>(value: unknown, path: string, read: (item: unknown, path: string) => T): T[] {
  if (!Array.isArray(value)) throw unreadable(`${path} is not a list`);
  if (value.length > MODEL_FEATURES_MAX) {
    throw unreadable(`${path} has more than ${MODEL_FEATURES_MAX} entries`);
  }
  return value.map((item, index) => read(item, `${path}[${index}]`));
}

function interval(value: unknown, path: string): Interval {
  const fields = record(value, path);
  return {
    value: finite(fields.value, `${path}.value`),
    low: finite(fields.low, `${path}.low`),
    high: finite(fields.high, `${path}.high`),
  };
}

function metrics(value: unknown): Readonly<Record<string, Interval>> {
  const entries = Object.entries(record(value, "metrics"));
  if (entries.length > MODEL_METRICS_MAX) {
    throw unreadable(`metrics has more than ${MODEL_METRICS_MAX} entries`);
  }
  return Object.fromEntries(entries.map(([name, one]) => [name, interval(one, `metrics.${name}`)]));
}

function certificate(value: unknown): ModelCertificate {
  const fields = record(value, "certificate");
  return {
    status: text(fields.status, "certificate.status"),
    primal: finite(fields.primal, "certificate.primal"),
    dual: finite(fields.dual, "certificate.dual"),
    gapRel: finite(fields.gapRel, "certificate.gapRel"),
    gapRelMax: finite(fields.gapRelMax, "certificate.gapRelMax"),
    kktResidual: finite(fields.kktResidual, "certificate.kktResidual"),
  };
}

function provenance(value: unknown): ModelProvenance {
  const fields = record(value, "provenance");
  return {
    trainedAt: text(fields.trainedAt, "provenance.trainedAt"),
    seed: finite(fields.seed, "provenance.seed"),
    queries: finite(fields.queries, "provenance.queries"),
    pairs: finite(fields.pairs, "provenance.pairs"),
    backend: text(fields.backend, "provenance.backend"),
  };
}

/** A model of the right shape whose features may be unknown to this reader. */
type UncheckedModel = Omit<RankingModel, "features"> & { readonly features: readonly string[] };

function uncheckedModel(fields: Fields): UncheckedModel {
  return {
    version: text(fields.version, "version"),
    features: list(fields.features, "features", text),
    weights: list(fields.weights, "weights", finite),
    means: list(fields.means, "means", finite),
    scales: list(fields.scales, "scales", finite),
    featureSchemaHash: text(fields.featureSchemaHash, "featureSchemaHash"),
    normalizerVersion: text(fields.normalizerVersion, "normalizerVersion"),
    analyzerVersion: text(fields.analyzerVersion, "analyzerVersion"),
    embeddingModel: text(fields.embeddingModel, "embeddingModel"),
    ...(fields.queryTable === undefined
      ? {}
      : { queryTable: text(fields.queryTable, "queryTable") }),
    ...(fields.learned === undefined ? {} : { learned: learnedParts(fields.learned) }),
    cost: finite(fields.cost, "cost"),
    certificate: certificate(fields.certificate),
    metrics: metrics(fields.metrics),
    provenance: provenance(fields.provenance),
  };
}

function checkCounts({ features, weights, means, scales }: UncheckedModel): void {
  if (features.length === 0) throw new Refusal("count_mismatch", "the model has no feature");
  for (const [name, numbers] of Object.entries({ weights, means, scales })) {
    if (numbers.length !== features.length) {
      const counts = `${numbers.length} ${name} for ${features.length} features`;
      throw new Refusal("count_mismatch", `the model has ${counts}`);
    }
  }
}

function checkNumbers({ weights, means, scales }: UncheckedModel): void {
  for (const [index, scale] of scales.entries()) {
    if (scale <= 0) throw unreadable(`scales[${index}] is not positive`);
    if (!(Math.abs(weights[index]!) / scale <= MODEL_NUMBER_MAX)) {
      throw unreadable(`weights[${index}] / scales[${index}] is too large`);
    }
    if (Math.abs(means[index]!) > MODEL_NUMBER_MAX)
      throw unreadable(`means[${index}] is too large`);
  }
}

function checkedFeatures({ features, featureSchemaHash: hash }: UncheckedModel): FeatureId[] {
  const known: FeatureId[] = [];
  for (const id of features) {
    if (!isFeatureId(id)) throw new Refusal("schema_mismatch", `unknown feature ${id}`);
    if (known.includes(id)) throw new Refusal("schema_mismatch", `feature ${id} stands twice`);
    known.push(id);
  }
  const own = featureSchemaHash(known);
  if (hash === own) return known;
  throw new Refusal("schema_mismatch", `the feature schema is ${hash}, this reader's is ${own}`);
}

function checkVersions(model: UncheckedModel, expected: ModelExpectation): void {
  const versions = [
    ["normalizer_mismatch", "normalizerVersion"],
    ["analyzer_mismatch", "analyzerVersion"],
    ["embedding_mismatch", "embeddingModel"],
  ] as const;
  for (const [reason, field] of versions) {
    if (model[field] !== expected[field]) {
      const message = `${field} is ${model[field]}, this reader's is ${expected[field]}`;
      throw new Refusal(reason, message);
    }
  }
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body;
  if (body.length > MODEL_BODY_CHARS_MAX) {
    throw unreadable(`the body has more than ${MODEL_BODY_CHARS_MAX} characters`);
  }
  try {
    return JSON.parse(body);
  } catch {
    throw unreadable("the body is not JSON");
  }
}

/** `body` is the JSON text of a model, or what it parses to. Unknown fields are dropped. */
export function decodeRankingModel(body: unknown, expected: ModelExpectation): ModelDecoding {
  try {
    const model = uncheckedModel(record(parsed(body), "the model"));
    checkCounts(model);
    checkNumbers(model);
    const features = checkedFeatures(model);
    checkVersions(model, expected);
    return { ok: true, model: { ...model, features } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, reason: error.reason, message: error.message };
  }
}

/** The JSON text of a model; throws when a reader of the model's own versions would refuse it. */
export function encodeRankingModel(model: RankingModel): string {
  const body = JSON.stringify(model);
  const decoding = decodeRankingModel(body, model);
  if (!decoding.ok) throw new RangeError(`the model cannot be published: ${decoding.message}`);
  return JSON.stringify(decoding.model);
}
