/**
 * The learned model of variant F as the product's model store gives it: a file with one published
 * model, decoded by the product's own rules; a model that the product would refuse is an error here.
 */
import { readFile } from "node:fs/promises";
import { decodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import type { KeyValueStore } from "#edge/ports.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { InputError } from "../input-error.ts";

export interface ModelStore {
  readonly store: KeyValueStore;
  /** Null: no model; F ranks by fusion and policy. */
  readonly version: string | null;
}

export async function openModelStore(
  file: string | null,
  tenantId: number,
  embeddingModel: string,
): Promise<ModelStore> {
  if (file === null) return { store: { get: async () => null }, version: null };
  const body = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new InputError(`${file}: cannot be read`, { cause });
  });
  const decoded = decodeRankingModel(parsed(body), {
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel,
  });
  if (!decoded.ok) throw new InputError(`${file}: ${decoded.reason}: ${decoded.message}`);
  const { version } = decoded.model;
  const values = new Map([
    [currentModelKey(tenantId), version],
    [modelKey(tenantId, version), body],
  ]);
  return { store: { get: async (key) => values.get(key) ?? null }, version };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
