/** Where a language stands in a query: beside what, behind what, apart from what. */
import type { ScopeField } from "../curriculum-scope.ts";
import { isPhraseEnd } from "./language-cues.ts";
import { QUESTION_NOUNS, ROMANCE_QUESTIONS } from "../words/language-words.ts";
import { isListed } from "./list-evidence.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { isEndOfChoice } from "./language-choice.ts";
import { CUT_SIGN } from "../read/mention.ts";
import { isCutBefore } from "./name-evidence.ts";
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import { FILLERS } from "../words/scope-words.ts";

/** "questions", "exam questions", "mcqs", "past papers" at token `at`. */
export const isQuestionWord = (tokens: readonly QueryToken[], at: number): boolean =>
  (QUESTION_NOUNS.has(word(tokens, at)) && !ROMANCE_QUESTIONS.has(word(tokens, at))) ||
  (word(tokens, at) === "exam" && isQuestionWord(tokens, at + 1)) ||
  (word(tokens, at) === "past" && /^papers?$/u.test(word(tokens, at + 1)));

/** Nothing before it that it could be the adjective of: "guerra civil española preguntas tipo test". */
export function isLeftClear({ tokens, mentions }: MentionContext, index: number): boolean {
  const { from } = mentions[index]!;
  if (from === 0 || mentions[index - 1]?.to === from || isHan(tokens[from])) return true;
  return CUT_SIGN.test(tokens[from]!.gap) || FILLERS.has(word(tokens, from - 1));
}

/** A solid mention of one of `fields` directly beside it. */
export function isTouching(
  context: MentionContext,
  index: number,
  side: -1 | 1,
  fields: ReadonlySet<ScopeField>,
): boolean {
  const { tokens, mentions } = context;
  const other = mentions[index + side];
  const mention = mentions[index]!;
  if (other === undefined) return false;
  const at = side < 0 ? mention.from : other.from;
  if ((side < 0 ? other.to : mention.to) !== at || !/^\s*$/u.test(tokens[at]!.gap)) return false;
  return hasNeighbour(context, index, side, fields);
}

/** "mcq french on charge", "QCM allemand, physique"; not "mcq french revolution". */
export function isEndOfPhrase({ tokens, mentions }: MentionContext, index: number): boolean {
  const { to } = mentions[index]!;
  if (isPhraseEnd(tokens, to)) return true;
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}

/** "French or German, either works", "spanish / italian: …": alone or in a list apart from all else. */
export function isSetApart(
  { tokens, mentions, vocabulary }: MentionContext,
  index: number,
): boolean {
  const names = vocabulary.named.get("language");
  const isJoined = (left: number): boolean => {
    const [one, other] = [mentions[left], mentions[left + 1]];
    if (one === undefined || other === undefined || !isListed(tokens, one, other)) return false;
    // "English, Dutch and French": a language may be read as the subject of its name.
    return [one, other].every(
      ({ field, from }) => field === "language" || names?.has(tokens[from]!.folded),
    );
  };
  let [first, last] = [index, index];
  while (isJoined(first - 1)) first -= 1;
  while (isJoined(last)) last += 1;
  const { to } = mentions[last]!;
  if (!isCutBefore(tokens, mentions[first]!.from)) return false;
  return first === last ? isCutBefore(tokens, to) : isEndOfChoice(tokens, to);
}
