/**
 * Finds equations that are written across several chunks ("v = u + at", "2H2 + O2 → 2H2O") and gives
 * each one word of its own beside the words of its operands, so that a query that is only an
 * equation finds the document that holds it, however it is spaced.
 * Operands that a stop-word list would drop ("at", "as", "a") get a protected twin.
 */
import { isChemical } from "./formula-chemistry.ts";
import { chunkWords } from "./formula-chunk.ts";
import { PRODUCT, SUP_CLOSE, SUP_OPEN } from "./formula-notation.ts";

/** How the word of a whole equation begins; no other word does. */
export const EQUATION_WORD = "eq0";

/** Longer equations give the words of their operands only. */
export const EQUATION_CHUNKS_MAX = 40;

const RELATION = /[=<>≤≥≠≈≡∝→←⇌↔]/u;
const OPERATOR_ONLY = /^[-+=<>≤≥≠≈≡∝→←⇌↔·×*/÷±]+$/u;
const STARTS_OPEN = /^[+=<>≤≥≠≈≡∝→←⇌↔·×*/÷±-]/u;
const ENDS_OPEN = /[+=<>≤≥≠≈≡∝→←⇌↔·×*/÷±-]$/u;
const SENTENCE_END = /[.,;:?!]$/u;
const OPERAND_CHARS_MAX = 32;
/** A run of more ASCII letters is a word, not a product of symbols. */
const SYMBOL_RUN = /[A-Za-z]{4,}/gu;
const FUNCTION_NAMES: ReadonlySet<string> = new Set(
  "sinh cosh tanh cosec sqrt lim log sin cos tan arcsin arccos arctan".split(" "),
);

/**
 * Words of one and two ASCII letters that some stop-word list of PostgreSQL 18 drops (measured over
 * all its configurations; only these can be lost, longer operands are rarely symbols).
 */
const STOP_OPERANDS: ReadonlySet<string> = new Set(
  (
    "a ad af ai al am an ao as at au av az be bu by c ce ci d da de di do du e ed eg ei ej el em en" +
    " er es et eu ez fu ge ha he ho i if ik il im in io is it j ja je jo ju ki l la le li lo m ma me" +
    " mi mu my n na ne ni no nu o ob of og om on op or os ou qu s sa se si so su t ta te ti to tu u" +
    " ud um un up ut uw ve vi we wo y ya yo ze zo zu"
  ).split(" "),
);

/** Search words of all chunks in order; each equation's own word follows its operands. */
export function equationWords(chunks: readonly string[]): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < chunks.length) {
    const end = groupEnd(chunks, at);
    const group = chunks.slice(at, end);
    if (isEquation(group)) {
      for (const chunk of group) words.push(...protectOperands(chunkWords(chunk, true)));
      if (group.length <= EQUATION_CHUNKS_MAX) words.push(wholeEquation(group));
    } else {
      for (const chunk of group) words.push(...chunkWords(chunk));
    }
    at = end;
  }
  return words;
}

/** End of the run of chunks from `at` in which each neighbour pair is tied by an operator. */
function groupEnd(chunks: readonly string[], at: number): number {
  let end = at + 1;
  while (end < chunks.length && areTied(chunks[end - 1]!, chunks[end]!)) end += 1;
  return end;
}

function areTied(left: string, right: string): boolean {
  if (!ENDS_OPEN.test(left) && !STARTS_OPEN.test(right)) return false;
  if (SENTENCE_END.test(left)) return false;
  return isMathLike(left) && isMathLike(right);
}

function isMathLike(chunk: string): boolean {
  if (OPERATOR_ONLY.test(chunk)) return true;
  if (chunk.length > OPERAND_CHARS_MAX) return false;
  const bare = chunk.replace(/[.,;:?!]+$/u, "");
  const letterRuns = bare.match(SYMBOL_RUN) ?? [];
  return letterRuns.every((run) => FUNCTION_NAMES.has(run.toLowerCase()) || isChemical(run));
}

function isEquation(group: readonly string[]): boolean {
  if (!group.some((chunk) => RELATION.test(chunk))) return false;
  if (!group.every(isMathLike)) return false;
  return group.filter((chunk) => !OPERATOR_ONLY.test(chunk)).length > 1 || isOneChunk(group);
}

/** "v=u+at" without spaces: an operand on each side of the relation. */
function isOneChunk(group: readonly string[]): boolean {
  const operands = group.join("").split(RELATION);
  return operands.filter((operand) => /[\p{L}\p{N}]/u.test(operand)).length > 1;
}

function protectOperands(words: readonly string[]): string[] {
  return words.flatMap((word) => (STOP_OPERANDS.has(word) ? [word, `m0${word}`] : [word]));
}

const IGNORED = new RegExp(`["'${PRODUCT}${SUP_CLOSE}·×*\\s]`, "gu");
const TRAILING_PUNCTUATION = /[.,;:?!]{1,8}$/u;

function wholeEquation(group: readonly string[]): string {
  const joined = group.join("").toLowerCase().replaceAll(SUP_OPEN, "^").replace(IGNORED, "");
  const canonical = withoutStrayBrackets(joined.replace(TRAILING_PUNCTUATION, ""));
  return `${EQUATION_WORD}${fnv1a(canonical.replace(TRAILING_PUNCTUATION, "")).toString(36)}`;
}

/** "(F = ma)" and "see (F = ma" are F = ma: brackets of the sentence, not of the equation. */
function withoutStrayBrackets(equation: string): string {
  let result = equation;
  if (/^\([^()]*\)$/u.test(result)) return result.slice(1, -1);
  const opened = result.split("(").length;
  const closed = result.split(")").length;
  if (opened > closed && result.startsWith("(")) result = result.slice(1);
  if (closed > opened && result.endsWith(")")) result = result.slice(0, -1);
  return result;
}

/** 32-bit FNV-1a over UTF-16 units (Fowler, Noll, Vo): equal equations meet, others rarely do. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
