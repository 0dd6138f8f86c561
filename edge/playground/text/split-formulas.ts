/**
 * Splits text into prose, TeX between dollars or \( \), and the linear notation of plain corpora
 * (10^-3, v_0). Dollars are also money: "$5 per litre … about $1" must stay prose. Pure; linear in
 * the text, since a formula has a greatest length.
 */

export interface TextPart {
  readonly kind: "text" | "sup" | "sub" | "tex" | "display-tex";
  /** What is shown: without delimiters and signs. */
  readonly text: string;
  /** [from, to) in the whole text, signs included. */
  readonly from: number;
  readonly to: number;
}

export const FORMULA_CHARS_MAX = 500;

const DELIMITERS = [
  { open: "$$", close: "$$", kind: "display-tex" },
  { open: "$", close: "$", kind: "tex" },
  { open: "\\(", close: "\\)", kind: "tex" },
  { open: "\\[", close: "\\]", kind: "display-tex" },
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
    parts.push(...splitNotation(text.slice(prose, at), prose), formula);
    at = formula.to;
    prose = at;
  }
  return [...parts, ...splitNotation(text.slice(prose), prose)];
}

function formulaAt(text: string, at: number): TextPart | null {
  const char = text[at];
  if (char !== "$" && char !== "\\") {
    return null;
  }
  for (const { open, close, kind } of DELIMITERS) {
    if (!text.startsWith(open, at)) {
      continue;
    }
    const from = at + open.length;
    const window = text.slice(from, from + FORMULA_CHARS_MAX + close.length);
    const length = window.indexOf(close);
    const tex = window.slice(0, Math.max(0, length));
    const after = text[from + length + close.length] ?? "";
    if (length > 0 && (open !== "$" || isTexInDollars(tex, after))) {
      return { kind, text: tex.trim(), from: at, to: from + length + close.length };
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
const POWER_BARE = String.raw`[+\-−]?\d{1,6}|\p{L}{1,3}(?!\p{L})|[®+\-−]`;
const POWER = String.raw`\^(?:\(\s*([^()\n]{1,20}?)\s*\)|(${POWER_BARE}))`;
const INDEX_BASE = String.raw`(?<=(?<![\p{L}_])(?:\p{L}{1,2}|log))`;
const INDEX = String.raw`_(?:\(([^()\n]{1,20})\)|(\d{1,3}|\p{L}{1,8}(?![\p{L}_])))`;
const NOTATION = new RegExp(`${POWER}|${INDEX_BASE}${INDEX}`, "gu");

/** `offset`: where this prose begins in the whole text. */
function splitNotation(prose: string, offset: number): TextPart[] {
  const parts: TextPart[] = [];
  const add = (kind: TextPart["kind"], text: string, from: number, to: number) =>
    parts.push({ kind, text, from: offset + from, to: offset + to });
  let last = 0;
  for (const match of prose.matchAll(NOTATION)) {
    const [whole, supGroup, sup, subGroup, sub] = match;
    const end = match.index + whole.length;
    if (match.index > last) {
      add("text", prose.slice(last, match.index), last, match.index);
    }
    const raised = supGroup ?? sup;
    if (raised === undefined) {
      add("sub", subGroup ?? sub ?? "", match.index, end);
    } else {
      add("sup", raised.replace(/^([+\-−])\s+/, "$1"), match.index, end);
    }
    last = end;
  }
  if (last < prose.length) {
    add("text", prose.slice(last), last, prose.length);
  }
  return parts;
}
