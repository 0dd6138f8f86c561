/**
 * Splits text into prose, TeX between dollars or \( \), and the linear notation of plain corpora
 * (10^-3, v_0). Dollars are also money: "$5 per litre … about $1" must stay prose. Pure; linear in
 * the text, since a formula has a greatest length.
 */

export type TextPart =
  | { readonly kind: "text" | "sup" | "sub"; readonly text: string }
  | { readonly kind: "tex"; readonly text: string; readonly isDisplay: boolean };

export const FORMULA_CHARS_MAX = 500;

const DELIMITERS = [
  { open: "$$", close: "$$", isDisplay: true },
  { open: "$", close: "$", isDisplay: false },
  { open: "\\(", close: "\\)", isDisplay: false },
  { open: "\\[", close: "\\]", isDisplay: true },
] as const;

export function splitFormulas(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let prose = 0;
  let at = 0;
  while (at < text.length) {
    const formula = formulaAt(text, at);
    if (formula === null) {
      at += 1;
      continue;
    }
    parts.push(...splitNotation(text.slice(prose, at)));
    parts.push({ kind: "tex", text: formula.tex, isDisplay: formula.isDisplay });
    at = formula.end;
    prose = at;
  }
  return [...parts, ...splitNotation(text.slice(prose))];
}

function formulaAt(text: string, at: number) {
  const char = text[at];
  if (char !== "$" && char !== "\\") {
    return null;
  }
  for (const { open, close, isDisplay } of DELIMITERS) {
    if (!text.startsWith(open, at)) {
      continue;
    }
    const from = at + open.length;
    const window = text.slice(from, from + FORMULA_CHARS_MAX + close.length);
    const length = window.indexOf(close);
    const tex = window.slice(0, Math.max(0, length));
    const after = text[from + length + close.length] ?? "";
    if (length > 0 && (open !== "$" || isTexInDollars(tex, after))) {
      return { tex: tex.trim(), end: from + length + close.length, isDisplay };
    }
  }
  return null;
}

const TEX_COMMAND = /\\[a-zA-Z]/;
const TWO_WORDS = /\p{L}{3,}[\s,]+\p{L}{2,}/u;

/** Pandoc's rule (no space inside, no digit after), eased for what shows itself as TeX. */
function isTexInDollars(tex: string, after: string): boolean {
  if (tex.includes("\n") || /\d/.test(after) || tex.trim() === "") {
    return false;
  }
  return TEX_COMMAND.test(tex) || (!/^\s|\s$/.test(tex) && !TWO_WORDS.test(tex));
}

/** x^2, 10^-3, 5 × 10^( − 4), 20^th; v_0, F_net, t_(1/2), log_10. Not: snake_case_names. */
const NOTATION =
  /\^(?:\(\s*([^()\n]{1,20}?)\s*\)|([+\-−]?\d{1,6}|\p{L}{1,3}(?!\p{L})|[®+\-−]))|(?<=(?<![\p{L}\p{N}_])(?:\p{L}{1,2}|log))_(?:\(([^()\n]{1,20})\)|(\d{1,3}|\p{L}{1,8}(?![\p{L}_])))/gu;

function splitNotation(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let last = 0;
  for (const match of text.matchAll(NOTATION)) {
    const [whole, supGroup, sup, subGroup, sub] = match;
    if (match.index > last) {
      parts.push({ kind: "text", text: text.slice(last, match.index) });
    }
    const raised = supGroup ?? sup;
    parts.push(
      raised === undefined
        ? { kind: "sub", text: subGroup ?? sub ?? "" }
        : { kind: "sup", text: raised.replace(/^([+\-−])\s+/, "$1") },
    );
    last = match.index + whole.length;
  }
  return last < text.length ? [...parts, { kind: "text", text: text.slice(last) }] : parts;
}
