/**
 * The dirty-input cases on the whole product. Each case has a check of its own; a case without one
 * fails. Where a case says 400 for content that is understood and cannot be taken, this product says
 * 422 and names the item and field (edge/schemas/error.ts). Then the kinds: any field, any position,
 * any size around the limit, any order of repeated documents.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENT_CHARS_MAX } from "#edge/schemas/documents.ts";
import type { SearchResponse } from "#edge/schemas/search.ts";
import type { Answer } from "../../support/product.ts";
import { DIMENSION } from "../../support/product.ts";
import { base64, type Call, type InputCase, readCases, type Row } from "./case-file.ts";
import { type Check, playCases } from "./case-suite.ts";
import { type CaseTenant, type Stage, startStage } from "./case-stage.ts";

const CASES = readCases("dirty-input", DIMENSION);

/** Plays one call and gives the raw answer; none of them is ever a 5xx. */
async function play({ product }: Stage, call: Call, { key }: CaseTenant): Promise<Answer> {
  const answer =
    call.op === "get"
      ? await product.send("GET", `/v1/documents/${call.id}`, { key })
      : await product.call(call.op === "ingest" ? "/v1/documents" : "/v1/search", call.body, {
          key,
        });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  return answer;
}

async function playAll(one: InputCase, stage: Stage): Promise<[Answer[], CaseTenant]> {
  const tenant = await stage.load(one);
  const answers: Answer[] = [];
  for (const call of one.calls) answers.push(await play(stage, call, tenant));
  return [answers, tenant];
}

const read = async ({ product }: Stage, id: string, { key }: CaseTenant): Promise<Answer> =>
  product.send("GET", `/v1/documents/${encodeURIComponent(id)}`, { key });

const ids = ({ hits }: SearchResponse) => hits.map(({ id }) => id);

