/**
 * Goal: margins are the sums that the model says, and only words that no rule has judged may name a field.
 * Method: a detector of a few weights by hand, and the file that carries one.
 */
import { describe, expect, it } from "vitest";
import {
  type DetectorFile,
  readDetector,
  writeDetector,
} from "#core/scope/detect/detector-file.ts";
import { detectFields, fieldMargins } from "#core/scope/detect/field-detector.ts";
import { readTokens } from "#core/scope/detect/read-tokens.ts";
import { queryTokens } from "#core/scope/query-tokens.ts";
import type { ExtractedValue } from "#core/scope/scope-extraction.ts";

const FILE: DetectorFile = {
  fields: ["paper", "year"],
  thresholds: [1.5, 1],
  token: {
    scales: [0.5, 0.25],
    biases: [-0.5, 0],
    lines: "> 2018\tih\nf year\tih\nw jia\tkh\nw mmxx\tho",
  },
  query: { scales: [1, 0.5], biases: [0, -0.5], lines: "w jia\tih\nw mmxx\thk" },
};
const DETECTOR = readDetector(FILE);

const value = (
  field: ExtractedValue["field"],
  span: [number, number],
  confidence: number,
): ExtractedValue => ({ field, span, confidence, values: ["x"], rule: "x" });

const read = (query: string, extracted: ExtractedValue[] = [], excluded: ExtractedValue[] = []) =>
  readTokens(queryTokens(query), { extracted, excluded });

describe("the detector", () => {
  it("takes the best token and the whole query together", () => {
    // paper: jia 3 · 0.5 − 0.5, query 1 · 1; year: 0 and −0.5.
    expect([...fieldMargins(read("jia waves"), DETECTOR)]).toEqual([2, -0.5]);
    // What was read elsewhere and stands behind counts: (3 + 1 + 1) · 0.5 − 0.5 + 1.
    const years = [value("year", [4, 8], 0.95)];
    expect([...fieldMargins(read("jia 2018", years), DETECTOR)]).toEqual([3, -0.5]);
  });

  it("finds a field at its threshold, not below it", () => {
    expect(detectFields(read("jia waves"), DETECTOR)).toEqual(["paper"]);
    expect(detectFields(read("waves mmxx"), DETECTOR)).toEqual(["year"]);
    expect(detectFields(read("jia mmxx"), DETECTOR)).toEqual(["paper", "year"]);
    const [margin] = fieldMargins(read("jia waves"), DETECTOR);
    for (const [threshold, found] of [
      [margin!, ["paper"]],
      [margin! + 1e-9, []],
    ] as const) {
      const other = { ...DETECTOR, thresholds: [threshold, 9] };
      expect(detectFields(read("jia waves"), other)).toEqual(found);
    }
  });

  it.each<[string, ExtractedValue[], ExtractedValue[]]>([
    ["read", [value("paper", [0, 3], 0.95)], []],
    ["a mere mention", [value("subject", [0, 3], 0.3)], []],
    ["ruled out", [], [value("paper", [0, 3], 0.95)]],
  ])("asks no token again that is %s", (_, extracted, excluded) => {
    expect(detectFields(read("jia waves", extracted, excluded), DETECTOR)).toEqual([]);
    expect([...fieldMargins(read("jia", extracted, excluded), DETECTOR)]).toEqual([
      -Infinity,
      -Infinity,
    ]);
  });

  it("a mention is judged, but not read", () => {
    const tokens = read("jia 2018", [value("year", [4, 8], 0.3)]);
    expect(tokens.read).toEqual([[], []]);
    expect(tokens.isJudged).toEqual([false, true]);
  });

  it("has nothing to say of an empty query", () => {
    expect(detectFields(read(""), DETECTOR)).toEqual([]);
  });
});

describe("the file of a detector", () => {
  it("comes back as it was written", () => {
    expect(writeDetector(DETECTOR)).toEqual(FILE);
    expect(readDetector(writeDetector(DETECTOR))).toEqual(DETECTOR);
  });

  it("may hold no feature at all", () => {
    const none = { ...FILE, token: { scales: [1, 1], biases: [0, 0], lines: "" } };
    expect(detectFields(read("jia"), readDetector(none))).toEqual([]);
  });

  it.each<[string, Partial<DetectorFile>]>([
    ["an unknown field", { fields: ["papers", "year"] }],
    ["too few thresholds", { thresholds: [1] }],
    ["a threshold that is no number", { thresholds: [1, Number.NaN] }],
    ["too few scales", { query: { scales: [1], biases: [0, 0], lines: "" } }],
    ["an endless scale", { query: { scales: [1, Infinity], biases: [0, 0], lines: "" } }],
    ["too few biases", { query: { scales: [1, 1], biases: [0], lines: "" } }],
    ["a line of too few weights", { token: { scales: [1, 1], biases: [0, 0], lines: "w jia\th" } }],
    [
      "a line of too many weights",
      { token: { scales: [1, 1], biases: [0, 0], lines: "w jia\thhh" } },
    ],
    ["a weight of −8", { token: { scales: [1, 1], biases: [0, 0], lines: "w jia\th`" } }],
    ["a weight of 8", { token: { scales: [1, 1], biases: [0, 0], lines: "w jia\thp" } }],
    ["an unknown kind", { token: { scales: [1, 1], biases: [0, 0], lines: "q jia\thh" } }],
    [
      "a kind that every object has",
      { token: { scales: [1, 1], biases: [0, 0], lines: "constructor jia\thh" } },
    ],
    ["an empty line", { token: { scales: [1, 1], biases: [0, 0], lines: "w jia\thh\n" } }],
  ])("is refused with %s", (_, change) => {
    expect(() => readDetector({ ...FILE, ...change })).toThrow(RangeError);
  });
});
