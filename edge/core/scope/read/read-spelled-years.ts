/** Reads years in words: "twenty eighteen", "zwanzig-fünfzehn", "deux mille dix-huit", "2k18". */
import { type QueryToken, word } from "../query-tokens.ts";
import { words } from "../words/scope-words.ts";

const YEARS_FROM = 2000;
const TWO_DIGITS_FIRST = 10;

/** From one upwards, folded and cut as tokens are. */
const ENGLISH = `one two three four five six seven eight nine ten eleven twelve thirteen fourteen
 fifteen sixteen seventeen eighteen nineteen twenty twenty_one twenty_two twenty_three twenty_four
 twenty_five twenty_six twenty_seven twenty_eight twenty_nine`;
const FRENCH = `un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
 dix_sept dix_huit dix_neuf vingt vingt_et_un vingt_deux vingt_trois vingt_quatre vingt_cinq vingt_six
 vingt_sept vingt_huit vingt_neuf`;
const SPANISH = `uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
 dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro
 veinticinco veintiseis veintisiete veintiocho veintinueve`;
const GERMAN = `eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn
 funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig
 vierundzwanzig funfundzwanzig sechsundzwanzig siebenundzwanzig achtundzwanzig neunundzwanzig`;

/** A number word behind a prefix that says the century; the prefix needs one of at least `least`. */
const SPELLINGS: readonly { prefix: string; numbers: string; least: number }[] = [
  { prefix: "two thousand ", numbers: ENGLISH, least: 1 },
  { prefix: "two thousand and ", numbers: ENGLISH, least: 1 },
  { prefix: "twenty ", numbers: ENGLISH, least: 10 },
  { prefix: "deux mille ", numbers: FRENCH, least: 1 },
  { prefix: "veinte ", numbers: SPANISH, least: 10 },
  { prefix: "zwanzig ", numbers: GERMAN, least: 10 },
  { prefix: "zwanzig", numbers: GERMAN, least: 10 },
  { prefix: "dos mil ", numbers: SPANISH, least: 1 },
  { prefix: "zweitausend", numbers: GERMAN, least: 1 },
  { prefix: "zweitausendund", numbers: GERMAN, least: 1 },
];

const YEARS: ReadonlyMap<string, number> = new Map(
  SPELLINGS.flatMap(({ prefix, numbers, least }) =>
    numbers
      .split(/\s+/u)
      .map((number, index): [string, number] => [
        prefix + number.replaceAll("_", " "),
        YEARS_FROM + index + 1,
      ])
      .slice(least - 1),
  ),
);
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...YEARS.keys()].map((spelling) => spelling.split(" ")[0]!),
);
const SPELLING_TOKENS_MAX = 5;

/** The year in words that starts at token `at`, the longest reading; or null. */
export function spelledYear(
  tokens: readonly QueryToken[],
  at: number,
): { year: number; to: number } | null {
  if (isThousands(tokens, at)) {
    return { year: YEARS_FROM + Number(tokens[at + 2]!.folded), to: at + 3 };
  }
  if (!FIRST_WORDS.has(tokens[at]!.folded) || PARTS.has(word(tokens, at - 1))) return null;
  let found: { year: number; to: number } | null = null;
  let spelling = "";
  for (let to = at; to < Math.min(tokens.length, at + SPELLING_TOKENS_MAX); to += 1) {
    const { folded, gap } = tokens[to]!;
    if (to > at && !/^[\s-]+$/u.test(gap)) break;
    spelling += (to > at ? " " : "") + folded;
    const year = YEARS.get(spelling);
    if (year !== undefined) found = { year, to: to + 1 };
  }
  return found === null || goesOn(tokens[found.to]) ? null : found;
}

/** "de los veinte doce aprueban": so many of them. */
const PARTS = words("los las");

/** Number words of two digits, "dix-huit", "fourteen", that a month or the word for year may lead to. */
const TWO_DIGITS: ReadonlyMap<string, number> = new Map(
  [ENGLISH, FRENCH, SPANISH, GERMAN].flatMap((list) =>
    list
      .split(/\s+/u)
      .map((number, index): [string, number] => [number.replaceAll("_", " "), index + 1])
      .filter(([, value]) => value >= TWO_DIGITS_FIRST),
  ),
);
const TWO_DIGITS_TOKENS_MAX = 3;

/** "juin dix-huit", "año dieciséis": two digits in words at token `at`, the longest reading; or null. */
export function spelledTwoDigits(
  tokens: readonly QueryToken[],
  at: number,
): { value: number; to: number } | null {
  let found: { value: number; to: number } | null = null;
  let spelling = "";
  for (let to = at; to < Math.min(tokens.length, at + TWO_DIGITS_TOKENS_MAX); to += 1) {
    const { folded, gap } = tokens[to]!;
    if (to > at && !/^[\s-]+$/u.test(gap)) break;
    spelling += (to > at ? " " : "") + folded;
    const value = TWO_DIGITS.get(spelling);
    if (value !== undefined) found = { value, to: to + 1 };
  }
  return found === null || goesOn(tokens[found.to]) ? null : found;
}

/** "2k18", as one word. */
const isThousands = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]!.folded === "2" &&
  tokens[at + 1]?.folded === "k" &&
  tokens[at + 1]!.isGlued &&
  tokens[at + 2]?.isGlued === true &&
  /^\d{2}$/u.test(tokens[at + 2]!.folded) &&
  tokens[at + 3]?.isGlued !== true;

/** "two thousand five hundred", "twenty twelve-sided dice": no year ends here. */
const goesOn = (next: QueryToken | undefined): boolean =>
  next !== undefined && (next.gap === "-" || MULTIPLES.has(next.folded));
const MULTIPLES = words(
  "hundred thousand million cent cents mille cien cientos mil hundert tausend",
);