const CHECKS: Readonly<Record<string, Check<Stage>>> = {
  "dirty-input-001": async (one, stage) => {
    const tenant = await stage.addTenant(one.id);
    await stage.ingest(tenant, one.documents);
    const [withNul, without, nothing] = await Promise.all(
      one.calls.map((call) => play(stage, call, tenant)),
    );
    expect(ids(withNul!.body)).toEqual(["phy-1"]);
    expect(ids(without!.body)).toEqual(ids(withNul!.body));
    expect([nothing!.status, nothing!.body.error.code]).toEqual([400, "empty_query"]);
  },
  "dirty-input-002": async (one, stage) => {
    const [[answer], tenant] = await playAll(one, stage);
    const [result] = answer!.body.results;
    expect(result).toMatchObject({ index: 0, status: "created" });
    expect(result.repairs).toEqual(["text: removed 1 NUL and 0 lone surrogates"]);
    expect((await read(stage, "che-1", tenant)).body.text).toBe("Cafe9ine is an alkaloid.");
  },
  "dirty-input-003": async (one, stage) => {
    const [[answer]] = await playAll(one, stage);
    const repaired = answer!.body.results[0].repairs.map((line: string) => line.split(":")[0]);
    expect(repaired.toSorted()).toEqual(["text", "title"]);
  },
  "dirty-input-004": async (one, stage) => {
    const [[answer], tenant] = await playAll(one, stage);
    expect([answer!.status, answer!.body.error.field]).toEqual([
      422,
      "documents[0].metadata.label",
    ]);
    expect((await read(stage, "bio-1", tenant)).status).toBe(404);
  },
  "dirty-input-005": async (one, stage) => {
    const [[, answer]] = await playAll(one, stage);
    expect(answer!.body.metadata.label).toBe("\u{1f600} leaf");
  },
  "dirty-input-006": async (one, stage) => {
    const tenant = await stage.addTenant(one.id);
    await stage.ingest(tenant, [
      { id: "leaf", language: "en", text: "A leaf section." },
      { id: "other", language: "en", text: "A replacement character \ufffd." },
    ]);
    for (const call of one.calls) {
      const dirty = await play(stage, call, tenant);
      const query = String(call.body["query"]).replaceAll(/\p{Surrogate}/gu, "");
      const clean = await stage.product.search({ ...call.body, query }, tenant.key);
      expect(ids(dirty.body)).toEqual(ids(clean));
      expect(ids(clean)).toEqual(["leaf"]);
    }
  },
  "dirty-input-007": async (one, stage) => {
    const [[stored, found], tenant] = await playAll(one, stage);
    expect(stored!.body.results[0]).toMatchObject({ status: "created" });
    expect(stored!.body.results[0].repairs).toHaveLength(1);
    expect(ids(found!.body)).toEqual(["phy-1"]);
    expect((await read(stage, "phy-1", tenant)).body.text).not.toContain("\u0000");
  },
  "dirty-input-008": async (one, stage) => {
    const [[rich, normal, found]] = await playAll(one, stage);
    expect(rich!.status).toBe(422);
    expect(rich!.body.error).toMatchObject({ field: "documents[0].text" });
    expect(rich!.body.error.message).toContain(String(DOCUMENT_CHARS_MAX));
    expect(normal!.status).toBe(200);
    expect(ids(found!.body)).toEqual(["bio-1"]);
  },
  "dirty-input-009": async (one, stage) => {
    const [answers] = await playAll(one, stage);
    const refusals = answers.map(({ status, body }) => [status, body.error.message]);
    expect(new Set(refusals.map(String)).size).toBe(1);
    expect(refusals[0]![0]).toBe(422);
  },
  "dirty-input-010": async (one, stage) => {
    // The limit that counts is that of one document; both are far over it.
    const [answers] = await playAll(one, stage);
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers.map(({ body }) => body.error.field)).toEqual([
      "documents[0].text",
      "documents[0].text",
    ]);
  },
  "dirty-input-011": async (one, stage) => {
    const [[answer, found]] = await playAll(one, stage);
    expect(answer!.status).toBe(422);
    expect(answer!.body.error.message).toContain(String(DOCUMENT_CHARS_MAX));
    expect(ids(found!.body)).toEqual([]);
  },
  "dirty-input-012": async (one, stage) => {
    const [[stored, found], tenant] = await playAll(one, stage);
    expect(stored!.body.results.map(({ status }: { status: string }) => status)).toEqual([
      "rejected",
      "created",
    ]);
    expect(stored!.body.results[0].error.field).toBe("documents[0].embedding");
    expect((await read(stage, "z-1", tenant)).status).toBe(404);
    expect(found!.body.hits).toMatchObject([{ id: "n-1", ranks: { dense: 1 } }]);
    expect(Number.isFinite(found!.body.hits[0].score)).toBe(true);
  },
  "dirty-input-013": async (one, stage) => {
    const tenant = await stage.addTenant(one.id);
    const [zero, ...rest] = one.storage;
    await stage.ingest(
      tenant,
      rest.map((row) => ({ ...row, text: "Density." })),
    );
    await stage.ingest(tenant, [
      { id: "z-1", subject: "Physics", level: "O-Level", text: "Density." },
    ]);
    const vector = `[${(zero!["embedding"] as number[]).join(",")}]`;
    // No way leads past the table itself.
    await expect(
      stage.product.local.rows(`INSERT INTO chunk_dense (chunk_key, embedding_model, doc_key,
        tenant_id, id, embedding) SELECT chunk_key, 'test-model', doc_key, tenant_id, id, '${vector}'
        FROM chunk_lexical WHERE tenant_id = ${tenant.tenantId} AND id = 'z-1'`),
    ).rejects.toThrow(/chunk_dense_embedding_check/u);
    const { hits } = await stage.product.search(one.request!, tenant.key);
    const dense = hits.filter(({ ranks }) => ranks.dense !== null);
    expect(dense.map(({ id, ranks }) => [id, ranks.dense])).toEqual([
      ["n-1", 1],
      ["n-2", 2],
    ]);
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
  },
  "dirty-input-014": async (one, stage) => {
    const { key } = await stage.load(one);
    const { status, body } = await stage.product.call("/v1/search", one.request, { key });
    expect([status, body.error.field]).toEqual([422, "vector"]);
  },
  "dirty-input-015": async (one, stage) => {
    const [[created, same, changed, twice, found], tenant] = await playAll(one, stage);
    const status = (answer: Answer | undefined) =>
      answer!.body.results.map((result: { status: string }) => result.status);
    expect([created, same, changed].map(status)).toEqual([["created"], ["unchanged"], ["updated"]]);
    expect(status(twice)).toEqual(["created", "rejected"]);
    expect(twice!.body.results[1].error.field).toBe("documents[1].id");
    expect(ids(found!.body).toSorted()).toEqual(["geo-1", "geo-2"]);
    const hit = (found!.body as SearchResponse).hits.find(({ id }) => id === "geo-1")!;
    expect(hit.text).toBe("Types of rainfall and fog.");
    const { body } = await stage.product.send("GET", "/v1/usage", { key: tenant.key });
    expect(body).toMatchObject({ documents: 2, chunks: 2 });
  },
};

