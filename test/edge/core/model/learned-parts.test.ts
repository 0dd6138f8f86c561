/** Goal: learned parts survive publication, and parts that do not fit together are refused. */
import { describe, expect, it } from "vitest";
import { decodeRankingModel, encodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { ADAPTER_RANK_MAX, adaptQuery, type QueryAdapter } from "#core/model/query-adapter.ts";
import type { LearnedParts } from "#core/model/ranking-model.ts";
import { rankingModel } from "./model-builder.ts";

const ADAPTER: QueryAdapter = {
  dimension: 2,
  mean: [0.5, 0],
  offset: [0, 0.25],
  left: [0, 127],
  right: [127, 0],
  leftScales: [1 / 127],
  rightScales: [2 / 127],
};
const LEARNED: LearnedParts = { version: "v1", weighsLexicalLeg: false, adapter: ADAPTER };

const decode = (learned: unknown) => {
  const base = rankingModel();
  return decodeRankingModel({ ...base, learned }, base);
};

describe("learned parts of a model", () => {
  it("are read as they were published", () => {
    const published = { ...rankingModel(), learned: LEARNED };
    const decoding = decodeRankingModel(encodeRankingModel(published), published);
    expect(decoding.ok && decoding.model.learned).toEqual(LEARNED);
    expect(decode({ ...LEARNED, adapter: null }).ok).toBe(true);
  });

  it("are absent where the model has none", () => {
    const decoding = decodeRankingModel(rankingModel(), rankingModel());
    expect(decoding.ok && "learned" in decoding.model).toBe(false);
  });

  it.each([
    ["no version", { ...LEARNED, version: "" }],
    ["no switch", { ...LEARNED, weighsLexicalLeg: "yes" }],
    ["a short factor", { ...LEARNED, adapter: { ...ADAPTER, left: [1] } }],
    ["a short mean", { ...LEARNED, adapter: { ...ADAPTER, mean: [1] } }],
    ["no factors", { ...LEARNED, adapter: { ...ADAPTER, leftScales: null } }],
    ["a number that is none", { ...LEARNED, adapter: { ...ADAPTER, offset: [0, null] } }],
    ["no dimension", { ...LEARNED, adapter: { ...ADAPTER, dimension: -1 } }],
    [
      "too many factors",
      { ...LEARNED, adapter: { ...ADAPTER, leftScales: Array(ADAPTER_RANK_MAX + 1).fill(1) } },
    ],
  ])("are refused with %s", (_, learned) => {
    expect(decode(learned).ok).toBe(false);
  });
});

describe("adaptQuery", () => {
  it("is the unit query plus offset plus the factors' part", () => {
    // q = (0.6, 0.8): right·(q − μ) = 2·0.1, left = (0, 1).
    const adapted = adaptQuery(ADAPTER, [3, 4])!;
    expect(adapted[0]).toBeCloseTo(0.6, 12);
    expect(adapted[1]).toBeCloseTo(0.8 + 0.25 + 0.2, 12);
  });
});
