/**
 * Goal: a write is reported as done only when the store has taken it; a refusal names key and
 * reason. Method: the client against a double of the REST API over real HTTP.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectKv, KV_ATTEMPTS_MAX, WRITE_INTERVAL_MS } from "#trainer/publish/kv-api.ts";
import { type KvDouble, startKvDouble } from "./kv-double.ts";

let kv: KvDouble;

beforeEach(async () => {
  kv = await startKvDouble();
});

afterEach(() => kv.close());

const client = () => connectKv(kv.connection, kv.clock);

describe("the KV client", () => {
  it("writes and reads what it wrote, whatever the key and the text", async () => {
    const [key, value] = ["t1:model:x/ü 1?", '{"a":"é\\n😀"}'];
    await client().put(key, value);
    expect(await client().get(key)).toBe(value);
    expect(kv.requests).toEqual([`PUT ${key}`, `GET ${key}`]);
  });

  it("gives null for a key without a value, and an error for a wrong namespace", async () => {
    expect(await client().get("absent")).toBeNull();
    const lost = connectKv({ ...kv.connection, namespaceId: "other" }, kv.clock);
    await expect(lost.get("absent")).rejects.toThrow("status 404, Could not route (code 7003)");
  });

  it("names the key and the store's reason when a write is refused (kv-003)", async () => {
    kv.fault = () => ({ status: 400, code: 10_021, message: "time to live below the minimum" });
    await expect(client().put("t1:model:v5", "{}")).rejects.toThrow(
      "KV put of t1:model:v5 was refused: status 400, time to live below the minimum (code 10021)",
    );
    expect(kv.requests).toHaveLength(1);
    expect(kv.values.size).toBe(0);
  });

  it("refuses a 200 whose envelope says that it failed", async () => {
    kv.fault = () => ({ status: 200, code: 1, message: "not stored" });
    await expect(client().put("key", "value")).rejects.toThrow("not stored");
  });

  it("never shows the token", async () => {
    const wrong = connectKv({ ...kv.connection, token: "secret-token" }, kv.clock);
    const error = await wrong.put("key", "value").catch((caught: unknown) => caught);
    expect(String(error)).toContain("Authentication error");
    expect(String(error)).not.toContain("secret-token");
  });

  it("waits before it writes one key again within a second (kv-005)", async () => {
    const store = client();
    await store.put("pointer", "v6");
    await store.put("pointer", "v7");
    expect(kv.requests).toEqual(["PUT pointer", "PUT pointer"]);
    expect(kv.clock.slept).toEqual([WRITE_INTERVAL_MS]);
    expect(kv.values.get("pointer")).toBe("v7");
  });

  it("waits and tries again when another writer was first (kv-005)", async () => {
    await client().put("pointer", "v6");
    await client().put("pointer", "v7");
    expect(kv.requests).toHaveLength(3);
    expect(kv.values.get("pointer")).toBe("v7");
  });

  it.each([429, 500, 503])(
    "gives up on status %s after a bounded number of attempts",
    async (status) => {
      kv.fault = () => ({ status, code: 1, message: "busy" });
      await expect(client().put("key", "value")).rejects.toThrow("busy");
      expect(kv.requests).toHaveLength(KV_ATTEMPTS_MAX);
    },
  );

  it("gives up on a store that does not answer", async () => {
    await kv.close();
    await expect(client().put("key", "value")).rejects.toThrow(
      `KV did not answer for key in ${KV_ATTEMPTS_MAX} attempts`,
    );
  });
});
