/** Expansion, language detection and trace through the app and real SQL. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#edge/ports.ts";
import { type Product, startProduct, useVocabulary } from "../../support/product.ts";

const DOCUMENTS = [
  [
    "ke-en",
    "Physics",
    "en",
    "The kinetic energy of a moving body grows with the square of its speed.",
  ],
  [
    "ke-fr",
    "Physics",
    "fr",
    "L'énergie cinétique d'un solide en mouvement augmente avec la vitesse.",
  ],
  [
    "ohm-fr",
    "Physics",
    "fr",
    "La loi d'Ohm relie la tension aux bornes d'un conducteur au courant.",
  ],
  ["eq-en", "Physics", "en", "Use V = IR to find the current in the wire."],
  ["ball-en", "Physics", "en", "A ball is thrown upwards from the ground."],
  ["ke-bio", "Biology", "en", "Kinetic energy of molecules drives diffusion through a membrane."],
].map(([id, subject, language, text]) => ({ id, subject, language, text }));

describe("expansion", () => {
  let product: Product;
  let roundTrips = 0;
  beforeAll(async () => {
    product = await startProduct({
      embedder: null,
      wrap: (database): Database => ({
        query: (text, parameters) => {
          roundTrips += 1;
          return database.query(text, parameters);
        },
        batch: (statements) => {
          roundTrips += 1;
          return database.batch(statements);
        },
      }),
    });
    await product.ingest(DOCUMENTS);
    await product.search({ query: "warm" });
  });
  afterAll(() => product.close());

  const search = (body: Record<string, unknown>) =>
    product.search({ scope: { subject: "Physics" }, relax: "none", ...body });
  const found = async (body: Record<string, unknown>) =>
    (await search(body)).hits.map(({ id }) => id).toSorted();

  it.each([
    ["KE", ["ke-en", "ke-fr"]],
    ["energie cinetique", ["ke-en", "ke-fr"]],
    ["kinetic energy", ["ke-en", "ke-fr"]],
    ["Ohm's law", ["eq-en", "ohm-fr"]],
    ["V=IR", ["eq-en", "ohm-fr"]],
  ])("%s finds what is written otherwise, in the other language too", async (query, wanted) => {
    expect(await found({ query })).toEqual(wanted);
  });

  it("runs inside the gate and in the same round trip", async () => {
    const before = roundTrips;
    const answer = await search({ query: "KE", scope: { subject: "Biology" } });
    expect(roundTrips - before).toBe(1);
    expect(answer.hits.map(({ id, ranks }) => [id, ranks])).toEqual([
      ["ke-bio", { lexical: null, dense: null, expansion: 1 }],
    ]);
    expect(await found({ query: "KE", scope: { subject: "Physics", language: "fr" } })).toEqual([
      "ke-fr",
    ]);
  });

  it("is left out where the request says so", async () => {
    expect(await found({ query: "KE", expand: false })).toEqual([]);
    const { hits } = await search({ query: "kinetic energy", expand: false });
    expect(hits.map(({ ranks }) => ranks.expansion)).toEqual([null]);
  });

  it("marks the words that a hit was found by", async () => {
    const { hits } = await search({ query: "KE", scope: { language: "fr" } });
    expect(hits[0]!.highlights!.join()).toMatch(/<mark>énergie<\/mark> <mark>cinétique<\/mark>/u);
  });

  it("counts a hit by its other name as on topic, so that nothing is widened", async () => {
    expect(await search({ query: "KE", relax: "W3" })).toMatchObject({
      outcome: "sparse",
      relaxation: [],
    });
    const missed = await search({ query: "KE", expand: false, relax: "W3" });
    expect(missed.relaxation.map(({ reason }) => reason)).toEqual(["no_match"]);
  });

  it("uses the aliases of the tenant's own topics", async () => {
    const { tenantId, key } = await product.addTenant("topics");
    await product.ingest([{ id: "a", language: "en", text: "The gizmo rotor turns." }], key);
    await useVocabulary(product, tenantId, [
      { field: "topic", value: "gizmo rotor", covers: [], aliases: ["whirly thing"] },
    ]);
    expect((await product.search({ query: "whirly thing" }, key)).hits).toHaveLength(1);
  });

  it("shows in the trace how the answer came about", async () => {
    const { trace } = await search({ query: "physics KE of a ball", scope: {}, explain: true });
    expect(trace).toEqual([
      "query: ke of a ball",
      'scope: subject = Physics (rule subject, "physics" at 0-7, confidence 1)',
      "not known: level",
      "gate: subject in [physics]",
      "pool: 5 documents (corpus version 1)",
      "analyzers: en, fr",
      "expansion: ke → kinetic energy, energy of motion, énergie cinétique, E = ½mv²",
      expect.stringMatching(/^expansion list en: ke of a ball kinetic energy motion eq0/u),
      expect.stringMatching(/^expansion list fr: énergie cinétique eq0/u),
      "lexical leg: 1 documents",
      "dense leg: 0 documents (none, encoder none)",
      "degraded: no_embedding_provider",
      "expansion leg: 3 documents",
      "fusion: 3 candidates by reciprocal rank (kappa 60)",
      "ranking: no model (none), fused order, then alignment, reliability and redundancy",
      "widening: none",
      expect.stringMatching(/^answer: exact, 3 of 3 ranked hits from the scope asked for, /u),
    ]);
    expect((await search({ query: "KE" })).trace).toBeUndefined();
  });
});

describe("language of documents without one", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ embedder: null });
  });
  afterAll(() => product.close());

  it("chooses the analyzer, is reported, and never becomes metadata", async () => {
    const text = "Les forces électriques agissent sur les charges qui se trouvent dans le champ.";
    const { body } = await product.ingest([
      { id: "detected", text },
      { id: "given", text: "Une charge électrique.", language: "fr" },
    ]);
    expect(body.results).toMatchObject([
      { id: "detected", detected_language: "fr" },
      { id: "given" },
    ]);
    expect(body.results[1].detected_language).toBeUndefined();
    const answer = await product.search({ query: "agir charge", relax: "none" });
    expect(answer.hits.find(({ id }) => id === "detected")!.language).toBeNull();
    const gated = await product.search({
      query: "charge",
      scope: { language: "fr" },
      relax: "none",
    });
    expect(gated.hits.map(({ id }) => id)).toEqual(["given"]);
    // A stop word of the detected language finds nothing; in no language it would.
    expect((await product.search({ query: "dans", relax: "none" })).hits).toEqual([]);
  });
});