const DOCUMENT: Row = {
  id: "d",
  board: "Board",
  exam: "Exam",
  level: "O-Level",
  subject: "Physics",
  year: 2019,
  session: "June",
  paper: "1",
  question_number: "7",
  content_type: "structured_question",
  language: "en",
  topic: ["Optics"],
  title: "Refraction",
  text: "A ray bends.",
  options: { A: "up" },
  answer: "Towards the normal.",
  passage: "Light.",
  related: ["e"],
  source: "book",
  metadata: { label: "x", deep: [{ y: "z" }] },
};
const REPAIRED = ["title", "text", "answer", "passage"];

/** Every place of a document where a string stands, as a function that puts another one there. */
const PLACES: readonly (readonly [string, (bad: string) => Row])[] = [
  ...Object.entries(DOCUMENT)
    .filter(([, value]) => typeof value === "string")
    .map(
      ([field, value]) =>
        [field, (bad: string) => ({ ...DOCUMENT, [field]: `${value}${bad}` })] as const,
    ),
  ["topic[0]", (bad) => ({ ...DOCUMENT, topic: [`Optics${bad}`] })],
  ["options.A", (bad) => ({ ...DOCUMENT, options: { A: bad } })],
  ["options", (bad) => ({ ...DOCUMENT, options: { [`A${bad}`]: "up" } })],
  ["related[0]", (bad) => ({ ...DOCUMENT, related: [`e${bad}`] })],
  ["metadata.label", (bad) => ({ ...DOCUMENT, metadata: { label: bad } })],
  ["metadata.deep[0].y", (bad) => ({ ...DOCUMENT, metadata: { deep: [{ y: bad }] } })],
  ["metadata", (bad) => ({ ...DOCUMENT, metadata: { [bad]: 1 } })],
];

/** Different words in blocks that fill a chunk each, so that the last character still fits. */
function differentWords(chars: number): string {
  let text = "";
  for (let i = 0; text.length < chars; i += 1) {
    const room = 2000 - (text.length % 2000) - 1;
    const word = `w${i.toString(36)}q`;
    text += room - word.length < 8 ? `${word.padEnd(room, "x")} ` : `${word} `;
  }
  return text.slice(0, chars).replace(/ $/u, "x");
}

