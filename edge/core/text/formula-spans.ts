/**
 * Where the formulas of a text stand, so that a snippet never cuts one: TeX between dollars, \( \) or
 * \[ \] (a dollar before a number alone is money), and plain formulas, that is operands joined by
 * operators ("v = u + at", "2H₂ + O₂ → 2H₂O", "sin²x + cos²x = 1") with the short words after them
 * that may be units ("9.8 m s⁻²"). It may take a little too much, never too little.
 */

/** [from, to) in the text, ascending, disjoint. */
export type Span = readonly [from: number, to: number];

const TEX_CHARS_MAX = 500;
/** Operators of one plain formula; a longer chain is cut between two of them. */
const OPERATORS_MAX = 40;
const UNITS_MAX = 4;
/** Keeps the search linear in the text: a longer run of letters is no operand. */
const OPERAND_CHARS_MAX = 60;

const TEX = [
  String.raw`\$\$(?:[^$]|\\\$){1,${TEX_CHARS_MAX}}\$\$`,
  String.raw`\$(?![\s$])(?:\\\$|[^$\n]){0,${TEX_CHARS_MAX}}(?<![\s\\])\$(?!\d)`,
  String.raw`\\\([^\n]{1,${TEX_CHARS_MAX}}?\\\)`,
  String.raw`\\\[[^]{1,${TEX_CHARS_MAX}}?\\\]`,
].join("|");

const FUNCTION = "(?:arc)?(?:sin|cos|tan|cot|sec|csc|cosec|log|ln|lg|lim|exp|sqrt|det|max|min)";
const OPERATOR = String.raw`(?:[=+\-−–*×·⋅∙÷/<>≤≥≈≃≡≠∝±∓→⟶⇌⇋↔⇒⇔←↑↓^_:∈∪∩]|<->|->|<=>|=>){1,3}`;
const SYMBOL = String.raw`[\p{L}\p{N}\p{M}()[\]{}√∛∂∇∫∑∏Δ∞°′″'!|%‰⁺⁻⁼₊₋₌,\\]`;
const WORD = String.raw`${SYMBOL}{1,${OPERAND_CHARS_MAX}}(?:\.${SYMBOL}{1,${OPERAND_CHARS_MAX}}){0,3}`;
/** "∫ x² dx" and "∑ n" hold operands without an operator between them. */
const SUM = String.raw`[∫∬∮∑∏][ \u00A0]?(?:${SYMBOL}{1,20}[ \u00A0]){0,3}`;
const END = String.raw`(?=[\s)\],;?!:]|\.(?:\s|$)|$)`;
const CHARGE = String.raw`(?:[+\-−]${END})?`;
/** A coefficient or a function stands before its operand with a space: "3 cos x", "2 NaCl". */
const OPERAND = String.raw`(?:${SUM})?(?:\p{N}{1,9}[ \u00A0])?(?:${FUNCTION}\p{N}*[ \u00A0])?${WORD}${CHARGE}`;
const GAP = String.raw`[ \u00A0\u202F]?`;
/** A short word that may be a unit, and begins no formula of its own. */
const UNIT = String.raw`[\p{L}°%]{1,4}[⁻⁰¹²³⁴\-\d^]{0,4}${END}(?!${GAP}${OPERATOR})`;
const PLAIN = String.raw`(?<![\p{L}\p{N}])(?:[−–\-+±√¬]${GAP})?${OPERAND}(?:${GAP}${OPERATOR}${GAP}[−–\-+±]?${OPERAND}){1,${OPERATORS_MAX}}(?:${GAP}[↑↓=])?(?:[ \u00A0](?:\([a-z]{1,3}\)|${UNIT})){0,${UNITS_MAX}}`;
/** A quantity: a number and its unit. */
const QUANTITY = String.raw`(?<![\p{L}\p{N}])\p{N}{1,20}(?:[.,]\p{N}{1,20}){0,6}[ \u00A0\u202F](?:${UNIT}[ \u00A0]?){1,${UNITS_MAX}}`;

const FORMULA = new RegExp(`${TEX}|${PLAIN}|${QUANTITY}`, "gu");
const IS_TEX = /^(?:\$|\\[([])/u;

export function formulaSpans(text: string): Span[] {
  return Array.from(text.matchAll(FORMULA), ({ 0: formula, index }) => [
    index,
    index + formula.trimEnd().length,
  ]);
}

/** Words inside TeX are commands and letters, nothing to mark. */
export const isTex = (formula: string): boolean => IS_TEX.test(formula);
