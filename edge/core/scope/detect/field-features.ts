/**
 * What the detector of named fields sees of a query. A word counts as itself and as its character 3- and
 * 4-grams with the ends marked (as in fastText; Bojanowski et al., 2017), so that "corregido" shares most
 * of "corrigé"; a token, too, by its shape, its neighbours and what the rules read around it. A feature is
 * a kind and a text, and its value the number of visits.
 */
import type { ScopeField } from "../curriculum-scope.ts";
import type { QueryToken } from "../query-tokens.ts";

/** Word, gram, shape, word before and behind, field read before and behind, field read anywhere. */
export const FEATURE_KINDS = ["w", "g", "s", "<", ">", "<<", ">>", "f"] as const;
export type FeatureKind = (typeof FEATURE_KINDS)[number];
export type Visit = (kind: FeatureKind, text: string) => void;

/** What the rules read at each token, the first evidence only; null where they read nothing. */
export type TokenFields = readonly (ScopeField | null)[];

export const firstFields = (read: readonly (readonly ScopeField[])[]): TokenFields =>
  read.map(([first]) => first ?? null);

const GRAM_MIN = 3;
const GRAM_MAX = 4;
/** Longer words are told by their beginnings. */
const WORD_CHARS_MAX = 40;
const SHAPE_CHARS_MAX = 4;

/** The words of a query, each once: what the query as a whole is judged by. */
export const distinctWords = (tokens: readonly QueryToken[]): Set<string> =>
  new Set(tokens.map(({ folded }) => folded));

export function visitWord(word: string, visit: Visit): void {
  visit("w", word);
  const marked = `^${word.slice(0, WORD_CHARS_MAX)}$`;
  for (let size = GRAM_MIN; size <= GRAM_MAX; size += 1) {
    for (let start = 0; start + size <= marked.length; start += 1) {
      visit("g", marked.slice(start, start + size));
    }
  }
}

/** The place of token `at`; its own reading is left out, as if the rules had not known it. */
export function visitPlace(
  tokens: readonly QueryToken[],
  fields: TokenFields,
  at: number,
  visit: Visit,
): void {
  visit("s", shapeOf(tokens[at]!.raw));
  visit("<", tokens[at - 1]?.folded ?? "^");
  visit(">", tokens[at + 1]?.folded ?? "$");
  visit("<<", fieldBeside(fields, at, -1));
  visit(">>", fieldBeside(fields, at, 1));
}

/** Every field that was read in the query, each once, but the token's own. */
export function visitReadFields(fields: TokenFields, own: ScopeField | null, visit: Visit): void {
  for (const field of new Set(fields)) if (field !== null && field !== own) visit("f", field);
}

/** What was read beside the run of tokens that `at` belongs to; "none" or, past the end, "end". */
function fieldBeside(fields: TokenFields, at: number, step: -1 | 1): string {
  const own = fields[at];
  let beside = at + step;
  while (fields[beside] === own && fields[beside] !== null) beside += step;
  return beside < 0 || beside >= fields.length ? "end" : (fields[beside] ?? "none");
}

/** "Xxx" for "Jia", "99" for "21", "c" for a Chinese character. */
function shapeOf(raw: string): string {
  if (isIdeograph(raw)) return "c";
  return [...raw].slice(0, SHAPE_CHARS_MAX).map(shapeOfChar).join("");
}

const IDEOGRAPHS_FROM = 0x2e80;

const isIdeograph = (raw: string): boolean =>
  raw.length === 1 && raw.charCodeAt(0) >= IDEOGRAPHS_FROM;

function shapeOfChar(char: string): string {
  if (/\p{N}/u.test(char)) return "9";
  if (/\p{Lu}/u.test(char)) return "X";
  return char.codePointAt(0)! < IDEOGRAPHS_FROM ? "x" : "c";
}
