/**
 * Goal: a snippet shows why a text was found and never cuts a formula. Method: texts are built of prose
 * and formulas, so that the test knows where each formula stands; the borders of every snippet are
 * looked up in the text and must lie outside all of them.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formulaSpans } from "#core/text/formula-spans.ts";
import { highlight, SNIPPET_CHARS_MAX, SNIPPETS_MAX } from "#core/text/highlight.ts";

const symbol = fc.constantFrom(
  "x",
  "y",
  "v₀",
  "t²",
  "θ",
  "λ",
  "3",
  "0.5",
  "10⁻³",
  "½",
  "sin²x",
  "|x|",
);
const operator = fc.constantFrom("+", " − ", " = ", "×", " · ", " / ", " ≥ ", " ± ", " ∝ ");
const chain = fc
  .tuple(symbol, fc.array(fc.tuple(operator, symbol), { minLength: 1, maxLength: 8 }))
  .map(([first, more]) => first + more.flat().join(""));
const species = fc.constantFrom(
  "H₂",
  "O2",
  "2 H2O",
  "CuSO4·5H2O",
  "CuSO4.5H2O",
  "SO₄²⁻",
  "Fe3+",
  "2NaCl",
  "C₆H₁₂O₆(aq)",
  "CO2(g)",
);
const reaction = fc
  .tuple(
    fc.array(species, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(" → ", " ⇌ ", " -> ", " <=> "),
    fc.array(species, { minLength: 1, maxLength: 3 }),
  )
  .map(([left, arrow, right]) => left.join(" + ") + arrow + right.join(" + "));
const tex = fc
  .array(
    fc.constantFrom(
      "\\frac{a}{b}",
      "x^2",
      "\\sqrt{2}",
      " + ",
      "y_1",
      ". ",
      "? ",
      " = ",
      "\\text{if } n",
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `q${parts.join("")}z`);
const delimited = fc
  .tuple(tex, fc.constantFrom(["$", "$"], ["$$", "$$"], ["\\(", "\\)"], ["\\[", "\\]"]))
  .map(([body, [open, close]]) => open! + body + close!);
const known = fc.constantFrom(
  "E = mc²",
  "v = u + at",
  "s = ut + ½at²",
  "sin²x + cos²x = 1",
  "5! = 120",
  "F = 9.8 N",
  "pH = −log [H⁺]",
  "y = 3 cos x",
  "x = (−b ± √(b² − 4ac)) / 2a",
  "g = 9.8 m s⁻²",
  "2H2 + O2 → 2H2O",
  "∫ x dx = x²/2",
  "a:b = 2:3",
  "3.14159",
  "25 °C",
  "6.02 × 10²³",
  "x^2+y^2=r^2",
  "A ∩ B",
);
const formula = fc.oneof(chain, reaction, delimited, known);
const wordOf = fc.constantFrom(
  "light",
  "the",
  "refraction",
  "of",
  "glass",
  "bends",
  "normal",
  "because",
);
const prose = fc
  .array(wordOf, { minLength: 1, maxLength: 60 })
  .map((words) => ` ${words.join(" ")} `);
const ending = fc.constantFrom("", ".", ". ", "!", "?\n", ",", ";");

interface Built {
  readonly text: string;
  readonly formulas: readonly (readonly [number, number])[];
}

const built: fc.Arbitrary<Built> = fc
  .array(fc.tuple(prose, formula, ending), { minLength: 1, maxLength: 10 })
  .map((parts) => {
    let text = "";
    const formulas: [number, number][] = [];
    for (const [before, one, after] of parts) {
      text += before;
      formulas.push([text.length, text.length + one.length]);
      text += one + after;
    }
    return { text, formulas };
  });

const plain = (snippet: string) =>
  snippet
    .replaceAll(/<\/?mark>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** Formulas that a border of this snippet cuts. */
function cutFormulas({ text, formulas }: Built, snippet: string): string[] {
  const shown = plain(snippet).replace(/^… /u, "").replace(/ …$/u, "");
  const start = text.indexOf(shown);
  expect(start, `not a part of the text: ${shown}`).toBeGreaterThanOrEqual(0);
  return [start, start + shown.length].flatMap((border) =>
    formulas
      .filter(([from, to]) => from < border && border < to)
      .map(([from, to]) => text.slice(from, to)),
  );
}

