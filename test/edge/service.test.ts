/** The routes around search: documents, vocabulary, tokens, models, feedback, facets, usage, limits. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  parseTokenKeys,
  signToken,
  TOKEN_TTL_SECONDS_MAX,
  verifyToken,
} from "#edge/middleware/token.ts";
import { currentModelKey, modelKey } from "#edge/store/ranking-model-kv.ts";
import { NAMES_MAX } from "#edge/routes/vocabulary.ts";
import { type Product, startProduct } from "../support/product.ts";

const TOKEN_KEYS = [
  { kid: "new", secret: "n".repeat(43) },
  { kid: "old", secret: "o".repeat(43) },
];

const DOCUMENTS = [
  { id: "phy-o", subject: "Physics", level: "O-Level", paper: "1", year: 2019 },
  { id: "phy-a", subject: "Physics", level: "A-Level", paper: "1", year: 2019 },
  { id: "che-o", subject: "Chemistry", level: "O-Level", paper: "2", year: 2018 },
].map((row) => ({ ...row, language: "en", text: `A ray of light bends (${row.id}).` }));

describe("the service", () => {
  let product: Product;
  let admitted = Number.POSITIVE_INFINITY;
  beforeAll(async () => {
    product = await startProduct({
      extra: {
        tokenKeys: TOKEN_KEYS,
        rateLimiter: { admits: async () => (admitted -= 1) >= 0 },
      },
    });
    await product.ingest(DOCUMENTS);
  });
  afterAll(() => product.close());

  const get = (path: string, key = product.key) => product.send("GET", path, { key });
  const ids = (documents: { id: string }[]) => documents.map(({ id }) => id);

  describe("documents", () => {
    it("are read by id, with every field", async () => {
      const { status, body } = await get("/v1/documents/phy-o");
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...DOCUMENTS[0], reliability: 1 });
      expect((await get("/v1/documents/unknown")).status).toBe(404);
    });

    it("are listed by filter in pages, ascending by id", async () => {
      const all = await get("/v1/documents?limit=2");
      expect(ids(all.body.documents)).toEqual(["che-o", "phy-a"]);
      expect(
        ids((await get(`/v1/documents?limit=2&after=${all.body.next}`)).body.documents),
      ).toEqual(["phy-o"]);
      expect(
        ids((await get("/v1/documents?subject=physics&level=o-level")).body.documents),
      ).toEqual(["phy-o"]);
      expect(ids((await get("/v1/documents?year=2018,2020")).body.documents)).toEqual(["che-o"]);
    });

    it.each([
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["year=20x9", "year"],
      ["lvel=O", "lvel"],
      ["limit=1&limit=2", "limit"],
    ])("refuse ?%s by name", async (query, field) => {
      const { status, body } = await get(`/v1/documents?${query}`);
      expect(status).toBe(400);
      expect(body.error.field).toBe(field);
    });

    it("are deleted by id and by filter, after a dry run that deletes nothing", async () => {
      await product.ingest([
        { ...DOCUMENTS[0], id: "x-1" },
        { ...DOCUMENTS[0], id: "x-2", paper: "9" },
      ]);
      expect((await product.send("DELETE", "/v1/documents")).status).toBe(400);
      const dry = await product.send("DELETE", "/v1/documents?paper=9&dry_run=true");
      expect(dry.body).toEqual({ matched: 1, deleted: 0, dry_run: true });
      const real = await product.send("DELETE", "/v1/documents?paper=9");
      expect(real.body).toEqual({ matched: 1, deleted: 1, dry_run: false });
      expect((await product.send("DELETE", "/v1/documents/x-1")).body).toEqual({
        deleted: ["x-1"],
      });
      expect((await product.send("DELETE", "/v1/documents/x-1")).status).toBe(404);
      expect((await product.search({ query: "ray" })).pool_size).toBe(3);
    });
  });

  describe("scope-locked tokens", () => {
    const issue = async (scope_lock: object, more: object = {}, key = product.key) =>
      product.call("/v1/tokens", { scope_lock, ...more }, { key });

    it("cannot be left by words, request or widening", async () => {
      const { body } = await issue({ level: "O-Level", subject: ["Physics"] });
      for (const attempt of [
        { query: "ray of light" },
        { query: "A-Level chemistry ray of light, ignore the lock" },
        { query: "ray", scope: { level: ["O-Level", "A-Level"] }, relax: "W3" },
        { query: "ray", scope: { subject: "Physics" }, relax: ["W1", "W2", "W3"] },
      ]) {
        const response = await product.search(attempt, body.token);
        expect(ids(response.hits), JSON.stringify(attempt)).toEqual(["phy-o"]);
        expect(response.scope.locked).toEqual(["subject", "level"]);
      }
      const outside = await product.search(
        { query: "ray", scope: { level: "A-Level" }, relax: "W3" },
        body.token,
      );
      expect(outside.hits).toEqual([]);
      expect((await get("/v1/documents/phy-a", body.token)).status).toBe(404);
      expect(ids((await get("/v1/documents", body.token)).body.documents)).toEqual(["phy-o"]);
    });

    it("only read, expire, and die with the key that issued them", async () => {
      const { tenantId, key } = await product.addTenant("issuer", "writer");
      await product.ingest([DOCUMENTS[0]!], key);
      const { body } = await issue({ level: "O-Level" }, { ttl_seconds: 60 }, key);
      expect(
        (await product.call("/v1/documents", { documents: [] }, { key: body.token })).status,
      ).toBe(403);
      expect((await product.search({ query: "ray" }, body.token)).hits).toHaveLength(1);
      product.clock.now += 60_000;
      expect((await product.call("/v1/search", { query: "ray" }, { key: body.token })).status).toBe(
        401,
      );
      const second = await issue({ level: "O-Level" }, {}, key);
      await product.database.query("UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", [
        tenantId,
      ]);
      expect(
        (await product.call("/v1/search", { query: "ray" }, { key: second.body.token })).status,
      ).toBe(401);
      expect((await issue({ level: "O-Level" }, {}, key)).status).toBe(401);
    });

    it("are refused when any character is changed, and by another signing key", async () => {
      const { body } = await issue({ level: "O-Level" });
      const now = product.clock.now / 1000;
      expect(await verifyToken(body.token, TOKEN_KEYS, now)).not.toBeNull();
      for (let at = 0; at < body.token.length - 1; at += 7) {
        const other = body.token[at] === "A" ? "B" : "A";
        const changed = body.token.slice(0, at) + other + body.token.slice(at + 1);
        expect(await verifyToken(changed, TOKEN_KEYS, now), String(at)).toBeNull();
      }
      expect(
        await verifyToken(body.token, [{ kid: "new", secret: "x".repeat(43) }], now),
      ).toBeNull();
      const unsigned = `${btoa('{"alg":"none","typ":"JWT","kid":"new"}')}.${body.token.split(".")[1]}.`;
      expect(await verifyToken(unsigned, TOKEN_KEYS, now)).toBeNull();
      const claims = { keyId: 1, scopeLock: {}, expires: now + 10 };
      expect(
        await verifyToken(await signToken(claims, TOKEN_KEYS[1]!), TOKEN_KEYS, now),
      ).toMatchObject({ keyId: 1 });
    });

    it("need known values, a bounded life and a writer", async () => {
      const unknown = await issue({ level: "Z-Level" });
      expect(unknown).toMatchObject({
        status: 422,
        body: { error: { field: "scope_lock.level" } },
      });
      expect((await issue({}, { ttl_seconds: TOKEN_TTL_SECONDS_MAX })).status).toBe(200);
      expect((await issue({}, { ttl_seconds: TOKEN_TTL_SECONDS_MAX + 1 })).status).toBe(400);
      const { key } = await product.addTenant("only-reads", "reader");
      expect((await issue({}, {}, key)).status).toBe(403);
    });

    it("are configured with keys that are long enough", () => {
      expect(parseTokenKeys(`a:${"s".repeat(43)}`)).toHaveLength(1);
      expect(() => parseTokenKeys(`a:${"s".repeat(42)}`)).toThrow(RangeError);
      expect(() => parseTokenKeys(`a:${"s".repeat(43)},a:${"t".repeat(43)}`)).toThrow(RangeError);
    });
  });

  describe("vocabulary", () => {
    it("is used by the next search", async () => {
      const before = await product.search({ query: "form six ray of light" });
      expect(before.scope.effective.level).toBeUndefined();
      const written = await product.send("PUT", "/v1/vocabulary", {
        body: { entries: [{ field: "level", value: "A-Level", aliases: ["form six"] }] },
      });
      expect(written.body).toEqual({ written: 1 });
      const after = await product.search({ query: "form six ray of light" });
      expect(ids(after.hits)).toEqual(["phy-a"]);
      expect((await get("/v1/vocabulary")).body.entries).toHaveLength(1);
    });

    it("takes as many names in a list as allowed, and not one more", async () => {
      const aliases = Array.from({ length: NAMES_MAX + 1 }, (_, index) => `name ${index}`);
      const put = (names: readonly string[]) =>
        product.send("PUT", "/v1/vocabulary", {
          body: { entries: [{ field: "level", value: "Bound", aliases: names }] },
        });
      const written = await put(aliases.slice(1));
      expect(written.body).toEqual({ written: 1 });
      const { entries } = (await get("/v1/vocabulary")).body;
      const kept = (entries as { value: string; aliases: string[] }[]).find(
        ({ value }) => value === "Bound",
      );
      expect(kept?.aliases).toHaveLength(NAMES_MAX);
      expect(await put(aliases)).toMatchObject({
        status: 400,
        body: { error: { field: "entries[0].aliases" } },
      });
    });

    it("refuses unknown fields by path and needs an admin", async () => {
      const bad = await product.send("PUT", "/v1/vocabulary", {
        body: { entries: [{ field: "level", value: "x", alias: [] }] },
      });
      expect(bad).toMatchObject({ status: 400, body: { error: { field: "entries[0].alias" } } });
      const { key } = await product.addTenant("writes-only", "writer");
      expect(
        (await product.send("PUT", "/v1/vocabulary", { key, body: { entries: [] } })).status,
      ).toBe(403);
    });
  });

  describe("models", () => {
    it("are listed, promoted and rolled back, with a record of who did it", async () => {
      const { tenantId, database, kv } = product;
      for (const version of ["v1", "v2"]) {
        await database.query(
          "INSERT INTO model_versions (tenant_id, version, model) VALUES ($1, $2, $3)",
          [tenantId, version, JSON.stringify({ version, metrics: {}, cost: 1 })],
        );
      }
      expect((await get("/v1/models/current")).status).toBe(404);
      const first = await product.call("/v1/models/v2/activate", {});
      expect(first.body).toEqual({ current: "v2", previous: null });
      const back = await product.call("/v1/models/v1/activate", {});
      expect(back.body).toEqual({ current: "v1", previous: "v2" });
      expect(kv.get(currentModelKey(tenantId))).toBe("v1");
      expect(JSON.parse(kv.get(modelKey(tenantId, "v1"))!)).toMatchObject({ version: "v1" });
      const listed = await get("/v1/models");
      expect(listed.body.current).toBe("v1");
      expect(
        listed.body.models.map(({ version }: { version: string }) => version).toSorted(),
      ).toEqual(["v1", "v2"]);
      const rows = await database.query(
        "SELECT version, previous FROM model_activations ORDER BY activation_id",
        [],
      );
      expect(rows).toEqual([
        { version: "v2", previous: null },
        { version: "v1", previous: "v2" },
      ]);
      expect((await product.call("/v1/models/v9/activate", {})).status).toBe(404);
      kv.delete(currentModelKey(tenantId));
    });
  });

  it("takes feedback once, and a later grade replaces an earlier one", async () => {
    const { request_id } = await product.search({ query: "ray" });
    const item = { request_id, document_id: "phy-o", position: 1 };
    const send = (more: object) =>
      product.call("/v1/feedback", { feedback: [{ ...item, ...more }] });
    expect((await send({ kind: "click" })).body).toEqual({ stored: 1 });
    await send({ kind: "click" });
    await send({ kind: "grade", grade: 1 });
    await send({ kind: "grade", grade: 3 });
    const rows = await product.database.query("SELECT kind, grade FROM feedback ORDER BY kind", []);
    expect(rows).toEqual([
      { kind: "click", grade: null },
      { kind: "grade", grade: 3 },
    ]);
    expect((await send({ kind: "grade" })).body.error.field).toBe("feedback[0].grade");
    expect((await send({ kind: "click", grade: 2 })).status).toBe(400);
  });

  it("counts facets inside a scope, and usage", async () => {
    const { body } = await get("/v1/facets?subject=Physics");
    expect(body.facets.level).toEqual([
      { value: "A-Level", documents: 1 },
      { value: "O-Level", documents: 1 },
    ]);
    expect(body.facets.year).toEqual([{ value: "2019", documents: 2 }]);
    expect((await get("/v1/usage")).body).toMatchObject({
      documents: 3,
      chunks: 3,
      embedded_chunks: 3,
    });
  });

  it("answers a batch in order, each search with its own result or error", async () => {
    const { body } = await product.call("/v1/search:batch", {
      searches: [
        { query: "ray", scope: { subject: "Chemistry" } },
        { query: " " },
        { query: "ray" },
      ],
    });
    expect(ids(body.results[0].hits)).toEqual(["che-o"]);
    expect(body.results[1].error.code).toBe("empty_query");
    expect(body.results[2].hits).toHaveLength(3);
    const searches = Array.from({ length: 21 }, () => ({ query: "ray" }));
    expect((await product.call("/v1/search:batch", { searches })).status).toBe(400);
  });

  it("lets only named origins read", async () => {
    const origin = "https://app.example";
    const ask = () => product.call("/v1/search", { query: "ray" }, { headers: { origin } });
    const repeated = { headers: { origin, "idempotency-key": "nothing" } };
    expect((await ask()).headers.get("access-control-allow-origin")).toBeNull();
    await product.database.query(
      "UPDATE tenants SET cors_origins = $1, vocabulary_version = vocabulary_version + 1 WHERE tenant_id = $2",
      [[origin], product.tenantId],
    );
    await ask();
    expect((await ask()).headers.get("access-control-allow-origin")).toBe(origin);
    const everyAnswer = [
      product.send("GET", "/v1/facets", { headers: { origin } }),
      product.send("GET", "/v1/documents/none", { headers: { origin } }),
      product.call("/v1/documents", { documents: [] }, repeated),
      product.call("/v1/search", { query: "" }, { headers: { origin } }),
    ];
    const tag = (await everyAnswer[0])!.headers.get("etag")!;
    await everyAnswer[2];
    everyAnswer.push(
      product.call("/v1/documents", { documents: [] }, repeated),
      product.send("GET", "/v1/facets", { headers: { origin, "if-none-match": tag } }),
    );
    const answers = await Promise.all(everyAnswer);
    admitted = 0;
    answers.push(await ask());
    admitted = Number.POSITIVE_INFINITY;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 304, 400, 404, 429,
    ]);
    for (const { status, headers } of answers) {
      expect(headers.get("access-control-allow-origin"), String(status)).toBe(origin);
      expect(headers.get("access-control-expose-headers"), String(status)).toMatch(/retry-after/);
      expect(headers.get("vary"), String(status)).toBe("origin");
      expect(headers.get("x-request-id"), String(status)).toMatch(/^[0-9a-f-]{36}$/);
    }
    const preflight = await product.app.request("/v1/search", {
      method: "OPTIONS",
      headers: { origin },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization/);
  });

  it("answers 429 with Retry-After past the limit of a key", async () => {
    admitted = 2;
    const statuses = [];
    for (let call = 0; call < 3; call += 1) {
      const answer = await product.call("/v1/search", { query: "ray" });
      statuses.push([answer.status, answer.headers.get("retry-after")]);
    }
    admitted = Number.POSITIVE_INFINITY;
    expect(statuses).toEqual([
      [200, null],
      [200, null],
      [429, "60"],
    ]);
  });

  it("shows times by stage in Server-Timing", async () => {
    const { headers } = await product.call("/v1/search", { query: "ray" });
    expect(headers.get("server-timing")).toMatch(/scope;dur=\d+.*database;dur=\d+/);
  });
});
