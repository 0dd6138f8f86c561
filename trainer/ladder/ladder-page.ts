/** The report of a run as one self-contained page. */
import { barChart, lineChart } from "../report/chart.ts";
import { escapeHtml, page, type Row, table } from "../report/page.ts";
import { partCertificates } from "../learned/learned-features.ts";
import { ablation } from "./ablation.ts";
import type { LadderJson } from "./ladder-json.ts";
import type { LadderResult } from "./run-ladder.ts";
import type { Difference } from "./stage.ts";
import { worstQueries } from "./worst-queries.ts";

const figure = (value: number | null): string => (value === null ? "–" : value.toFixed(4));

const difference = (value: Difference | null): string =>
  value === null
    ? "–"
    : `${value.delta.toFixed(4)} [${value.low.toFixed(4)}, ${value.high.toFixed(4)}]`;

export function ladderPage(result: LadderResult, json: LadderJson): string {
  const body = [
    `<p>${escapeHtml(introduction(json))}</p>`,
    ...json.notes.map((note) => `<p><strong>${escapeHtml(note)}</strong></p>`),
    layersSection(json),
    refereeSection(result),
    worstSection(result),
  ];
  return page("The referee's ladder", body.join("\n"));
}

function introduction({ dataset, seed, seconds, memoryMb, testUses, tieRule }: LadderJson): string {
  return (
    `Collection ${dataset}, seed ${seed}, ${seconds} s, ${memoryMb} MB. Test judgments were used ` +
    `${testUses} time in this run: to score finished rankings. Ties: ${tieRule}. "Unseen": test ` +
    `queries none of whose relevant documents answers a training query. "Disjoint CV": folds of ` +
    `whole components, so that no answer of a development query was trained on. Intervals: 95 %, ` +
    `paired bootstrap over test queries, 10,000 draws.`
  );
}

function layersSection({ stages, servingGap }: LadderJson): string {
  const head = [
    "layer",
    "nDCG@10",
    "R@100",
    "unseen",
    "CV",
    "disjoint CV",
    "against RRF",
    "against the layer above",
  ];
  const rows = stages.map(
    (stage): Row => [
      stage.name,
      figure(stage.ndcg10),
      figure(stage.recall100),
      figure(stage.unseenNdcg10),
      figure(stage.cvNdcg10),
      figure(stage.disjointCvNdcg10),
      difference(stage.vsRrf),
      difference(stage.vsBelow),
    ],
  );
  const gap =
    servingGap === null
      ? ""
      : `<p>Features as served over HTTP and as recomputed by the trainer differ by at most ` +
        `${escapeHtml(servingGap)} over all candidates of all test queries.</p>`;
  return `<h2>Layers</h2>${table(head, rows)}${gap}`;
}

function refereeSection(result: LadderResult): string {
  const { stages, encoder } = result;
  const stage = stages.find(({ name }) => name === "referee-17");
  if (stage === undefined || stage.referee === null || encoder === null) return "";
  const { referee } = stage;
  const worth = ablation(result);
  const bars = worth.map(({ feature, weight }) => ({ label: feature, value: weight }));
  const rows = worth.map(
    ({ feature, weight, change }): Row => [feature, weight.toFixed(3), change.toFixed(4)],
  );
  const points = referee.path.map(({ cost }, at) => ({
    label: cost.toPrecision(2),
    value: (referee.byQuery[at]! + referee.byComponent[at]!) / 2,
  }));
  const certificates = [
    ...partCertificates(encoder.learned).map(
      ({ part, status, gapRel }): Row => [part, status, gapRel],
    ),
    ...referee.path.map(
      ({ cost, status, certificate }): Row => [
        `referee, C = ${cost.toPrecision(3)}`,
        status,
        certificate.gapRel.toExponential(1),
      ],
    ),
  ];
  const chosen = { label: "chosen", value: points[referee.chosen]!.value };
  return `<h2>The best referee: weights in standard units</h2>${barChart(bars)}
<h2>Ablation: CV nDCG@10 without the feature</h2>${table(["feature", "weight", "change"], rows)}
<h2>Mean of both CV nDCG@10 along the path of C</h2>${lineChart(points, chosen)}
<h2>Certificates</h2>${table(["problem", "status", "relative gap"], certificates)}`;
}

function worstSection(result: LadderResult): string {
  const worst = worstQueries(result);
  if (worst.length === 0) return "";
  const rows = worst.map(
    ({ queryId, query, ndcg10, reason }): Row => [queryId, query, figure(ndcg10), reason],
  );
  return `<h2>Worst queries of the best referee</h2>${table(["id", "query", "nDCG@10", "why"], rows)}`;
}
