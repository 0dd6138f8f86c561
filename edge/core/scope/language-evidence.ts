/**
 * Tells the language that a query asks for ("in French", "version anglaise", "german question") from a
 * country, a people or the school subject of that name.
 */
import type { ScopeField } from "./curriculum-scope.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import { isAtEnd, type Mention } from "./mention.ts";
import { isInsideWord } from "./chinese-evidence.ts";
import { CHINESE_LANGUAGE_NOUNS } from "./chinese-words.ts";
import { isDelimited } from "./name-evidence.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import {
  FILLERS,
  LANGUAGE_FOLLOWERS,
  LANGUAGE_LEADS,
  LANGUAGE_NOUNS,
  QUESTION_NOUNS,
  ROMANCE_NOUNS,
  ROMANCE_QUESTIONS,
  SPEAKER_WORDS,
  VERSION_WORDS,
  WRITTEN_LANGUAGE,
} from "./scope-words.ts";

const word = (tokens: readonly QueryToken[], at: number): string => tokens[at]?.folded ?? "";

/** "in German", "texte anglais", "german-language": read as a language before any subject. */
export function isLanguageCued(
  tokens: readonly QueryToken[],
  { from, to }: Pick<Mention, "from" | "to">,
): boolean {
  const lead = word(tokens, from - 1);
  const next = word(tokens, to);
  return (
    LANGUAGE_LEADS.has(lead) ||
    isVersion(tokens, from - 1) ||
    VERSION_WORDS.has(next) ||
    LANGUAGE_NOUNS.has(next) ||
    ROMANCE_NOUNS.has(lead) ||
    (LANGUAGE_NOUNS.has(lead) && isPhraseEnd(tokens, to)) ||
    CHINESE_LANGUAGE_NOUNS.has(next + word(tokens, to + 1)) ||
    isWrittenIn(tokens, from, to) ||
    (lead === "for" && SPEAKER_WORDS.has(next))
  );
}

/** "Formelblatt Ohm englisch": German writes a subject with a capital, the language's adverb without. */
export function isAdverbAtEnd(
  tokens: readonly QueryToken[],
  { from, to }: Pick<Mention, "from" | "to">,
): boolean {
  if (from === 0 || to - from > 1 || !isAtEnd(tokens, to)) return false;
  if (!/^\p{Ll}+sch$/u.test(tokens[from]!.raw)) return false;
  return tokens.slice(0, from).some(({ raw }) => /^\p{Lu}\p{Ll}/u.test(raw));
}

/** "résumé anglais du chapitre", "glossary, French"; not "summary French Revolution". */
function isPhraseEnd(tokens: readonly QueryToken[], at: number): boolean {
  const next = tokens[at];
  if (next === undefined || /[,;:.()?!]/u.test(next.gap)) return true;
  return FILLERS.has(next.folded) || LANGUAGE_FOLLOWERS.has(next.folded);
}

/** "german-language stuff", "deutschsprachige Fragen": the name itself says that it is a language. */
function isWrittenIn(tokens: readonly QueryToken[], from: number, to: number): boolean {
  const last = tokens[to - 1]!;
  if (/sprachig(?:e[mnrs]?)?$/u.test(last.folded)) return true;
  return to - from > 1 && last.gap === "-" && VERSION_WORDS.has(last.folded);
}

/** "version allemande", "en langue allemande"; not "la langue allemande". */
function isVersion(tokens: readonly QueryToken[], at: number): boolean {
  const lead = word(tokens, at);
  return VERSION_WORDS.has(lead) && (lead !== "langue" || LANGUAGE_LEADS.has(word(tokens, at - 1)));
}

/** "questions", "exam questions", "mcqs" at token `at`. */
const isQuestionWord = (tokens: readonly QueryToken[], at: number): boolean =>
  (QUESTION_NOUNS.has(word(tokens, at)) && !ROMANCE_QUESTIONS.has(word(tokens, at))) ||
  (word(tokens, at) === "exam" && isQuestionWord(tokens, at + 1));

const LIKELY_FIELDS: readonly ScopeField[] = ["content_type", "level", "exam"];

/**
 * "spanish physics exam question", "german geography leaving exam": the language of the question, or a
 * country's; "Formelblatt ohmsches Gesetz englisch": behind the topic. Not sure enough.
 */
