/**
 * The words beside a language that say by themselves that it is the language of what is asked for: "in
 * German", "texte anglais", "German-medium school", "only reads Spanish".
 */
import { isAtEnd, type Mention } from "../read/mention.ts";
import { CHINESE_LANGUAGE_NOUNS } from "../words/chinese-words.ts";
import { languageDenial } from "./language-negation.ts";
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import {
  LANGUAGE_FOLLOWERS,
  LANGUAGE_LABELS,
  LANGUAGE_LEADS,
  LANGUAGE_NOUNS,
  LANGUAGE_ONLY,
  LANGUAGE_TAILS,
  LANGUAGE_WORDS,
  MATERIAL_NOUNS,
  MEANING_PHRASES,
  MEANING_TAILS,
  MEANING_WORDS,
  PRONOUN_LEADS,
  PRONOUNS,
  READ_VERBS,
  REPLY_LEADS,
  REPLY_NOUNS,
  REPLY_OBJECTS,
  REPLY_VERBS,
  REPLY_VERBS_BEHIND,
  ROMANCE_NOUNS,
  SPEAKER_WORDS,
  SPOKEN_NAME,
  SPOKEN_TAILS,
  TRANSLATION_LEADS,
  VERSION_WORDS,
  WRITTEN_LANGUAGE,
} from "../words/language-words.ts";
import { FILLERS } from "../words/scope-words.ts";

type Place = Pick<Mention, "from" | "to">;

/** Read as a language before any subject. */
export function isLanguageCued(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  const lead = word(tokens, from - 1);
  const next = word(tokens, to);
  if (SPOKEN_NAME.test(word(tokens, to - 1))) return isOfMaterial(tokens, { from, to });
  return (
    LANGUAGE_LEADS.has(lead) ||
    isLabelled(tokens, from) ||
    isVersion(tokens, from - 1) ||
    VERSION_WORDS.has(next) ||
    LANGUAGE_NOUNS.has(next) ||
    ROMANCE_NOUNS.has(lead) ||
    (LANGUAGE_NOUNS.has(lead) && isPhraseEnd(tokens, to)) ||
    isChineseMaterial(tokens, to) ||
    isWrittenIn(tokens, from, to) ||
    (lead === "for" && SPEAKER_WORDS.has(next)) ||
    (SPOKEN_TAILS.has(next) && isOfMaterial(tokens, { from, to: to + 1 })) ||
    (PRONOUNS.has(next) && PRONOUN_LEADS.has(lead) && isPronounEnd(tokens, to + 1)) ||
    (isOnlyRead(tokens, from) && isSentenceEnd(tokens, to)) ||
    languageDenial(tokens, { from, to }) !== null ||
    isTranslated(tokens, { from, to })
  );
}

/** "language: Hungarian"; not "spanish-language: hungarian town". */
const isLabelled = (tokens: readonly QueryToken[], from: number): boolean =>
  LANGUAGE_LABELS.has(word(tokens, from - 1)) &&
  /^\s*[:=]\s*$/u.test(tokens[from]!.gap) &&
  tokens[from - 1]!.gap !== "-";

/** So many words may stand between a verb of answering and its language. */
const REPLY_OBJECTS_MAX = 4;

/** "please answer in English: …", "réponds-moi en français", "用中文解释": the language of the reply. */
export function isLanguageOfReply(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  const lead = word(tokens, from - 1);
  if (TRANSLATION_LEADS.has(lead)) return REPLY_VERBS.has(word(tokens, from - 2));
  if (!LANGUAGE_LEADS.has(lead)) return false;
  // "用英语 解释 多普勒效应" are search words, each by itself.
  const isHanVerb = isHan(tokens[to]) && tokens[to]!.isGlued;
  const behind = isHanVerb ? word(tokens, to) + word(tokens, to + 1) : word(tokens, to);
  if (REPLY_VERBS_BEHIND.has(behind)) return true;
  let at = from - 2;
  while (from - 2 - at < REPLY_OBJECTS_MAX && REPLY_OBJECTS.has(word(tokens, at))) at -= 1;
  if (!tokens.slice(at + 1, from).every(({ gap }) => /^[\s-]*$/u.test(gap))) return false;
  // "expliqué en anglais" is said of a text.
  if (REPLY_VERBS.has(word(tokens, at))) return !/é(?:e?s?)$/u.test(tokens[at]!.plain);
  if (!REPLY_NOUNS.has(word(tokens, at))) return false;
  return at === 0 || REPLY_LEADS.has(word(tokens, at - 1)) || /[,;:.!?]/u.test(tokens[at]!.gap);
}

/** So many words may stand between a word and the language that it is from. */
const MEANING_WORDS_MAX = 6;

/** "meaning of the word Islam in Arabic", "where does the word come from, greek?": what is asked about. */
export function isLanguageOfWord(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  const start = LANGUAGE_LEADS.has(word(tokens, from - 1)) ? from - 1 : from;
  if (MEANING_TAILS.has(word(tokens, to) + word(tokens, to + 1) + word(tokens, to + 2)))
    return true;
  const isGuess = start === from && /\?/u.test(tokens[to]?.gap ?? "");
  if (!isGuess && /[,;:.()!?]|\s[-–—]+\s/u.test(tokens[start]!.gap)) return false;
  for (let at = start - 1; at >= Math.max(0, start - MEANING_WORDS_MAX); at -= 1) {
    if (MEANING_WORDS.has(word(tokens, at))) return true;
    if (MEANING_PHRASES.has(`${word(tokens, at - 1)} ${word(tokens, at)}`)) return true;
    if (/[;:.!?]/u.test(tokens[at]!.gap)) return false;
  }
  return false;
}

