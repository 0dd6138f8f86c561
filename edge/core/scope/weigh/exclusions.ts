/**
 * What a query rules out, mention by mention: a negation holds for a whole list ("no physics, biology or
 * chemistry"), and some words that look like one rule nothing out ("not only physics").
 */
import { isCorrected } from "../read/corrections.ts";
import { languageDenial } from "./language-negation.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { negationStart, phraseEndingAt } from "./negation.ts";
import {
  ALSO_PHRASES,
  COPULAS,
  EXCLUDED_AFTER,
  EXCEPTIONS,
  NEGATION_CHAIN,
  NEGATION_LINKS,
  PAPER_PRONOUNS,
  PERSONAL_LINKS,
  PERSONAL_NOUNS,
  POSSESSIVES,
  TASTE_FILLERS,
  TASTE_NEGATIONS,
  WITHOUT_WORDS,
} from "../words/negation-words.ts";
import type { QueryToken } from "../query-tokens.ts";
import { LIST_WORDS, YEAR_SUFFIX } from "../words/scope-words.ts";
import { MENTION_CONFIDENCE } from "../scope-extraction.ts";
import { CONFIDENCE_SUPPORTED, type Weighed } from "./weigh-evidence.ts";

export interface Judged extends Weighed {
  /** Token where what rules the mention out begins; null where it is named. */
  readonly negation: number | null;
}

const LINKS_MAX = 3;
/** So many members of a list are looked through for its "and". */
const LIST_MAX = 12;

export function judgeNegations(
  tokens: readonly QueryToken[],
  weighed: readonly Weighed[],
): Judged[] {
  const mentions = weighed.map(({ mention }) => mention);
  const judged: Judged[] = [];
  for (const [index, { mention, confidence }] of weighed.entries()) {
    const previous = judged[index - 1];
    const isChained = previous !== undefined && previous.negation !== null;
    const corrected = startOfCorrected(tokens, weighed, index);
    const start = corrected === undefined ? startOfNegation(tokens, mentions, index) : corrected;
    if (isSaidOfPerson(tokens, mention)) {
      judged.push({ mention, negation: null, confidence: MENTION_CONFIDENCE });
    } else if (start !== null) {
      const isSure = isException(tokens, mentions, index, start);
      judged.push({ mention, negation: start, confidence: sure(mention, confidence, isSure) });
    } else if (isChained && isListedOut(tokens, mentions, index, judged)) {
      const isSure = previous.mention.field === mention.field && previous.confidence >= confidence;
      const least = sure(
        mention,
        confidence,
        isSure && previous.confidence >= CONFIDENCE_SUPPORTED,
      );
      judged.push({ mention, negation: mentions[index - 1]!.to, confidence: least });
    } else {
      judged.push({ mention, negation: null, confidence });
    }
  }
  return withoutOpenOnes(tokens, judged);
}

/** "chemistry and physics excluded": what follows the last of a list holds for the first, too. */
function startOfNegation(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): number | null {
  const { field, from } = mentions[index]!;
  const start =
    negationStart(tokens, mentions, index) ??
    (field === "language" ? languageDenial(tokens, mentions[index]!) : null);
  const next = mentions[index + 1];
  if (start !== null || next?.field !== field) return start;
  const isLeft = EXCLUDED_AFTER.has(tokens[next.to]?.folded ?? "");
  return isLeft && jointBetween(tokens, mentions, index + 1) === "and" ? from : null;
}

/** What is taken back for a correction that counts; what is put in its place is named. */
function startOfCorrected(
  tokens: readonly QueryToken[],
  weighed: readonly Weighed[],
  index: number,
): number | null | undefined {
  const [before, { mention }, next] = [weighed[index - 1], weighed[index]!, weighed[index + 1]];
  if (isCorrected(tokens, before?.mention, mention)) return null;
  if (next === undefined || next.confidence < CONFIDENCE_SUPPORTED) return undefined;
  return isCorrected(tokens, mention, next.mention) ? mention.from : undefined;
}

const sure = ({ kind }: Mention, confidence: number, isSure: boolean): number =>
  isSure && kind !== "typo" ? Math.max(confidence, CONFIDENCE_SUPPORTED) : confidence;

/** "without physics and chemistry", "not chemistry or physics", "sauf Asie, Liban et Polynésie". */
function isListedOut(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
  judged: readonly Judged[],
): boolean {
  const joint = jointBetween(tokens, mentions, index);
  if (joint === "or") return true;
  if (mentions[index - 1]!.field !== mentions[index]!.field) return false;
  if (joint === "and" || joint === "sign") return true;
  // "no physics, biology and chemistry", but "not chemistry, biology please".
  if (joint === "comma and") return (judged[index - 2]?.negation ?? null) !== null;
  if (joint !== "comma") return false;
  const last = Math.min(mentions.length - 1, index + LIST_MAX);
  for (let at = index; at < last; at += 1) {
    if (mentions[at + 1]!.field !== mentions[index]!.field) return false;
    const next = jointBetween(tokens, mentions, at + 1);
    if (next !== "comma") return next !== null;
  }
  return false;
}

type Joint = "or" | "and" | "comma and" | "comma" | "sign" | null;

