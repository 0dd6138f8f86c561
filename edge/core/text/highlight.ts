/**
 * Snippets that show why a text was found: the sentences with most of the query's lexemes, matching
 * words inside <mark>, everything else HTML-escaped. A formula is never cut, TeX is never marked inside.
 * A word matches a lexeme when it starts with it (stems are prefixes of their word forms nearly
 * always); this only decides what is marked, never what is found.
 */

import { formulaSpans, isTex, type Span } from "./formula-spans.ts";

export const SNIPPETS_MAX = 2;
export const SNIPPET_CHARS_MAX = 280;
const LEXEMES_MAX = 64;
/** Shorter lexemes must be the whole word: "at" must not mark "atom". */
const PREFIX_CHARS_MIN = 4;
const WORD_TAIL_CHARS_MAX = 6;

/** A sentence ends before white space, not inside "3.14" or "CuSO4.5H2O". */
const SENTENCE_END = /[.!?]+["'”’»)\]]*(?=\s|$)|[。！？]+|\n+/gu;
/** Letters and numbers with the signs of charges and powers: "SO₄²⁻" is one word. */
const WORD = /[\p{L}\p{N}\u207A-\u207C\u208A-\u208C]+/gu;
const CHARGE_SIGNS = /[+\u2212=]/gu;

const fold = (word: string) =>
  word.normalize("NFKD").replace(/\p{M}/gu, "").replace(CHARGE_SIGNS, "").toLowerCase();

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Best snippets in the order of the text; empty when no word of the text matches. */
export function highlight(text: string, lexemes: readonly string[]): string[] {
  const wanted = [...new Set(lexemes.slice(0, LEXEMES_MAX).map(fold))];
  const scored = snippets(text)
    .map((snippet, index) => ({ snippet, index, found: matchedLexemes(snippet, wanted).size }))
    .filter(({ found }) => found > 0);
  return scored
    .toSorted((a, b) => b.found - a.found || a.index - b.index)
    .slice(0, SNIPPETS_MAX)
    .toSorted((a, b) => a.index - b.index)
    .map(({ snippet }) => mark(snippet, wanted));
}

/**
 * Runs of whole sentences, each at most SNIPPET_CHARS_MAX where sentences allow. A longer sentence is
 * cut at spaces, and where a formula stands across the limit, before or after the formula.
 */
function snippets(text: string): string[] {
  const formulas = formulaSpans(text);
  const sentenceEnds = sentenceBorders(text, formulas);
  const isWhole = new Set([0, ...sentenceEnds]);
  const piece = (start: number, end: number) =>
    `${isWhole.has(start) ? "" : "… "}${text.slice(start, end).trim()}${isWhole.has(end) ? "" : " …"}`;
  const pieces: string[] = [];
  let start = 0;
  let end = 0;
  for (const border of withCuts(text, sentenceEnds, formulas)) {
    if (start < end && border - start > SNIPPET_CHARS_MAX) {
      pieces.push(piece(start, end));
      start = end;
    }
    end = border;
  }
  return [...pieces, piece(start, end)];
}

/** Ends of sentences outside formulas, ascending; the last is the end of the text. */
function sentenceBorders(text: string, formulas: readonly Span[]): number[] {
  const ends = Array.from(text.matchAll(SENTENCE_END), ({ 0: sign, index }) => index + sign.length);
  const outside = outsideOf(formulas);
  return [...ends.filter((end) => end < text.length && outside(end)), text.length];
}

/** The same borders, and further ones inside sentences that are too long. */
function withCuts(text: string, borders: readonly number[], formulas: readonly Span[]): number[] {
  let at = 0;
  return borders.flatMap((border) => {
    const cuts: number[] = [];
    while (border - at > SNIPPET_CHARS_MAX) {
      const cut = cutAfter(text, at, formulas);
      if (cut >= border) break;
      cuts.push(cut);
      at = cut;
    }
    at = border;
    return [...cuts, border];
  });
}

/** The best place to cut within SNIPPET_CHARS_MAX of `start`: a space, or the edge of a formula. */
function cutAfter(text: string, start: number, formulas: readonly Span[]): number {
  const limit = start + SNIPPET_CHARS_MAX;
  const near = formulas.filter(([from, to]) => to > start && from < limit);
  const around = (at: number) => near.find(([from, to]) => from < at && at < to);
  let space = limit;
  do {
    space = text.lastIndexOf(" ", around(space)?.[0] ?? space - 1);
  } while (space > start && around(space) !== undefined);
  if (space > start) return space;
  const across = around(limit);
  if (across !== undefined) return across[0] > start ? across[0] : across[1];
  return text.slice(start, limit).isWellFormed() ? limit : limit - 1;
}

/** Asked in ascending order: does this place lie inside no formula? */
function outsideOf(formulas: readonly Span[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while (next < formulas.length && formulas[next]![1] <= at) {
      next += 1;
    }
    return next >= formulas.length || at <= formulas[next]![0];
  };
}

function matchOf(word: string, wanted: readonly string[]): string | undefined {
  const folded = fold(word);
  return wanted.find(
    (lexeme) =>
      folded === lexeme ||
      (lexeme.length >= PREFIX_CHARS_MIN &&
        folded.startsWith(lexeme) &&
        folded.length - lexeme.length <= WORD_TAIL_CHARS_MAX),
  );
}

/** Words outside TeX, in order. */
function* words(snippet: string): Generator<{ readonly word: string; readonly index: number }> {
  const outside = outsideOf(
    formulaSpans(snippet).filter(([from, to]) => isTex(snippet.slice(from, to))),
  );
  for (const { 0: word, index } of snippet.matchAll(WORD)) {
    if (outside(index)) {
      yield { word, index };
    }
  }
}

function matchedLexemes(snippet: string, wanted: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const { word } of words(snippet)) {
    const lexeme = matchOf(word, wanted);
    if (lexeme !== undefined) {
      found.add(lexeme);
    }
  }
  return found;
}

function mark(snippet: string, wanted: readonly string[]): string {
  let marked = "";
  let last = 0;
  for (const { word, index } of words(snippet)) {
    if (matchOf(word, wanted) !== undefined) {
      marked += `${escapeHtml(snippet.slice(last, index))}<mark>${escapeHtml(word)}</mark>`;
      last = index + word.length;
    }
  }
  return marked + escapeHtml(snippet.slice(last));
}
