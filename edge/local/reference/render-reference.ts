/**
 * The reference as one static page: rendered from the OpenAPI description when the Worker is built, no
 * script, no request to anywhere. Everything that comes from the description is escaped.
 */
import type { Description, Operation, Parameter, Schema } from "./description.ts";
import { type FieldRow, noteOf, schemaRows, typeOf } from "./schema-rows.ts";

type Schemas = Description["components"]["schemas"];

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const escapeHtml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** Words between backticks become code. */
const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
/** A name that may be broken at its dots and underscores where the column is narrow. */
const name = (text: string) =>
  `<code>${escapeHtml(text).replaceAll(/[._](?=.)/g, "$&<wbr>")}</code>`;
const json = (value: unknown) =>
  `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;

export function renderReference(description: Description): string {
  const entries = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const { title, version, description: about } = description.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} API reference</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./reference.css">
</head>
<body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>${escapeHtml(title)} API reference</h1>
<p>${prose(about)} Version ${escapeHtml(version)}. The same as a file for tools: <a href="./openapi.json">openapi.json</a>. To try it: the <a href="./">playground</a>.</p>
</header>
<nav aria-label="Operations"><ul>
${entries.map(link).join("\n")}
</ul></nav>
<main id="operations" tabindex="-1">
${INTRODUCTION}
${entries.map((entry) => section(entry, description.components.schemas)).join("\n")}
</main>
</body>
</html>
`;
}

const link = ({ method, path, operation }: Entry) =>
  `<li><a href="#${operation.operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</a></li>`;

const INTRODUCTION = `<section aria-labelledby="conventions">
<h2 id="conventions">Conventions</h2>
<ul>
<li>JSON with snake_case names, UTC, ids are strings, absent is <code>null</code>; unknown request fields are refused by name.</li>
<li><code>Authorization: Bearer KEY</code>, where KEY is an API key or a token from <a href="#issueToken">POST /v1/tokens</a>. Apps on users' devices hold tokens, never keys.</li>
<li>Errors are <code>{"error": {"code", "message", "field", "request_id"}}</code>. 429 and 503 say in <code>Retry-After</code> when to try again; every answer has <code>x-request-id</code>.</li>
<li>The next page is asked for with the <code>next_cursor</code> of the page before and the same request otherwise. Pages are disjoint and stay what they were while documents are added.</li>
</ul>
</section>`;

function section({ method, path, operation }: Entry, schemas: Schemas): string {
  const { operationId, summary, description: about, security } = operation;
  return `<section aria-labelledby="${operationId}">
<h2 id="${operationId}"><span class="method">${method}</span> ${escapeHtml(path)}</h2>
<p>${prose(summary)}.${about === undefined ? "" : ` ${prose(about)}`}</p>
<p class="quiet">${security.length === 0 ? "No key is needed." : "Needs a key or token."}</p>
${parameters(operation.parameters ?? [], schemas, operationId)}
${body(operation, schemas)}
<h3>Call</h3>
<pre><code>${escapeHtml(curl(method, path, operation))}</code></pre>
${responses(operation, schemas)}
</section>`;
}

function table(caption: string, columns: readonly string[], rows: readonly string[][]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  const lines = rows.map(
    ([first, ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<table${columns.length === 2 ? ' class="narrow"' : ""}><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>
${lines.join("\n")}
</tbody></table>`;
}

function parameters(list: readonly Parameter[], schemas: Schemas, operationId: string): string {
  if (list.length === 0) return "";
  const rows = list.map(({ name: called, in: place, required, schema }) => [
    name(called),
    escapeHtml(`${place}, ${typeOf(schema, schemas)}${required === true ? ", required" : ""}`),
    prose(noteOf(schema)),
  ]);
  return table(`Parameters of ${operationId}`, ["Name", "Kind", "Notes"], rows);
}

function fields(caption: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map(({ path, type, isRequired, note }) => [
    name(path),
    escapeHtml(type) + (isRequired ? ", required" : ""),
    prose(note),
  ]);
  return table(caption, ["Field", "Type", "Notes"], cells);
}

function body({ operationId, requestBody }: Operation, schemas: Schemas): string {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return "";
  const others = Object.keys(requestBody!.content).filter((type) => type !== "application/json");
  const also = others.length === 0 ? "" : `<p>Also as ${others.map(code).join(", ")}.</p>`;
  return `${fields(`Body of ${operationId}`, schemaRows(media.schema, schemas))}${also}`;
}

function curl(
  method: string,
  path: string,
  { parameters: list, requestBody, security }: Operation,
) {
  const given = (list ?? []).filter(({ example }) => example !== undefined);
  const filled = given
    .filter((one) => one.in === "path")
    .reduce(
      (text, { name: called, example }) => text.replace(`{${called}}`, String(example)),
      path,
    );
  const query = given
    .filter((one) => one.in === "query")
    .map(({ name: called, example }) => `${called}=${String(example)}`)
    .join("&");
  const example = requestBody?.content["application/json"]?.example;
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$URL${filled}${query === "" ? "" : `?${query}`}"`,
    ...(security.length === 0 ? [] : [`-H "Authorization: Bearer $KEY"`]),
    ...(example === undefined
      ? []
      : [
          `-H "Content-Type: application/json"`,
          `-d '${JSON.stringify(example).replaceAll("'", "’")}'`,
        ]),
  ].join(" \\\n  ");
}

function responses({ operationId, responses: all }: Operation, schemas: Schemas): string {
  const rows = Object.entries(all).map(([status, { description: meaning, content }]) => {
    const media = content?.["application/json"];
    const shown = media?.example;
    const example =
      shown === undefined
        ? ""
        : `<details><summary>Example of ${status}</summary>${json(shown)}</details>`;
    return [code(status), prose(meaning) + example];
  });
  const answer: Schema | undefined = all["200"]?.content?.["application/json"]?.schema;
  const answerFields = answer === undefined ? [] : schemaRows(answer, schemas);
  const details =
    answerFields.length === 0
      ? ""
      : `<details><summary>Fields of the answer</summary>${fields(`Answer of ${operationId}`, answerFields)}</details>`;
  return `${table(`Answers of ${operationId}`, ["Status", "Meaning"], rows)}${details}`;
}
