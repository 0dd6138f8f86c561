/**
 * The scope cases on the whole product. Each case has a check of its own; a case without one fails.
 * What the words of a query mean is tested in depth in test/edge/core/scope; here it goes through
 * the app, real SQL and the shipped vocabularies.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import { newApiKey, storeKey } from "#edge/local/tenants.ts";
import { searchStatements } from "#edge/store/search-statement.ts";
import { DIMENSION } from "../../support/product.ts";
import { type InputCase, readCases } from "./case-file.ts";
import { type Check, playCases } from "./case-suite.ts";
import { type Stage, startStage, withoutTenant } from "./case-stage.ts";

const CASES = readCases("scope", DIMENSION);

type Scope = Readonly<Record<string, readonly (string | number)[]>>;

const ids = ({ hits }: SearchResponse) => hits.map(({ id }) => id).toSorted();

/** Searches with each query of the case, without further settings. */
async function readEach(one: InputCase, stage: Stage): Promise<SearchResponse[]> {
  const { key } = await stage.load(one);
  const answers: SearchResponse[] = [];
  for (const query of one.queries) answers.push(await stage.product.search({ query }, key));
  return answers;
}

/** Documents that carry each value, so that the corpus can gate on it. */
const VALUES = [
  { subject: "Physics", level: "O-Level", session: "June", year: 2019, paper: 1 },
  { subject: "Chemistry", level: "A-Level", session: "May", year: 2017, paper: 1 },
  { subject: "Mathematics", level: "Form 5", session: "June", year: 2018, paper: 2 },
  { subject: "Biology", level: "AS", session: "June", year: 2018, paper: 2 },
  { subject: "Physics", level: "Terminale", session: "June", year: 2018, paper: 2 },
].map((row, index) => ({
  ...row,
  id: `v${index}`,
  language: row.level === "Terminale" ? "fr" : "en",
  question_number: 7,
  text: "Words.",
}));

/** Each query reads exactly this scope (fields not named are unset). */
const reads =
  (...expected: Scope[]): Check<Stage> =>
  async (one, stage) => {
    const answers = await readEach({ ...one, documents: VALUES }, stage);
    for (const [index, { scope }] of answers.entries()) {
      const { language: _, ...effective } = scope.effective;
      expect(effective, one.queries[index]).toEqual(expected[index]);
    }
  };

/** Plays the calls without any credential but those that the case names. */
async function playRaw(one: InputCase, stage: Stage): Promise<{ status: number; body: unknown }[]> {
  await stage.load(one);
  stage.forgetStatements();
  const answers: { status: number; body: unknown }[] = [];
  for (const { headers = {}, body } of one.calls) {
    const { status, body: answer } = await stage.product.call("/v1/search", body, {
      key: null,
      headers,
    });
    answers.push({ status, body: answer });
  }
  return answers;
}

