/**
 * Snippets that show why a text was found: the sentences with most of the query's lexemes, matching
 * words inside <mark>, everything else HTML-escaped. A formula ($...$) is never cut or marked inside.
 * A word matches a lexeme when it starts with it (stems are prefixes of their word forms nearly
 * always); this only decides what is marked, never what is found.
 */

export const SNIPPETS_MAX = 2;
export const SNIPPET_CHARS_MAX = 280;
const LEXEMES_MAX = 64;
/** Shorter lexemes must be the whole word: "at" must not mark "atom". */
const PREFIX_CHARS_MIN = 4;
const WORD_TAIL_CHARS_MAX = 6;

const UNIT = /\$[^$\n]{1,500}\$|[^.!?。！？\n$]+[.!?。！？]*|[.!?。！？\n$]+/gu;
const WORD = /\$[^$]*\$|[\p{L}\p{N}]+/gu;

const fold = (word: string) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

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
    .map(({ snippet }) => mark(snippet.trim(), wanted));
}

/** Runs of whole sentences and formulas, each at most SNIPPET_CHARS_MAX where sentences allow. */
function snippets(text: string): string[] {
  const parts: string[] = [];
  let current = "";
  for (const [unit] of text.matchAll(UNIT)) {
    if (current !== "" && current.length + unit.length > SNIPPET_CHARS_MAX) {
      parts.push(current);
      current = "";
    }
    current += unit.length > SNIPPET_CHARS_MAX && !unit.startsWith("$") ? shorten(unit) : unit;
  }
  return [...parts, current];
}

function shorten(sentence: string): string {
  const cut = sentence.lastIndexOf(" ", SNIPPET_CHARS_MAX);
  return `${sentence.slice(0, cut > 0 ? cut : SNIPPET_CHARS_MAX).toWellFormed()} …`;
}

function matchOf(word: string, wanted: readonly string[]): string | undefined {
  if (word.startsWith("$")) {
    return undefined;
  }
  const folded = fold(word);
  return wanted.find(
    (lexeme) =>
      folded === lexeme ||
      (lexeme.length >= PREFIX_CHARS_MIN &&
        folded.startsWith(lexeme) &&
        folded.length - lexeme.length <= WORD_TAIL_CHARS_MAX),
  );
}

function matchedLexemes(snippet: string, wanted: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const [word] of snippet.matchAll(WORD)) {
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
  for (const match of snippet.matchAll(WORD)) {
    const [word] = match;
    marked += escapeHtml(snippet.slice(last, match.index));
    marked +=
      matchOf(word, wanted) === undefined ? escapeHtml(word) : `<mark>${escapeHtml(word)}</mark>`;
    last = match.index + word.length;
  }
  return marked + escapeHtml(snippet.slice(last));
}
