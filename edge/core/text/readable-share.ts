/**
 * How much of a text an embedding model can read. A model whose vocabulary was made for some scripts
 * gives a vector for every text, but that of a text in another script says nothing: all of it is one
 * unknown token.
 */
import { queryTokens } from "../scope/query-tokens.ts";

/** Below this share of readable words a vector is noise, and search is better by words alone. */
export const READABLE_SHARE_MIN = 0.25;

/**
 * Share of the words in `text` that are written in one of `scripts` (Unicode script names: "Latin",
 * "Greek"), 0 to 1. Chinese and Japanese count by character; numbers and signs, which every model
 * knows, do not count. 1 for a text without any word. Throws RangeError for an unknown script.
 */
export function readableShare(text: string, scripts: readonly string[]): number {
  const words = queryTokens(text).filter(({ raw }) => /\p{L}/u.test(raw));
  if (words.length === 0) return 1;
  const readable = scriptPattern(scripts);
  return words.filter(({ raw }) => readable.test(raw)).length / words.length;
}

function scriptPattern(scripts: readonly string[]): RegExp {
  try {
    return new RegExp(`^[${scripts.map((script) => `\\p{Script=${script}}`).join("")}]`, "u");
  } catch {
    throw new RangeError(`not all of these are Unicode scripts: ${scripts.join(", ")}`);
  }
}
