/** The tables of an ablation as HTML: variants, slices, pairs, outcomes, root causes. */
import { CASE_MEASURES } from "#measures/case-measures.ts";
import type { AblationResult, Summary } from "../ablation/ablation-result.ts";
import { html, type Markup } from "./html.ts";
import { fixed, interval, pValue } from "./numbers.ts";

function table(head: readonly string[], rows: readonly Markup[]): Markup {
  const cells = head.map((name) => html`<th>${name}</th>`);
  return html`<div class="wide"><table><thead><tr>${cells}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function row(name: Markup | string, values: readonly (string | Markup)[]): Markup {
  const cells = values.map((value) => html`<td>${value}</td>`);
  return html`<tr><td>${name}</td>${cells}</tr>
`;
}

/** A measure that is not defined for every case shows for how many it is. */
function cell(summary: Summary, id: (typeof CASE_MEASURES)[number]["id"]): Markup {
  const count = summary.counts[id];
  const note = count === summary.cases ? "" : html` <span class="small">(${count})</span>`;
  return html`${fixed(summary[id])}${note}`;
}

export function variantTable({ variants }: AblationResult): Markup {
  const head = [
    "variant",
    ...CASE_MEASURES.map(({ title }) => title),
    "p50 ms",
    "p95 ms",
    "errors",
  ];
  const rows = Object.entries(variants).map(([name, { what, overall }]) =>
    row(html`<b>${name}</b> <span class="small">${what}</span>`, [
      ...CASE_MEASURES.map(({ id }) => cell(overall, id)),
      fixed(overall.latencyP50Ms, 0),
      fixed(overall.latencyP95Ms, 0),
      String(overall.errors),
    ]),
  );
  return table(head, rows);
}

/** Means of the named lists, and of the slices as one each. */
export function subsetTable({ variants }: AblationResult): Markup {
  const ids = ["ndcg8", "recall8", "gateLeakage", "fullLeakage", "ess", "essPlus"] as const;
  const head = ["variant", "cases", ...ids.map(titleOf)];
  const rows = Object.entries(variants).flatMap(([name, { subsets, macro, slices }]) => [
    ...Object.entries(subsets).map(([subset, summary]) =>
      row(`${name}, ${subset}`, [String(summary.cases), ...ids.map((id) => cell(summary, id))]),
    ),
    row(`${name}, mean of the slices`, [
      `${Object.keys(slices).length} slices`,
      ...ids.map((id) => fixed(macro[id])),
    ]),
  ]);
  return table(head, rows);
}

const titleOf = (id: string) => CASE_MEASURES.find((measure) => measure.id === id)?.title ?? id;

export function sliceTable({ variants }: AblationResult): Markup {
  const ids = ["ndcg8", "recall8", "gateLeakage", "fullLeakage", "ess", "essPlus"] as const;
  const head = ["slice", "variant", "cases", ...ids.map(titleOf)];
  const slices = Object.keys(Object.values(variants)[0]?.slices ?? {});
  const rows = slices.flatMap((slice) =>
    Object.entries(variants).map(([name, { slices: of }]) =>
      row(slice, [name, String(of[slice]!.cases), ...ids.map((id) => cell(of[slice]!, id))]),
    ),
  );
  return table(head, rows);
}

export function pairTable({ pairs }: AblationResult): Markup {
  const head = [
    "pair",
    "measure",
    "cases",
    "difference",
    "95 % interval",
    "p",
    "p shifted",
    "note",
  ];
  const rows = pairs.map((pair) =>
    row(`${pair.from} → ${pair.to}`, [
      titleOf(pair.measure),
      String(pair.count),
      fixed(pair.delta),
      interval(pair.low, pair.high),
      pValue(pair.p),
      pValue(pair.pShift),
      pair.note ?? "",
    ]),
  );
  return table(head, rows);
}

export function countTable(
  names: readonly string[],
  rowsOf: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Markup {
  const rows = Object.entries(rowsOf).map(([name, counts]) =>
    row(
      name,
      names.map((one) => String(counts[one] ?? 0)),
    ),
  );
  return table(["", ...names.map((name) => name.replaceAll("_", " "))], rows);
}
