/**
 * Where a Chinese name ends: Chinese is written without spaces, so that a name may be the beginning of a
 * longer word of the topic ("地理大发现"), or stand before a word of schools ("语文默写").
 */
import {
  CHINESE_ENDS,
  CHINESE_JOINTS,
  CHINESE_NO_QUESTIONS,
  CHINESE_SCHOOL_WORDS,
  CHINESE_TAILS,
} from "../words/chinese-words.ts";
import type { Mention } from "../read/mention.ts";
import { isHan, type QueryToken } from "../query-tokens.ts";
import { CHINESE_QUESTION, type WordSet } from "../words/scope-words.ts";

/** Chinese words of topics are short: "选择题" is a word of its own, whatever follows. */
const HAN_WORD_MIN = 3;

/**
 * "地理大发现", "解析几何": a Chinese name inside a longer word, unless a name follows it; "历史选择了":
 * what follows is no kind of document, either.
 */
export function isInsideWord(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { from, to } = mentions[index]!;
  if (to - from >= HAN_WORD_MIN) return false;
  const following = mentions[index + 1];
  if (following?.from === to && tokens[to]!.isGlued) {
    return following.field === "content_type" && isInsideWord(tokens, mentions, index + 1);
  }
  return isGluedOn(tokens, mentions, index);
}

/**
 * A Chinese word goes on at token `to`, behind the mention, and no other name, particle or school word is
 * next.
 */
export function isGluedOn(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
  to: number = mentions[index]!.to,
): boolean {
  const next = tokens[to];
  if (next === undefined || !next.isGlued || mentions[index + 1]?.from === to) return false;
  if (!isHan(next) || !isHan(tokens[to - 1])) return false;
  if (CHINESE_TAILS.has(next.folded + (tokens[to + 1]?.folded ?? ""))) return true;
  if (CHINESE_JOINTS.has(next.folded) || isSchoolWord(tokens, to)) return false;
  // "生物科 DNA": the word for a subject of schools ends there; not "生物科学".
  if (next.folded === "科" && tokens[to + 1]?.isGlued !== true) return false;
  if (isEndOfRequest(tokens, to) || isFirstOfTwo(tokens, mentions[index]!.from, to)) return false;
  return !isQuestionOfTopic(tokens, to);
}

const isEndOfRequest = (tokens: readonly QueryToken[], to: number): boolean =>
  CHINESE_ENDS.has(tokens[to]!.folded + (tokens[to + 1]?.folded ?? "")) &&
  tokens[to + 2]?.isGlued !== true;

/** "既要物理又要化学"; "生物又分为几类" goes on. */
const isFirstOfTwo = (tokens: readonly QueryToken[], from: number, to: number): boolean =>
  tokens[to]!.folded === "又" && [from - 1, from - 2].some((at) => tokens[at]?.folded === "既");

const HAN_TOPIC_MAX = 6;

/** "数学导数题", "化学工艺流程题": behind a subject the topic of a question; not "历史问题". */
export function isQuestionOfTopic(tokens: readonly QueryToken[], at: number): boolean {
  let end = at;
  while (end - at < HAN_TOPIC_MAX && isHan(tokens[end + 1]) && tokens[end + 1]!.isGlued) end += 1;
  return (
    tokens[end]!.folded === CHINESE_QUESTION &&
    !CHINESE_NO_QUESTIONS.has(tokens[end - 1]?.folded ?? "")
  );
}

/** "默写", "应用题" at token `at`. */
export function isSchoolWord(tokens: readonly QueryToken[], at: number): boolean {
  const pair = tokens[at]!.folded + (tokens[at + 1]?.folded ?? "");
  const third = tokens[at + 2]?.folded ?? "";
  return CHINESE_SCHOOL_WORDS.has(pair) || CHINESE_SCHOOL_WORDS.has(pair + third);
}

/** "第一卷", "完形填空": a Chinese name is the end of a longer word; not behind a name or a joint. */
export function isWordEnd(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
  joints: WordSet,
): boolean {
  const { from } = mentions[index]!;
  const lead = tokens[from - 1];
  if (lead === undefined || !tokens[from]!.isGlued || mentions[index - 1]?.to === from)
    return false;
  return isHan(tokens[from]) && isHan(lead) && !joints.has(lead.folded);
}

/** "阿伏加德罗常数 选择 2021": Chinese has spaces only where something new begins. */
export function isSpacedHan(
  tokens: readonly QueryToken[],
  { from, to }: Pick<Mention, "from" | "to">,
): boolean {
  const isSpaced = (at: number): boolean =>
    at === 0 || at === tokens.length || /^\s+$/u.test(tokens[at]!.gap);
  if (!isSpaced(from) || !isSpaced(to)) return false;
  return isHan(tokens[from]) || (isHan(tokens[from - 1]) && isHan(tokens[to]));
}
