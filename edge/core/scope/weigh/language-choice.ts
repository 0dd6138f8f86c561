/**
 * A language that may be, not must be: "en inglés me vale", "da igual que venga en inglés"; two of them
 * leave a choice ("English or French, no wahala"), and one stands alone ("HS bio, English only").
 */
import type { CompiledVocabulary } from "../vocabulary/compile-vocabulary.ts";
import { LANGUAGE_ONLY } from "../words/language-words.ts";
import type { Mention } from "../read/mention.ts";
import type { MentionContext } from "./mention-context.ts";
import { isCutBefore } from "./name-evidence.ts";
import { behindLinks, isPhraseAt, type QueryToken } from "../query-tokens.ts";
import { readNames } from "../read/read-names.ts";
import { OR_WORDS, phrases, words } from "../words/scope-words.ts";

type Place = Pick<Mention, "from" | "to">;

/** Right behind the language, by the first word; "is fine" and "would be ok" without the verb. */
const ALLOWED_BEHIND = phrases(
  `fine,ok,okay,works,either way,no wahala,no problem,no prob,no matter,all the same,me vale,me sirve,
   me da igual,
   da igual,no importa,tambien me vale,me va,me va bien,ca va,ca me va,va aussi,me va aussi,peu importe,egal,
   passt,passt auch,geht auch,auch ok,reicht,no me importa,也 可 以,也 行,都 行,都 可 以,没 问 题`,
);
const ALLOWING_VERBS = words(
  "is are would be s c est ist sind es both either too also auch aussi tambien 的 版 题",
);
const VERBS_MAX = 3;

/** Before the language, in its clause. */
const ALLOWED_BEFORE = phrases(
  `even if,even in,can be in,could be in,may be in,da igual que,da igual si,no importa que,no importa si,
   aunque sea,aunque este,aunque venga,puede ser en,puede estar en,peu importe si,meme si,meme en,
   peut etre en,egal ob,auch wenn,darf auf,darf auch auf,kann auf,kann auch auf,kann ruhig auf,不 管,就 算,哪 怕`,
);
/** So many words may stand between such a phrase and the language. */
const ALLOWED_REACH = 8;

/** "English is fine", "en inglés me vale", "English or French no wahala". */
function isAllowedBehind(tokens: readonly QueryToken[], to: number): boolean {
  const at = behindLinks(tokens, to, ALLOWING_VERBS, VERBS_MAX);
  for (let start = to; start <= at; start += 1)
    if (ALLOWED_BEHIND.some((phrase) => isPhraseAt(tokens, start, phrase))) return true;
  return false;
}

/** Where a choice of languages ends. */
export const isEndOfChoice = (tokens: readonly QueryToken[], to: number): boolean =>
  isCutBefore(tokens, to) || isAllowedBehind(tokens, to);

/** "da igual que el material venga en inglés", "auch wenn es auf Englisch ist". */
function isAllowedBefore(tokens: readonly QueryToken[], from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - ALLOWED_REACH); at -= 1) {
    if (ALLOWED_BEFORE.some((phrase) => isPhraseAt(tokens, at, phrase))) return true;
    if (/[,;:.!?()]/u.test(tokens[at]!.gap)) return false;
  }
  return false;
}

/** Allowed where no other language is asked for: beside another one both are admitted. */
export function isMerelyAllowed(
  { tokens, mentions, solid }: MentionContext,
  index: number,
): boolean {
  const { from, to } = mentions[index]!;
  if (!isAllowedBehind(tokens, to) && !isAllowedBefore(tokens, from)) return false;
  return !mentions.some(({ field }, at) => at !== index && field === "language" && solid[at]!);
}

/** "physics mcq, English is fine": not the subject of that name. */
export const isAllowedLanguage = (tokens: readonly QueryToken[], { from, to }: Place): boolean =>
  isCutBefore(tokens, from) && isAllowedBehind(tokens, to);

/** "HS bio, English only": behind a subject the language of it; "gaokao, English only" is a subject. */
export function isOnlyLanguage(
  tokens: readonly QueryToken[],
  { from, to }: Place,
  mentions: readonly Mention[],
): boolean {
  if (!LANGUAGE_ONLY.has(tokens[to]?.folded ?? "") || !isCutBefore(tokens, from)) return false;
  return mentions.some((other) => other.field === "subject" && other.to <= from);
}

/** "English/French glossary", "optics mcq, English or German": the first of two languages. */
export function isBeforeLanguage(
  tokens: readonly QueryToken[],
  first: Mention,
  vocabulary: CompiledVocabulary,
): boolean {
  const { to } = first;
  const isOr = OR_WORDS.has(tokens[to]?.folded ?? "");
  if (to + 1 >= tokens.length || (!isOr && tokens[to]!.gap.trim() !== "/")) return false;
  const names = readNames(tokens, isOr ? to + 1 : to, vocabulary);
  const second = names.find(({ field }) => field === "language");
  if (second === undefined || !isOr) return second !== undefined;
  return isCutBefore(tokens, first.from) && isEndOfChoice(tokens, second.to);
}