/**
 * "Formelblatt Ohm englisch", "Beispiel (englisch) zum …": German writes a subject with a capital, the
 * language's adverb without.
 */
export function isAdverbAtEnd(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  if (from === 0 || to - from > 1) return false;
  if (!isAtEnd(tokens, to) && !tokens[to]!.gap.startsWith(")")) return false;
  if (!/^\p{Ll}+sch$/u.test(tokens[from]!.raw)) return false;
  return tokens.slice(0, from).some(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
}

const isSignBefore = (tokens: readonly QueryToken[], at: number): boolean =>
  at >= tokens.length || /[,;:.()?!|…]|\s[-–—]+\s|—/u.test(tokens[at]!.gap);

/** "résumé anglais du chapitre", "in Spanish - a lake"; not "summary French Revolution". */
export function isPhraseEnd(tokens: readonly QueryToken[], at: number): boolean {
  if (isSignBefore(tokens, at)) return true;
  const next = tokens[at]!;
  return FILLERS.has(next.folded) || LANGUAGE_FOLLOWERS.has(next.folded);
}

/** "only reads Spanish, …", "只懂英文 高中物理"; not "only speak English at home". */
function isSentenceEnd(tokens: readonly QueryToken[], at: number): boolean {
  if (isSignBefore(tokens, at)) return true;
  const next = tokens[at]!;
  return isHan(tokens[at - 1]) && (/^\s+$/u.test(next.gap) || next.folded === "的");
}

/** "is there a Spanish one as well"; not "the English one-child policy". */
const isPronounEnd = (tokens: readonly QueryToken[], at: number): boolean =>
  tokens[at]?.gap !== "-" && (isPhraseEnd(tokens, at) || PRONOUN_ENDS.has(word(tokens, at)));
const PRONOUN_ENDS: ReadonlySet<string> = new Set(["as", "too", "also", "instead", "either"]);

/** "german-language stuff", "deutschsprachige Fragen", "in the Greek language": the name itself says it. */
function isWrittenIn(tokens: readonly QueryToken[], from: number, to: number): boolean {
  const last = tokens[to - 1]!;
  if (/sprachig(?:e[mnrs]?)?$/u.test(last.folded)) return true;
  if (LANGUAGE_TAILS.has(last.folded) && word(tokens, from - 1) === "the") {
    return LANGUAGE_LEADS.has(word(tokens, from - 2));
  }
  return to - from > 1 && last.gap === "-" && VERSION_WORDS.has(last.folded);
}

/** "version allemande", "en langue allemande"; not "la langue allemande". */
function isVersion(tokens: readonly QueryToken[], at: number): boolean {
  // "spanish-language: hungarian town".
  if (tokens[at]?.gap === "-") return false;
  if (!LANGUAGE_WORDS.has(word(tokens, at))) return VERSION_WORDS.has(word(tokens, at));
  return LANGUAGE_LEADS.has(word(tokens, at - 1)) || word(tokens, at - 1) === "de";
}

/** "英文教材", "英文的资料", "西班牙文的题". */
function isChineseMaterial(tokens: readonly QueryToken[], to: number): boolean {
  const isOf = word(tokens, to) === "的";
  const at = isOf ? to + 1 : to;
  if (CHINESE_LANGUAGE_NOUNS.has(word(tokens, at) + word(tokens, at + 1))) return true;
  return isOf && word(tokens, to - 1) === WRITTEN_LANGUAGE;
}

/** "para hispanohablantes", "pour francophones". */
const FOR_WORDS: ReadonlySet<string> = new Set(["for", "para", "pour", "fur"]);

/** "version hispanophone", "livre de physique anglophone", "francophone class"; not "Afrique francophone". */
function isOfMaterial(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  const isMaterial = (at: number): boolean => {
    const noun = word(tokens, at);
    return MATERIAL_NOUNS.has(noun) || VERSION_WORDS.has(noun) || ROMANCE_NOUNS.has(noun);
  };
  if (FOR_WORDS.has(word(tokens, from - 1)) && isPhraseEnd(tokens, to)) return true;
  if (isMaterial(to) || (isMaterial(from - 1) && isSpace(tokens, from))) return true;
  return isSpace(tokens, from) && /^d[eu]?$/u.test(word(tokens, from - 2)) && isMaterial(from - 3);
}

const isSpace = (tokens: readonly QueryToken[], at: number): boolean =>
  /^\s+$/u.test(tokens[at]?.gap ?? "");

/** A word may stand between "only" and the verb ("can only read Spanish", "只看得懂英文"). */
const ONLY_LEADS_MAX = 2;

/** "only reads Spanish", "versteht nur Deutsch", "ne lit que l'espagnol". */
function isOnlyRead(tokens: readonly QueryToken[], from: number): boolean {
  let at = from - 1;
  if (/^l[ea]?$/u.test(word(tokens, at))) at -= 1;
  if (LANGUAGE_ONLY.has(word(tokens, at))) return READ_VERBS.has(word(tokens, at - 1));
  if (!READ_VERBS.has(word(tokens, at))) return false;
  for (let lead = at - 1; lead >= at - ONLY_LEADS_MAX; lead -= 1) {
    if (LANGUAGE_ONLY.has(word(tokens, lead)) && word(tokens, lead) !== "que") return true;
  }
  return false;
}

const TRANSLATED = /^(?:translat|tradu|ubersetz)/u;

/** "translated into Spanish", "traducción al inglés", "ins Englische übersetzt". */
function isTranslated(tokens: readonly QueryToken[], { from, to }: Place): boolean {
  if (!/^(?:into|to|al|ins|vers)$/u.test(word(tokens, from - 1))) return false;
  return TRANSLATED.test(word(tokens, from - 2)) || TRANSLATED.test(word(tokens, to));
}