describe("highlights", () => {
  it("never cut a formula, and show a part of the text that holds a wanted word", () => {
    fc.assert(
      fc.property(built, wordOf, (one, wanted) => {
        const found = highlight(one.text, [wanted]);
        expect(found.length).toBeLessThanOrEqual(SNIPPETS_MAX);
        expect(found.length > 0).toBe(one.text.includes(wanted));
        for (const snippet of found) {
          expect(snippet).toContain("<mark>");
          expect(cutFormulas(one, snippet)).toEqual([]);
        }
      }),
      { numRuns: 2000, seed: 42 },
    );
  });

  it("are short where no formula is longer than the limit", () => {
    fc.assert(
      fc.property(built, wordOf, ({ text, formulas }, wanted) => {
        const longest = Math.max(...formulas.map(([from, to]) => to - from));
        for (const snippet of highlight(text, [wanted])) {
          expect(plain(snippet).length).toBeLessThanOrEqual(SNIPPET_CHARS_MAX + longest + 40);
        }
      }),
      { numRuns: 500, seed: 42 },
    );
  });

  it("find a word beyond the limit of its sentence", () => {
    const text = `${"word ".repeat(200)}refraction ${"word ".repeat(200)}`;
    const [snippet] = highlight(text, ["refraction"]);
    expect(snippet).toMatch(/^… .*<mark>refraction<\/mark>.* …$/u);
    expect(plain(snippet!).length).toBeLessThanOrEqual(SNIPPET_CHARS_MAX + 4);
  });

  it.each([
    [
      "inside TeX nothing is marked",
      "The $sin x$ of sin x",
      ["sin"],
      "The $sin x$ of <mark>sin</mark> x",
    ],
    [
      "a word is marked whole, with its charge",
      "the SO₄²⁻ ion",
      ["so42"],
      "the <mark>SO₄²⁻</mark> ion",
    ],
    [
      "money is no formula",
      "It costs $5 per litre, about $1 more",
      ["litre"],
      "It costs $5 per <mark>litre</mark>, about $1 more",
    ],
    ["text is escaped", "a < b & light", ["light"], "a &lt; b &amp; <mark>light</mark>"],
    ["accents do not matter", "la réfraction", ["refraction"], "la <mark>réfraction</mark>"],
  ])("%s", (_, text, lexemes, expected) => {
    expect(highlight(text, lexemes)).toEqual([expected]);
  });

  it.each([
    ["letters", "a".repeat(40_000)],
    ["operators", "a = ".repeat(10_000)],
    ["dollars", "$a".repeat(20_000)],
    ["openings", "\\(".repeat(20_000)],
    ["brackets", "(".repeat(40_000)],
    ["digits", "1".repeat(40_000)],
    ["dotted", "1.a".repeat(13_000)],
    ["units", "1 a ".repeat(10_000)],
    ["pairs", "\u{1f600}".repeat(20_000)],
    ["ends", ". ".repeat(20_000)],
  ])("come back for a hostile text of %s", (_, text) => {
    expect(highlight(text, ["light"])).toEqual([]);
  });

  it("canary: the test sees a formula that is cut", () => {
    const text = "the law v = u + at holds";
    expect(cutFormulas({ text, formulas: [[8, 18]] }, "the law v =")).toEqual(["v = u + at"]);
  });
});

describe("formula spans", () => {
  it("cover each formula of a text, whatever stands around it", () => {
    fc.assert(
      fc.property(built, ({ text, formulas }) => {
        const spans = formulaSpans(text);
        for (const [from, to] of formulas) {
          if (/^\d[\d.]*$/u.test(text.slice(from, to))) continue;
          const covering = spans.filter(([a, b]) => a < to && b > from);
          expect(covering.length, text.slice(from, to)).toBe(1);
          expect(covering[0]![0], text.slice(from, to)).toBeLessThanOrEqual(from);
          expect(covering[0]![1], text.slice(from, to)).toBeGreaterThanOrEqual(to);
        }
      }),
      { numRuns: 1000, seed: 42 },
    );
  });
});
