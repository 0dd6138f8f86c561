/** Spellings that must meet, spellings that must not, and what holds for every text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENCODED_RUN_CHARS_MAX, normalizeSearchText } from "#core/text/normalize.ts";

const SEED = 42;
const n = normalizeSearchText;
const words = (text: string) => n(text).split(" ");
const encodedRun = (length: number) => "G+BrL7i7U29f8chHB/xeWyPH".repeat(60).slice(0, length);

describe("spellings of one thing", () => {
  const same: readonly (readonly string[])[] = [
    [
      "H₂SO₄",
      "H2SO4",
      "H<sub>2</sub>SO<sub>4</sub>",
      "H_2SO_4",
      "$\\mathrm{H_2SO_4}$",
      "H&#8322;SO&#8324;",
    ],
    ["CH4", "CH₄", "CH<sub>4</sub>", "CH_{4}"],
    ["Ca(OH)2", "Ca(OH)₂", "Ca(OH)<SUB>2</SUB>"],
    ["CO2+", "CO₂⁺", "CO<sub>2</sub><sup>+</sup>"],
    ["Fe3+", "Fe³⁺", "fe3+", "Fe^{3+}", "Fe<sup>3+</sup>"],
    ["SO42-", "SO₄²⁻", "SO_4^{2-}"],
    ["Cl⁻", "Cl-", "Cl^-"],
    ["[Cu(NH3)4]2+", "[Cu(NH₃)₄]²⁺"],
    ["CuSO₄·5H₂O", "CuSO4.5H2O", "CuSO4·5H2O", "CuSO₄⋅5H₂O", "CuSO4*5H2O", "CuSO4•5H2O"],
    ["¹⁴C", "14C", "^{14}C"],
    ["²³⁵₉₂U", "235U"],
    ["x²", "x^2", "x<sup>2</sup>", "x^{2}", "x**2", "x^(2)"],
    ["x₁", "x_1", "x1", "x<sub>1</sub>", "x_{1}"],
    ["v_max", "v_{max}", "v<sub>max</sub>"],
    ["10⁻³", "10^-3", "10^{-3}", "10<sup>-3</sup>", "10<sup>−3</sup>"],
    ["sin²x", "sin^2 x", "sin^{2}x", "(sin x)^2"],
    ["½", "1/2", "1⁄2", "\\frac{1}{2}", "\\frac12", "&frac12;"],
    ["v = u + at", "v=u+at", "v= u +at", "(v = u + at)", "$v = u + at$."],
    ["s = ut + ½at²", "s = ut + 1/2at^2", "s=ut+(1/2)at^2", "$s = ut + \\frac{1}{2}at^{2}$"],
    ["2H2 + O2 → 2H2O", "2H₂+O₂->2H₂O", "2H2 + O2 => 2H2O"],
    ["√2", "√(2)", "\\sqrt{2}"],
    ["7 µm", "7 μm", "7 &micro;m"],
    ["l'énergie", "l’énergie", "lʼénergie", "l`énergie", "énergie"],
    ["Newton's law", "Newton’s law", "Newton law"],
    ["œuvre ﬁn", "œuvre fin", "ŒUVRE Fin"],
    ["cafe\u0301", "café", "CAFÉ"],
    ["Paper Ⅱ", "paper II", "PAPER ii"],
    ["12/06/2019", "12.06.2019", "12-6-2019", "2019-06-12", "12/06/2019."],
    ["semi-conductor", "semi conductor", "Semi‐conductor", "semi-\nconductor"],
    ["e.m.f.", "emf", "EMF"],
    ["1,000,000", "1000000"],
    ["a\u200bb\u00adc", "abc"],
    ["third\u0000 law", "third law"],
    ["leaf \ud800section", "leaf section"],
    ["25 ºC", "25 °C", "25 ℃"],
    ["3ᵉ", "3e", "3<sup>e</sup>"],
    ["m/s²", "m/s^2", "m/s<sup>2</sup>"],
    ["Ｈ２Ｏ", "H2O"],
    ["<p>heat&nbsp;flow</p>", "heat flow"],
  ];
  test.each(same.map((spellings) => [spellings] as const))("%j", (spellings) => {
    // A compound may give its joined form before or after its parts: order is no difference.
    const [first, ...others] = spellings.map((text) => n(text).split(" ").toSorted().join(" "));
    expect(first).not.toBe("");
    for (const other of others) expect(other).toBe(first);
  });
});

describe("things that only look alike", () => {
  test.each([
    ["CO2", "CO2+"],
    ["H₂SO₄", "H₂SO₃"],
    ["x²", "x₂"],
    ["x²", "x2"],
    ["x^2", "2x"],
    ["sin²x", "sin 2x"],
    ["1/2", "12"],
    ["10⁻³", "10³"],
    ["He+", "He"],
    ["Fe2+", "Fe3+"],
    ["K2207+314", "K2207+315"],
    ["v = u + at", "v = u − at"],
    ["C++", "C"],
    ["C#", "C"],
  ])("%j and %j share no formula word", (a, b) => {
    expect(words(a)).not.toEqual(words(b));
    expect(words(b)).not.toContain(words(a).at(-1));
  });
});

test("two dates share the year and nothing else", () => {
  const shared = words("12/06/2019").filter((word) => words("13/06/2019").includes(word));
  expect(shared).toEqual(["2019"]);
});

describe("what stays findable", () => {
  test.each([
    ["Spectrum of He+ in a discharge tube", "heplus1"],
    ["Data sheet K2207+314: red shift", "k2207plus314"],
    ["Data sheet K2207+314: red shift", "k2207"],
    ["a plane wave y = A sin(ωt − kx)", "sin"],
    ["the year of 12/06/2019", "2019"],
    ["and/or", "or"],
    ["water.Then heat it", "then"],
    ["rendez-vous", "rendez"],
    ["rendez-vous", "rendezvous"],
    ["wave-length", "wavelength"],
    ["½at²", "tpow2"],
    ["2x³ + 6x²", "xpow2"],
    ["Au + As = no", "m0as"],
    ["a<b and c>d", "c"],
    ["if x <y and y> z", "z"],
    ["2.5 m", "2.5"],
    ["2015-2018", "2018"],
  ])("%j by %j", (text, word) => {
    expect(n(text).split(" ")).toContain(word);
  });

  test("Chinese, Japanese and Korean text by pairs of characters", () => {
    expect(n("一次函数")).toBe("一次 次函 函数");
    expect(n("力")).toBe("力");
    expect(n("日本語 テスト")).toBe("日本 本語 テス スト");
    expect(n("물리학 시험")).toBe("물리 리학 시험");
  });
});

describe("what is not searchable", () => {
  test.each(["", " ", "\n\t \u00a0\u200b", ".", "/", "$@", "%' --", "\u0000", "\ud800", "…?!"])(
    "%j",
    (text) => expect(n(text)).toBe(""),
  );

  test("encoded runs beyond the limit are dropped, words around them stay", () => {
    const around = (length: number) =>
      n(`Diagram of the heart. ${encodedRun(length)} Label the valves.`);
    expect(around(ENCODED_RUN_CHARS_MAX + 1)).toBe("diagram of the heart label the valves");
    expect(around(ENCODED_RUN_CHARS_MAX)).not.toBe("diagram of the heart label the valves");
    expect(n("词".repeat(500)).split(" ").length).toBe(499);
  });
});

describe("for every text", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.constantFrom(
      ..."H₂SO₄|x²|x_1|^{2}|\\frac{1}{2}|½|=|+|-|/|'|.|,|<sub>2</sub>|<b>|semi|conductor|non|H|Na+|(|)|[|]|一次函数|e5|5e1|12/06/2019|l’|√|log_2|°|µ|$|&amp;|\n| |  |a.b.|1,000|→|10⁻³|sin²x|Ⅱ|ﬁ".split(
        "|",
      ),
    ),
  );
  const text = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(""));

  test("normalising twice changes nothing", () => {
    fc.assert(
      fc.property(text, (given) => {
        const once = n(given);
        expect(n(once)).toBe(once);
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  test("only lower-case letters, digits, single spaces and decimal points come out", () => {
    fc.assert(
      fc.property(text, (given) => {
        const out = n(given);
        expect(out).toMatch(/^(?:(?:[\p{L}\p{M}\p{N}]|(?<=\d)\.(?=\d))+(?: |$))*$/u);
        expect(out).toBe(out.trim());
        expect(out.isWellFormed()).toBe(true);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test("the number of words grows no faster than the text", () => {
    for (const pattern of [
      "x²",
      "a-",
      "a.",
      "H2",
      "<b ",
      "\\frac{",
      "v = u + at ",
      "semi ",
      "1/2 ",
    ]) {
      const short = n(pattern.repeat(100)).split(" ").length;
      const long = n(pattern.repeat(1000)).split(" ").length;
      expect(long).toBeLessThanOrEqual(12 * short + 12);
    }
  });
});
