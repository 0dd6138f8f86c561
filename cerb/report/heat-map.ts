/** Slices against variants: one table a measure, each cell coloured by its value. */
import type { AblationResult } from "../ablation/ablation-result.ts";
import { html, type Markup } from "./html.ts";
import { fixed } from "./numbers.ts";

/** Fewer cases than this say little about a slice. */
export const SMALL_SLICE = 12;

const MEASURES = [
  { id: "ndcg8", title: "nDCG@8", isGood: true },
  { id: "recall8", title: "R@8", isGood: true },
  { id: "essPlus", title: "ESS+", isGood: true },
  { id: "gateLeakage", title: "gate leakage", isGood: false },
] as const;

export function heatMaps({ variants }: AblationResult): Markup {
  const names = Object.keys(variants);
  const slices = Object.entries(Object.values(variants)[0]?.slices ?? {});
  const maps = MEASURES.map(({ id, title, isGood }) => {
    const rows = slices.map(([slice, { cases }]) => {
      const cells = names.map((name) => {
        const value = variants[name]!.slices[slice]?.[id] ?? null;
        return html`<td style="background:${colour(value, isGood)}">${fixed(value, 2)}</td>`;
      });
      const small = cases < SMALL_SLICE ? " (few)" : "";
      return html`<tr><td>${slice} <span class="small">n = ${cases}${small}</span></td>${cells}</tr>`;
    });
    const head = names.map((name) => html`<th>${name}</th>`);
    return html`<h3>${title}</h3><div class="wide"><table>
<thead><tr><th>slice</th>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
  });
  return html`${maps}`;
}

function colour(value: number | null, isGood: boolean): string {
  if (value === null) return "transparent";
  const [red, green, blue] = isGood ? [39, 134, 72] : [192, 57, 43];
  return `rgba(${red},${green},${blue},${(0.08 + 0.6 * Math.min(1, value)).toFixed(2)})`;
}
