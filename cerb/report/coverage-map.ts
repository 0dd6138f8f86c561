/** The audit's coverage map: documents by subject, level and year, where the corpus has holes. */
import type { AuditResult, Cell } from "../audit/audit-result.ts";
import { html, type Markup } from "./html.ts";
import { percent } from "./numbers.ts";

/** Rows of the map; further ones are said in words. */
export const MAP_ROWS_MAX = 400;

export function coverageMap({ cells }: Pick<AuditResult, "cells">): Markup {
  const years = [...new Set(cells.map(({ year }) => year))].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  const rows = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = JSON.stringify([cell.subject, cell.level]);
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  const shown = [...rows.values()].slice(0, MAP_ROWS_MAX);
  const left = rows.size - shown.length;
  const head = years.map((year) => html`<th>${year ?? "no year"}</th>`);
  const body = shown.map((ofRow) => {
    const [{ subject, level }] = ofRow as [Cell];
    const values = years.map((year) => {
      const documents = ofRow.find((cell) => cell.year === year)?.documents ?? 0;
      return html`<td style="background:${shade(documents)}">${documents === 0 ? "" : documents}</td>`;
    });
    return html`<tr><td>${subject ?? "no subject"}</td><td>${level ?? "no level"}</td>${values}</tr>`;
  });
  return html`<div class="wide"><table><thead><tr><th>subject</th><th>level</th>${head}</tr></thead>
<tbody>${body}</tbody></table></div>${left > 0 ? html`<p>${left} further rows.</p>` : ""}`;
}

function shade(documents: number): string {
  if (documents === 0) return "transparent";
  const share = Math.min(1, Math.log10(documents + 1) / 4);
  return `rgba(46,134,193,${(0.1 + 0.6 * share).toFixed(2)})`;
}

export function auditSummary(audit: AuditResult): Markup {
  const { overall, subjects } = audit.embeddingCoverage;
  const incomplete = Object.entries(subjects).filter(([, { share }]) => share < 1);
  const fields = Object.keys(audit.completeness.overall.fields);
  const rows = [
    ["all", audit.completeness.overall] as const,
    ...Object.entries(audit.completeness.corpora),
  ].map(([name, { documents, fields: of }]) => {
    const cells = fields.map((field) => html`<td>${percent(of[field] ?? 0)}</td>`);
    return html`<tr><td>${name}</td><td>${documents}</td>${cells}</tr>`;
  });
  const head = fields.map((field) => html`<th>${field.replaceAll("_", " ")}</th>`);
  const defects = Object.entries(audit.defects).map(
    ([name, count]) => html`<tr><td>${name}</td><td>${count}</td></tr>`,
  );
  return html`<p>${audit.rows} documents, ${audit.chunks} chunks; embedded ${percent(overall.share)};
subjects below 100 %: ${incomplete.map(([name, { share }]) => `${name} ${percent(share)}`).join(", ") || "none"}.
Exact duplicates ${audit.duplicates}; near-duplicates (Jaccard ≥ ${audit.nearDuplicates.threshold})
${audit.nearDuplicates.documents} documents in ${audit.nearDuplicates.pairs} pairs;
${audit.emptyPools} pairs of subject and level hold nothing.</p>
<div class="wide"><table><thead><tr><th>completeness</th><th>documents</th>${head}</tr></thead>
<tbody>${rows}</tbody></table></div>
<div class="wide"><table><thead><tr><th>defect</th><th>documents</th></tr></thead>
<tbody>${defects}</tbody></table></div>`;
}