const CHECKS: Readonly<Record<string, Check<Stage>>> = {
  "scope-001": async (one, stage) => {
    const { key } = await stage.load(one);
    stage.forgetStatements();
    const { status, body } = await stage.product.call("/v1/search", one.request, { key });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: "invalid_request",
      field: expect.stringMatching(/^scope/u),
    });
    expect(stage.statements.filter((text) => /'x'|A-Level/u.test(text))).toEqual([]);
    await stage.product.search({ query: "light", scope: { level: "O-Level" } }, key);
    await stage.product.search({ query: "' OR 1=1", scope: { topic: "x' OR 1=1" } }, key);
    const searches = stage.statements.filter((text) => text.includes("pool AS MATERIALIZED"));
    expect(searches.length).toBeGreaterThanOrEqual(2);
    for (const text of searches) expect(searchStatements()).toContain(text);
  },
  "scope-002": async (one, stage) => {
    const { key } = await stage.load(one);
    const [quote, closing] = one.calls.map(({ body }) => body);
    expect(ids(await stage.product.search(quote!, key))).toEqual(["phy-1"]);
    const strict = await stage.product.search({ ...closing, relax: "none" }, key);
    expect(strict.hits).toEqual([]);
    expect(strict.notes.join()).toMatch(/empty_pool.*topic/u);
    const relaxed = await stage.product.search(closing!, key);
    for (const { leakage } of relaxed.hits) expect(leakage.tuple).toEqual(["topic"]);
  },
  "scope-003": async (one, stage) => {
    const { key } = await stage.load(one);
    expect(ids(await stage.product.search({ ...one.request, relax: "none" }, key))).toEqual([
      "m-1",
    ]);
  },
  "scope-004": async (one, stage) => {
    expect((await playRaw(one, stage)).map(({ status }) => status)).toEqual([401]);
    expect(stage.statements).toEqual([]);
  },
  "scope-005": async (one, stage) => {
    const { key } = await stage.load(one);
    for (const call of one.calls) {
      const { status, body } = await stage.product.call("/v1/search", call.body, { key });
      expect(status).toBe(400);
      expect(body.error.field).toMatch(/tenant/u);
    }
  },
  "scope-006": async (one, stage) => {
    const { key, tenantId } = await stage.load(one);
    const [request, locked] = one.calls.map(({ body }) => body);
    expect(ids(await stage.product.search(request!, key))).toEqual(["q-1"]);
    const student = newApiKey("reader");
    await storeKey(stage.product.database, tenantId, "reader", student);
    await stage.product.database.query(
      "UPDATE api_keys SET scope_lock = $2::jsonb WHERE tenant_id = $1 AND role = 'reader'",
      [tenantId, JSON.stringify({ content_type: ["structured_question"] })],
    );
    const attempts = [
      {},
      { scope: { content_type: "mark_scheme" } },
      { query: "heart mark scheme" },
    ];
    for (const more of attempts) {
      const attempt = { ...locked, ...more };
      const answer = await stage.product.search({ ...attempt, relax: "W3" }, student);
      expect(ids(answer)).not.toContain("ms-1");
      expect(answer.scope.locked).toEqual(["content_type"]);
    }
    expect(ids(await stage.product.search(locked!, student))).toEqual(["q-1"]);
  },
  "scope-007": async (one, stage) => {
    const { key } = await stage.load(one);
    const [blanks, capitals, french, operator] = one.calls.map(({ body }) => body);
    for (const body of [blanks!, capitals!, french!]) {
      const answer = await stage.product.search(body, key);
      expect(ids(answer)).toEqual(["geo-1"]);
      expect(answer.scope.effective["subject"]).toEqual(["Geography"]);
    }
    expect((await stage.product.call("/v1/search", operator, { key })).status).toBe(400);
  },
  "scope-008": async (one, stage) => {
    const { key } = await stage.load(one);
    const answer = await stage.product.search(one.request!, key);
    expect(answer).toMatchObject({ hits: [], pool_size: 0, outcome: "empty" });
    expect(answer.notes.join()).toMatch(/empty_pool.*paper/u);
  },
  "scope-009": async (one, stage) => {
    const [answer] = await readEach(one, stage);
    expect(answer!.scope.effective).toEqual({});
    expect(ids(answer!)).toEqual(["geo-1", "geo-2"]);
  },
  "scope-010": async (one, stage) => {
    const { key } = await stage.load({ ...one, documents: VALUES });
    const scopes = new Set<string>();
    for (let i = 0; i < 10; i += 1) {
      const { scope } = await stage.product.search({ query: one.queries[0]! }, key);
      scopes.add(JSON.stringify(scope));
      expect(scope.effective).toEqual({ subject: ["Chemistry"], level: ["A-Level"], paper: ["1"] });
    }
    expect(scopes.size).toBe(1);
  },
  "scope-011": reads(
    { subject: ["Chemistry"], session: ["May"], year: [2017] },
    {},
    {},
    { subject: ["Mathematics"], paper: ["1"] },
  ),
  "scope-012": reads(
    { subject: ["Physics"], level: ["A-Level"] },
    {},
    {},
    { subject: ["Biology"], level: ["AS"] },
    { subject: ["Biology"] },
  ),
  "scope-013": reads({ subject: ["Chemistry"], paper: ["2"] }, {}, {}),
  "scope-014": reads({ session: ["June"], year: [2019] }, {}, {}),
  "scope-015": reads({
    subject: ["Physics"],
    level: ["O-Level"],
    paper: ["1"],
    question_number: ["7"],
  }),
  "scope-016": reads({ subject: ["Physics"], level: ["Terminale"], year: [2018], paper: ["2"] }),
  "scope-017": async (one, stage) => {
    const [answer] = await readEach(one, stage);
    expect([undefined, ["Chemistry"]]).toContainEqual(answer!.scope.effective["subject"]);
    expect(ids(answer!)).toContain("che-1");
    expect(answer!.relaxation).toEqual([]);
  },
  "scope-018": async (one, stage) => {
    const [ports, decline] = await readEach(one, stage);
    expect(ports!.scope.effective["subject"] ?? ["Geography"]).toContain("Geography");
    expect(ids(ports!)).toContain("geo-1");
    expect(decline!.scope.effective["subject"]).toBeUndefined();
  },
  "scope-019": async (one, stage) => {
    const [answer] = await readEach(one, stage);
    expect(answer!.scope.effective["subject"]!.toSorted()).toEqual(["Biology", "Chemistry"]);
    expect(ids(answer!)).toEqual(["bio-1", "che-1"]);
  },
  "scope-020": async (one, stage) => {
    const [answer] = await readEach(one, stage);
    expect(answer!.scope.effective["subject"]).toEqual(["Biology"]);
    expect(ids(answer!)).toEqual(["bio-1"]);
  },
  "scope-021": async (one, stage) => {
    const [answer] = await readEach(one, stage);
    const [typo] = answer!.scope.extracted.filter(({ field }) => field === "subject");
    expect([undefined, ["Chemistry"]]).toContainEqual(answer!.scope.effective["subject"]);
    expect(typo!.values).toEqual(["Chemistry"]);
    expect(typo!.confidence).toBeLessThan(1);
    expect(ids(answer!)).toContain("che-1");
  },
  "scope-022": reads(
    { subject: ["Mathematics"], paper: ["2"] },
    { paper: ["1"] },
    { paper: ["2"] },
    { paper: ["2"] },
  ),
  "scope-023": reads({ subject: ["Mathematics"], level: ["Form 5"] }, {}, {}),
  "scope-024": async (one, stage) => {
    const { key } = await stage.load(one);
    const answer = await stage.product.search({ ...one.request, relax: "W3" }, key);
    expect(answer.scope.effective["level"]).toEqual(["O-Level"]);
    expect(ids(answer)).toEqual(["ol-1"]);
    expect(answer.relaxation.flatMap(({ dropped }) => dropped)).not.toContain("level");
    expect(answer.scope.notes.join()).toMatch(/conflicts_with_request: level A-Level/u);
  },
  "scope-025": async (one, stage) => {
    const { key } = await stage.load(one);
    const counts = () =>
      stage.product.database.query(
        "SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM chunks) AS chunks",
        [],
      );
    const before = await counts();
    const answers: SearchResponse[] = [];
    for (const { body } of one.calls) answers.push(await stage.product.search(body, key));
    for (const index of [0, 2, 3]) expect(ids(answers[index]!)).toContain("phy-1");
    expect(await counts()).toEqual(before);
  },
  "scope-026": async (one, stage) => {
    const { key } = await stage.load(one);
    for (const { body } of one.calls) {
      const { status, body: answer } = await stage.product.call("/v1/search", body, { key });
      expect(status).toBe(400);
      expect(answer.error).toMatchObject({
        field: "query",
        message: expect.stringMatching(/1000/u),
      });
    }
  },
  "scope-027": async (one, stage) => {
    const { key } = await stage.load({ ...one, documents: VALUES });
    stage.forgetStatements();
    for (const { body } of one.calls) {
      const { status, body: answer } = await stage.product.call("/v1/search", body, { key });
      expect([status, answer.error.code]).toEqual([400, "empty_query"]);
    }
    expect(stage.statements.filter((text) => searchStatements().includes(text))).toEqual([]);
  },
  "scope-028": async (one, stage) => {
    const { key } = await stage.load(one);
    const answer = await stage.product.search({ ...one.request, relax: "W3" }, key);
    expect(ids(answer)).toEqual(["phy-1", "phy-2"]);
    expect(answer).toMatchObject({ outcome: "sparse", relaxation: [] });
    expect(answer.notes.join()).toMatch(/sparse_corpus/u);
  },
  "scope-029": async (one, stage) => {
    const { key } = await stage.load(one);
    const answer = await stage.product.search(one.request!, key);
    expect(answer.hits).toEqual([]);
    expect(answer.notes.join()).toMatch(/W2 blocked \(strict_key\): level/u);
  },
  "scope-030": async (one, stage) => {
    const { key } = await stage.load(one);
    const [asked, unasked] = one.calls.map(({ body }) => body);
    const wide = await stage.product.search(asked!, key);
    expect(wide.relaxation.map(({ step, dropped }) => [step, dropped])).toEqual([
      ["W1", ["topic"]],
      ["W2", ["level"]],
      ["W3", ["subject"]],
    ]);
    for (const { reason, pool_before: before, pool_after: after, ms } of wide.relaxation) {
      expect(reason).not.toBe("");
      expect(after).toBeGreaterThanOrEqual(before);
      expect(ms).toBeGreaterThanOrEqual(0);
    }
    const bats = wide.hits.find(({ id }) => id === "bio-1");
    expect(bats).toMatchObject({ step: "W3", leakage: { gate: ["subject", "level"] } });
    const narrow = await stage.product.search(unasked!, key);
    expect(ids(narrow)).not.toContain("bio-1");
    expect(narrow.notes.join()).toMatch(/W3 blocked \(not_requested\)/u);
  },
  "scope-031": async (one, stage) => {
    const t1 = await stage.addTenant(`${one.id}-t1`);
    const t2 = await stage.addTenant(`${one.id}-t2`);
    for (const [name, tenant] of [
      ["t1", t1],
      ["t2", t2],
    ] as const) {
      const rows = one.documents.filter((row) => row["tenant"] === name);
      await stage.ingest(tenant, rows.map(withoutTenant));
    }
    const keys = new Map([
      ["key of t1", t1.key],
      ["key of t2", t2.key],
    ]);
    const [first, second, hidden, ingest, kept] = one.calls;
    const search = (call: typeof first) => stage.product.search(call!.body, keys.get(call!.key!)!);
    const read = (call: typeof first) =>
      stage.product.send("GET", `/v1/documents/${call!.id}`, { key: keys.get(call!.key!)! });
    const ofFirst = await search(first);
    expect(ids(ofFirst)).toEqual(["doc-1"]);
    expect(ofFirst.pool_size).toBe(1);
    expect(ofFirst.hits[0]!.text).toMatch(/iron/u);
    expect(ids(await search(second))).toEqual(["doc-1", "doc-2"]);
    expect((await read(hidden)).status).toBe(404);
    const { documents } = ingest!.body as { documents: Record<string, unknown>[] };
    expect((await stage.product.ingest(documents, t1.key)).status).toBe(200);
    expect(JSON.stringify((await read(kept)).body)).toContain("Rusting of nails.");
  },
  "scope-032": async (one, stage) => {
    const answers = await playRaw(one, stage);
    expect(answers.map(({ status }) => status)).toEqual(one.calls.map(() => 401));
    expect(stage.statements.filter((text) => searchStatements().includes(text))).toEqual([]);
    const bodies = answers.map(({ body }) =>
      JSON.stringify(body).replace(/"request_id":"[^"]*"/u, ""),
    );
    expect(new Set(bodies).size).toBe(1);
  },
};

