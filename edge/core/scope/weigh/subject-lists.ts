/**
 * Lists of subjects with words of school between their members: "my ML class and econometrics", "the
 * statistics take and the psychology take", "EE vs comp sci". A member left out would be ruled out by the
 * gate of the others, so that a short or misspelt name counts beside one that does.
 */
import type { Mention } from "../read/mention.ts";
import { isExactCase, type MentionContext } from "./mention-context.ts";
import { isCutBefore, isHeadOfPhrase } from "./name-evidence.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { FILLERS } from "../words/scope-words.ts";
import { isListWord, MEMBER_JOINTS, MEMBER_NOUNS } from "../words/subject-list-words.ts";
import { isAudience, isEvidentPair, isShortName, nextSubject } from "./subject-pairs.ts";

/** So many words may stand between two members. */
const BETWEEN_MAX = 7;
const MEMBERS_MAX = 8;

/** Member of a list with a subject that counts, or of one that ends in a word of school. */
export function isSubjectMember(context: MentionContext, index: number): boolean {
  if (isInPair(context, index)) return true;
  if (!canBeMember(context, index)) return false;
  const isBeside = ([-1, 1] as const).some((side) => {
    const other = neighbourMember(context, index, side);
    return other !== null && context.solid[other]!;
  });
  return isBeside || isInSchoolList(context, index);
}

/** "aussi bien en éco qu'en géo", "entropy for chemists, entropy for machine learning". */
const isInPair = (context: MentionContext, index: number): boolean =>
  ([-1, 1] as const).some((side) => {
    const other = nextSubject(context, index, side);
    if (other === null) return false;
    const [left, right] = side < 0 ? [other, index] : [index, other];
    return isEvidentPair(context, left, right, isJoined(context, left, right));
  });

/** A name that is no head of a phrase, in its capitals, and behind which its part of the list ends. */
function canBeMember(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isHeadOfPhrase(tokens, mentions, index) || isAudience(context, index)) return false;
  if (mention.kind === "cased" && !isExactCase(tokens, mention)) return false;
  const next = tokens[mention.to];
  if (next === undefined || isWholeName(mention) || isCutBefore(tokens, mention.to)) return true;
  if (isHan(next) && !next.isGlued) return true;
  return MEMBER_NOUNS.has(next.folded) || isJoint(next) || STRONG_SIGN.test(next.gap);
}

const isWholeName = ({ kind }: Mention): boolean => kind === "plain" || kind === "people";

/** "management vs marketing people", "EE or CS: flip-flops", "(stats + ML)": neither would count alone. */
function isInSchoolList(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const [first, last] = [endOfList(context, index, -1), endOfList(context, index, 1)];
  if (first === last) return false;
  const { from } = mentions[first]!;
  const { to } = mentions[last]!;
  const hasLead = FILLERS.has(tokens[from - 1]?.folded ?? "");
  const isNoun = (at: number): boolean => MEMBER_NOUNS.has(tokens[at]?.folded ?? "");
  if (isNoun(to) || (hasLead && isNoun(from - 2))) return hasLead || isCutBefore(tokens, from);
  const isOpening = from <= (hasLead ? 1 : 0) || tokens[from]!.gap.includes("(");
  if (!isOpening || !isCutBefore(tokens, to)) return false;
  return mentions.slice(first, last + 1).some((mention) => isShortName(tokens, mention));
}

function endOfList(context: MentionContext, index: number, side: -1 | 1): number {
  let end = index;
  for (let members = 1; members < MEMBERS_MAX; members += 1) {
    const next = neighbourMember(context, end, side);
    if (next === null || !canBeMember(context, next)) break;
    end = next;
  }
  return end;
}

/** The next subject on one side, if it is joined to this one; null otherwise. */
function neighbourMember(context: MentionContext, index: number, side: -1 | 1): number | null {
  const other = nextSubject(context, index, side);
  if (other === null) return null;
  const [left, right] = side < 0 ? [other, index] : [index, other];
  return isJoined(context, left, right) ? other : null;
}

/**
 * Between the two stand a joint and nothing but words of school and mentions of other fields; a comma joins
 * behind a word of school alone: "bio set, HS stats set", but not "Kepler's second law, HS physics".
 */
function isJoined({ tokens, mentions }: MentionContext, left: number, right: number): boolean {
  const [from, to] = [mentions[left]!.to, mentions[right]!.from];
  if (to - from > BETWEEN_MAX) return false;
  const inner = mentions.slice(left + 1, right);
  const signs = MEMBER_NOUNS.has(tokens[from]!.folded) ? ANY_SIGN : STRONG_SIGN;
  let hasJoint = false;
  for (let at = from; at <= to; at += 1) {
    const token = tokens[at]!;
    if (!/^[\s,;&+/、，.'’()-]*$/u.test(token.gap)) return false;
    hasJoint ||= signs.test(token.gap) || (at < to && isJoint(token));
    const isOther = at === to || inner.some((one) => one.from <= at && at < one.to);
    if (!isOther && !isListWord(token)) return false;
  }
  return hasJoint;
}
const STRONG_SIGN = /[&+/]/u;
const ANY_SIGN = /[,;&+/、，]/u;

const isJoint = ({ folded }: QueryToken): boolean => MEMBER_JOINTS.has(folded);
