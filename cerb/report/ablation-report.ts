/** report.html of an ablation. */
import { OUTCOMES } from "#measures/outcome.ts";
import type { Ablation } from "../ablation/run-ablation.ts";
import type { AuditResult } from "../audit/audit-result.ts";
import { ROOT_CAUSES } from "../root-cause/root-cause.ts";
import { auditSummary, coverageMap } from "./coverage-map.ts";
import { failureBrowser } from "./failure-browser.ts";
import { heatMaps } from "./heat-map.ts";
import { html, type Markup } from "./html.ts";
import { leakagePlot } from "./leakage-plot.ts";
import { countTable, pairTable, sliceTable, subsetTable, variantTable } from "./measure-tables.ts";
import { fixed } from "./numbers.ts";
import { renderPage } from "./page.ts";

export interface ReportInput extends Ablation {
  readonly audit: AuditResult;
  readonly measuredIds: ReadonlySet<string>;
  readonly textOf: (id: string) => string;
}

export function ablationReport({
  result,
  evaluated,
  audit,
  measuredIds,
  textOf,
}: ReportInput): string {
  const causes = Object.fromEntries(
    Object.entries(result.rootCauses).map(([name, { overall }]) => [name, overall]),
  );
  return renderPage("CERB: ablation", lead(result), [
    { id: "variants", title: "Variants", body: variantTable(result) },
    { id: "leakage", title: "Leakage", body: html`${leakagePlot(result)}${ratios(result)}` },
    { id: "pairs", title: "Pairs", body: pairTable(result) },
    { id: "slices", title: "Slices", body: heatMaps(result) },
    { id: "slice-table", title: "All slices", body: sliceTable(result) },
    { id: "subsets", title: "Named lists", body: subsetTable(result) },
    { id: "outcomes", title: "Outcomes", body: countTable(OUTCOMES, result.outcomes) },
    { id: "causes", title: "Root causes of zero recall", body: countTable(ROOT_CAUSES, causes) },
    {
      id: "failures",
      title: "Failures of the last variant",
      body: failureBrowser({ evaluated, measuredIds, textOf }),
    },
    { id: "audit", title: "Data quality", body: auditSummary(audit) },
    { id: "map", title: "Coverage map", body: coverageMap(audit) },
  ]);
}

function lead({ cases, mode, strict, errors, head }: Ablation["result"]): Markup {
  const corpora = head.corpora.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  const degraded = Object.entries(head.degraded).map(([reason, count]) => `${reason} ${count}`);
  return html`<p>${cases} cases, mode ${mode}${strict ? ", ours without widening" : ""}, K = ${head.k},
${errors} errors${errors > 0 ? html` <b class="bad">(a table is only valid without any)</b>` : ""}.
Corpora: ${corpora}. Index ${head.indexFingerprint.slice(0, 12)}, cases ${head.casesSha256.slice(0, 12)},
embeddings ${head.embeddingModel}, model of F: ${head.model ?? "none (fusion)"}, k_min ${head.kMin},
${head.resamples} resamples, seed ${head.seed}, ${head.tests} tests without correction.
Latencies exclude the embedding of the query. ${degraded.length === 0 ? "" : `Degraded: ${degraded.join(", ")}.`}
${head.skippedCases.length === 0 ? "" : `${head.skippedCases.length} cases left out: their documents are in no given corpus.`}</p>`;
}

function ratios({ ratios: all }: Ablation["result"]): Markup {
  return html`<p>${all
    .map(
      ({ from, to, measure, ratio, low, high }) =>
        `${from} / ${to} ${measure}: ${fixed(ratio, 2)} [${fixed(low, 2)}, ${fixed(high, 2)}]`,
    )
    .join("; ")} (– = the second does not leak).</p>`;
}
