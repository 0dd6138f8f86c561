/**
 * One linear notation for formulas, whatever they were typed in: HTML <sub>/<sup>, entities, LaTeX
 * and typographic digits become plain text with `^`-powers between the SUP marks. Subscripts are
 * written inline (H₂O = H2O, x₂ = x2) and powers are not, so that x² never equals x₂ or x2.
 * It must not split or drop words: that is normalize.ts. Every pattern is linear in the text.
 */

/** Private-use marks around a superscript; normalize.ts has removed such characters before. */
export const SUP_OPEN = "\uE000";
export const SUP_CLOSE = "\uE001";
/** Invisible times: "½at²" and "1/2at²" are a product without a visible sign. */
export const PRODUCT = "\u2062";

/** Nested fractions and roots are opened from the inside; deeper ones stay as words. */
const LATEX_DEPTH_MAX = 4;

const TAGS =
  "a|abbr|b|big|blockquote|body|br|button|caption|center|code|col|colgroup|dd|div|dl|dt|em|fig|font" +
  "|figure|h[1-6]|head|hr|html|i|img|input|ins|kbd|label|li|link|mark|math|meta|nobr|ol|option|p" +
  "|pre|q|s|script|section|select|small|span|strike|strong|style|table|tbody|td|tfoot|th|thead|tr" +
  "|tt|u|ul|var|wbr|m(?:row|i|n|o|sup|sub|frac|sqrt|text)";
const ATTRIBUTE = `\\s+[\\w:-]{1,40}\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+)`;
/** Attributes need a value, or "a <b and c> d" would be a tag. */
const HTML_TAG = new RegExp(`</?(?:${TAGS})(?:${ATTRIBUTE}){0,20}\\s?/?>`, "giu");
const HTML_SUP = /<sup>([^<>]{0,40})<\/sup>/giu;
const HTML_SUB = /<sub>([^<>]{0,40})<\/sub>/giu;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  deg: "°",
  divide: "÷",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  ge: "≥",
  gt: ">",
  le: "≤",
  lt: "<",
  micro: "µ",
  middot: "·",
  minus: "−",
  mu: "μ",
  nbsp: " ",
  ne: "≠",
  pi: "π",
  quot: '"',
  rarr: "→",
  sup1: "¹",
  sup2: "²",
  sup3: "³",
  times: "×",
};
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+[0-9]{0,2}));/giu;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ";
const SUPERSCRIPT_RUN = new RegExp(`[${SUPERSCRIPTS}]+`, "gu");
/** "log₂8": without a space the digits would join. */
const SUBSCRIPT_BEFORE_DIGIT = /([₀-₉])(?=\d)/gu;
/** Squared and cubed unit characters: NFKC would write m² as m2. */
const UNIT_POWER = /[\u339F-\u33A6]/gu;
const VULGAR_FRACTION = /[\u00BC-\u00BE\u2150-\u215E\u2189]/gu;

/** "4ᵗʰ", "3<sup>e</sup>": an ordinal ending, not a power. */
const ORDINAL = /^(?:st|nd|rd|th|e|er|re|ère|ème|è|de|nde|o|a)$/u;

