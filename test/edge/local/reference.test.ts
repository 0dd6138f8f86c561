/** The reference page: it says everything the description says, in markup that nothing can break out of. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderReference } from "#edge/local/reference/render-reference.ts";
import { schemaRows, typeOf } from "#edge/local/reference/schema-rows.ts";
import { writeReference } from "#edge/local/reference/write-reference.ts";
import { operationsOf, readDescription } from "../../support/description.ts";

const PAGE_GZIP_BYTES_MAX = 30 * 1024;

const unescape = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

describe("the reference page", () => {
  let folder: string;
  let page: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopewise-reference-"));
    await writeReference(folder);
    page = await readFile(join(folder, "reference.html"), "utf8");
    page = page.replaceAll("<wbr>", "");
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("has every operation, status, parameter and body field of the description", async () => {
    const operations = operationsOf(await readDescription());
    expect(operations.length).toBeGreaterThan(15);
    for (const { method, path, operationId, statuses, parameters } of operations) {
      const from = page.indexOf(`<h2 id="${operationId}">`);
      const text = page.slice(from, page.indexOf("</section>", from));
      expect(from, operationId).toBeGreaterThan(0);
      expect(text).toContain(`${method}</span> ${path}</h2>`);
      expect(page).toContain(`<a href="#${operationId}">`);
      for (const status of statuses) expect(text).toContain(`<code>${status}</code>`);
      for (const { name } of parameters) expect(text).toContain(`<code>${name}</code>`);
    }
    for (const field of ["scope.subject", "documents[].id", "hits[].leakage.gate", "strict"]) {
      expect(page).toContain(`<code>${field}</code>`);
    }
  });

  it("shows examples that are JSON", () => {
    const shown = [
      ...page.matchAll(/<details><summary>Example of[^]*?<pre><code>([^]*?)<\/code>/g),
    ];
    expect(shown.length).toBeGreaterThan(100);
    for (const [, text] of shown)
      expect(() => JSON.parse(unescape(text!)) as unknown).not.toThrow();
  });

  it("asks for nothing from elsewhere, runs nothing, and is small", () => {
    expect(page).not.toMatch(/<script|\son\w+=|style="|(?:href|src)="(?:https?:)?\/\//);
    expect(gzipSync(page).length).toBeLessThanOrEqual(PAGE_GZIP_BYTES_MAX);
  });

  it("escapes what comes from the description", () => {
    const evil = "<img src=x onerror=alert(1)>\"'&`<b>`";
    const html = renderReference({
      info: { title: evil, version: evil, description: evil },
      components: { schemas: {} },
      paths: {
        [`/${evil}`]: {
          get: {
            operationId: "x",
            summary: evil,
            security: [],
            parameters: [{ in: "query", name: evil, schema: { description: evil }, example: evil }],
            responses: {
              200: {
                description: evil,
                content: { "application/json": { schema: {}, example: evil } },
              },
            },
          },
        },
      },
    });
    expect(html).not.toMatch(/<img|<b>/);
  });
});

describe("rows of a schema", () => {
  const schemas = { Leaf: { type: "object", properties: { n: { type: "integer", minimum: 1 } } } };
  it("name nested fields, lists, references and bounds", () => {
    const rows = schemaRows(
      {
        required: ["a"],
        properties: {
          a: { type: "array", items: { $ref: "#/components/schemas/Leaf" }, maxItems: 3 },
          b: { anyOf: [{ type: "string", minLength: 1, maxLength: 9 }, { type: "null" }] },
          c: { type: ["string", "null"], default: "x" },
        },
      },
      schemas,
    );
    expect(rows).toEqual([
      { path: "a", type: "list of object", isRequired: true, note: "at most 3 items" },
      { path: "a[].n", type: "integer", isRequired: false, note: "at least 1" },
      { path: "b", type: "string or null", isRequired: false, note: "" },
      { path: "c", type: "string or null", isRequired: false, note: 'default "x"' },
    ]);
  });

  it("name values and tuples", () => {
    expect(typeOf({ enum: ["W1", null] }, {})).toBe('"W1" | null');
    expect(typeOf({ const: "ok" }, {})).toBe('"ok"');
    expect(typeOf({ prefixItems: [{ type: "integer" }, { type: "integer" }] }, {})).toBe(
      "[integer, integer]",
    );
    expect(typeOf({}, {})).toBe("any");
  });
});
