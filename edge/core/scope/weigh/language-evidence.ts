/**
 * Tells the language that a query asks for ("in French", "version anglaise", "german question") from a
 * country, a people or the school subject of that name.
 */
import type { ScopeField } from "../curriculum-scope.ts";
import { hasNeighbour, isExactCase, type MentionContext } from "./mention-context.ts";
import { isAtEnd, type Mention } from "../read/mention.ts";
import { isInsideWord, isQuestionOfTopic, isSpacedHan } from "./chinese-evidence.ts";
import { isMerelyAllowed, isOnlyLanguage } from "./language-choice.ts";
import {
  isAdverbAtEnd,
  isLanguageCued,
  isLanguageOfReply,
  isLanguageOfWord,
  isPhraseEnd,
} from "./language-cues.ts";
import {
  isEndOfPhrase,
  isLeftClear,
  isQuestionWord,
  isSetApart,
  isTouching,
} from "./language-position.ts";
import {
  CULTURE_TAILS,
  LANGUAGE_FOLLOWERS,
  LANGUAGE_LEADS,
  LANGUAGE_TAILS,
  NATIONAL_SUBJECTS,
  PRONOUN_LEADS,
  QUESTION_NOUNS,
  RESOURCE_NOUNS,
  SPOKEN_NAME,
  VERSION_WORDS,
  WRITTEN_LANGUAGE,
} from "../words/language-words.ts";
import { isDelimited } from "./name-evidence.ts";
import { isHan, type QueryToken, word } from "../query-tokens.ts";
import { isOfExam, isOfSchool, isOfTest, LIKELY_FIELDS, SUBJECT_ONLY } from "./school-language.ts";
import { FILLERS, REQUEST_WORDS } from "../words/scope-words.ts";

/**
 * "german geography leaving exam": the language of the exam, or a country's; "Formelblatt ohmsches Gesetz
 * englisch": behind the topic; "Albanian matura 2015". Not sure enough.
 */
export function isLanguageLikely(context: MentionContext, index: number): boolean {
  const { tokens, mentions, solidFields } = context;
  const mention = mentions[index]!;
  if (isLanguageOfTopic(context, index)) return false;
  if (mention.to === tokens.length && mention.from > 0)
    return LIKELY_FIELDS.some((field) => solidFields.has(field));
  return isOfTest(context, index) || isOfExam(context, index);
}

/** "explain in English", "the word for it in Latin", "希腊文明": not the language of what is asked for. */
function isLanguageOfTopic(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isLanguageOfReply(tokens, mention) || isLanguageOfWord(tokens, mention)) return true;
  if (isMerelyAllowed(context, index)) return true;
  const { to } = mention;
  if (word(tokens, to - 1) !== WRITTEN_LANGUAGE || mentions[index + 1]?.from === to) return false;
  return tokens[to]?.isGlued === true && CULTURE_TAILS.has(word(tokens, to));
}

const KIND_FIELDS: ReadonlySet<ScopeField> = new Set(["content_type"]);
const TAUGHT_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "content_type"]);
const CHINESE_FIELDS: ReadonlySet<ScopeField> = new Set(["level", ...TAUGHT_FIELDS]);

/** "deutsche", "englisches": stands before its noun, whatever is before it. */
const GERMAN_ADJECTIVE = /sche[mnrs]?$/u;
/** "Prüfungsaufgabe", "Klausurfragen". */
const GERMAN_QUESTION = /.{3}(?:aufgaben?|fragen?|fassung|klausur|prufung|test|buch)$/u;
const GERMAN_TEST = /^(?:tests?|klausur(?:en)?|prufung(?:en)?)$/u;
const COMPOUND_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "content_type"]);
const COMPOUND_RULE = /_compound$/u;

/** "la economía japonesa, preguntas tipo test": a language has the masculine form. */
const isOfNoun = (tokens: readonly QueryToken[], { from, to }: Mention): boolean =>
  /(?:a|aise|oise|enne)s?$/u.test(word(tokens, to - 1)) &&
  NATIONAL_SUBJECTS.has(word(tokens, from - 1));

/** "englische Zusammenfassung", "spanische Physikfrage", "correction anglaise": said of a document. */
function isOfKind(context: MentionContext, index: number): boolean {
  if (isTouching(context, index, -1, KIND_FIELDS) && isEndOfPhrase(context, index)) return true;
  const { tokens, mentions } = context;
  const isGerman = GERMAN_ADJECTIVE.test(tokens[mentions[index]!.from]!.folded);
  const noun = word(tokens, mentions[index]!.to);
  if (isGerman && GERMAN_QUESTION.test(noun)) return true;
  // "Bio, englischer Test mit A B C D"; alone it may be a test of English.
  if (isGerman && GERMAN_TEST.test(noun) && context.solidFields.has("subject")) return true;
  if (isGerman && isTouching(context, index, 1, COMPOUND_FIELDS)) {
    return (
      COMPOUND_RULE.test(mentions[index + 1]!.rule) || mentions[index + 1]!.field !== "subject"
    );
  }
  if (isOfNoun(tokens, mentions[index]!)) return false;
  return isLeftClear(context, index) && isTouching(context, index, 1, KIND_FIELDS);
}

