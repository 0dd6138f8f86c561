/**
 * Reads the current ranking model of a tenant from KV: a pointer, then an immutable version. A
 * version is decoded once per isolate; a missing or unusable one keeps the last good model of this
 * isolate, then plain fusion, and the status says which. KV keys: t<tenant>:model:current and
 * t<tenant>:model:<version>.
 */
import { decodeRankingModel, type ModelExpectation } from "#core/model/decode-ranking-model.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import type { KeyValueStore, LogRecord } from "../ports.ts";

/**
 * KV answers from its edge cache for this long, so a new version is served everywhere at most
 * twice this time after its publication (pointer plus this isolate's own memory). 30 s is the
 * platform's minimum.
 */
export const MODEL_CACHE_TTL_SECONDS = 30;
/** Decoded models and refused versions kept per isolate. */
export const MODELS_KEPT_MAX = 64;

export const currentModelKey = (tenantId: number) => `t${tenantId}:model:current`;
export const modelKey = (tenantId: number, version: string) => `t${tenantId}:model:${version}`;

export type ModelStatus =
  | "current"
  /** Named by the request. */
  | "requested"
  | "none"
  | "last_good"
  | `unusable:${string}`
  | "store_unavailable";

export interface ServedModel {
  /** Null: plain fusion. */
  readonly model: RankingModel | null;
  readonly status: ModelStatus;
}

interface Pointer {
  readonly version: string | null;
  readonly readAt: number;
}

export class RankingModelReader {
  readonly #decoded = new Map<string, RankingModel | string>();
  readonly #pointers = new Map<number, Pointer>();
  readonly #lastGood = new Map<number, RankingModel>();

  async read(
    store: KeyValueStore,
    tenantId: number,
    expected: ModelExpectation,
    now: number,
    log: (record: LogRecord) => void,
  ): Promise<ServedModel> {
    try {
      const version = await this.#currentVersion(store, tenantId, now);
      if (version === null) {
        return { model: null, status: "none" };
      }
      return await this.#readVersion(store, tenantId, version, expected);
    } catch {
      log({ event: "model_store_unavailable", tenant: tenantId });
      return this.#fallBack(tenantId, "store_unavailable");
    }
  }

  /** A version that the request names: null where it was never published or cannot be used here. */
  async readRequested(
    store: KeyValueStore,
    tenantId: number,
    version: string,
    expected: ModelExpectation,
  ): Promise<RankingModel | null> {
    const decoded = await this.#decode(store, modelKey(tenantId, version), expected);
    return decoded === null || typeof decoded === "string" ? null : decoded;
  }

  async #currentVersion(store: KeyValueStore, tenantId: number, now: number) {
    const known = this.#pointers.get(tenantId);
    if (known !== undefined && now - known.readAt < MODEL_CACHE_TTL_SECONDS * 1000) {
      return known.version;
    }
    const version = await store.get(currentModelKey(tenantId), MODEL_CACHE_TTL_SECONDS);
    remember(this.#pointers, tenantId, { version, readAt: now });
    return version;
  }

  async #readVersion(
    store: KeyValueStore,
    tenantId: number,
    version: string,
    expected: ModelExpectation,
  ): Promise<ServedModel> {
    const decoded = await this.#decode(store, modelKey(tenantId, version), expected);
    if (decoded === null) {
      return this.#fallBack(tenantId, "unusable:missing");
    }
    if (typeof decoded === "string") {
      return this.#fallBack(tenantId, `unusable:${decoded}`);
    }
    remember(this.#lastGood, tenantId, decoded);
    return { model: decoded, status: "current" };
  }

  /** The model, or why it cannot be used; null: not there, which is not remembered. */
  async #decode(
    store: KeyValueStore,
    key: string,
    expected: ModelExpectation,
  ): Promise<RankingModel | string | null> {
    const known = this.#decoded.get(key);
    if (known !== undefined) {
      return known;
    }
    // KV may simply not have it here yet.
    const body = await store.get(key, MODEL_CACHE_TTL_SECONDS);
    if (body === null) {
      return null;
    }
    const result = decodeRankingModel(parseJson(body), expected);
    const decoded = result.ok ? result.model : result.reason;
    remember(this.#decoded, key, decoded);
    return decoded;
  }

  #fallBack(tenantId: number, status: ModelStatus): ServedModel {
    const model = this.#lastGood.get(tenantId);
    return model === undefined ? { model: null, status } : { model, status: "last_good" };
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > MODELS_KEPT_MAX) {
    const oldest = map.keys().next().value;
    if (oldest !== undefined) {
      map.delete(oldest);
    }
  }
}
