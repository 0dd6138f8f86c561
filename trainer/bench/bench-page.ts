/** One self-contained page for a suite: its tables, and log-log charts as inline SVG. */
import type { BenchChart, BenchReport, BenchTable } from "./suite.ts";

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1.5rem}
th,td{border-bottom:1px solid #ccc;padding:.25rem .5rem;text-align:left}
td{font-variant-numeric:tabular-nums}svg{max-width:40rem;width:100%}
@media (prefers-color-scheme:dark){body{background:#111;color:#eee}svg text{fill:#eee}}`;

const COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b"];
const CHART = { width: 640, height: 360, left: 70, bottom: 50, top: 20, right: 150 };

export function benchPage(suite: string, report: BenchReport): string {
  const body = [...report.tables.map(tableHtml), ...report.charts.map(chartHtml)].join("\n");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Benchmark: ${escape(suite)}</title>
<style>${STYLE}</style></head><body><h1>Benchmark: ${escape(suite)}</h1>
${body}</body></html>\n`;
}

function tableHtml({ title, note, columns, rows }: BenchTable): string {
  const cells = (tag: "th" | "td", values: readonly string[]) =>
    `<tr>${values.map((value) => `<${tag}>${escape(value)}</${tag}>`).join("")}</tr>`;
  return `<h2>${escape(title)}</h2><p>${escape(note)}</p>
<table><thead>${cells("th", columns)}</thead>
<tbody>${rows.map((row) => cells("td", row)).join("\n")}</tbody></table>`;
}

function chartHtml({ title, xLabel, yLabel, series }: BenchChart): string {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return "";
  const { width, height, left, bottom, top, right } = CHART;
  const x = logScale(
    points.map((p) => p[0]),
    left,
    width - right,
  );
  const y = logScale(
    points.map((p) => p[1]),
    height - bottom,
    top,
  );
  const lines = series.map((one, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const places = one.points.map((p) => [x.place(p[0]), y.place(p[1])] as const);
    const dots = places.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3" fill="${colour}"/>`);
    const line = places.map(([px, py]) => `${px},${py}`).join(" ");
    return `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>
${dots.join("")}${label(width - right + 12, top + 16 * (i + 1), one.name, `fill="${colour}"`)}`;
  });
  const ticks = [
    ...x.ticks.map((v) => label(x.place(v), height - bottom + 18, String(v), MIDDLE)),
    ...y.ticks.map((v) => label(left - 8, y.place(v) + 4, String(v), 'text-anchor="end"')),
  ];
  const turned = `transform="rotate(-90 14 ${height / 2})" ${MIDDLE}`;
  return `<h2>${escape(title)}</h2><svg viewBox="0 0 ${width} ${height}" font-size="12" role="img">
<title>${escape(title)}</title>${ticks.join("")}${lines.join("")}
${label((left + width - right) / 2, height - 8, xLabel, MIDDLE)}
${label(14, height / 2, yLabel, turned)}</svg>`;
}

const MIDDLE = 'text-anchor="middle"';

function label(x: number, y: number, text: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escape(text)}</text>`;
}

/** Powers of ten around the values, mapped to pixels. */
function logScale(values: readonly number[], from: number, to: number) {
  const logs = values.map((value) => Math.log10(Math.max(value, 1e-6)));
  const low = Math.floor(Math.min(...logs));
  const high = Math.max(low + 1, Math.ceil(Math.max(...logs)));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) =>
    Number((10 ** (low + i)).toPrecision(1)),
  );
  const place = (value: number) => {
    const share = (Math.log10(Math.max(value, 1e-6)) - low) / (high - low);
    return Math.round(10 * (from + share * (to - from))) / 10;
  };
  return { ticks, place };
}

function escape(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