export function isLanguageLikely(
  { tokens, mentions, solid, solidFields }: MentionContext,
  index: number,
): boolean {
  const { from, to } = mentions[index]!;
  if (to === tokens.length && from > 0)
    return LIKELY_FIELDS.some((field) => solidFields.has(field));
  const subject = mentions[index + 1];
  if (subject?.field !== "subject" || subject.from !== to || !solid[index + 1]!) return false;
  const following = mentions[index + 2];
  const isScopeNext = following?.from === subject.to && LIKELY_FIELDS.includes(following.field);
  return isScopeNext || isQuestionWord(tokens, subject.to);
}

const KIND_FIELDS: ReadonlySet<ScopeField> = new Set(["content_type"]);
const TAUGHT_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "content_type"]);
const CHINESE_FIELDS: ReadonlySet<ScopeField> = new Set(["level", ...TAUGHT_FIELDS]);

/** "deutsche", "englisches": stands before its noun, whatever is before it. */
const GERMAN_ADJECTIVE = /sche[mnrs]?$/u;
const COMPOUND_FIELDS: ReadonlySet<ScopeField> = new Set(["subject", "content_type"]);
const COMPOUND_RULE = /_compound$/u;

/** Nothing before it that it could be the adjective of: "guerra civil española preguntas tipo test". */
function isLeftClear({ tokens, mentions }: MentionContext, index: number): boolean {
  const { from } = mentions[index]!;
  if (from === 0 || mentions[index - 1]?.to === from || isHan(tokens[from])) return true;
  return /[,;:()?!]|\.\s|\s[-–—]\s/u.test(tokens[from]!.gap) || FILLERS.has(word(tokens, from - 1));
}

/** "englische Zusammenfassung", "spanische Physikfrage", "correction anglaise": said of a document. */
function isOfKind(context: MentionContext, index: number): boolean {
  if (isTouching(context, index, -1, KIND_FIELDS) && isEndOfPhrase(context, index)) return true;
  const { tokens, mentions } = context;
  const isGerman = GERMAN_ADJECTIVE.test(tokens[mentions[index]!.from]!.folded);
  if (isGerman && isTouching(context, index, 1, COMPOUND_FIELDS)) {
    return (
      COMPOUND_RULE.test(mentions[index + 1]!.rule) || mentions[index + 1]!.field !== "subject"
    );
  }
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
  return isTouching(context, index, -1, fields) || isTouching(context, index, 1, fields);
}

/** A solid mention of one of `fields` directly beside it. */
function isTouching(
  context: MentionContext,
  index: number,
  side: -1 | 1,
  fields: ReadonlySet<ScopeField>,
): boolean {
  const { tokens, mentions } = context;
  const other = mentions[index + side];
  const mention = mentions[index]!;
  if (other === undefined) return false;
  const at = side < 0 ? mention.from : other.from;
  if ((side < 0 ? other.to : mention.to) !== at || !/^\s*$/u.test(tokens[at]!.gap)) return false;
  return hasNeighbour(context, index, side, fields);
}

/** "mcq french on charge", "QCM allemand, physique"; not "mcq french revolution". */
function isEndOfPhrase({ tokens, mentions }: MentionContext, index: number): boolean {
  const { to } = mentions[index]!;
  if (isPhraseEnd(tokens, to)) return true;
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}

/** A solid language; not "in French history", where the word belongs to what follows. */
export function isLanguageAsked(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  const next = tokens[to];
  if (!LANGUAGE_LEADS.has(word(tokens, from - 1))) {
    return (
      isLanguageCued(tokens, mention) ||
      (QUESTION_NOUNS.has(word(tokens, from - 1)) && isEndOfPhrase(context, index)) ||
      isOfKind(context, index) ||
      isChineseLanguage(context, index) ||
      (isAdverbAtEnd(tokens, mention) && context.solidFields.has("content_type")) ||
      isQuestionWord(tokens, to) ||
      isDelimited(tokens, mention)
    );
  }
  // Only English has "in French history": elsewhere the lead takes the language alone.
  if (word(tokens, from - 1) !== "in" || next === undefined || VERSION_WORDS.has(next.folded)) {
    return true;
  }
  if (/[,;:.()?!]/u.test(next.gap) || FILLERS.has(next.folded)) return true;
  if (LANGUAGE_FOLLOWERS.has(next.folded)) return true;
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}