describe("dirty-input cases", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  playCases(CASES, CHECKS, () => stage);

  it.each(PLACES)(
    "kind: bad characters in %s are repaired and said so, or refused by that name",
    async (place, put) => {
      const { key } = await stage.product.addTenant(
        `bad-${PLACES.findIndex(([p]) => p === place)}`,
      );
      for (const bad of ["\u0000", "\ud800", "\udc00", "\udc00\ud800"]) {
        const answer = await stage.product.ingest([put(bad)], key);
        const [result] = answer.body.results;
        if (REPAIRED.includes(place)) {
          expect(answer.status).toBe(200);
          expect(result.repairs[0]).toMatch(new RegExp(`^${place}: removed`, "u"));
          const { body } = await stage.product.send("GET", "/v1/documents/d", { key });
          expect(body[place]).toBe(DOCUMENT[place]);
        } else {
          expect(answer.status).toBe(422);
          expect(result.error.field.startsWith(`documents[0].${place}`)).toBe(true);
        }
      }
    },
  );

  it("kind: of a repaired text nothing but the bad characters is lost, wherever they stand", async () => {
    const { key } = await stage.product.addTenant("anywhere");
    const piece = fc.constantFrom(
      "leaf ",
      "\u0000",
      "\ud83d",
      "\ude00",
      "\u{1f600}",
      "é",
      "x²",
      "\ufffd",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        const text = `start ${pieces.join("")}`;
        const expected = text.replaceAll("\u0000", "").replaceAll(/\p{Surrogate}/gu, "");
        expect((await stage.product.ingest([{ id: "d", text }], key)).status).toBe(200);
        const { body } = await stage.product.send("GET", "/v1/documents/d", { key });
        expect(body.text).toBe(expected);
      }),
      { numRuns: 40, seed: 42 },
    );
  });

  it.each([
    [DOCUMENT_CHARS_MAX - 1, 200],
    [DOCUMENT_CHARS_MAX, 200],
    [DOCUMENT_CHARS_MAX + 1, 422],
  ])(
    "kind: a text of %i characters, all different words, is %i and found by its ends",
    async (chars, status) => {
      const { key } = await stage.product.addTenant(`rich-${chars}`);
      const text = differentWords(chars);
      const answer = await stage.product.ingest([{ id: "rich", language: "en", text }], key);
      expect(answer.status).toBe(status);
      if (status === 422) {
        expect(answer.body.error.message).toContain(String(DOCUMENT_CHARS_MAX));
        return;
      }
      for (const query of [text.split(" ")[0]!, text.split(" ").at(-1)!]) {
        expect(ids(await stage.product.search({ query }, key))).toEqual(["rich"]);
      }
    },
  );

  it("kind: a text whose sentences make too many chunks is refused with their number", async () => {
    const { key } = await stage.product.addTenant("chunks");
    const sentence = "A ray of light bends towards the normal when it enters a block of glass. ";
    const rows = [30_000, DOCUMENT_CHARS_MAX].map((chars, index) => ({
      id: `d-${index}`,
      text: sentence.repeat(Math.floor(chars / sentence.length)),
    }));
    const { body } = await stage.product.ingest(rows, key);
    expect(body.results[0]).toMatchObject({ status: "created" });
    expect(body.results[1].error).toMatchObject({
      code: "document_too_large",
      message: expect.stringMatching(/gives 2\d chunks, at most 20 are allowed: split it/u),
    });
  });

  it.each([201, 1000, 30_000])(
    "kind: %i characters of encoded binary in a text are no words, and the words around are",
    async (chars) => {
      const { key } = await stage.product.addTenant(`binary-${chars}`);
      const image = base64(chars, chars);
      const text = `Diagram of the heart. data:image/png;base64,${image}== Label the valves.`;
      const { status } = await stage.product.ingest([{ id: "bio", language: "en", text }], key);
      expect(status).toBe(200);
      expect(ids(await stage.product.search({ query: "heart valves" }, key))).toEqual(["bio"]);
      for (const part of [image.slice(0, 40), image.slice(-40)]) {
        expect(ids(await stage.product.search({ query: part }, key))).toEqual([]);
      }
    },
  );

  it("kind: documents sent in any order, any number of times, leave what the last ones left", async () => {
    const { key } = await stage.product.addTenant("repeated");
    const version = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      text: fc.constantFrom("Rain.", "Fog.", "Frost and fog."),
    });
    const state = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.array(version, { minLength: 1, maxLength: 4 }), async (documents) => {
        const { body } = await stage.product.ingest(documents, key);
        const seen = new Set<string>();
        for (const [index, { id, text }] of documents.entries()) {
          const before = state.get(id);
          const isTwice = seen.has(id);
          const expected = isTwice
            ? "rejected"
            : before === undefined
              ? "created"
              : before === text
                ? "unchanged"
                : "updated";
          expect(body.results[index].status).toBe(expected);
          seen.add(id);
          if (!isTwice) state.set(id, text);
        }
        const listed = await stage.product.send("GET", "/v1/documents", { key });
        const texts = listed.body.documents.map((row: Row) => [row["id"], row["text"]]);
        expect(texts).toEqual([...state].toSorted(([a], [b]) => (a < b ? -1 : 1)));
        const usage = await stage.product.send("GET", "/v1/usage", { key });
        expect(usage.body.documents).toBe(state.size);
      }),
      { numRuns: 25, seed: 42 },
    );
  });

  it("canary: a text that comes back altered fails its case", async () => {
    const one = CASES.get("dirty-input-005")!;
    const [ingest, get] = one.calls;
    const documents = [{ id: "bio-2", text: "Leaf.", metadata: { label: "leaf" } }];
    const calls = [{ ...ingest!, body: { documents } }, get!];
    await expect(CHECKS[one.id]!({ ...one, id: "canary", calls }, stage)).rejects.toThrow();
  });
});
