/**
 * Tells the language that a query asks for ("in French", "version anglaise", "german question") from a
 * country, a people or the school subject of that name.
 */
import type { ScopeField } from "./curriculum-scope.ts";
import type { MentionContext } from "./mention-context.ts";
import type { Mention } from "./mention.ts";
import { isDelimited } from "./name-evidence.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  CHINESE_LANGUAGE_NOUNS,
  FILLERS,
  LANGUAGE_FOLLOWERS,
  LANGUAGE_LEADS,
  LANGUAGE_NOUNS,
  QUESTION_NOUNS,
  SPEAKER_WORDS,
  VERSION_WORDS,
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
    LANGUAGE_NOUNS.has(lead) ||
    CHINESE_LANGUAGE_NOUNS.has(next + word(tokens, to + 1)) ||
    isWrittenIn(tokens, from, to) ||
    (lead === "for" && SPEAKER_WORDS.has(next))
  );
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
  QUESTION_NOUNS.has(word(tokens, at)) ||
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

/** A solid language; not "in French history", where the word belongs to what follows. */
export function isLanguageAsked(context: MentionContext, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  const next = tokens[to];
  if (!LANGUAGE_LEADS.has(word(tokens, from - 1))) {
    return (
      isLanguageCued(tokens, mention) ||
      QUESTION_NOUNS.has(word(tokens, from - 1)) ||
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
