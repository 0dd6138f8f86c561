/**
 * Goal: training finds what tells a field's names, keeps its promise about false findings, and gives the
 * same detector twice. Method: made-up queries in which "zorn" behind "exam" is always a paper.
 */
import { describe, expect, it } from "vitest";
import { writeDetector } from "#core/scope/detect/detector-file.ts";
import { detectFields, type FieldDetector } from "#core/scope/detect/field-detector.ts";
import { queryTokens } from "#core/scope/query-tokens.ts";
import { compileVocabulary } from "#core/scope/extract-scope.ts";
import { mergeVocabulary } from "#core/scope/vocabulary/merge-vocabulary.ts";
import { readQuery } from "#trainer/detector/detector-rows.ts";
import { DETECTOR_SETTINGS, trainDetector } from "#trainer/detector/train-detector.ts";
import { mulberry32 } from "#trainer/solver/seeded-order.ts";

const SEED = 7;
const PAPERS = ["zornalia", "zornetta", "zornomir", "zornavik", "zornupel"];
const vocabulary = compileVocabulary(
  mergeVocabulary({
    version: "1",
    learned: PAPERS.map((value) => ({ field: "paper", value, documents: 10 })),
    edited: [],
    years: null,
    languages: ["en"],
  }),
);

const TOPIC = "cells energy light wave acid force market river novel prime angle gas".split(" ");

function labelled(wrong: boolean) {
  const next = mulberry32(SEED);
  const pick = (list: readonly string[]) => list[next() % list.length]!;
  return Array.from({ length: 300 }, (_, at) => {
    const topic = `${pick(TOPIC)} ${pick(TOPIC)} ${pick(TOPIC)}`;
    const paper = at % 3 === 0 ? pick(PAPERS) : null;
    const names = wrong ? at % 2 === 0 : paper !== null;
    return {
      set: at % 10,
      vocabulary: "default",
      query: paper === null ? topic : `${topic} exam ${paper}`,
      named: names ? { paper: ["x"] } : {},
    };
  });
}

const trained = (wrong = false) =>
  trainDetector(
    labelled(wrong).map((query) => readQuery(query, vocabulary)),
    DETECTOR_SETTINGS,
    () => undefined,
  );

const find = (query: string, detector: FieldDetector) => {
  const tokens = queryTokens(query);
  const nothing = tokens.map(() => []);
  return detectFields({ tokens, read: nothing, isJudged: tokens.map(() => false) }, detector);
};

describe(`training of the detector (seed ${SEED})`, () => {
  const { detector, gapRelMax, falseQueryShare } = trained();

  it("detects no field that hardly a query names", () => {
    expect(detector.fields).toEqual(["paper"]);
  });

  it("finds a paper of a name that it never saw, by its letters and its place", () => {
    expect(find("gas angle wave exam zornissa", detector)).toEqual(["paper"]);
    const topics = TOPIC.flatMap((one) => TOPIC.map((other) => `${one} ${other} ${one}`));
    const told = topics.filter((query) => find(query, detector).length > 0);
    expect(told.length / topics.length).toBeLessThanOrEqual(2 * DETECTOR_SETTINGS.falseShareMax);
  });

  it("certifies its solutions and tells few queries what they do not name", () => {
    expect(gapRelMax).toBeLessThanOrEqual(1e-4);
    expect(falseQueryShare).toBeLessThanOrEqual(6 * DETECTOR_SETTINGS.falseShareMax);
  });

  it.each([[[]], [[3]], [[3, 8]]])("needs sets of two folds: %j are refused", (sets) => {
    const queries = labelled(false)
      .filter(({ set }) => sets.some((one) => one === set))
      .map((query) => readQuery(query, vocabulary));
    expect(() => trainDetector(queries, DETECTOR_SETTINGS, () => undefined)).toThrow(/two sets/);
  });

  it("learns nothing from queries that name too little, and says so", () => {
    const queries = labelled(false)
      .map((query) => ({ ...query, named: {} }))
      .map((query) => readQuery(query, vocabulary));
    const train = () => trainDetector(queries, DETECTOR_SETTINGS, () => undefined);
    expect(train).toThrow(/no field is named by at least 20 queries/);
  });

  it("gives the same detector twice", () => {
    expect(writeDetector(trained().detector)).toEqual(writeDetector(detector));
  });

  it("canary: labels that say nothing teach nothing of the whole query", () => {
    const words = ({ query }: FieldDetector) => query.rows.w.get("exam");
    const weight = (one: FieldDetector) =>
      (one.query.table[words(one)!] ?? 0) * one.query.scales[0]!;
    expect(words(detector)).toBeDefined();
    expect(weight(detector)).toBeGreaterThan(0.1);
    const random = trained(true).detector;
    expect(words(random) === undefined || weight(random) < weight(detector) / 2).toBe(true);
  });
});
