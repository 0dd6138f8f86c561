/** One self-contained page for a suite: its tables, and log-log charts as inline SVG. */
import type { BenchChart, BenchReport, BenchTable } from "./suite.ts";

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem}
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
<table><thead>${cells("th", columns)}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table>`;
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
    const path = one.points.map((p) => `${x.place(p[0])},${y.place(p[1])}`).join(" ");
    const dots = one.points
      .map((p) => `<circle cx="${x.place(p[0])}" cy="${y.place(p[1])}" r="3" fill="${colour}"/>`)
      .join("");
    const label = `<text x="${width - right + 12}" y="${top + 16 * (i + 1)}" fill="${colour}">${escape(one.name)}</text>`;
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}${label}`;
  });
  const ticks = [
    ...x.ticks.map(
      (v) => `<text x="${x.place(v)}" y="${height - bottom + 18}" text-anchor="middle">${v}</text>`,
    ),
    ...y.ticks.map(
      (v) => `<text x="${left - 8}" y="${y.place(v) + 4}" text-anchor="end">${v}</text>`,
    ),
  ];
  return `<h2>${escape(title)}</h2><svg viewBox="0 0 ${width} ${height}" font-size="12" role="img">
<title>${escape(title)}</title>${ticks.join("")}${lines.join("")}
<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escape(xLabel)}</text>
<text x="14" y="${height / 2}" transform="rotate(-90 14 ${height / 2})" text-anchor="middle">${escape(yLabel)}</text></svg>`;
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
