/** What the page is made of: size, words in both languages, and no way to turn text into markup. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundlePlayground } from "#edge/playground/bundle-playground.ts";
import { en } from "#edge/playground/strings/en.ts";
import { fr } from "#edge/playground/strings/fr.ts";

/** Everything that a browser loads for a page with formulas, fonts aside. */
const PAGE_GZIP_BYTES_MAX = 150 * 1024;
/** What it loads before the first formula. */
const FIRST_LOAD_GZIP_BYTES_MAX = 30 * 1024;

const SOURCES = new URL("../../../edge/playground/", import.meta.url).pathname;
let built: string;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), "scopewise-page-files-"));
  await bundlePlayground(built);
});
afterAll(() => rm(built, { recursive: true }));

async function filesOf(folder: string, ending: RegExp): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => ending.test(name) && !name.startsWith("dist"),
  );
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "latin1")] as const),
  ) as Promise<[string, string][]>;
}

test("the page is small, and smaller still until a formula appears", async () => {
  const files = await filesOf(built, /\.(?:js|css|html|svg)$/);
  const size = ([, text]: readonly [string, string]) =>
    gzipSync(Buffer.from(text, "latin1")).length;
  const total = (list: readonly [string, string][]) =>
    list.map(size).reduce((sum, bytes) => sum + bytes, 0);
  const first = files.filter(([name]) => !/^(?:katex|formula)\./.test(name));
  expect(files.map(([name]) => name).toSorted()).toEqual([
    "formula.css",
    "icon.svg",
    "index.html",
    "katex.js",
    "main.js",
    "page.css",
  ]);
  expect(total(files)).toBeLessThanOrEqual(PAGE_GZIP_BYTES_MAX);
  expect(total(first)).toBeLessThanOrEqual(FIRST_LOAD_GZIP_BYTES_MAX);
  expect(total(first)).toBeGreaterThan(1024);
});

test("the fonts of the formulas are there, in one format", async () => {
  const fonts = await readdir(join(built, "fonts"));
  expect(fonts.length).toBeGreaterThanOrEqual(20);
  expect(fonts.filter((name) => !name.endsWith(".woff2"))).toEqual([]);
});

const SINKS = new RegExp(
  String.raw`\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|` +
    String.raw`setHTML\w*|createContextualFragment|eval|Function)\b`,
);

test("nothing in the page parses text as HTML or code", async () => {
  const offending = (await filesOf(SOURCES, /\.ts$/)).filter(([, text]) => SINKS.test(text));
  expect(offending.map(([name]) => name)).toEqual([]);
  expect(SINKS.test("node.innerHTML = text")).toBe(true);
});

test("the page's own HTML holds no script, style or handler in a line", async () => {
  const html = await readFile(join(SOURCES, "index.html"), "utf8");
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="./main.js">']);
});

/** Paths of all texts below a value: `origin.lock`, `fields.subject`. */
function keysOf(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child === "object" ? keysOf(child as object, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

test("both languages have the same texts, none of them empty", () => {
  expect(keysOf(fr).toSorted()).toEqual(keysOf(en).toSorted());
  const texts = Object.values(fr).filter((text) => typeof text === "string");
  expect(texts.filter((text) => text.trim() === "")).toEqual([]);
  // French sets a space before these signs.
  expect(texts.filter((text) => /[^\s\u00a0\u202f][:;!?»]/.test(text))).toEqual([]);
});

test("each text is used, and each text that the page asks for exists", async () => {
  const html = await readFile(join(SOURCES, "index.html"), "utf8");
  const asked = [...html.matchAll(/data-text="(\w+)"/g)].map(([, key]) => key ?? "");
  const strings = en as unknown as Readonly<Record<string, unknown>>;
  expect(asked.filter((key) => typeof strings[key] !== "string")).toEqual([]);
  const code = (await filesOf(SOURCES, /\.ts$/))
    .filter(([name]) => !name.startsWith("strings"))
    .map(([, text]) => text)
    .join("\n");
  const unused = Object.keys(en).filter(
    (key) => !asked.includes(key) && !new RegExp(`strings\\.${key}\\b`).test(code),
  );
  expect(unused).toEqual([]);
});
