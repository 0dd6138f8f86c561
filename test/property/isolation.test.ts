/**
 * Goal: whatever a tenant sends (another tenant's ids, cursors, tokens, filters), nothing of the other
 * tenant is in the answer. Method: the victim's text, titles, ids and vocabulary carry a marker; seeded
 * random requests of the attacker are searched for it. ISOLATION_RUNS: 10000 in the release check.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mulberry32 } from "#significance/mulberry32.ts";
import { type Product, startProduct } from "../support/product.ts";

const RUNS = Number(process.env["ISOLATION_RUNS"] ?? 300);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 42);
const MARKER = "victimonly";
const DOCUMENTS = 30;

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

/** Searches of the victim that the attacker repeats. */
const ASKED = ["ray of light", "light", "exam"];
const asked = (query: string) => ({ query, k: 8, relax: "W3" });

/** Idempotency key that the victim used. */
const USED = "victims-key";

describe(`tenants (seed ${SEED}, ${RUNS} requests)`, () => {
  let product: Product;
  let victim: { key: string; tenantId: number };
  let victimIds: string[];
  let victimCursor: string;
  let victimToken: string;
  let victimTag: string;
  let attackerToken: string;

  beforeAll(async () => {
    product = await startProduct({
      extra: { keepsAnswers: true, tokenKeys: [{ kid: "k", secret: "s".repeat(43) }] },
    });
    victim = await product.addTenant("victim");
    victimIds = Array.from({ length: DOCUMENTS }, (_, index) => `shared-${index}`);
    const document = (id: string, word: string) => ({
      id,
      subject: "Physics",
      level: "O-Level",
      language: "en",
      title: `Light ${word}`,
      text: `A ray of light ${word} ${id}.`,
    });
    const secret = victimIds.map((id) => ({
      ...document(id, MARKER),
      exam: `${MARKER} exam`,
      topic: [MARKER],
    }));
    await product.ingest([...secret, document(`${MARKER}-id`, MARKER)], victim.key);
    await product.call(
      "/v1/documents",
      { documents: secret },
      { key: victim.key, headers: { "idempotency-key": USED } },
    );
    const read = await product.send("GET", "/v1/documents/shared-0", { key: victim.key });
    victimTag = read.headers.get("etag")!;
    await product.ingest(victimIds.slice(0, DOCUMENTS / 2).map((id) => document(id, "mine")));
    const first = await product.search({ query: "ray of light", k: 3 }, victim.key);
    victimCursor = first.next_cursor!;
    const token = (key: string) =>
      product.call("/v1/tokens", { scope_lock: { level: "O-Level" } }, { key });
    victimToken = (await token(victim.key)).body.token;
    attackerToken = (await token(product.key)).body.token;
  });
  afterAll(() => product.close());

  /** The attacker knows ids, cursor, tenant number and the signed parts of the victim's token. */
  function attack(random: () => number): Attack {
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const id = pick([...victimIds, `${MARKER}-id`]);
    const [head, , signature] = attackerToken.split(".");
    const forged = `${head}.${victimToken.split(".")[1]}.${signature}`;
    const scope = pick([{}, { subject: "Physics" }, { level: ["O-Level"] }, { topic: "light" }]);
    const search = {
      query: pick(["ray of light", "light", `${MARKER.slice(0, 5)} light`, "exam"]),
      scope,
      k: pick([1, 8, 100]),
      relax: pick(["none", "W1", "W2", "W3"]),
      explain: random() < 0.3,
    };
    return pick<Attack>([
      { method: "POST", path: "/v1/search", body: search },
      { method: "POST", path: "/v1/search", body: asked(pick(ASKED)) },
      {
        method: "POST",
        path: "/v1/search",
        body: { ...search, query: "ray of light", k: 3, cursor: victimCursor },
      },
      { method: "POST", path: "/v1/search", body: search, key: attackerToken },
      { method: "POST", path: "/v1/search", body: search, key: forged },
      { method: "POST", path: "/v1/search:batch", body: { searches: [search, search] } },
      { method: "GET", path: `/v1/documents/${id}` },
      { method: "GET", path: `/v1/documents/${id}`, headers: { "if-none-match": victimTag } },
      {
        method: "POST",
        path: "/v1/documents",
        body: { documents: [{ id: "mine", text: "mine" }] },
        headers: { "idempotency-key": USED },
      },
      {
        method: "DELETE",
        path: `/v1/documents/${MARKER}-id`,
        headers: { "idempotency-key": pick([USED, "own"]) },
      },
      { method: "GET", path: `/v1/documents?limit=100&after=${pick(["", id])}` },
      { method: "GET", path: "/v1/documents?subject=Physics&level=O-Level" },
      { method: "GET", path: "/v1/facets?subject=Physics" },
      { method: "GET", path: "/v1/vocabulary" },
      { method: "GET", path: "/v1/models" },
      { method: "GET", path: "/v1/usage" },
      { method: "DELETE", path: `/v1/documents/${MARKER}-id` },
      { method: "POST", path: "/v1/search", body: { ...search, tenant: victim.tenantId } },
      { method: "POST", path: "/v1/models/v1/activate", body: {} },
    ]);
  }

  it("never see a byte of each other", { timeout: 1_800_000 }, async () => {
    const random = mulberry32(SEED);
    const statuses = new Map<number, number>();
    let hits = 0;
    // The victim asks what the attacker will ask: its answers are kept next to the attacker's.
    for (const query of ASKED) {
      await product.search(asked(query), victim.key);
    }
    for (let run = 0; run < RUNS; run += 1) {
      const { method, path, body, key, headers } = attack(random);
      const options = {
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
        ...(key === undefined ? {} : { key }),
      };
      const answer = await product.send(method, path, options);
      const text = JSON.stringify(answer.body).replaceAll(JSON.stringify(path).slice(1, -1), "");
      expect(text, `${method} ${path} ${JSON.stringify(body)}`).not.toContain(MARKER);
      expect(answer.status, "the victim's tag is the attacker's own").not.toBe(304);
      hits += answer.body?.cache === "hit" ? 1 : 0;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
    expect(statuses.get(200), "attacks that are answered at all").toBeGreaterThan(RUNS / 4);
    expect(hits, "answers from memory").toBeGreaterThan(RUNS / 50);
    const left = await product.search({ query: "ray of light", k: 100 }, victim.key);
    expect(left.hits).toHaveLength(DOCUMENTS + 1);
  });

  it("canary: the marker is found in the victim's own answers", async () => {
    const own = await product.search({ query: "light" }, victim.key);
    expect(JSON.stringify(own)).toContain(MARKER);
  });
});
