/**
 * The failures of the last variant, one by one: what was asked, what was read, every step, and what
 * each variant returned, with grades and what leaks. Cases that are only to be measured stand apart
 * and closed: whoever opens them can no longer measure with them.
 */
import { gainOf } from "#measures/judged-list.ts";
import type { Evaluated } from "../ablation/compare-variants.ts";
import type { EvaluatedCase } from "../ablation/evaluate-runs.ts";
import { html, type Markup } from "./html.ts";
import { fixed } from "./numbers.ts";

export const FAILURES_MAX = 300;
const RELEVANT_SHOWN = 12;
const SNIPPET_CHARS = 110;

export interface BrowserInput {
  readonly evaluated: Evaluated;
  /** Ids that are only measured; absent for a set without a split. */
  readonly measuredIds: ReadonlySet<string>;
  readonly textOf: (id: string) => string;
}

/** Nothing scope-correct and relevant, or something outside the scope. */
export function isFailure({ values }: EvaluatedCase): boolean {
  return values.essPlus === 0 || values.recall8 === 0 || values.fullContamination === 1;
}

export function failureBrowser({ evaluated, measuredIds, textOf }: BrowserInput): Markup {
  const last = [...evaluated.values()].at(-1) ?? [];
  const failures = last.filter(isFailure).slice(0, FAILURES_MAX);
  const show = (some: readonly EvaluatedCase[]) =>
    some.map((one) => caseDetails(one, evaluated, textOf));
  const open = failures.filter(({ item }) => !measuredIds.has(item.id));
  const closed = failures.filter(({ item }) => measuredIds.has(item.id));
  return html`<p>${failures.length} of ${last.length} cases.</p>${show(open)}${
    closed.length === 0
      ? ""
      : html`<details><summary>${closed.length} cases that are only measured: do not open them while
anything is tuned</summary>${show(closed)}</details>`
  }`;
}

function caseDetails(
  one: EvaluatedCase,
  evaluated: Evaluated,
  textOf: BrowserInput["textOf"],
): Markup {
  const { item, record, rootCause, outcome } = one;
  const relevant = [...item.labels.grades].toSorted(([, a], [, b]) => b - a);
  const runs = [...evaluated].flatMap(([variant, cases]) => {
    const run = cases.find((other) => other.item.id === item.id);
    return run === undefined ? [] : [variantDetails(variant, run, textOf)];
  });
  return html`<details><summary><b>${item.id}</b> <span class="tag">${item.slice}</span>
<span class="tag">${outcome}</span>${rootCause === null ? "" : html`<span class="tag">${rootCause}</span>`}
${item.query}</summary>
<p class="small">${item.notes}</p>
<p>scope ${JSON.stringify(item.labels.scope)}<br>sent ${JSON.stringify(record.explicit_scope)}<br>
read ${JSON.stringify(record.extracted_scope)}<br>in force ${JSON.stringify(record.effective_scope)}</p>
<p>relevant:</p><ul>${relevant
    .slice(0, RELEVANT_SHOWN)
    .map(
      ([id, grade]) =>
        html`<li>${grade} ${id} <span class="small">${snippet(textOf(id))}</span></li>`,
    )}</ul>
${runs}</details>`;
}

function variantDetails(
  variant: string,
  { judged, record, values, item }: EvaluatedCase,
  textOf: BrowserInput["textOf"],
): Markup {
  const steps = record.steps.map(
    ({ step, pool_size: pool, reason, dropped }) =>
      `${step}: ${pool} documents${reason === null ? "" : `, ${reason}, without ${dropped.join(", ")}`}`,
  );
  const rows = judged.returned.map(({ id, violations }, index) => {
    const { ranks } = record.returned[index] ?? { ranks: null };
    const legs =
      ranks === null
        ? ""
        : `${ranks.lexical ?? "–"} / ${ranks.dense ?? "–"} / ${ranks.expansion ?? "–"}`;
    const grade = gainOf(id, item.labels.grades);
    return html`<tr><td>${index + 1}</td><td class="${grade > 0 ? "good" : ""}">${grade}</td>
<td class="text">${id} <span class="small">${snippet(textOf(id))}</span></td><td>${legs}</td>
<td class="text bad">${violations.map(({ field }) => field).join(", ")}</td></tr>`;
  });
  return html`<details><summary>${variant}: nDCG@8 ${fixed(values.ndcg8, 2)}, gate leakage
${fixed(values.gateLeakage, 2)} <span class="small">${steps.join("; ")} ${record.notes.join("; ")}
${record.error?.message ?? ""}</span></summary>
<div class="wide"><table><thead><tr><th>rank</th><th>grade</th><th class="text">document</th>
<th>lexical / dense / expansion</th><th>outside by</th></tr></thead><tbody>${rows}</tbody></table></div>
</details>`;
}

function snippet(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > SNIPPET_CHARS ? `${flat.slice(0, SNIPPET_CHARS)}…` : flat;
}
