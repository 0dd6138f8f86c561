/**
 * Tells the language that a query asks for ("in French", "version anglaise", "german question") from a
 * country, a people or the school subject of that name.
 */
import type { ScopeField } from "./curriculum-scope.ts";
import { hasNeighbour, type MentionContext } from "./mention-context.ts";
import type { Mention } from "./mention.ts";
import { isInsideWord } from "./chinese-evidence.ts";
import { isAdverbAtEnd, isLanguageCued, isLanguageOfReply, isPhraseEnd } from "./language-cues.ts";
import {
  LANGUAGE_LEADS,
  QUESTION_NOUNS,
  ROMANCE_QUESTIONS,
  SPOKEN_NAME,
  VERSION_WORDS,
  WRITTEN_LANGUAGE,
} from "./language-words.ts";
import { isDelimited } from "./name-evidence.ts";
import { isHan, type QueryToken } from "./query-tokens.ts";
import { FILLERS } from "./scope-words.ts";

const word = (tokens: readonly QueryToken[], at: number): string => tokens[at]?.folded ?? "";

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
  if (isLanguageOfReply(tokens, mentions[index]!)) return false;
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
  // "德语的物理题": what is in the language.
  if (word(tokens, to) === "的" && mentions[index + 1]?.from === to + 1) {
    return hasNeighbour(context, index, 1, CHINESE_FIELDS);
  }
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

const SUBJECT_FIELDS: ReadonlySet<ScopeField> = new Set(["subject"]);

/** "german language physics questions", "physics german language"; not "german language questions". */
function isLanguageOfSubject(context: MentionContext, index: number): boolean {
  const { from, to } = context.mentions[index]!;
  if (to - from < 2 || !VERSION_WORDS.has(word(context.tokens, to - 1))) return false;
  return ([-1, 1] as const).some((side) => isTouching(context, index, side, SUBJECT_FIELDS));
}

/** A solid language; not "in French history", where the word belongs to what follows. */
export function isLanguageAsked(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  const next = tokens[to];
  if (isLanguageOfReply(tokens, mention)) return false;
  if (SPOKEN_NAME.test(word(tokens, to - 1))) {
    return isLanguageCued(tokens, mention) || isDelimited(tokens, mention);
  }
  if (!LANGUAGE_LEADS.has(word(tokens, from - 1))) {
    return (
      isLanguageOfSubject(context, index) ||
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
  if (isPhraseEnd(tokens, to)) return true;
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}
