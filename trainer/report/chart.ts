/** Two small SVG charts: a line over labelled points with a reference, and signed bars. */
import { escapeHtml } from "./page.ts";

export interface Point {
  readonly label: string;
  readonly value: number;
}

const WIDTH = 720;
const LINE_HEIGHT = 220;
const MARGIN = 46;
const BAR_HEIGHT = 20;
const LABEL_WIDTH = 190;

const at = (value: number): string => value.toFixed(1);

/** Points left to right at equal distances; the reference is a dashed level. */
export function lineChart(points: readonly Point[], reference: Point): string {
  const values = [...points.map(({ value }) => value), reference.value];
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const x = (index: number) =>
    MARGIN + (index * (WIDTH - 2 * MARGIN)) / Math.max(1, points.length - 1);
  const y = (value: number) =>
    LINE_HEIGHT - MARGIN - ((value - low) / range) * (LINE_HEIGHT - 2 * MARGIN);
  const path = points.map(({ value }, index) => `${at(x(index))},${at(y(value))}`).join(" ");
  const dots = points
    .map(
      ({ label, value }, index) =>
        `<circle class="dot" cx="${at(x(index))}" cy="${at(y(value))}" r="3"/>` +
        `<text x="${at(x(index))}" y="${LINE_HEIGHT - 14}" text-anchor="middle">` +
        `${escapeHtml(label)}</text>`,
    )
    .join("");
  const level = at(y(reference.value));
  return `<svg viewBox="0 0 ${WIDTH} ${LINE_HEIGHT}" role="img">
<line class="reference" x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${level}" y2="${level}"/>
<text x="${WIDTH - MARGIN}" y="${at(y(reference.value) - 5)}" text-anchor="end">${escapeHtml(
    `${reference.label} ${reference.value.toFixed(4)}`,
  )}</text><polyline class="line" points="${path}"/>${dots}</svg>`;
}

/** One bar a point from a common zero line, with its value. */
export function barChart(points: readonly Point[]): string {
  const largest = Math.max(...points.map(({ value }) => Math.abs(value))) || 1;
  const zero = LABEL_WIDTH + (WIDTH - LABEL_WIDTH) / 2;
  const unit = (WIDTH - LABEL_WIDTH) / 2 - MARGIN;
  const bars = points.map(({ label, value }, index) => {
    const top = index * BAR_HEIGHT;
    const length = (Math.abs(value) / largest) * unit;
    const left = value < 0 ? zero - length : zero;
    const anchor = value < 0 ? "end" : "start";
    const edge = value < 0 ? left - 4 : zero + length + 4;
    return (
      `<text x="0" y="${top + 14}">${escapeHtml(label)}</text>` +
      `<rect class="${value < 0 ? "down" : "up"}" x="${at(left)}" y="${top + 4}" ` +
      `width="${at(length)}" height="${BAR_HEIGHT - 8}"/>` +
      `<text x="${at(edge)}" y="${top + 14}" text-anchor="${anchor}">${value.toFixed(3)}</text>`
    );
  });
  const height = points.length * BAR_HEIGHT;
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img">${bars.join("")}</svg>`;
}
