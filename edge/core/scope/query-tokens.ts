/**
 * Cuts a query (or a vocabulary name) into tokens for scope extraction: runs of letters, runs of
 * digits, single Chinese, Japanese or Korean characters. Spans are kept in UTF-16 units of the text
 * as it was sent; comparison happens on folded forms (lower case, no accents).
 */

export interface QueryToken {
  /** Lower case, without accents: what names are compared by. */
  readonly folded: string;
  /** Lower case with accents, to tell "collège" from "college". */
  readonly plain: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** No character between this token and the one before it ("P1", "3e"). */
  readonly isGlued: boolean;
  readonly isNumber: boolean;
  /** What stands between the token before and this one. */
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
    const plain = NON_ASCII.test(raw) ? raw.normalize("NFKC").toLowerCase() : raw.toLowerCase();
    tokens.push({
      folded: foldAccents(plain),
      plain,
      raw,
      start,
      end: start + raw.length,
      isGlued: tokens.length > 0 && start === last,
      isNumber: /^\d+$/u.test(plain),
      gap: text.slice(last, start),
    });
    last = start + raw.length;
  }
  return tokens;
}

const HAN = /^\p{Script=Han}$/u;

/** A single Chinese character; the common ones are told by their code, which is faster. */
export function isHan(token: QueryToken | undefined): boolean {
  if (token === undefined || token.folded.length > 2) return false;
  const code = token.folded.charCodeAt(0);
  if (code < 0x2e80) return false;
  return (code >= 0x4e00 && code <= 0x9fff && token.folded.length === 1) || HAN.test(token.folded);
}

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