describe("scope cases", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  playCases(CASES, CHECKS, () => stage);

  it.each(SCOPE_FIELDS.filter((field) => field !== "year"))(
    "kind: a value of %s that looks like SQL admits nothing or is refused",
    async (field) => {
      const tenant = await stage.addTenant(`sql-${field.replaceAll("_", "-")}`);
      const values = Object.fromEntries(SCOPE_FIELDS.map((one) => [one, `${one} thing`]));
      await stage.ingest(tenant, [
        { ...values, id: "a", year: 2019, language: "en", text: "Light." },
      ]);
      for (const value of ["thing') OR 1=1 --", "{thing}", "thing,any", '"', "\\", "NULL", "$1"]) {
        const body = { query: "light", scope: { [field]: value }, relax: "none" };
        const answer = await stage.product.call("/v1/search", body, { key: tenant.key });
        if (answer.status === 200) expect(answer.body).toMatchObject({ hits: [], pool_size: 0 });
        else expect(answer.body.error.code, value).toMatch(/unknown_scope_value|invalid_request/u);
      }
    },
  );

  it("canary: a document that slips through the gate fails its case", async () => {
    const one = CASES.get("scope-003")!;
    const documents = one.documents.map((row) => ({ ...row, paper: "P2" }));
    await expect(
      CHECKS["scope-003"]!({ ...one, id: "canary", documents }, stage),
    ).rejects.toThrow();
  });
});
