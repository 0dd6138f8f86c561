/**
 * The normaliser of searchable text: applied to titles, bodies and queries before PostgreSQL
 * analyses them, so that spellings of one formula or word meet in one token. The result holds only
 * letters, digits, single spaces and decimal points, in lower case.
 * It must not stem, drop stop words or fold accents: that is PostgreSQL's. Pure, linear, idempotent.
 */
import { cleanText } from "./clean-text.ts";
import { equationWords } from "./formula-equation.ts";
import { linearizeNotation, PRODUCT } from "./formula-notation.ts";

/** Changes whenever some text could give other words: stored vectors and models name it. */
export const NORMALIZER_VERSION = "1";

/** A longer run of base64 characters is encoded binary, not words. */
export const ENCODED_RUN_CHARS_MAX = 200;

/** Soft hyphen, zero-width and directional marks, variation selectors, tags. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Controls (line ends are still needed), private use, unassigned. */
const JUNK = /(?![\t-\r])\p{Cc}|\p{Co}|\p{Cn}/gu;
const ENCODED_RUN = /[A-Za-z0-9+/=_-]+/gu;
const LINE_HYPHEN = /(?<=\p{L})-[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu;
const HYPHENS = /[\u2010\u2011\uFE63\uFF0D]|(?<=\p{L})\u2013(?=\p{L})/gu;
const MINUS = /[\u2212\u207B\u02D7]/gu;
/** Dots that mean a product or water of crystallisation. */
const MIDDLE_DOTS = /[\u22C5\u2219\u2027\u30FB]|(?<=[\p{L}\p{N})])\u2022(?=[\p{L}\p{N}])/gu;
const DASHES = /[\u2012-\u2015\u2E3A\u2E3B]/gu;
const APOSTROPHES = /[\u2018\u2019\u201B\u02B9\u02BC\u02BB\u2032\u00B4\u0060\uA78C]/gu;
const ELISION =
  /(?<![\p{L}\p{N}'])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=[aeiouyhàâäéèêëîïôöûüùœæ])/giu;
const POSSESSIVE = /(?<=[\p{L}\p{N}])'s(?![\p{L}\p{N}])/giu;
/** "25 ºC" with the ordinal sign, which NFKC would turn into the letter o. */
const ORDINAL_DEGREE = /(?<=\p{N}\s?)\u00BA/gu;
const FRACTION_SLASH = /\s?[\u2044\u2215]\s?/gu;
const GROUPED_FRACTION = /\((\d{1,4}\/\d{1,4})\)(?=\p{L})/gu;
const FUNCTION_GROUP_POWER =
  /\((sin|cos|tan|sec|cosec|cot|log|ln)\s?([\p{L}\p{N}]{1,8})\)(\uE000-?\d{1,2}\uE001)/giu;
const FUNCTION_JOINED = /(\uE000-?\d{1,2}\uE001)(?=\p{L})/gu;
const ARROWS = /<?[-=]{1,2}>/gu;
const CJK_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC\u3005]+/gu;

/** Lower-case search words, separated by single spaces; empty when nothing can be searched. */
export function normalizeSearchText(text: string): string {
  const visible = cleanText(text)
    .text.normalize("NFC")
    .replace(INVISIBLE, "")
    .replace(JUNK, " ")
    .replace(ENCODED_RUN, (run) => (run.length > ENCODED_RUN_CHARS_MAX ? " " : run))
    .replace(LINE_HYPHEN, "-")
    .replace(ORDINAL_DEGREE, "\u00B0");
  const linear = punctuate(linearizeNotation(visible));
  const chunks = bigrams(linear)
    .split(/\s+/u)
    .filter((chunk) => chunk !== "");
  return joinPrefixes(equationWords(chunks)).join(" ").normalize("NFC");
}

function punctuate(text: string): string {
  return text
    .replace(HYPHENS, "-")
    .replace(MINUS, "-")
    .replace(DASHES, " ")
    .replace(MIDDLE_DOTS, "·")
    .replace(APOSTROPHES, "'")
    .replace(ELISION, "")
    .replace(POSSESSIVE, "")
    .replace(FRACTION_SLASH, "/")
    .replace(GROUPED_FRACTION, `$1${PRODUCT}`)
    .replace(FUNCTION_GROUP_POWER, "$1$3 $2")
    .replace(FUNCTION_JOINED, `$1${PRODUCT}`)
    .replace(ARROWS, "→");
}

/** Chinese, Japanese and Korean have no spaces between words: overlapping pairs of characters. */
function bigrams(text: string): string {
  return text.replace(CJK_RUN, (run) => {
    const characters = [...run];
    if (characters.length <= 2) return ` ${run} `;
    const pairs: string[] = [];
    for (let at = 0; at + 1 < characters.length; at += 1) {
      pairs.push(characters[at]! + characters[at + 1]!);
    }
    return ` ${pairs.join(" ")} `;
  });
}

/** Combining forms that are no words of their own in English, French, German or Spanish. */
const COMBINING_FORMS: ReadonlySet<string> = new Set(
  (
    "anti electro hydro hyper hypo infra inter intra iso macro micro multi nano neo neuro non poly" +
    " pseudo quasi semi sub supra thermo ultra"
  ).split(" "),
);
const PLAIN_WORD = /^\p{L}{3,}$/u;

/** "semi conductor" and "semi-conductor" both become "semiconductor conductor". */
function joinPrefixes(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    if (next === undefined || !COMBINING_FORMS.has(word) || !PLAIN_WORD.test(next)) {
      result.push(word);
    } else if (words[at + 2] !== word + next) {
      result.push(word + next);
    }
  }
  return result;
}
