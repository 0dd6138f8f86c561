/**
 * `strict: ["subject"]` where nothing names a subject: the answer keeps to one, says which, and is
 * the answer of the search that asks for it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../support/product.ts";

const SUBJECTS = ["Physics", "Chemistry", "Biology"];
const DOCUMENTS = SUBJECTS.flatMap((subject, s) =>
  Array.from({ length: 6 }, (_, i) => ({
    id: `${subject.slice(0, 3).toLowerCase()}-${i}`,
    subject,
    level: i % 2 === 0 ? "O-Level" : "A-Level",
    language: "en",
    // Physics speaks of it most.
    text: `${"diffusion of particles ".repeat(4 - s)}in experiment ${i} on matter.`,
  })),
);

describe("a strict subject that nobody names", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
    await product.ingest([
      ...DOCUMENTS,
      { id: "bare", text: "diffusion of particles, again" },
      { id: "salt", subject: "Chemistry", level: "Form 4", text: "Salts and their crystals." },
    ]);
  });
  afterAll(() => product.close());

  const query = "diffusion of particles";
  const strict = ["subject"];

  it("is one: the answer is that of the search that asks for it, and says so", async () => {
    const answer = await product.search({ query, strict, k: 4 });
    const asked = await product.search({ query, scope: { subject: "Physics" }, k: 4 });
    expect(answer.scope.assumed).toEqual({ subject: ["Physics"] });
    expect(answer.scope.unresolved).toContain("subject");
    expect(answer.scope.notes.join()).toMatch(/assumed: subject Physics, not .*Chemistry/u);
    expect(answer.hits.map(({ id, score, ranks }) => [id, score, ranks])).toEqual(
      asked.hits.map(({ id, score, ranks }) => [id, score, ranks]),
    );
    expect(answer.pool_size).toBe(6);
    for (const hit of answer.hits) expect(hit.unverified).toContain("subject");
  });

  it("costs one round trip more, and other searches none", async () => {
    const tripsOf = async (body: Record<string, unknown>) => {
      const before = product.gateway.requestCount();
      const { scope } = await product.search({ query, ...body });
      return [product.gateway.requestCount() - before, scope.assumed];
    };
    expect(await tripsOf({ strict, explain: true })).toEqual([2, { subject: ["Physics"] }]);
    expect(await tripsOf({ explain: true })).toEqual([1, {}]);
    expect(await tripsOf({ strict: ["level"] })).toEqual([1, {}]);
    expect(await tripsOf({ strict, scope: { subject: "Biology" } })).toEqual([1, {}]);
    expect(await tripsOf({ strict, query: `biology: ${query}` })).toEqual([1, {}]);
  });

  it("holds on every page and against every widening", async () => {
    const first = await product.search({ query, strict, k: 2 });
    const second = await product.search({ query, strict, k: 2, cursor: first.next_cursor });
    expect(second.scope.assumed).toEqual({ subject: ["Physics"] });
    for (const { subject } of [...first.hits, ...second.hits]) expect(subject).toBe("Physics");
    const wide = await product.search({ query: `${query} a level`, strict, relax: "W3" });
    expect(new Set(wide.hits.map(({ subject }) => subject)).size).toBe(1);
  });

  it("is settled after widening: hits that miss the topic do not decide, and widening is held", async () => {
    const scope = { subject: undefined, topic: "nowhere" };
    const empty = await product.search({ query, strict, scope, relax: "W1", k: 100 });
    expect(empty.relaxation.map(({ step }) => step)).toEqual(["W1"]);
    expect(empty.scope.assumed).toEqual({ subject: ["Physics"] });
    expect(new Set(empty.hits.map(({ subject }) => subject))).toEqual(new Set(["Physics"]));
    // Only a chemistry document is at this level; it is about something else.
    const off = { query: "diffusion of particles", strict, scope: { level: "Form 4" } };
    const wide = await product.search({ ...off, relax: "W2" });
    expect(wide.scope.assumed).toEqual({ subject: ["Physics"] });
    expect(wide.outcome).toBe("relaxed");
  });

  it("an exclusion names no subject: one of the others is assumed", async () => {
    const answer = await product.search({ query: `not physics: ${query}`, strict, k: 100 });
    expect(answer.scope.assumed).toEqual({ subject: ["Chemistry"] });
    expect(new Set(answer.hits.map(({ subject }) => subject))).toEqual(new Set(["Chemistry"]));
  });

  it("is explained in the trace", async () => {
    const { trace } = await product.search({ query, strict, explain: true });
    expect(trace!.join("\n")).toMatch(/widening: none\nassumed: subject = Physics .* pool 6\n/u);
  });
});
