/** The number that a paper goes by, however it is written. */
import { queryTokens } from "../query-tokens.ts";
import { ROMAN_NUMERALS } from "../words/scope-words.ts";

/**
 * "2", "P2", "Paper II", "Épreuve 2" → "2"; "2H" → "2h"; null for values that are not numbered.
 */
export function paperNumber(value: string): string | null {
  const tokens = queryTokens(value);
  const last = tokens.at(-1);
  const numeral = tokens.at(-1)?.isGlued && tokens.at(-2)?.isNumber ? tokens.at(-2) : last;
  if (numeral === undefined || last === undefined) return null;
  const head = tokens[0] === numeral ? "" : tokens[0]!.folded;
  if (!["", "p", "paper", "papier", "epreuve"].includes(head)) return null;
  if (tokens.length > (head === "" ? 1 : 2) + (numeral === last ? 0 : 1)) return null;
  const suffix = numeral === last ? "" : last.folded;
  if (suffix.length > 1) return null;
  if (numeral.isNumber) return `${Number(numeral.folded)}${suffix}`;
  const roman = ROMAN_NUMERALS.get(numeral.folded);
  return roman === undefined ? null : String(roman);
}
