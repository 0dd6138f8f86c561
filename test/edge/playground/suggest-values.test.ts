import { expect, test } from "vitest";
import type { FieldFilter, SearchResponse } from "#edge/client/create-client.ts";
import { SUGGESTIONS_MAX, suggestValues } from "#edge/playground/suggest-values.ts";

const answer = {
  hits: [{ level: "AP" }, { level: "College" }, { level: "AP" }, { level: null }],
  scope: { effective: { level: ["AP"], subject: ["Physics"], exam: ["A, B"] } },
} as unknown as SearchResponse;

test("the corpus is asked inside the rest of the scope, without what an address cannot carry", async () => {
  let asked: FieldFilter | undefined;
  const client = {
    facets: async (filter?: FieldFilter) => {
      asked = filter;
      return { level: [{ value: "High school", documents: 3 }] };
    },
  };
  expect(await suggestValues(client, "level", answer)).toEqual(["High school"]);
  expect(asked).toEqual({ subject: ["Physics"] });
});

test("without facets the values of the hits stand in, each once", async () => {
  const failing = { facets: () => Promise.reject(new Error("refused")) };
  expect(await suggestValues(failing, "level", answer)).toEqual(["AP", "College"]);
  expect(await suggestValues(null, "level", answer)).toEqual(["AP", "College"]);
  expect(await suggestValues(null, "level", null)).toEqual([]);
});

test("a list stays short", async () => {
  const facets = async () => ({
    topic: Array.from({ length: SUGGESTIONS_MAX + 1 }, (_, i) => ({ value: `${i}`, documents: 1 })),
  });
  expect(await suggestValues({ facets }, "topic", null)).toHaveLength(SUGGESTIONS_MAX);
});