/** What joins mention `index` to the one before it. */
function jointBetween(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): Joint {
  const [left, right] = [mentions[index - 1]!, mentions[index]!];
  let at = left.to;
  if (tokens[at]?.folded === YEAR_SUFFIX && at < right.from) at += 1;
  if (right.from - at > LINKS_MAX) return null;
  const first = tokens[at]!;
  const hasWord = at < right.from && isJoint(first);
  const links = tokens.slice(hasWord ? at + 1 : at, right.from);
  if (!links.every(({ folded }) => NEGATION_LINKS.has(folded))) return null;
  if (!tokens.slice(at + 1, right.from + 1).every(({ gap }) => /^[\s'’-]*$/u.test(gap)))
    return null;
  const isComma = /^\s*,\s*$/u.test(first.gap);
  if (!hasWord) {
    if (/^\s*[、&/+]\s*$/u.test(first.gap)) return "sign";
    return isComma ? "comma" : null;
  }
  if (!isComma && !/^\s*\(?$/u.test(first.gap)) return null;
  if (NEGATION_CHAIN.has(first.folded) && (links.length === 0 || left.field === right.field))
    return "or";
  return isComma ? "comma and" : "and";
}

const isJoint = ({ folded }: QueryToken): boolean =>
  LIST_WORDS.has(folded) || NEGATION_CHAIN.has(folded);

/** "brevet sauf juin", "all subjects except law", "除了2015年以外": nothing but scope can be meant. */
function isException(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
  start: number,
): boolean {
  const { field, from, to } = mentions[index]!;
  if (start === from && isChineseException(tokens, from, to)) return true;
  if (field === "year" && isOfPaper(tokens, from, to)) return true;
  if (!tokens.slice(start, from).some(({ folded }) => EXCEPTIONS.has(folded))) return false;
  const end = tokens[to]?.folded === YEAR_SUFFIX ? to + 1 : to;
  if (isAtEnd(tokens, end) || /[,;:.()?!]/u.test(tokens[end]!.gap)) return true;
  if (/^[以之外的]$/u.test(tokens[end]!.folded)) return true;
  const next = mentions[index + 1];
  return (
    next !== undefined &&
    next.field === mentions[index]!.field &&
    jointBetween(tokens, mentions, index + 1) !== null
  );
}

/** "物理除外", "除2015年外". */
const isChineseException = (tokens: readonly QueryToken[], from: number, to: number): boolean =>
  tokens[to]?.folded === "除" || tokens[from - 1]?.folded === "除";

/** "not the 2015 one", "pas celui de 2018". */
const isOfPaper = (tokens: readonly QueryToken[], from: number, to: number): boolean =>
  [to, from - 1, from - 2].some((at) => PAPER_PRONOUNS.has(tokens[at]?.folded ?? ""));

/** "no physics background", "sans bases de physique", "physics is not my favourite". */
function isSaidOfPerson(tokens: readonly QueryToken[], { field, from, to }: Mention): boolean {
  if (field !== "subject") return false;
  return isTaste(tokens, to) || isBackground(tokens, from, to);
}

function isBackground(tokens: readonly QueryToken[], from: number, to: number): boolean {
  const isLacking = (at: number): boolean =>
    [at, at - 1].some((one) => WITHOUT_WORDS.has(tokens[one]?.folded ?? ""));
  if (PERSONAL_NOUNS.has(tokens[to]?.folded ?? "")) return isLacking(from - 1);
  let at = from - 1;
  while (from - at < LINKS_MAX && PERSONAL_LINKS.has(tokens[at]?.folded ?? "")) at -= 1;
  return PERSONAL_NOUNS.has(tokens[at]?.folded ?? "") && isLacking(at - 1);
}

/** So many words may stand between the name and whose taste it is. */
const TASTE_WORDS_MAX = 5;

function isTaste(tokens: readonly QueryToken[], to: number): boolean {
  let [hasCopula, hasNegation] = [false, false];
  for (const { folded } of tokens.slice(to, to + TASTE_WORDS_MAX)) {
    if (POSSESSIVES.has(folded)) return hasCopula && hasNegation;
    if (COPULAS.has(folded)) hasCopula = true;
    if (TASTE_NEGATIONS.has(folded)) hasNegation = true;
    else if (!COPULAS.has(folded) && !TASTE_FILLERS.has(folded)) return false;
  }
  return false;
}

/** "not only physics" alone gates nothing; "not only chemistry but also physics" names both. */
function withoutOpenOnes(tokens: readonly QueryToken[], judged: readonly Judged[]): Judged[] {
  const isOpen: boolean[] = [];
  for (const [index, { mention, negation }] of judged.entries()) {
    const before = judged[index - 1]?.mention;
    const isTouching =
      isOpen[index - 1] === true &&
      before!.to === mention.from &&
      /^[\s-]*$/u.test(tokens[mention.from]!.gap);
    isOpen.push(
      negation === null && (isTouching || isOnlyDenied(tokens, mention, before?.to ?? 0)),
    );
  }
  if (!isOpen.includes(true)) return [...judged];
  const named = new Set(
    judged.flatMap(({ mention, negation, confidence }, index) =>
      isOpen[index]! || negation !== null || confidence < CONFIDENCE_SUPPORTED ? [] : mention.field,
    ),
  );
  return judged.map((one, index) =>
    isOpen[index]! && !named.has(one.mention.field)
      ? { ...one, confidence: MENTION_CONFIDENCE }
      : one,
  );
}

function isOnlyDenied(tokens: readonly QueryToken[], { from }: Mention, least: number): boolean {
  for (let at = from - 1; at >= Math.max(least, from - LINKS_MAX); at -= 1) {
    // "nicht nur", but "brauche ich nicht, nur die Lösungen".
    const isPhrase = phraseEndingAt(ALSO_PHRASES, tokens, at) !== undefined;
    if (isPhrase) return !tokens[at]!.gap.includes(",");
    if (!NEGATION_LINKS.has(tokens[at]!.folded)) return false;
  }
  return false;
}
