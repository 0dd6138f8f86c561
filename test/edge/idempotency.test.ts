/** Idempotency-Key: a repeat gets the first answer, another request under the same key none. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  claimRequest,
  IDEMPOTENCY_KEY_CHARS_MAX,
  IN_FLIGHT_SECONDS_MAX,
  REMEMBERED_BODY_CHARS_MAX,
  REMEMBERED_REQUESTS_MAX,
  rememberAnswer,
  RETENTION_HOURS,
} from "#edge/store/idempotent-requests.ts";
import type { Embedder } from "#edge/ports.ts";
import { AppError } from "#edge/errors.ts";
import { DIMENSION, hashingEmbedder, type Product, startProduct } from "../support/product.ts";

const one = { id: "a", subject: "Physics", language: "en", text: "A ray of light bends." };

describe("Idempotency-Key", () => {
  let product: Product;
  let embedding: Embedder["embed"] = hashingEmbedder().embed;
  let caller: { tenantId: number; keyId: number };
  beforeAll(async () => {
    product = await startProduct({
      embedder: { name: "test", embed: (...args) => embedding(...args) },
    });
    const [row] = await product.database.query<{ key_id: number }>(
      "SELECT key_id FROM api_keys",
      [],
    );
    caller = { tenantId: product.tenantId, keyId: row!.key_id };
  });
  afterAll(() => product.close());
  afterEach(async () => {
    embedding = hashingEmbedder().embed;
    await product.database.query("DELETE FROM idempotent_requests", []);
    await product.database.query("SELECT delete_documents($1, '{a,b}')", [product.tenantId]);
  });

  const add = (name: string, documents: readonly object[], key = product.key) =>
    product.call("/v1/documents", { documents }, { key, headers: { "idempotency-key": name } });
  const remove = (path: string, name: string) =>
    product.app.request(path, {
      method: "DELETE",
      headers: { authorization: `Bearer ${product.key}`, "idempotency-key": name },
    });
  const age = (name: string, interval: string) =>
    product.database.query(
      `UPDATE idempotent_requests SET claimed_at = now() - interval '${interval}'
       WHERE idempotency_key = $1`,
      [name],
    );
  const remembered = async () =>
    (await product.database.query("SELECT 1 FROM idempotent_requests", [])).length;

  it("gives a repeat the first answer and changes nothing", async () => {
    const first = await add("k", [one]);
    expect(first.body.results[0].status).toBe("created");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await add("k", [one]);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    // Canary: without the key the same content is answered as unchanged.
    expect((await product.ingest([one])).body.results[0].status).toBe("unchanged");
  });

  it("replays a deletion, which by itself would not be found again", async () => {
    await product.ingest([one]);
    const first = await remove("/v1/documents/a", "d");
    expect(await first.json()).toEqual({ deleted: ["a"] });
    const again = await remove("/v1/documents/a", "d");
    expect([again.status, await again.json()]).toEqual([200, { deleted: ["a"] }]);
    expect((await remove("/v1/documents/a", "e")).status).toBe(404);
    await product.ingest([one]);
    const purged = await remove("/v1/documents?subject=Physics", "p");
    const replayed = await remove("/v1/documents?subject=Physics", "p");
    expect(await replayed.json()).toEqual(await purged.json());
    expect((await remove("/v1/documents?subject=Chemistry", "p")).status).toBe(422);
  });

  it("refuses another body, content type or route under the same key", async () => {
    await add("k", [one]);
    const other = await add("k", [{ ...one, id: "b" }]);
    expect(other).toMatchObject({
      status: 422,
      body: { error: { code: "idempotency_key_reused", field: "idempotency-key" } },
    });
    const type = await product.call("/v1/documents", null, {
      headers: { "idempotency-key": "k", "content-type": "application/x-ndjson" },
      rawBody: JSON.stringify({ documents: [one] }),
    });
    expect(type.status).toBe(422);
    expect((await remove("/v1/documents/a", "k")).status).toBe(422);
    expect((await product.send("GET", "/v1/documents/b")).status).toBe(404);
  });

  it("belongs to one API key", async () => {
    const second = await product.addTenant("second");
    await add("k", [one]);
    const other = await add("k", [{ ...one, text: "Another text." }], second.key);
    expect(other.body.results[0].status).toBe("created");
    expect(other.headers.get("idempotent-replayed")).toBeNull();
  });

  it("answers 409 while the first request runs, then its answer", async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    let started = () => undefined as void;
    const running = new Promise<void>((resolve) => (started = resolve));
    embedding = async (texts, ...rest) => {
      started();
      await held;
      return hashingEmbedder(DIMENSION).embed(texts, ...rest);
    };
    const first = add("k", [one]);
    await running;
    const early = await add("k", [one]);
    expect(early).toMatchObject({ status: 409, body: { error: { code: "request_in_progress" } } });
    expect(early.headers.get("retry-after")).toBe("1");
    release();
    expect((await first).body.results[0].status).toBe("created");
    expect((await add("k", [one])).headers.get("idempotent-replayed")).toBe("true");
  });

  it("keeps a refusal, but not a failure that a second try may pass", async () => {
    const bad = await add("bad", [{ id: "a" }]);
    expect(bad.status).toBe(422);
    expect((await add("bad", [{ id: "a" }])).body).toEqual(bad.body);
    embedding = async () => {
      throw new AppError("upstream_unavailable", "no embeddings now");
    };
    expect((await add("k", [one])).status).toBe(503);
    embedding = hashingEmbedder().embed;
    expect((await add("k", [one])).body.results[0].status).toBe("created");
  });

  it.each([
    [1, 200],
    [IDEMPOTENCY_KEY_CHARS_MAX, 200],
    [IDEMPOTENCY_KEY_CHARS_MAX + 1, 400],
  ])("takes a key of %i characters: %i", async (length, status) => {
    const answer = await add("k".repeat(length), [one]);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.field).toBe(status === 400 ? "idempotency-key" : undefined);
  });

  it("refuses a key with spaces, and one on a body that is too large", async () => {
    expect((await add("two words", [one])).status).toBe(400);
    const large = await product.call("/v1/documents", null, {
      headers: { "idempotency-key": "k" },
      rawBody: "x".repeat(16 * 1024 * 1024 + 1),
    });
    expect(large.status).toBe(413);
    expect(await remembered()).toBe(0);
  });

  it("forgets after its hours, and frees the key of a request that never ended", async () => {
    await add("k", [one]);
    await age("k", `${RETENTION_HOURS * 60 - 1} minutes`);
    expect((await add("k", [one])).headers.get("idempotent-replayed")).toBe("true");
    await age("k", `${RETENTION_HOURS} hours`);
    expect((await add("k", [one])).body.results[0].status).toBe("unchanged");

    const lost = { idempotencyKey: "lost", requestHash: "0".repeat(64) };
    const claim = (requestId = "later") =>
      claimRequest(product.database, caller, { ...lost, requestId });
    expect(await claim("first")).toEqual({ state: "claimed" });
    // Sent again by the driver, whose first answer was lost.
    expect(await claim("first")).toEqual({ state: "claimed" });
    await age("lost", `${IN_FLIGHT_SECONDS_MAX - 30} seconds`);
    expect(await claim()).toEqual({ state: "in_flight" });
    await age("lost", `${IN_FLIGHT_SECONDS_MAX} seconds`);
    expect(await claim()).toEqual({ state: "claimed" });
  });

  it("keeps a bounded number of answers, the newest", async () => {
    await product.database.query(
      `INSERT INTO idempotent_requests SELECT $1, $2, 'n' || i, repeat('0', 64),
         now() - i * interval '1 second', 200, '{}' FROM generate_series(1, $3) i`,
      [caller.tenantId, caller.keyId, REMEMBERED_REQUESTS_MAX],
    );
    await add("k", [one]);
    expect(await remembered()).toBe(REMEMBERED_REQUESTS_MAX + 1);
    await add("l", [{ ...one, id: "b" }]);
    expect(await remembered()).toBe(REMEMBERED_REQUESTS_MAX + 1);
    const oldest = await product.database.query(
      "SELECT 1 FROM idempotent_requests WHERE idempotency_key = $1",
      [`n${REMEMBERED_REQUESTS_MAX}`],
    );
    expect(oldest).toEqual([]);
  });

  it("keeps an answer of the largest size and frees the key of a larger one", async () => {
    for (const [extra, state] of [
      [0, "answered"],
      [1, "claimed"],
    ] as const) {
      const idempotencyKey = `size-${extra}`;
      const request = { idempotencyKey, requestHash: "0".repeat(64), requestId: "r" };
      await claimRequest(product.database, caller, request);
      const body = "x".repeat(REMEMBERED_BODY_CHARS_MAX + extra);
      await rememberAnswer(product.database, caller, request.idempotencyKey, { status: 200, body });
      const next = { ...request, requestId: "next" };
      expect((await claimRequest(product.database, caller, next)).state).toBe(state);
    }
  });
});
