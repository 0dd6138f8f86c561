/**
 * Two subjects that a query sets side by side so evidently that neither may be left out: behind a word that
 * promises a second one ("aussi bien en éco qu'en géo"), or in clauses that repeat their words ("entropy for
 * chemists, entropy for machine learning", "what macro says and what US history says"). Here the people of
 * a subject stand for it.
 */
import type { Mention } from "../read/mention.ts";
import { isExactCase, type MentionContext } from "./mention-context.ts";
import { isCutBefore, isHeadOfPhrase } from "./name-evidence.ts";
import { phraseEndingAt } from "./negation.ts";
import { ALSO_PHRASES } from "../words/negation-words.ts";
import type { QueryToken } from "../query-tokens.ts";
import { ARTICLES } from "../words/scope-words.ts";
import {
  AUDIENCE_LEADS,
  CONTRASTS,
  EQUATING_WORDS,
  isListWord,
  MEMBER_JOINTS,
  MEMBER_NOUNS,
  PAIR_OPENERS,
  PARALLEL_OPENERS,
  SAYING_VERBS,
} from "../words/subject-list-words.ts";

/** So many words may stand between what promises a pair and its first member. */
const OPENER_REACH = 4;
/** So many words of the first clause are compared with those that lead to the second member. */
const LEAD_MAX = 4;
/** So many words may end the first clause: "define socialisation". */
const TAIL_MAX = 5;
const CLAUSE_SIGN = /[,;:&+/?–—、]|\s-\s/u;

/** Indices of two neighbouring subjects; `isJoined`: nothing but words of a list stand between them. */
export function isEvidentPair(
  context: MentionContext,
  left: number,
  right: number,
  isJoined: boolean,
): boolean {
  const { tokens, mentions } = context;
  const [first, second] = [mentions[left]!, mentions[right]!];
  if (first.entries[0] === second.entries[0]) return false;
  if (![left, right].every((index) => canPair(context, index))) return false;
  const isSchool = isSchoolName(tokens, first) || isSchoolName(tokens, second);
  if (isSchool && isPromised(tokens, first) && (isJoined || isCounted(tokens, first, second)))
    return true;
  return isParallel(tokens, first, second, isSchool);
}

/** So many mentions of other fields may stand between two members: "HS bio, one set for college psych". */
const MENTIONS_BETWEEN_MAX = 2;

export function nextSubject(
  { mentions }: MentionContext,
  index: number,
  side: -1 | 1,
): number | null {
  for (let passed = 0; passed <= MENTIONS_BETWEEN_MAX; passed += 1) {
    const other = index + side * (passed + 1);
    if (mentions[other] === undefined) return null;
    if (mentions[other].field === "subject") return other;
  }
  return null;
}

/** The name of a person, of a class ("law people") or of nothing else; a short form of one. */
const isSchoolName = (tokens: readonly QueryToken[], mention: Mention): boolean =>
  mention.kind === "people" ||
  mention.kind === "plain" ||
  MEMBER_NOUNS.has(tokens[mention.to]?.folded ?? "") ||
  isShortName(tokens, mention) ||
  isBeginning(tokens, mention);

/** "micro" for microeconomics. */
const isBeginning = (tokens: readonly QueryToken[], { entries, from, to }: Mention): boolean =>
  to - from === 1 &&
  entries.some(
    ({ value }) =>
      value.length > tokens[from]!.folded.length &&
      value.toLowerCase().startsWith(tokens[from]!.folded),
  );

/** "éco", "CS"; "law" is the subject's whole name. */
export const isShortName = (
  tokens: readonly QueryToken[],
  { entries, from, to }: Mention,
): boolean =>
  to - from === 1 &&
  tokens[from]!.folded.length <= ABBREVIATION_CHARS_MAX &&
  entries.every(({ value }) => value.toLowerCase() !== tokens[from]!.folded);
const ABBREVIATION_CHARS_MAX = 4;

function canPair(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isHeadOfPhrase(tokens, mentions, index)) return false;
  return mention.kind === "cased" ? isExactCase(tokens, mention) : !isAudience(context, index);
}

/** "math for economists": whom a subject is taught. */
export function isAudience({ tokens, mentions }: MentionContext, index: number): boolean {
  const [before, mention] = [mentions[index - 1], mentions[index]!];
  if (mention.kind !== "people" || before?.field !== "subject") return false;
  if (before.to === mention.from || tokens[before.to]!.gap.trim() !== "") return false;
  return tokens.slice(before.to, mention.from).every(({ folded }) => AUDIENCE_LEADS.has(folded));
}

