import fc from "fast-check";
import { expect, test } from "vitest";
import { highlight } from "#core/text/highlight.ts";
import { readSnippet } from "#edge/playground/text/read-snippet.ts";

const SEED = 42;

test("only the mark element is an element; all else is text", () => {
  expect(readSnippet("a <mark>ray</mark> of &lt;b&gt; &amp;amp; light")).toEqual({
    text: "a ray of <b> &amp; light",
    marked: [[2, 5]],
  });
  expect(readSnippet(`<img src=x onerror="y"><mark class="z">no</mark>`)).toEqual({
    text: `<img src=x onerror="y"><mark class="z">no`,
    marked: [],
  });
  expect(readSnippet("&quot;&#39;&nbsp;&unknown;")).toEqual({
    text: `"'&nbsp;&unknown;`,
    marked: [],
  });
});

test("marks that do not close or open are read without losing text", () => {
  expect(readSnippet("a<mark>b")).toEqual({ text: "ab", marked: [[1, 2]] });
  expect(readSnippet("a</mark>b")).toEqual({ text: "ab", marked: [] });
  expect(readSnippet("<mark><mark>a</mark>b</mark>")).toEqual({ text: "ab", marked: [[0, 1]] });
  expect(readSnippet("<mark></mark>")).toEqual({ text: "", marked: [] });
  expect(readSnippet("")).toEqual({ text: "", marked: [] });
});

/** Where in the source each snippet came from; -1: nowhere. */
const placesOf = (text: string, snippets: readonly string[]) =>
  snippets.map((snippet) => text.indexOf(readSnippet(snippet).text.replace(/ …$/, "")));

test(`what the service highlights is read back as it stood in the text (seed ${SEED})`, () => {
  const word = fc.constantFrom("light", "ray", "<b>", "&amp;", "&", "$x<y$", "</mark>", "<mark>");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      const text = words.join(" ");
      const snippets = highlight(text, ["light", "ray"]);
      expect(placesOf(text, snippets)).not.toContain(-1);
      for (const { text: read, marked } of snippets.map(readSnippet)) {
        expect(marked.length).toBeGreaterThan(0);
        expect(marked.every(([from, to]) => /^(?:light|ray)$/.test(read.slice(from, to)))).toBe(
          true,
        );
      }
    }),
    { seed: SEED },
  );
});

test("canary: a reader that forgets an entity is noticed", () => {
  const [snippet] = highlight("light < ray", ["light"]);
  expect(placesOf("light < ray", [snippet?.replace("&lt;", "&amp;lt;") ?? ""])).toEqual([-1]);
});
