/** Reads what two digits list as years: "16", "13-15", "13 bis 15", "15/16/17", "15, 16 et 17", "15、16". */
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import type { YearSpan } from "./read-open-ranges.ts";
import { isQuantity, JOINING_GAP } from "./quantities.ts";
import { yearAt, yearOfDigits, yearsBetween } from "./read-years.ts";
import { LIST_WORDS, RANGE_WORDS, words } from "../words/scope-words.ts";

export interface ShortYears {
  readonly values: readonly number[];
  /** Index behind the last member. */
  readonly to: number;
  /** "13-15", "15/16/17": as hardly a count and no fraction is written ("15 à 17 bonbons"). */
  readonly isStretch: boolean;
}

/** The signs that join two members of one list. */
const LIST_GAP = /^\s?[,、&]\s?['’‘]?$/u;
const SLASH_GAP = /^\s?\/\s?['’‘]?$/u;
export const MEMBER_GAP = /^\s?[-–—~/,、&]\s?['’‘]?$/u;

/** A longer list of numbers is one of data. */
const MEMBERS_MAX = 8;

type Joint = "range" | "slash" | "list";

/** The years that begin at token `at`; null where a member is none: "12, 13 et 5", "12, 15 et 18 cm", "14/20". */
export function shortYearsAt(
  tokens: readonly QueryToken[],
  at: number,
  years: YearSpan,
): ShortYears | null {
  const values: number[] = [];
  const joints = new Set<Joint>();
  let isWord = false;
  let to = at;
  while (values.length <= MEMBERS_MAX) {
    const year = shortYearAt(tokens, to, years);
    if (year === null) return null;
    values.push(year);
    to += 1;
    const next = jointAt(tokens, to);
    if (next === null) break;
    joints.add(next.joint);
    isWord ||= next.memberAt > to;
    to = next.memberAt;
  }
  if (joints.size > 1 || values.length > MEMBERS_MAX) return null;
  const [joint] = joints;
  const [first, last] = [values[0]!, values.at(-1)!];
  if (joint === "range") {
    if (values.length > 2 || last <= first) return null;
    return { values: yearsBetween(first, last), to, isStretch: !isWord };
  }
  if (joint === "slash" && !isRun(values)) return null;
  if (joint === "list" && !isOrdered(values)) return null;
  return { values, to, isStretch: joint === "slash" && values.length > 2 };
}

/** Two digits that the corpus has a year for; no quantity, no time ("14:30"), no ordinal ("15e"). */
export function shortYearAt(
  tokens: readonly QueryToken[],
  at: number,
  years: YearSpan,
): number | null {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (token === undefined || !/^\d{2}$/u.test(token.folded) || isQuantity(tokens, at)) return null;
  if (next?.isGlued === true && !isHan(next)) return null;
  if (isTime(tokens, at) || isTime(tokens, at + 1)) return null;
  return yearOfDigits(token.folded, years);
}

const isTime = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]?.gap === ":" && tokens[at]!.isNumber && tokens[at - 1]!.isNumber;

/** What joins token `to` to the number before it, and where the next member is. */
function jointAt(
  tokens: readonly QueryToken[],
  to: number,
): { joint: Joint; memberAt: number } | null {
  const isRange = RANGE_WORDS.has(word(tokens, to));
  const isWord = isRange || LIST_WORDS.has(word(tokens, to));
  const memberAt = isWord ? to + 1 : to;
  const member = tokens[memberAt];
  if (member?.isNumber !== true || yearAt(tokens, memberAt) !== null) return null;
  // "brevet 15, 3e".
  if (tokens[memberAt + 1]?.isGlued === true && ORDINALS.has(word(tokens, memberAt + 1)))
    return null;
  if (isWord) return { joint: isRange ? "range" : "list", memberAt };
  if (JOINING_GAP.test(member.gap)) return { joint: "range", memberAt };
  if (SLASH_GAP.test(member.gap)) return { joint: "slash", memberAt };
  return LIST_GAP.test(member.gap) ? { joint: "list", memberAt } : null;
}
const ORDINALS = words("e eme er ere re st nd rd th");

/** Each the year after the one before. */
export const isRun = (values: readonly number[]): boolean =>
  values.every((value, index) => index === 0 || value === values[index - 1]! + 1);

/** "15, 17 et 18", "17, 16": in the order of time or against it. */
function isOrdered(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => Math.sign(value - values[index]!));
  return steps.every((step) => step !== 0 && step === steps[0]);
}
