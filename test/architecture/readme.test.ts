/** What the documents promise exists: commands, links, example requests. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentSchema } from "#edge/schemas/documents.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  ...globSync("{edge,trainer,cerb,migrations,test}/**/*.md"),
];

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8");

  it("names only npm scripts that exist", () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]!);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it("names only entry files that exist", () => {
    const named = [
      ...text.matchAll(/\bnode ((?:edge|trainer|cerb|test|migrations)\/[\w./-]+\.ts)/g),
    ];
    expect(named.map((match) => match[1]!).filter((file) => !existsSync(file))).toEqual([]);
  });

  it("links only to what exists", () => {
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)];
    const missing = links
      .map((match) => join(dirname(page), match[1]!))
      .filter((to) => !existsSync(to));
    expect(missing).toEqual([]);
  });
});

it("the README's example document is accepted by the API's schema", () => {
  const line = readFileSync("README.md", "utf8")
    .split("\n")
    .find((text) => text.startsWith('{"id"'))!;
  expect(documentSchema().safeParse(JSON.parse(line)).success).toBe(true);
});

it("every script's entry file exists", () => {
  const entries = Object.values(scripts).flatMap((script) => script.match(/[\w/]+\.ts/g) ?? []);
  expect(entries.filter((file) => !existsSync(file))).toEqual([]);
});
