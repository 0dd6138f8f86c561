/** One self-contained page: styles inside, no network, readable on a phone and in the dark. */
import { escape, type Markup } from "./html.ts";

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8882}
:root{--bad:#c0392b;--good:#1e8449;--one:#2e86c1;--two:#ca6f1e}
body{font:15px/1.5 system-ui,sans-serif;max-width:76rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem}h2{margin-top:2.5rem;font-size:1.2rem}
nav a{margin-right:1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child,td.text,th.text{text-align:left}td.text{white-space:normal}
thead th{border-bottom:2px solid var(--line)}
details{border-bottom:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer}
.tag{background:var(--soft);border-radius:.3rem;padding:0 .4rem;margin-right:.3rem}
.bad{color:var(--bad)}.good{color:var(--good)}.small{font-size:.85em;opacity:.8}
svg text{fill:currentColor;font:12px system-ui,sans-serif}
`;

export function renderPage(title: string, lead: Markup, sections: readonly Section[]): string {
  const links = sections.map(({ id, title: name }) => `<a href="#${id}">${escape(name)}</a>`);
  const bodies = sections.map(
    ({ id, title: name, body }) =>
      `<section id="${id}"><h2>${escape(name)}</h2>\n${body.text}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(title)}</title><style>${STYLE}</style></head>
<body><h1>${escape(title)}</h1>
${lead.text}
<nav>${links.join("\n")}</nav>
${bodies.join("\n")}
</body></html>
`;
}
