/** Search through the app into real PostgreSQL: the gate, the legs, the scope, errors. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUERY_CHARS_MAX } from "#edge/schemas/search.ts";
import { type Product, startProduct } from "../support/product.ts";

const DOCUMENTS = [
  { id: "phy-o1", subject: "Physics", level: "O-Level", paper: 1, year: 2019, session: "June" },
  { id: "phy-o2", subject: "Physics", level: "O-Level", paper: 2, year: 2018, session: "May" },
  { id: "phy-a1", subject: "Physics", level: "A-Level", paper: 1, year: 2019, session: "June" },
  { id: "che-o1", subject: "Chemistry", level: "O-Level", paper: 1, year: 2019, session: "June" },
  { id: "none-1", subject: "Physics" },
].map((row) => ({ ...row, language: "en", text: `A ray of light bends in glass (${row.id}).` }));

describe("POST /v1/search", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await product.ingest(DOCUMENTS);
    await product.ingest([
      {
        id: "fr-1",
        subject: "Physique",
        level: "Terminale",
        language: "fr",
        text: "Énergie cinétique d'un solide : le rayon lumineux dévié.",
      },
    ]);
  });
  afterAll(() => product.close());

  const ids = async (body: Record<string, unknown>) =>
    (await product.search({ query: "ray of light", ...body })).hits.map(({ id }) => id).toSorted();

  it.each([
    [{ subject: "Physics" }, ["none-1", "phy-a1", "phy-o1", "phy-o2"]],
    [{ subject: "physics", level: "O-LEVEL" }, ["phy-o1", "phy-o2"]],
    [{ subject: ["Physics", "Chemistry"], level: "O-Level" }, ["che-o1", "phy-o1", "phy-o2"]],
    [{ level: "O-Level", paper: 1 }, ["che-o1", "phy-o1"]],
    [{ level: "O-Level", paper: "2" }, ["phy-o2"]],
    [{ year: [2018, 2020] }, ["phy-o2"]],
    [{ session: "may" }, ["phy-o2"]],
    [{ subject: "Physics", level: "A-Level", year: 2019 }, ["phy-a1"]],
  ])("admits exactly the documents of %j", async (scope, expected) => {
    const response = await product.search({ query: "ray of light", scope, relax: "none" });
    expect(response.hits.map(({ id }) => id).toSorted()).toEqual(expected);
    expect(response.pool_size).toBe(expected.length);
    for (const hit of response.hits) {
      expect(hit.leakage).toEqual({ gate: [], tuple: [] });
    }
  });

  it("reads the scope in the words and reports each value with its span", async () => {
    const query = "O-Level physics June 2019 P1 ray of light";
    const response = await product.search({ query });
    expect(response.hits.map(({ id }) => id)).toEqual(["phy-o1"]);
    for (const { span, field } of response.scope.extracted) {
      expect(query.slice(...span), field).not.toBe("");
    }
    expect(response.scope.effective).toMatchObject({ level: ["O-Level"], year: [2019] });
  });

  it("says which of subject and level stay open", async () => {
    expect((await product.search({ query: "ray of light" })).scope.unresolved).toEqual([
      "subject",
      "level",
    ]);
  });

  it("answers a legal value without documents with an empty pool and the reason", async () => {
    const response = await product.search({
      query: "ray of light",
      scope: { subject: "Chemistry", paper: 9 },
      strict: ["subject", "paper"],
    });
    expect(response).toMatchObject({ outcome: "empty", hits: [], pool_size: 0 });
    expect(response.notes.join()).toMatch(/empty_pool.*paper/);
  });

  it("makes one round trip, and the count is really counted", async () => {
    await ids({});
    const before = product.gateway.requestCount();
    await ids({ scope: { level: "O-Level" } });
    expect(product.gateway.requestCount() - before).toBe(1);
  });

  it("refuses a revoked key at the next request, without a further round trip", async () => {
    const { tenantId, key } = await product.addTenant("revoked");
    await product.search({ query: "anything" }, key);
    await product.database.query("UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", [
      tenantId,
    ]);
    const { status } = await product.call("/v1/search", { query: "anything" }, { key });
    expect(status).toBe(401);
  });

  it("keeps tenants apart, equal ids and equal queries included", async () => {
    const { key } = await product.addTenant("second");
    await product.ingest([{ ...DOCUMENTS[0], text: "A ray of light of the second tenant." }], key);
    const response = await product.search({ query: "ray of light" }, key);
    expect(response.hits.map(({ text }) => text)).toEqual(["A ray of light of the second tenant."]);
    expect(response.pool_size).toBe(1);
    expect(await ids({})).toHaveLength(6);
  });

  it("sums contributions to the score and keeps the legs' ranks", async () => {
    const { hits } = await product.search({ query: "ray of light", explain: true });
    for (const hit of hits) {
      const sum = hit.contributions!.reduce((total, { product: part }) => total + part, 0);
      expect(sum).toBe(hit.score);
      expect(hit.ranks.lexical ?? hit.ranks.dense).toBeGreaterThan(0);
    }
  });

  it("widens only by steps that were asked for, and labels what leaks", async () => {
    const scope = { subject: "Chemistry", level: "A-Level" };
    const strict = await product.search({ query: "ray of light", scope });
    expect(strict.hits).toEqual([]);
    const wide = await product.search({ query: "ray of light", scope, relax: "W2" });
    expect(wide.outcome).toBe("relaxed");
    expect(wide.relaxation.map(({ step, dropped }) => [step, dropped])).toEqual([
      ["W2", ["level"]],
    ]);
    expect(wide.hits.map(({ id, leakage, step }) => [id, leakage.tuple, step])).toEqual([
      ["che-o1", ["level"], "W2"],
    ]);
    const blocked = await product.search({
      query: "ray of light",
      scope,
      relax: "W3",
      strict: ["level", "subject"],
    });
    expect(blocked.hits).toEqual([]);
    expect(blocked.notes.join()).toMatch(/W2 blocked \(strict_key\): level/);
  });

  it("searches by words and says so when the query cannot be embedded", async () => {
    const failing = { name: "down", embed: () => Promise.reject(new Error("secret host")) };
    const other = await startProduct({ embedder: failing });
    await other.ingest([{ ...DOCUMENTS[0], embedding: [1, 0, 0, 0, 0, 0, 0, 0] }]);
    const response = await other.search({ query: "ray of light" });
    expect(response).toMatchObject({
      encoder: "none",
      degraded: ["embedding_unavailable"],
      path: { dense: "none", lexical: "impacts" },
    });
    expect(response.hits).toHaveLength(1);
    expect(JSON.stringify(other.logs)).not.toContain("secret host");
    await other.close();
  });

  it("finds by meaning when no word is known, and notes that", async () => {
    const response = await product.search({ query: "zzzunknownword", relax: "none" });
    expect(response.notes).toContain("lexical_empty");
    expect(response.hits.length).toBeGreaterThan(0);
    expect(response.hits.every(({ ranks }) => ranks.lexical === null)).toBe(true);
  });
});

describe("bad input to POST /v1/search", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
    await product.ingest(DOCUMENTS);
    await product.search({ query: "warm" });
  });
  afterAll(() => product.close());

  it.each<[string, unknown, number, string, string | undefined]>([
    ["an unknown field", { query: "x", lvel: 1 }, 400, "invalid_request", "lvel"],
    ["a list as query", { query: ["waves"] }, 400, "invalid_request", "query"],
    ["a number as query", { query: 42 }, 400, "invalid_request", "query"],
    ["k in words", { query: "x", k: "ten" }, 400, "invalid_request", "k"],
    ["k of zero", { query: "x", k: 0 }, 400, "invalid_request", "k"],
    ["k past the cap", { query: "x", k: 101 }, 400, "invalid_request", "k"],
    ["an unknown scope key", { query: "x", scope: { a: 1 } }, 400, "invalid_request", "scope.a"],
    [
      "a wrong type in the scope",
      { query: "x", scope: { year: "x" } },
      400,
      "invalid_request",
      "scope.year",
    ],
    [
      "an unknown subject",
      { query: "x", scope: { subject: "Phisycs" } },
      422,
      "unknown_scope_value",
      "scope.subject",
    ],
    ["no object", [1], 400, "invalid_request", undefined],
    ["an empty query", { query: "" }, 400, "empty_query", "query"],
    ["blanks", { query: " \n\t" }, 400, "empty_query", "query"],
    ["invisible characters", { query: "\u00a0\u200b" }, 400, "empty_query", "query"],
    ["NUL alone", { query: "\u0000" }, 400, "empty_query", "query"],
    [
      "a query past the bound",
      { query: "a".repeat(QUERY_CHARS_MAX + 1) },
      400,
      "invalid_request",
      "query",
    ],
    ["a vector of another size", { query: "x", vector: [1, 0] }, 422, "unprocessable", "vector"],
    [
      "a vector of another model",
      { query: "x", vector: [1, 0, 0, 0, 0, 0, 0, 0], vector_model: "m" },
      422,
      "unprocessable",
      "vector_model",
    ],
    [
      "a zero vector",
      { query: "x", vector: [0, 0, 0, 0, 0, 0, 0, 0] },
      422,
      "unprocessable",
      "vector",
    ],
  ])("%s is refused by name, and no search is sent", async (_, body, status, code, field) => {
    const statements = product.gateway.requestCount();
    const answer = await product.call("/v1/search", body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ code, ...(field === undefined ? {} : { field }) });
    expect(answer.body.error.request_id).toBe(answer.headers.get("x-request-id"));
    // An unknown value is looked up once in the vocabulary: that is no search.
    expect(product.gateway.requestCount() - statements).toBeLessThanOrEqual(status === 422 ? 1 : 0);
    expect((await product.search({ query: "ray of light" })).hits).not.toEqual([]);
  });

  it.each([
    ["none", null],
    ["an empty one", ""],
    ["one of another form", "abc"],
    ["an unknown one", `sw_admin_${"A".repeat(32)}`],
  ])("without a valid key (%s): 401 before the body is read", async (_, key) => {
    const answer = await product.call("/v1/search", { query: 42 }, { key });
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe("unauthorized");
  });

  it("takes the longest query there may be", async () => {
    const query = "light ".repeat(QUERY_CHARS_MAX).slice(0, QUERY_CHARS_MAX);
    expect((await product.call("/v1/search", { query })).status).toBe(200);
  });

  it("treats SQL and text-search operators as words", async () => {
    for (const query of [
      "'; DROP TABLE documents; -- light",
      "%' OR 1=1 --",
      "ray & light | (",
      "light:*",
    ]) {
      const answer = await product.call("/v1/search", { query });
      expect(answer.status, query).toBe(200);
    }
    expect((await product.search({ query: "light" })).hits).toHaveLength(DOCUMENTS.length);
  });

  it("drops NUL and lone surrogates from a query", async () => {
    const plain = await product.search({ query: "light bends" });
    const dirty = await product.search({ query: "light\u0000 bends\ud83d" });
    expect(dirty.hits.map(({ id, score }) => [id, score])).toEqual(
      plain.hits.map(({ id, score }) => [id, score]),
    );
  });

  it("counts the bytes of a body, whatever the headers say", async () => {
    const chunk = new TextEncoder().encode(`{"query":"${"é".repeat(200_000)}`);
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(chunk),
    });
    const answer = await product.call("/v1/search", null, { rawBody: stream });
    expect(answer.status).toBe(413);
  });
});
