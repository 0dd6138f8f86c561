/** Leakage by variant as inline SVG: gate and full-tuple means with their 95 % intervals. */
import type { AblationResult } from "../ablation/ablation-result.ts";
import { html, Markup } from "./html.ts";

const WIDTH = 720;
const HEIGHT = 280;
const LEFT = 44;
const TOP = 12;
const BOTTOM = 40;
const BAR = 0.32;

const SERIES = [
  { id: "gateLeakage", name: "gate", color: "var(--one)" },
  { id: "fullLeakage", name: "full tuple", color: "var(--two)" },
] as const;

const y = (value: number) => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);

export function leakagePlot({ variants }: AblationResult): Markup {
  const names = Object.keys(variants);
  const step = (WIDTH - LEFT) / Math.max(1, names.length);
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) => html`<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"
 stroke="var(--line)"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const bars = names.flatMap((name, index) =>
    SERIES.map(({ id, color }, at) => {
      const { overall, intervals } = variants[name]!;
      const x = LEFT + (index + 0.5 + (at - 1) * BAR) * step;
      return bar(x, BAR * step, overall[id] ?? 0, intervals[id], color);
    }),
  );
  const labels = names.map(
    (name, index) => html`<text x="${LEFT + (index + 0.5) * step}" y="${HEIGHT - BOTTOM + 18}"
 text-anchor="middle">${name}</text>`,
  );
  const legend = SERIES.map(
    ({ name, color }, at) => html`<rect x="${LEFT + at * 110}" y="${HEIGHT - 12}" width="10"
 height="10" fill="${color}"/><text x="${LEFT + 14 + at * 110}" y="${HEIGHT - 3}">${name}</text>`,
  );
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" width="100%"
 aria-label="Leakage by variant with 95 % intervals">${grid}${bars}${labels}${legend}</svg>`;
}

function bar(
  x: number,
  width: number,
  value: number,
  range: { low: number; high: number } | undefined,
  color: string,
): Markup {
  const middle = x + width / 2;
  const whisker =
    range === undefined
      ? new Markup("")
      : html`<path d="M${middle} ${y(range.low)}V${y(range.high)}M${middle - 4} ${y(range.low)}h8
M${middle - 4} ${y(range.high)}h8" stroke="currentColor" fill="none"/>`;
  return html`<rect x="${x}" y="${y(value)}" width="${width * 0.9}"
 height="${y(0) - y(value)}" fill="${color}"><title>${value.toFixed(4)}</title></rect>${whisker}`;
}
