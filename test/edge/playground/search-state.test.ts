import { expect, test } from "vitest";
import { SCOPE_FIELDS as SERVICE_FIELDS } from "#core/scope/curriculum-scope.ts";
import {
  INITIAL_STATE,
  K_DEFAULT,
  K_MAX,
  type Ranking,
  readValues,
  SCOPE_FIELDS,
  toRequest,
  withField,
  withoutSpans,
  withPin,
} from "#edge/playground/search-state.ts";
import * as service from "#edge/schemas/search.ts";

test("the page knows the fields and bounds of the service", () => {
  expect(SCOPE_FIELDS).toEqual(SERVICE_FIELDS);
  expect([K_MAX, K_DEFAULT]).toEqual([service.K_MAX, service.K_DEFAULT]);
});

test("a fresh page asks for nothing but the query, and the service accepts it", () => {
  const request = toRequest({ ...INITIAL_STATE, query: "light" });
  expect(request).toEqual({ query: "light", relax: "W1", k: 8, explain: true });
  expect(service.searchRequestSchema.safeParse(request).success).toBe(true);
});

test("scope, pins and strictness become the request, years as numbers", () => {
  let state = withField({ ...INITIAL_STATE, query: "x" }, "year", ["2018", "2019"]);
  state = withField(state, "paper", ["2"]);
  state = withPin(withPin(withPin(state, "level"), "subject"), "level");
  const request = toRequest({ ...state, isStrict: true });
  expect(request).toMatchObject({
    scope: { year: [2018, 2019], paper: ["2"] },
    strict: ["subject"],
    relax: "none",
  });
  expect(service.searchRequestSchema.safeParse(request).success).toBe(true);
  expect(toRequest(withField(withField(state, "year", []), "paper", []))).not.toHaveProperty(
    "scope",
  );
});

test("the ranking becomes an option of the request, and the current model none", () => {
  const asked = (ranking: Ranking) => toRequest({ ...INITIAL_STATE, query: "x", ranking });
  expect(asked("current")).not.toHaveProperty("rerank");
  expect(asked("fusion")).toMatchObject({ rerank: false });
  expect(asked("version:2026-a")).toMatchObject({ model: "2026-a" });
  expect(service.searchRequestSchema.safeParse(asked("version:2026-a")).success).toBe(true);
});

test("values are read one per line; a year must be a year", () => {
  expect(readValues("subject", " Physics \n\nChemistry\nPhysics")).toEqual([
    "Physics",
    "Chemistry",
  ]);
  expect(readValues("level", "")).toEqual([]);
  expect(readValues("year", "2019\n2020")).toEqual(["2019", "2020"]);
  expect(readValues("year", "june 2019")).toBeNull();
});

test.each([
  ["high school physics: light in glass", [[0, 11]], "physics: light in glass"],
  [
    "high school physics: light",
    [
      [0, 11],
      [12, 19],
    ],
    "light",
  ],
  ["marks, june 2019, paper 2?", [[7, 16]], "marks, paper 2?"],
  ["physics", [[0, 7]], ""],
  ["why? 2019", [[5, 9]], "why?"],
  ["😀 physics", [[3, 10]], "😀"],
  ["unchanged", [], "unchanged"],
] as const)("words are taken out of %j", (query, spans, rest) => {
  expect(withoutSpans(query, spans)).toBe(rest);
});
