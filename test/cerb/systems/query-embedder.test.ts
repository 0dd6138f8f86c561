/** Goal: shipped query vectors are those of the shipped cases and are used without a model. */
import { describe, expect, it } from "vitest";
import { loadCases } from "#cerb/cases/load-cases.ts";
import { DEFAULT_MODEL } from "#cerb/systems/default-model.ts";
import { openQueryEmbedder } from "#cerb/systems/query-embedder.ts";

describe("openQueryEmbedder", () => {
  it("has a vector for every shipped query, so that no model is loaded", async () => {
    const embedder = await openQueryEmbedder(DEFAULT_MODEL);
    const queries = (await loadCases()).map(({ query }) => query);
    const { vectors } = await embedder.embed(queries, DEFAULT_MODEL.id, "query");
    expect(vectors).toHaveLength(queries.length);
    expect(vectors.every((vector) => vector.length === DEFAULT_MODEL.dimension)).toBe(true);
    // The shipped model reads Latin script only: queries in Chinese share a vector.
    const latin = vectors.filter((_, index) => !/\p{Script=Han}/u.test(queries[index]!));
    expect(new Set(latin.map((vector) => vector.join())).size).toBe(latin.length);
    expect(embedder.computedCount()).toBe(0);
    await embedder.close();
  });
});
