/**
 * Cuts a query (or a vocabulary name) into tokens for scope extraction: runs of letters, runs of
 * digits, single Chinese, Japanese or Korean characters. Spans are kept in UTF-16 units of the text
 * as it was sent; comparison happens on folded forms (lower case, no accents).
 */

import { simplified } from "./words/chinese-words.ts";
import type { WordSet } from "./words/scope-words.ts";

export interface QueryToken {
  /** Lower case, without accents, in simplified characters: what names are compared by. */
  readonly folded: string;
  /** Lower case with accents, to tell "collège" from "college". */
  readonly plain: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** No character between this token and the one before it ("P1", "3e"). */
  readonly isGlued: boolean;
  readonly isNumber: boolean;
  /** A plus sign ends the number: "2016+", "2016+, Asie". */
  readonly isPlus: boolean;
  /** The sign of a unit is behind the number: "12%", "30 €". */
  readonly isMeasured: boolean;
  /** What stands between the token before and this one; wide signs ("：") as the narrow ones. */
  readonly gap: string;
}

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const TOKEN = new RegExp(`[${CJK}]|\\p{N}+|(?:(?![${CJK}])[\\p{L}\\p{M}])+`, "gu");
const ACCENTS = /[\u0300-\u036F]/gu;
const NON_ASCII = /[^\u0020-\u007E]/u;

/** Tokens in order of the text; empty when it holds no letter and no digit. */
export function queryTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const start = match.index;
    const plain = isAlreadyPlain(raw) ? raw : raw.normalize("NFKC").toLowerCase();
    tokens.push({
      folded: plain === raw && isCommonHan(raw) ? simplified(raw) : foldAccents(plain),
      plain,
      raw,
      start,
      end: start + raw.length,
      isGlued: tokens.length > 0 && start === last,
      isNumber: isDigit(plain) && /^\d+$/u.test(plain),
      isPlus:
        isDigit(plain) &&
        text[start + raw.length] === "+" &&
        isEndOfWord(text, start + raw.length + 1),
      isMeasured:
        isDigit(plain) && UNIT_SIGN.test(text.slice(start + raw.length, start + raw.length + 2)),
      gap: narrow(text.slice(last, start)),
    });
    last = start + raw.length;
  }
  return tokens;
}

const narrow = (gap: string): string => (NON_ASCII.test(gap) ? gap.normalize("NFKC") : gap);

/** Chinese characters that no normal form changes; told by their code, for regular expressions are slow. */
function isCommonHan(text: string): boolean {
  const code = text.charCodeAt(0);
  return text.length === 1 && code >= 0x4e00 && code <= 0x9fff;
}

const isAlreadyPlain = (raw: string): boolean => isCommonHan(raw) || /^[a-z0-9]+$/u.test(raw);

const UNIT_SIGN = /^\s?[%‰°€$£]/u;

const isEndOfWord = (text: string, at: number): boolean => /^[\s,;:.)!?]?$/u.test(text[at] ?? "");

const isDigit = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39;
};

const HAN = /^\p{Script=Han}$/u;

/** A single Chinese character; the common ones are told by their code, which is faster. */
export function isHan(token: QueryToken | undefined): boolean {
  if (token === undefined || token.folded.length > 2) return false;
  if (token.folded.charCodeAt(0) < 0x2e80) return false;
  return isCommonHan(token.folded) || HAN.test(token.folded);
}

/** What is typed at token `at`, folded; empty outside the query. */
export const word = (tokens: readonly QueryToken[], at: number): string => tokens[at]?.folded ?? "";

/** Index of the first token before `from` that is no link, at most `max` links away. */
export function beforeLinks(
  tokens: readonly QueryToken[],
  from: number,
  links: WordSet,
  max: number,
): number {
  let at = from - 1;
  while (from - at <= max && links.has(word(tokens, at))) at -= 1;
  return at;
}

/** Index of the first token from `to` on that is no link, at most `max` links away. */
export function behindLinks(
  tokens: readonly QueryToken[],
  to: number,
  links: WordSet,
  max: number,
): number {
  let at = to;
  while (at - to < max && links.has(word(tokens, at))) at += 1;
  return at;
}

/** The words of a phrase stand at token `at`, whatever signs are between them. */
export const isPhraseAt = (
  tokens: readonly QueryToken[],
  at: number,
  phrase: readonly string[],
): boolean => phrase.every((one, index) => tokens[at + index]?.folded === one);

/** Lower-case text without accents and ligatures. */
export function foldAccents(lower: string): string {
  if (!NON_ASCII.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("ß", "ss");
}

/** What names are compared by: the folded tokens of a text, joined by spaces. */
export const foldedKey = (text: string): string =>
  queryTokens(text)
    .map(({ folded }) => folded)
    .join(" ");
