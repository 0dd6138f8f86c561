/**
 * report.html: one self-contained page about a night, for the person who decides whether to trust
 * it: decision, comparison with plain fusion, the path of C with its certificates, weights, data.
 */
import type { Interval } from "#core/model/ranking-model.ts";
import type { Comparison } from "../select/compare-with-fusion.ts";
import { SIDES } from "../select/rotation.ts";
import type { TrainingCounts, TrainingOutcome } from "../train.ts";
import { barChart, lineChart } from "./chart.ts";
import { escapeHtml, page, type Row, table } from "./page.ts";
import type { NightlyResult } from "./nightly-result.ts";

/** Bad values that are listed one by one. */
const BAD_VALUES_SHOWN = 20;

export function trainingReport(outcome: TrainingOutcome, result: NightlyResult): string {
  const verdict = result.decision === "publish" ? "Publish" : "Keep what is served";
  const head = `<p class="verdict ${result.decision}"><strong>${verdict}.</strong> ${escapeHtml(
    result.reason,
  )}</p><p>Tenant ${escapeHtml(result.tenant)}, seed ${result.seed}, ${result.seconds} s.</p>`;
  const body = outcome.status === "trained" ? trainedSections(outcome) : "";
  return page("Training report", `${head}${body}${dataSection(outcome.counts)}`);
}

type Trained = Extract<TrainingOutcome, { status: "trained" }>;

function trainedSections({ model, selection, trials, certificates, tableTrial }: Trained): string {
  const { validation, test, crossValidation, crossValidationByOrigin } = selection;
  const comparisons: Row[] = [
    comparisonRow("validation (chooses C)", validation),
    comparisonRow("test (held out)", test),
    comparisonRow("cross-validation", crossValidation),
    ...Object.entries(crossValidationByOrigin).map(([origin, comparison]) =>
      comparisonRow(`cross-validation, ${origin}`, comparison),
    ),
  ];
  const weights = model.features.map((feature, index) => ({
    label: feature,
    value: model.weights[index]!,
  }));
  return `
<h2>Against plain fusion, nDCG@10</h2>
${table(["queries of", "queries", "fusion", "learned", "difference", "95 % interval"], comparisons)}
<p>No relevant document of a query that is measured is one of the queries that were learned from:
every figure is about documents that were never learned as an answer. Cross-validation ranks every
query once, by weights of a rotation that never saw it.</p>
${partsSection(trials, certificates)}
${tableSection(tableTrial)}
<h2>Path of C</h2>
${pathSection(selection)}
<h2>Weights</h2>
${barChart(weights)}
<p>In standard units of the training candidates. Model ${escapeHtml(model.version)}, C =
${model.cost}, features ${escapeHtml(model.featureSchemaHash)}.</p>`;
}

function partsSection(trials: Trained["trials"], certificates: Trained["certificates"]): string {
  if (trials.length === 0) return "";
  const rows = trials.map(
    ({ part, unseen, returning, again, isTaken }): Row => [
      part,
      `${fixed(unseen.without)} → ${fixed(unseen.with)}`,
      `${fixed(returning.without)} → ${fixed(returning.with)}`,
      `${fixed(again.without)} → ${fixed(again.with)}`,
      isTaken ? "taken" : "left out",
    ],
  );
  const proofs = certificates.map(
    ({ part, status, gapRel }): Row => [part, status, gapRel.toExponential(1)],
  );
  return `<h2>Learned parts, nDCG@10 without and with</h2>
${table(["part", "unseen (validation)", "returning (training)", "asked again", "decision"], rows)}
<p>A part is taken if it gains somewhere and loses nowhere. Training queries have values of parts
that were fitted without their fold.</p>
${table(["part", "status", "relative gap"], proofs)}`;
}

function tableSection({ unseen, isTaken, reason }: Trained["tableTrial"]): string {
  const figures =
    unseen === null ? "" : ` (provider ${fixed(unseen.without)}, table ${fixed(unseen.with)})`;
  const verdict = isTaken ? "Queries are encoded by the table" : "The provider encodes queries";
  return `<h2>Query table</h2><p>${verdict}: ${escapeHtml(reason)}${figures}.</p>`;
}

const fixed = (value: number): string => value.toFixed(4);

const span = ({ low, high }: Interval): string => `${fixed(low)} to ${fixed(high)}`;

function comparisonRow(label: string, { queries, fusion, learned, difference }: Comparison): Row {
  return [
    label,
    queries,
    fixed(fusion.value),
    fixed(learned.value),
    fixed(difference.value),
    span(difference),
  ];
}

function pathSection({ path, choice, validation }: Trained["selection"]): string {
  const rows = path.map(
    ({ cost, status, certificate, weights }, index): Row => [
      `${cost.toPrecision(3)}${index === choice.chosen ? " (chosen)" : ""}`,
      fixed(choice.validation[index]!),
      fixed(Math.hypot(...weights)),
      certificate.primal.toPrecision(6),
      certificate.gapRel.toExponential(1),
      certificate.kktResidual.toExponential(1),
      status,
    ],
  );
  const points = path.map(({ cost }, index) => ({
    label: cost.toPrecision(2),
    value: choice.validation[index]!,
  }));
  const head = ["C", "validation nDCG@10", "‖v‖", "objective", "relative gap", "KKT", "status"];
  const line = lineChart(points, { label: "plain fusion", value: validation.fusion.value });
  return `${line}${table(head, rows)}`;
}

function dataSection(counts: TrainingCounts): string {
  const rows: Row[] = [
    ["judgments read", counts.judgments],
    ["queries read", counts.queries],
    ["judgments of documents that are gone", counts.withoutDocument],
    ["queries without a candidate in their scope", counts.withoutCandidates],
    ...SIDES.map((side): Row => [`queries in ${side}`, counts.queriesUsed[side]]),
    ["preference pairs", counts.pairs],
    ["couples of pairs that contradict each other", counts.contradictoryPairs],
    ["candidates left out for a value that is not a number", counts.badValues.length],
  ];
  const bad = counts.badValues
    .slice(0, BAD_VALUES_SHOWN)
    .map(({ queryId, documentId, feature, value }): Row => [queryId, documentId, feature, value]);
  const badTable = bad.length === 0 ? "" : table(["query", "document", "feature", "value"], bad);
  return `<h2>Data</h2>${table(["what", "count"], rows)}${badTable}`;
}