/** "both in", "aussi bien ceux de", "not only", "既": before the first member. */
function isPromised(tokens: readonly QueryToken[], { from }: Mention): boolean {
  for (let at = from - 1; at >= Math.max(0, from - OPENER_REACH); at -= 1) {
    if (phraseEndingAt(PAIR_OPENERS, tokens, at) !== undefined) return true;
    if (phraseEndingAt(ALSO_PHRASES, tokens, at) !== undefined) return true;
    if (!isListWord(tokens[at]!)) return false;
  }
  return false;
}

/** "the medicine one about the pedestrian and the psych ones": both have a word of school. */
function isCounted(tokens: readonly QueryToken[], left: Mention, right: Mention): boolean {
  if (![left, right].every(({ to }) => MEMBER_NOUNS.has(tokens[to]?.folded ?? ""))) return false;
  if (right.from - left.to > TAIL_MAX + LEAD_MAX || !isCutBefore(tokens, right.to + 1))
    return false;
  const at = right.from - (ARTICLES.has(tokens[right.from - 1]!.folded) ? 2 : 1);
  return MEMBER_JOINTS.has(tokens[at]!.folded);
}

/** What leads to the second member stood before the first one, too, or both are said to do the same. */
function isParallel(
  tokens: readonly QueryToken[],
  left: Mention,
  right: Mention,
  isSchool: boolean,
): boolean {
  const start = clauseStart(tokens, left.to, right.from);
  if (start === null) return false;
  const joint = tokens[start - 1]!.folded;
  const tail = start - left.to - (MEMBER_JOINTS.has(joint) ? 1 : 0);
  if (tail > TAIL_MAX) return false;
  const words = tokens.slice(start, right.from).map(({ folded }) => folded);
  const lead = words.filter((word) => !ARTICLES.has(word));
  const leadBefore = tokens.slice(Math.max(0, left.from - LEAD_MAX), left.from);
  if (!lead.every((word) => leadBefore.some(({ folded }) => folded === word))) return false;
  // "one is a lawyer, one is a historian".
  if (lead.some((word) => EQUATING_WORDS.has(word))) return false;
  const isContrast = tail >= 0 && CONTRASTS.has(joint);
  const verb = tokens[left.to]?.folded ?? "";
  const isSameVerb = SAYING_VERBS.has(verb) && verb === tokens[right.to]?.folded;
  const isPeople = left.kind === "people" && right.kind === "people";
  if (lead.length === 0) {
    if (isSameVerb) return isSchool;
    return tail === 0 && isContrast && isPeople;
  }
  const isStrong = lead.length > 1 || isContrast || isSameVerb;
  if (isSchool) return isStrong || (tail === 0 && isPeople);
  // "what law says, what ethics says"; not "what the law says".
  const isNamed = [left, right].every(({ from }) => !ARTICLES.has(tokens[from - 1]!.folded));
  return isNamed && isStrong && PARALLEL_OPENERS.has(lead[0]!);
}

/** Where the clause of the second member begins: behind the last joint or sign between the two. */
function clauseStart(tokens: readonly QueryToken[], from: number, to: number): number | null {
  for (let at = to; at >= Math.max(from, to - LEAD_MAX); at -= 1) {
    if (CLAUSE_SIGN.test(tokens[at]!.gap)) return at;
    const joint = at > from ? tokens[at - 1]!.folded : "";
    if (MEMBER_JOINTS.has(joint) && !PARALLEL_OPENERS.has(joint)) return at;
  }
  return null;
}

/**
 * "entropy in physics vs in information theory", "fitness at the gym vs in biology": the other side names no
 * subject, so that the gate of this one would rule it out.
 */
export function isAgainstUnread(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solid } = context;
  const { from, to } = mentions[index]!;
  const isList = (at: number): boolean =>
    tokens[at] !== undefined && isListWord(tokens[at]) && !VERSUS.has(tokens[at].folded);
  let [before, behind] = [from - 1, to];
  while (from - before <= VERSUS_REACH && isList(before)) before -= 1;
  while (behind - to < VERSUS_REACH && isList(behind)) behind += 1;
  const isUnread = (side: -1 | 1): boolean => {
    const other = nextSubject(context, index, side);
    return other === null || !solid[other]!;
  };
  if (VERSUS.has(tokens[before]?.folded ?? "")) return isUnread(-1);
  return VERSUS.has(tokens[behind]?.folded ?? "") && isUnread(1);
}
const VERSUS: ReadonlySet<string> = new Set(["vs", "versus"]);
/** So many words of a list may stand between the name and what sets it against another. */
const VERSUS_REACH = 3;
