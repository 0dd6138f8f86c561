/**
 * Goal: what a night reports is what its header says. Method: groups in which one feature carries
 * the answer, so a right learner wins; shuffled labels, on which no learner may win, are the
 * canary.
 */
import { describe, expect, it } from "vitest";
import { encodeRankingModel } from "#core/model/decode-ranking-model.ts";
import { type CandidateGroup, isRelevantRow } from "#trainer/data/candidate-group.ts";
import { foldQueries } from "#trainer/data/fold-queries.ts";
import { chooseCost } from "#trainer/select/choose-cost.ts";
import { compare, rankBoth } from "#trainer/select/compare-with-fusion.ts";
import { evaluateOrder, meanOf } from "#trainer/select/evaluate-order.ts";
import { fusedOrder, learnedOrder } from "#trainer/select/rank-candidates.ts";
import { largestGap, rankingModel, withoutZeros } from "#trainer/select/ranking-model.ts";
import { divide, SIDES } from "#trainer/select/rotation.ts";
import { selectModel } from "#trainer/select/select-model.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import { INFORMATIVE, sampleGroups } from "../sample-groups.ts";

const SEED = 99;
const SETTINGS = { ...TRAINING_SETTINGS, bootstrapResamples: 500 };

const groups = sampleGroups(150, SEED);
const foldOf = foldQueries(
  groups.map(({ judged }) => judged),
  SETTINGS,
);
const divided = (all: readonly CandidateGroup[]) => (rotation: number) =>
  divide(all, foldOf, SETTINGS, rotation);
const selection = selectModel(divided(groups), SETTINGS)!;

describe(`a selected model (seed ${SEED})`, () => {
  it("finds the feature that carries the answer and beats fusion beyond the interval", () => {
    const { weights } = selection.model;
    expect(weights[INFORMATIVE]).toBe(Math.max(...weights));
    expect(selection.test.difference.low).toBeGreaterThan(0);
    expect(selection.crossValidation.difference.low).toBeGreaterThan(0);
    expect(selection.decision.decision).toBe("publish");
  });

  it("is certified at each of the eleven C", () => {
    expect(selection.path.map(({ cost }) => cost)).toEqual(SETTINGS.costs);
    expect(SETTINGS.costs).toHaveLength(11);
    expect(SETTINGS.costs[0]).toBeCloseTo(0.01, 15);
    expect(SETTINGS.costs[10]).toBeCloseTo(1000, 10);
    expect(largestGap(selection)).toBeLessThanOrEqual(1e-8);
  });

  it("encodes as a model that a reader accepts, under the same version every time", () => {
    const origin = {
      embeddingModel: "m",
      trainedAt: "2026-11-30T01:02:03.000Z",
      seed: 1,
      queries: 9,
      learned: null,
      queryTable: null,
    };
    const model = rankingModel(selection, origin);
    expect(JSON.parse(encodeRankingModel(model))).toEqual(JSON.parse(JSON.stringify(model)));
    expect(model.version).toMatch(/^20261130-[0-9a-f]{8}$/);
    const later = { ...origin, trainedAt: "2026-11-30T23:00:00.000Z" };
    expect(rankingModel(selection, later).version).toBe(model.version);
    expect(rankingModel(selection, { ...origin, seed: 2 }).version).not.toBe(model.version);
  });

  it("has no feature of weight zero, and ranks the same without it", () => {
    const zero = { ...selection.model, weights: selection.model.weights.with(3, 0) };
    const lean = withoutZeros(zero);
    expect(lean.features).toEqual(zero.features.toSpliced(3, 1));
    for (const group of groups.slice(0, 20)) {
      expect(learnedOrder(group, lean)).toEqual(learnedOrder(group, zero));
    }
    const nothing = { ...zero, weights: zero.weights.map(() => 0) };
    expect(withoutZeros(nothing).features).toEqual(zero.features.slice(0, 1));
  });

  it("does not beat fusion where labels are shuffled among the candidates", () => {
    const shuffledLabels = groups.map((group, index) => {
      const id = group.ids[index % group.ids.length]!;
      return { ...group, judged: { ...group.judged, grades: new Map([[id, 1]]) } };
    });
    const blind = selectModel(divided(shuffledLabels), SETTINGS)!;
    expect(blind.crossValidation.difference.low).toBeLessThan(0.02);
    expect(blind.crossValidation.difference.value).toBeLessThan(
      selection.crossValidation.difference.value / 4,
    );
  });

  it("is null without pairs in training", () => {
    const irrelevant = groups.map((group) => ({
      ...group,
      judged: { ...group.judged, grades: new Map<string, number>() },
    }));
    expect(selectModel(divided(irrelevant), SETTINGS)).toBeNull();
    expect(selectModel(divided([]), SETTINGS)).toBeNull();
  });
});

describe("rotations", () => {
  it("put every query into exactly one side, and into the test exactly once over all", () => {
    const tested: string[] = [];
    for (let rotation = 0; rotation < SETTINGS.folds; rotation += 1) {
      const division = divide(groups, foldOf, SETTINGS, rotation);
      const ids = SIDES.flatMap((side) => division[side].map(({ judged }) => judged.queryId));
      expect(ids.toSorted()).toEqual(groups.map(({ judged }) => judged.queryId));
      tested.push(...division.test.map(({ judged }) => judged.queryId));
    }
    expect(tested.toSorted()).toEqual(groups.map(({ judged }) => judged.queryId));
    expect(selection.crossValidation.queries).toBe(groups.length);
  });
});

describe("orders and their comparison", () => {
  const [group] = groups;
  const { model } = selection;

  it("follow the score, then the fused rank", () => {
    const zero = { ...model, weights: model.weights.map(() => 0) };
    expect(learnedOrder(group!, zero)).toEqual(fusedOrder(group!));
    expect(fusedOrder(group!).map((id) => group!.fusedRanks[group!.ids.indexOf(id)])).toEqual(
      group!.ids.map((_, index) => index + 1),
    );
  });

  it("count a relevant document that the first stage missed against both", () => {
    const grades = new Map([...group!.judged.grades, ["not-found", 1]]);
    const missed = { ...group!, judged: { ...group!.judged, grades } };
    const best = [...missed.ids.keys()].toSorted(
      (a, b) => Number(isRelevantRow(missed, b)) - Number(isRelevantRow(missed, a)),
    );
    const order = () => best.map((row) => missed.ids[row]!);
    expect(meanOf(evaluateOrder([missed], order, 10))).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
  });

  it("are zero without queries, and exactly zero for equal orders", () => {
    const nothing = { value: 0, low: 0, high: 0 };
    expect(compare(rankBoth([], model, 10), SETTINGS)).toMatchObject({
      queries: 0,
      difference: nothing,
    });
    const zero = { ...model, weights: model.weights.map(() => 0) };
    expect(compare(rankBoth(groups, zero, 10), SETTINGS).difference).toEqual(nothing);
  });
});

describe("the choice of C", () => {
  it("takes the smaller of equally good values, whatever their order", () => {
    const trials = [100, 1, 10].map((cost) => ({ cost, model: selection.model }));
    expect(trials[chooseCost(trials, groups, 10).chosen]?.cost).toBe(1);
  });

  it("takes the best on validation", () => {
    const bad = { ...selection.model, weights: selection.model.weights.map((weight) => -weight) };
    const trials = [
      { cost: 1, model: bad },
      { cost: 10, model: selection.model },
    ];
    const { chosen, validation } = chooseCost(trials, groups, 10);
    expect(chosen).toBe(1);
    expect(validation[1]).toBeGreaterThan(validation[0]!);
  });
});