/**
 * "大学物理英文例题", "高中物理 英文": a written language (文) beside a level, a subject or a kind of
 * document; a spoken one (德语) beside a subject or kind, for it is a subject of schools, too.
 */
function isChineseLanguage(context: MentionContext, index: number): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mentions[index]!;
  if (!isHan(tokens[from]) || isInsideWord(tokens, mentions, index)) return false;
  const fields = word(tokens, to - 1) === WRITTEN_LANGUAGE ? CHINESE_FIELDS : TAUGHT_FIELDS;
  // "德语的物理题": what is in the language.
  if (word(tokens, to) === "的" && mentions[index + 1]?.from === to + 1) {
    return hasNeighbour(context, index, 1, CHINESE_FIELDS) || isQuestionOfTopic(tokens, to + 1);
  }
  if (isTouching(context, index, -1, fields) || isTouching(context, index, 1, fields)) return true;
  // "德语 光电效应 选择题" are search words, each by itself.
  const hasScope = [...fields].some((field) => context.solidFields.has(field));
  return hasScope && isSpacedHan(tokens, mentions[index]!);
}

/** "german language physics questions", "physics german language"; not "german language questions". */
function isLanguageOfSubject(context: MentionContext, index: number): boolean {
  const { from, to } = context.mentions[index]!;
  if (to - from < 2 || !VERSION_WORDS.has(word(context.tokens, to - 1))) return false;
  return ([-1, 1] as const).some((side) => isTouching(context, index, side, SUBJECT_ONLY));
}

/** "isotopes german please", "Deutsch bitte: Isotope", "any ukrainian material on isotopes". */
function isRequested(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const next = word(tokens, to);
  if (RESOURCE_NOUNS.has(next)) {
    return (from === 0 || PRONOUN_LEADS.has(word(tokens, from - 1))) && isPhraseEnd(tokens, to + 1);
  }
  if (!REQUEST_WORDS.has(next) && next !== "only") return false;
  return isAtEnd(tokens, to) || /[,;:.!?]/u.test(tokens[to + 1]!.gap);
}

/** "ESP physics", "HUN: …": an abbreviation in its capitals. */
function isAbbreviation(context: MentionContext, index: number): boolean {
  const { tokens, mentions, isAllCapitals } = context;
  if (isAllCapitals || !isExactCase(tokens, mentions[index]!)) return false;
  if (isTouching(context, index, 1, SUBJECT_ONLY) || isLanguageCued(tokens, mentions[index]!))
    return true;
  // "Encapsulating Security Payload (ESP)": what stands for the words before it.
  return !tokens[mentions[index]!.from]!.gap.includes("(") && isSetApart(context, index);
}

/** "in Greek and Roman mythology": what follows "and" is neither scope nor a function word. */
function isJoinedToWord({ tokens, mentions }: MentionContext, index: number): boolean {
  const { to } = mentions[index]!;
  if (word(tokens, to) !== "and" || mentions[index + 1]?.from === to + 1) return false;
  const next = word(tokens, to + 1);
  return !FILLERS.has(next) && !LANGUAGE_FOLLOWERS.has(next);
}

/** "preguntas", "épreuve" of a subject that is named; "l'épreuve anglaise" may be one of athletes. */
const isQuestionIn = ({ tokens, solidFields }: MentionContext, at: number): boolean =>
  QUESTION_NOUNS.has(word(tokens, at)) ||
  (/^epreuves?$/u.test(word(tokens, at)) && solidFields.has("subject"));

/** A solid language; not "in French history", where the word belongs to what follows. */
export function isLanguageAsked(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  const next = tokens[to];
  if (isLanguageOfTopic(context, index)) return false;
  if (mention.kind === "cased") return isAbbreviation(context, index);
  if (SPOKEN_NAME.test(word(tokens, to - 1))) {
    if (isLanguageCued(tokens, mention) || isDelimited(tokens, mention)) return true;
    // "qcm anglophone sur Ellis"; not "mcq francophone Africa".
    if (isTouching(context, index, -1, KIND_FIELDS) && isEndOfPhrase(context, index)) return true;
    // "any francophone econ question"; not "francophone Africa, econ question".
    return isTouching(context, index, 1, SUBJECT_ONLY) && isOfSchool(context, index);
  }
  if (!LANGUAGE_LEADS.has(word(tokens, from - 1))) {
    return (
      isLanguageOfSubject(context, index) ||
      isLanguageCued(tokens, mention) ||
      (isQuestionIn(context, from - 1) && isEndOfPhrase(context, index)) ||
      isOfKind(context, index) ||
      isChineseLanguage(context, index) ||
      (isAdverbAtEnd(tokens, mention) && context.solidFields.has("content_type")) ||
      isQuestionWord(tokens, to) ||
      isOfSchool(context, index) ||
      isRequested(tokens, mention) ||
      isOnlyLanguage(tokens, mention, mentions) ||
      isSetApart(context, index)
    );
  }
  // Only English has "in French history": elsewhere the lead takes the language alone.
  if (word(tokens, from - 1) !== "in" || next === undefined) return true;
  if (VERSION_WORDS.has(next.folded) || LANGUAGE_TAILS.has(next.folded)) return true;
  if (isPhraseEnd(tokens, to)) return !isJoinedToWord(context, index);
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}
