/** A self-contained HTML page: no script, no font, no address outside it. All text is escaped. */

export type Row = readonly (string | number)[];

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c2330; background: #fff; }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #dde2ea }
td:not(:first-child), th:not(:first-child) { text-align: right }
.verdict { padding: .8rem 1rem; border-left: 4px solid #8a93a3; background: #f4f6f9 }
.publish { border-color: #1a7f4b } .keep { border-color: #b3541e }
svg { width: 100%; height: auto; margin: .5rem 0 } svg text { font-size: 12px; fill: #1c2330 }
.line { fill: none; stroke: #2457a6; stroke-width: 2 } .reference { stroke: #8a93a3;
  stroke-dasharray: 5 4 } .dot { fill: #2457a6 } .up { fill: #2457a6 } .down { fill: #b3541e }`;

export function escapeHtml(text: string | number): string {
  return String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`;
}

export function table(head: Row, rows: readonly Row[]): string {
  const cells = (row: Row, tag: "td" | "th") =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
  return `<table><thead><tr>${cells(head, "th")}</tr></thead>\n<tbody>${body}</tbody></table>`;
}
