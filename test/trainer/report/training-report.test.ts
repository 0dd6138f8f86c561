/** Goal: the page says what nightly.json says, is self-contained, and no text of data is markup. */
import { describe, expect, it } from "vitest";
import { foldQueries } from "#trainer/data/fold-queries.ts";
import { failedNight, nightlyResult } from "#trainer/report/nightly-result.ts";
import { barChart, lineChart } from "#trainer/report/chart.ts";
import { trainingReport } from "#trainer/report/training-report.ts";
import { rankingModel } from "#trainer/select/ranking-model.ts";
import { divide } from "#trainer/select/rotation.ts";
import { selectModel } from "#trainer/select/select-model.ts";
import { TRAINING_SETTINGS } from "#trainer/settings.ts";
import type { TrainingCounts, TrainingOutcome } from "#trainer/train.ts";
import { sampleGroups } from "../sample-groups.ts";

const SETTINGS = { ...TRAINING_SETTINGS, bootstrapResamples: 200 };
const RUN = { tenant: "demo", seed: 42, seconds: 12.3 };

const COUNTS: TrainingCounts = {
  judgments: 80,
  queries: 80,
  withoutDocument: 0,
  withoutCandidates: 0,
  queriesUsed: { train: 48, validation: 16, test: 16 },
  pairs: 240,
  contradictoryPairs: 7,
  badValues: [{ queryId: "<script>q", documentId: "d&1", feature: "cosine", value: "NaN" }],
};

function trainedOutcome(): Extract<TrainingOutcome, { status: "trained" }> {
  const groups = sampleGroups(80, 17);
  const judged = groups.map((group) => group.judged);
  const foldOf = foldQueries(judged, SETTINGS);
  const selection = selectModel((r) => divide(groups, foldOf, SETTINGS, r), SETTINGS)!;
  const origin = {
    embeddingModel: "m",
    trainedAt: "2026-11-30T00:00:00.000Z",
    seed: 42,
    queries: 48,
    learned: null,
    queryTable: null,
  };
  const model = rankingModel(selection, origin);
  const change = { without: 0.5, with: 0.5625 };
  const trials = [
    { part: "history" as const, unseen: change, returning: change, again: change, isTaken: true },
  ];
  const certificates = [{ part: "adapter", status: "optimal" as const, gapRel: 1e-7 }];
  const learned = { trials, certificates, parts: null };
  const tableTrial = { unseen: change, isTaken: false, reason: "-0.0100 nDCG" };
  const table = { tableTrial, table: null };
  return { status: "trained", counts: COUNTS, selection, model, ...learned, ...table };
}

describe("the report of a night", () => {
  const outcome = trainedOutcome();
  const result = nightlyResult(outcome, RUN);
  const html = trainingReport(outcome, result);

  it("shows decision, version, every C, every feature and the held-out difference", () => {
    expect(html).toContain(result.reason);
    expect(html).toContain(outcome.model.version);
    for (const feature of outcome.model.features) expect(html).toContain(feature);
    expect(html.match(/<td>optimal<\/td>/g)).toHaveLength(
      SETTINGS.costs.length + outcome.certificates.length,
    );
    expect(html).toContain("<td>0.5000 → 0.5625</td><td>taken</td>");
    expect(html).toContain("The provider encodes queries: -0.0100 nDCG");
    expect(html).toContain("contradict each other</td><td>7</td>");
    expect(html).toContain(outcome.selection.test.difference.value.toFixed(4));
    expect(html.match(/\(chosen\)/g)).toHaveLength(1);
  });

  it("loads nothing and escapes what comes from data", () => {
    expect(html).not.toMatch(/<script|src=|href=|url\(|@import/);
    expect(html).toContain("&lt;script&gt;q");
    expect(html).toContain("d&amp;1");
  });

  it("stands for a night without a model, too", () => {
    const none: TrainingOutcome = {
      status: "no_pairs",
      reason: "no_pairs: 0 judgments",
      counts: COUNTS,
    };
    const kept = nightlyResult(none, RUN);
    expect(trainingReport(none, kept)).toContain("no_pairs: 0 judgments");
    expect(kept).toMatchObject({
      decision: "keep",
      version: null,
      certificate: { gapRelMax: null },
    });
  });
});

describe("nightly.json", () => {
  it("holds the fields of the contract in every outcome", () => {
    const outcome = trainedOutcome();
    for (const result of [nightlyResult(outcome, RUN), failedNight("no database", RUN)]) {
      expect(Object.keys(result)).toEqual(
        expect.arrayContaining([
          "decision",
          "reason",
          "version",
          "metrics",
          "certificate",
          "seconds",
        ]),
      );
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    }
    expect(failedNight("no database", RUN)).toMatchObject({
      decision: "keep",
      reason: "failed: no database",
      seconds: 12.3,
    });
  });
});

describe("charts", () => {
  it("stay finite for equal, negative and single values", () => {
    const reference = { label: "r", value: 0.5 };
    const charts = [
      lineChart([{ label: "a", value: 0.5 }], reference),
      lineChart(
        [1, 2].map((n) => ({ label: `${n}`, value: 0.5 })),
        reference,
      ),
      barChart([{ label: "zero", value: 0 }]),
      barChart([
        { label: "down", value: -2 },
        { label: "up", value: 1 },
      ]),
    ];
    for (const chart of charts) expect(chart).not.toMatch(/NaN|Infinity/);
  });
});
