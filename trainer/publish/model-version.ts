/**
 * Names of model versions: UTC date, hyphen, first eight hexadecimal digits of the SHA-256 of the
 * model's content ("20261130-1a2b3c4d"). Same data, seed and day give the same name; when it was
 * trained is no part of the content.
 */
import { createHash } from "node:crypto";
import type { RankingModel } from "#core/model/ranking-model.ts";

const HASH_DIGITS = 8;

/** Content without name and time, keys in the order of the interface. */
function contentOf(model: Omit<RankingModel, "version">): string {
  const { seed, queries, pairs, backend } = model.provenance;
  const { status, primal, dual, gapRel, gapRelMax, kktResidual } = model.certificate;
  return JSON.stringify([
    model.features,
    model.weights,
    model.means,
    model.scales,
    model.featureSchemaHash,
    model.normalizerVersion,
    model.analyzerVersion,
    model.embeddingModel,
    model.cost,
    [status, primal, dual, gapRel, gapRelMax, kktResidual],
    Object.entries(model.metrics)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { value, low, high }]) => [name, value, low, high]),
    [seed, queries, pairs, backend],
  ]);
}

export function modelVersion(model: Omit<RankingModel, "version">): string {
  const hash = createHash("sha256").update(contentOf(model)).digest("hex");
  const date = model.provenance.trainedAt.slice(0, 10).replaceAll("-", "");
  return `${date}-${hash.slice(0, HASH_DIGITS)}`;
}
