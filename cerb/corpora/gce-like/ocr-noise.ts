/** What scanning does to text: confused letters, words torn at line ends, lost spaces. Pure. */
import type { Random } from "./random.ts";

/** Share of words that a bad scan damages. */
export const NOISE_SHARE = 0.06;

const CONFUSIONS: readonly (readonly [string, string])[] = [
  ["rn", "m"],
  ["l", "1"],
  ["O", "0"],
  ["m", "rn"],
  ["cl", "d"],
  ["i", "l"],
  ["e", "c"],
  ["5", "S"],
];

const WORD_LETTERS_MIN = 4;

export function withOcrNoise(text: string, random: Random): string {
  return text
    .split(" ")
    .map((word) => (random.chance(NOISE_SHARE) ? damaged(word, random) : word))
    .join(" ");
}

function damaged(word: string, random: Random): string {
  if (word.length < WORD_LETTERS_MIN) return word;
  const kind = random.between(0, 3);
  if (kind === 0) {
    const at = random.between(2, word.length - 2);
    return `${word.slice(0, at)}- ${word.slice(at)}`;
  }
  const [from, to] = random.pick(CONFUSIONS);
  return word.replace(from, to);
}
