/**
 * The learned model of variant F as the product's model store gives it: one published model in a
 * file, decoded by the product's own rules. The shipped one was trained by `npm start` from the
 * shipped weak judgments, never from cases; where it does not fit any more, F ranks by fusion and
 * says so. A model that was asked for and does not fit is an error.
 */
import { readFile } from "node:fs/promises";
import { decodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { NORMALIZER_VERSION } from "#core/text/normalize.ts";
import type { KeyValueStore } from "#edge/ports.ts";
import { ANALYZER_VERSION } from "#edge/store/analyzer-version.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { InputError } from "../input-error.ts";

export const SHIPPED_MODEL = new URL("./ranking-model.json", import.meta.url);

export interface ModelStore {
  readonly store: KeyValueStore;
  /** Null: F ranks by fusion and policy. */
  readonly version: string | null;
  /** Why there is no model, or null. */
  readonly gap: string | null;
}

interface ModelOwner {
  readonly tenantId: number;
  readonly embeddingModel: string;
}

/** `file` null: the shipped model. */
export async function openModelStore(file: string | null, owner: ModelOwner): Promise<ModelStore> {
  const body = await readFile(file ?? SHIPPED_MODEL, "utf8").catch(() => null);
  const decoded = decodeRankingModel(body === null ? undefined : parsed(body), {
    normalizerVersion: NORMALIZER_VERSION,
    analyzerVersion: ANALYZER_VERSION,
    embeddingModel: owner.embeddingModel,
  });
  if (body === null || !decoded.ok) {
    const gap = body === null || decoded.ok ? "cannot be read" : decoded.message;
    if (file !== null) throw new InputError(`${file}: ${gap}`);
    return { store: { get: async () => null }, version: null, gap };
  }
  const { version } = decoded.model;
  const values = new Map([
    [currentModelKey(owner.tenantId), version],
    [modelKey(owner.tenantId, version), body],
  ]);
  return { store: { get: async (key) => values.get(key) ?? null }, version, gap: null };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
