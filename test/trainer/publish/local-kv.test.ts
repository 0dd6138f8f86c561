/** Goal: the local stack's KV keeps texts and octets as they were put. Method: the trainer's own client. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KvApi, KV_VALUE_BYTES_MAX, startKvApi } from "#edge/local/kv-api.ts";
import { connectKv } from "#trainer/publish/kv-api.ts";

describe("the local KV over HTTP", () => {
  const values = new Map<string, ArrayBuffer>();
  let api: KvApi;

  beforeAll(async () => {
    const text = (key: string) => {
      const value = values.get(key);
      return value === undefined ? null : new TextDecoder().decode(value);
    };
    api = await startKvApi({
      get: async (key) => text(key),
      getBytes: async (key) => values.get(key) ?? null,
      put: async (key, value) => {
        const bytes = typeof value === "string" ? new TextEncoder().encode(value).buffer : value;
        values.set(key, bytes);
      },
      delete: async (key) => void values.delete(key),
    });
  });
  afterAll(() => api.close());

  it("gives back every octet, and text as text", async () => {
    const store = connectKv(api);
    const octets = Uint8Array.from({ length: 1024 }, (_, at) => at % 256);
    await store.put("table", octets);
    expect(await store.getBytes("table")).toEqual(octets);
    await store.put("model", "réfraction");
    expect(await store.get("model")).toBe("réfraction");
    expect(await store.getBytes("nothing")).toBeNull();
  });

  it("refuses a value above the limit of KV", async () => {
    const store = connectKv(api);
    const put = store.put("large", new Uint8Array(KV_VALUE_BYTES_MAX + 1));
    await expect(put).rejects.toThrow("KV put of large was refused");
  });
});
