/** What somebody takes back for what follows: "de la ESO, perdón, de bachiller", "pharm, no wait, law". */
import type { Mention } from "./mention.ts";
import { NEGATION_LINKS } from "../words/negation-words.ts";
import { isPhraseAt, type QueryToken } from "../query-tokens.ts";
import { phrases } from "../words/scope-words.ts";

const CORRECTIONS = phrases(
  `perdon,sorry,pardon,oops,no wait,wait no,sorry no,no sorry,i mean,i meant,or rather,je veux dire,enfin non,
   non pardon,ach nein,nein quatsch,quatsch,ich meine,quise decir,quiero decir,digo,mejor dicho,不 对,说 错 了`,
);
/** Articles and prepositions before what is meant instead. */
const LINKS_MAX = 3;

/** Whether `right` is put in the place of `left`. */
export function isCorrected(
  tokens: readonly QueryToken[],
  left: Mention | undefined,
  right: Mention | undefined,
): boolean {
  if (left === undefined || left.field !== right?.field || left.to === right.from) return false;
  const { to } = left;
  // "sorry physics": an apology has no sign before it.
  if (!/[,;.:…?!]|[-–—]/u.test(tokens[to]!.gap)) return false;
  const phrase = CORRECTIONS.find((words) => isPhraseAt(tokens, to, words));
  if (phrase === undefined || right.from < to + phrase.length) return false;
  const links = tokens.slice(to + phrase.length, right.from);
  return links.length <= LINKS_MAX && links.every(({ folded }) => NEGATION_LINKS.has(folded));
}
