/**
 * Names of model versions: UTC date, hyphen, first eight hexadecimal digits of the SHA-256 of the
 * model's content ("20261130-1a2b3c4d"). Same data, seed and day give the same name; when it was
 * trained is no part of the content.
 */
import { createHash } from "node:crypto";
import type { RankingModel } from "#core/model/ranking-model.ts";

const HASH_DIGITS = 8;

/** Keys in one order whatever made the object: a database may give them back in another. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, canonical(part)]));
}

type Unnamed = Omit<RankingModel, "version"> & { readonly version?: string };

function contentOf(model: Unnamed): string {
  const provenance = { ...model.provenance, trainedAt: null };
  return JSON.stringify(canonical({ ...model, version: null, provenance }));
}

export function modelVersion(model: Unnamed): string {
  const hash = createHash("sha256").update(contentOf(model)).digest("hex");
  const date = model.provenance.trainedAt.slice(0, 10).replaceAll("-", "");
  return `${date}-${hash.slice(0, HASH_DIGITS)}`;
}