/** "Ca^2+", "SO4^2-": a charge, not the power 2 of a sum that goes on behind it. */
const CARET_CHARGE =
  /(?<=(?:[A-Z][a-z]?\d{0,2})|\))\^\s?(\d[-+\u2212\u207B\u207A])(?![\p{L}\p{N}({[])/gu;
const CARET = /(?:\^|\*\*)\s?(?:\{([^{}]{0,40})\}|\(([^()]{0,40})\)|([+-]?\d+|[+-]?\p{L}|[+-]))/gu;
/** ¹⁴C and ²³⁵₉₂U are written 14C and 235U: the mass number, without the atomic number. */
const NUCLIDE = new RegExp(
  `(?<![\\p{L}\\p{N})\\]${SUP_CLOSE}])${SUP_OPEN}(\\d{1,3})${SUP_CLOSE}\\s?\\d{0,3}(?=[A-Z])`,
  "gu",
);
const BRACED_SUPERSCRIPT = /\^\{([^{}]{0,40})\}/gu;
const BRACED_SUBSCRIPT = /_\{([\p{L}\p{N}]{1,12})\}/gu;
const DIGIT_SUBSCRIPT = /(?<=[\p{L})\]])_(\d{1,4})/gu;
/** "v_max" but not "my_variable": only a single letter carries letters below the line. */
const LETTER_SUBSCRIPT = /(?<![\p{L}\p{N}_])(\p{L})_(\p{L}[\p{L}\p{N}]{0,11})(?![\p{L}\p{N}_])/gu;

/** The text with formulas in linear notation, superscripts between SUP_OPEN and SUP_CLOSE. */
export function linearizeNotation(text: string): string {
  let result = text;
  if (result.includes("&")) result = result.replace(ENTITY, decodeEntity);
  if (result.includes("<")) {
    result = result
      .replace(HTML_SUP, (_, inner: string) => superscript(inner))
      .replace(HTML_SUB, (_, inner: string) =>
        /^[\p{L}\p{N}]+$/u.test(inner) ? inner : ` ${inner} `,
      )
      .replace(HTML_TAG, " ");
  }
  result = typographic(result).normalize("NFKC");
  if (result.includes("\\")) result = fromLatex(result);
  result = result.replaceAll("$", " ");
  if (result.includes("_")) {
    result = result
      .replace(BRACED_SUBSCRIPT, "$1")
      .replace(DIGIT_SUBSCRIPT, "$1")
      .replace(LETTER_SUBSCRIPT, "$1$2");
  }
  return result
    .replace(CARET_CHARGE, (_, charge) => superscript(charge))
    .replace(CARET, (_, braces, parens, bare) => superscript(braces ?? parens ?? bare))
    .replace(NUCLIDE, "$1");
}

function decodeEntity(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : " ";
}

function typographic(text: string): string {
  return text
    .replace(SUPERSCRIPT_RUN, (run) => superscript(run.normalize("NFKC")))
    .replace(SUBSCRIPT_BEFORE_DIGIT, "$1 ")
    .replace(UNIT_POWER, (unit) => {
      const plain = unit.normalize("NFKC");
      return plain.slice(0, -1) + superscript(plain.slice(-1));
    })
    .replace(VULGAR_FRACTION, (character, at: number, whole: string) => {
      const plain = character.normalize("NFKC").replace("\u2044", "/");
      const before = /\p{N}/u.test(whole[at - 1] ?? "") ? " " : "";
      return `${before}${plain}${/[\p{L}\p{N}]/u.test(whole[at + 1] ?? "") ? PRODUCT : ""}`;
    });
}

function superscript(inner: string): string {
  const plain = inner
    .normalize("NFKC")
    .replace(/\u2212/gu, "-")
    .trim();
  if (plain === "") return " ";
  if (ORDINAL.test(plain)) return plain;
  return `${SUP_OPEN}${plain}${SUP_CLOSE}`;
}

const LATEX_WORDS: Readonly<Record<string, string>> = {
  approx: "≈",
  cdot: "·",
  circ: "°",
  div: "÷",
  ge: "≥",
  geq: "≥",
  geqslant: "≥",
  gets: "←",
  infty: "∞",
  le: "≤",
  leq: "≤",
  leqslant: "≤",
  longmapsto: "→",
  longrightarrow: "→",
  mapsto: "→",
  ne: "≠",
  neq: "≠",
  pm: "±",
  rightarrow: "→",
  rightleftharpoons: "⇌",
  times: "×",
  to: "→",
};
const GREEK =
  "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ" +
  " mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ" +
  " Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω ohm Ω";
const FUNCTIONS =
  "sin cos tan sec csc cosec cot arcsin arccos arctan sinh cosh tanh log ln exp lim max min det";
const LATEX_SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LATEX_WORDS),
  ...pairs(GREEK.split(" ")),
  ...FUNCTIONS.split(" ").map((name): [string, string] => [name, ` ${name} `]),
]);

function pairs(words: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < words.length; at += 2) result.push([words[at]!, words[at + 1]!]);
  return result;
}

const LATEX_FRACTION = /\\[dt]?frac\s*\{([^{}]{0,200})\}\s*\{([^{}]{0,200})\}/gu;
const LATEX_SHORT_FRACTION = /\\[dt]?frac\s*(\d)\s*(\d)/gu;
const LATEX_ROOT = /\\sqrt\s*(?:\[[^[\]]{0,20}\])?\s*\{([^{}]{0,200})\}/gu;
const LATEX_WRAPPERS =
  "text|textbf|textit|textrm|emph|mathrm|mathbf|mathit|mathcal|mathsf|operatorname|ce|unit";
const LATEX_WRAPPER = new RegExp(`\\\\(?:${LATEX_WRAPPERS})\\s*\\{([^{}]{0,200})\\}`, "gu");
const LATEX_ENVIRONMENT = /\\(?:begin|end)\s*\{[^{}]{0,40}\}/gu;
const LATEX_COMMAND = /\\(?:([A-Za-z]+)\*?|[^A-Za-z])/gu;

function fromLatex(text: string): string {
  let result = text.replace(LATEX_ENVIRONMENT, " ").replaceAll("{,}", ",");
  for (let depth = 0; depth < LATEX_DEPTH_MAX; depth += 1) {
    const before = result;
    result = result
      .replace(LATEX_WRAPPER, "$1")
      .replace(BRACED_SUPERSCRIPT, (_, inner: string) => superscript(inner))
      .replace(BRACED_SUBSCRIPT, "$1")
      .replace(LATEX_FRACTION, (match, over, under, at, whole) =>
        fraction(match, [over, under], whole, at),
      )
      .replace(LATEX_SHORT_FRACTION, (match, over, under, at, whole) =>
        fraction(match, [over, under], whole, at),
      )
      .replace(LATEX_ROOT, (_, inner: string) => `√(${inner.trim()})`);
    if (result === before) break;
  }
  return result.replace(LATEX_COMMAND, (command: string, name?: string) => {
    if (name !== undefined) return LATEX_SYMBOLS.get(name) ?? " ";
    return command === "\\%" ? "%" : " ";
  });
}

function fraction(match: string, parts: [string, string], whole: string, at: number): string {
  const [over, under] = parts.map((part) => {
    const plain = part.trim();
    return /^[\p{L}\p{N}]+$/u.test(plain) ? plain : `(${plain})`;
  });
  const after = whole[at + match.length] ?? "";
  const before = /\p{N}/u.test(whole[at - 1] ?? "") ? " " : "";
  return `${before}${over}/${under}${/[\p{L}\p{N}\\]/u.test(after) ? PRODUCT : ""}`;
}
