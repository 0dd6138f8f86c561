import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FORMULA_CHARS_MAX,
  splitFormulas,
  type TextPart,
} from "#edge/playground/text/split-formulas.ts";

const SEED = 42;
const shown = (text: string) => splitFormulas(text).map(({ kind, text: part }) => [kind, part]);
const formulas = (text: string) =>
  splitFormulas(text)
    .filter(({ kind }) => kind.endsWith("tex"))
    .map(({ text: tex }) => tex);
const whole = (text: string, parts: readonly TextPart[]) =>
  parts.map(({ from, to }) => text.slice(from, to)).join("");

test("formulas between dollars and brackets are found, in a line and on their own", () => {
  expect(shown("If $x = 1$ then $$y = \\frac{1}{x}$$ and \\(z\\) or \\[t\\].")).toEqual([
    ["text", "If "],
    ["tex", "x = 1"],
    ["text", " then "],
    ["display-tex", "y = \\frac{1}{x}"],
    ["text", " and "],
    ["tex", "z"],
    ["text", " or "],
    ["display-tex", "t"],
    ["text", "."],
  ]);
});

test.each([
  ["$60 \\times 90 = 5400$", "60 \\times 90 = 5400"],
  ["$ = AC \\times \\sin \\widehat{ACD}$", "= AC \\times \\sin \\widehat{ACD}"],
  ["$\\bullet $", "\\bullet"],
  ["$ADE$", "ADE"],
  ["$- 1$", "- 1"],
  ["$h(0) = 4,995$", "h(0) = 4,995"],
  ["costs $5 but $x$ is", "x"],
])("formula of a corpus: %s", (text, tex) => {
  expect(formulas(text)).toEqual([tex]);
});

test.each([
  "$0.33\nb) $",
  "$10,000, or $20,000",
  "$5 per liter. Liquid nitrogen boils at 77 K, but only costs about $1",
  "$1.00, natural gas costs $",
  "$40 is advertised to be plated; gold is worth $ and $",
  "a lens costs $5, a good one $50.",
  "$",
  "$$",
  "$$$$",
  "\\( never closed",
  "$two plain words$",
])("money and stray signs stay prose: %j", (text) => {
  expect(formulas(text)).toEqual([]);
});

test("a formula ends at its greatest length", () => {
  const longest = `$${"x".repeat(FORMULA_CHARS_MAX)}$`;
  expect(formulas(longest)).toHaveLength(1);
  expect(formulas(`$${"x".repeat(FORMULA_CHARS_MAX + 1)}$`)).toEqual([]);
});

test("the linear notation of plain corpora becomes powers and indices", () => {
  expect(shown("10^12")).toEqual([
    ["text", "10"],
    ["sup", "12"],
  ]);
  const signs = (text: string) => shown(text).filter(([kind]) => kind !== "text");
  expect(signs("5.3 × 10^( − 4)oz")).toEqual([["sup", "−4"]]);
  expect(signs("1.51×10^-20 kg, the 20^th, AP^® and ^4He")).toEqual([
    ["sup", "-20"],
    ["sup", "th"],
    ["sup", "®"],
    ["sup", "4"],
  ]);
  expect(signs("v_0^2, F_net, t_(1/2), 10 log_10(I/I_0), Z_3[x]")).toEqual([
    ["sub", "0"],
    ["sup", "2"],
    ["sub", "net"],
    ["sub", "1/2"],
    ["sub", "10"],
    ["sub", "0"],
    ["sub", "3"],
  ]);
  expect(signs("1/2mv_2^2")).toEqual([
    ["sub", "2"],
    ["sup", "2"],
  ]);
  expect(signs("snake_case, structured_question, a_b_c, __init__, ^, x^")).toEqual([]);
});

test(`the parts cover the text without gap or overlap (seed ${SEED})`, () => {
  const piece = fc.constantFrom(
    "$",
    "$$",
    "\\(",
    "\\)",
    "x",
    "^2",
    "_0",
    "10^-3",
    " ",
    "\n",
    "é😀",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const parts = splitFormulas(text);
      expect(whole(text, parts)).toBe(text);
      expect(parts.every(({ from }, index) => from === (parts[index - 1]?.to ?? 0))).toBe(true);
    }),
    { seed: SEED },
  );
});

test("canary: a part that is lost is noticed", () => {
  const text = "if $x$ then y^2";
  expect(whole(text, splitFormulas(text).slice(1))).not.toBe(text);
});

test("a long text of opening signs is read in linear time", () => {
  expect(splitFormulas("$ ".repeat(20_000))).toHaveLength(1);
  expect(splitFormulas("\\(".repeat(20_000))).toHaveLength(1);
});
