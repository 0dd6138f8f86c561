/** Kinds of documents that a query compares instead of asking for them. */
import type { Mention } from "../read/mention.ts";
import type { QueryToken } from "../query-tokens.ts";
import { FILLERS, words } from "../words/scope-words.ts";

/** "why are mcqs easier than open questions", "为什么选择题比填空题容易": kinds that the topic compares. */
export function isTalkedAbout(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  if (isCompared(tokens, mentions[index]!)) return true;
  const previous = mentions[index - 1];
  return previous?.field === "content_type" && isCompared(tokens, previous);
}

/** So many words may stand between a kind and its "than" ("sont-ils plus faciles que"). */
const COMPARED_WORDS_MAX = 5;
const COMPARED = words("than que als 比");

const isCompared = (tokens: readonly QueryToken[], { from, to }: Mention): boolean =>
  tokens.slice(to, to + COMPARED_WORDS_MAX).some(({ folded }) => COMPARED.has(folded)) &&
  isAsked(tokens, from);

const ASKING_WORDS_MAX = 3;

/** "why are the", "are", "pourquoi les", "warum sind", "为什么": nothing else stands before the kind. */
function isAsked(tokens: readonly QueryToken[], from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - ASKING_WORDS_MAX); at -= 1) {
    const { folded } = tokens[at]!;
    if (ASKING_WORDS.has(folded) || (at === 0 && ASKING_VERBS.has(folded))) return true;
    if (!FILLERS.has(folded) && !ASKING_VERBS.has(folded)) return false;
  }
  return false;
}
const ASKING_WORDS = words("why pourquoi warum wieso 为");
const ASKING_VERBS = words("are is do does est sont sind ist 什 么 是");
