/**
 * Decides which mentions count and how sure that is. A name that is unmistakable counts by itself;
 * an ordinary word, a year or a short reference needs help: a scope word beside it, a cue, or a
 * delimited position. Deterministic; linear in the number of mentions.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import type { ScopeField } from "./curriculum-scope.ts";
import { isTight, type Mention } from "./mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import {
  DATE_LEADS,
  FILLERS,
  LEVEL_CUES,
  OF_WORDS,
  ORDINAL_NOUNS,
  SUBJECT_CUES,
  SUBJECT_LEADS,
  UNITS,
  VERB_LEADS,
} from "./scope-words.ts";

/** A name with no other meaning. */
const CONFIDENCE_NAME = 1;
/** A reference or an ordinary word that its neighbours support. */
const CONFIDENCE_SUPPORTED = 0.95;
/** Likely meant, not sure enough to exclude documents. */
const CONFIDENCE_SOFT = 0.7;
const CONFIDENCE_TYPO = [0.8, 0.7] as const;
/** A mere mention: "history of the periodic table", "Ohm's law". */
const CONFIDENCE_MENTION = 0.3;

/** At most this many words may stand between two scope words that support each other. */
const FILLERS_MAX = 3;
/** Support spreads from neighbour to neighbour at most this many times. */
const PASSES_MAX = 4;

export interface Weighed {
  readonly mention: Mention;
  readonly confidence: number;
}

interface Context {
  readonly tokens: readonly QueryToken[];
  readonly vocabulary: CompiledVocabulary;
  readonly mentions: readonly Mention[];
  /** Mentions that count, by index. */
  readonly solid: boolean[];
}

/** Confidences of mentions that are ordered by position and do not overlap. */
export function weighEvidence(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Weighed[] {
  const solid = mentions.map((_, index) => isSolidAlone(tokens, mentions, index));
  const context: Context = { tokens, vocabulary, mentions, solid };
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    let hasChanged = false;
    for (const [index, mention] of mentions.entries()) {
      if (solid[index] || !isSupported(context, index, mention)) continue;
      solid[index] = true;
      hasChanged = true;
    }
    if (!hasChanged) break;
  }
  return mentions.map((mention, index) => ({ mention, confidence: confidence(context, index) }));
}

function confidence({ tokens, solid, mentions, vocabulary }: Context, index: number): number {
  const mention = mentions[index]!;
  if (mention.kind === "typo") return CONFIDENCE_TYPO[mention.rule.endsWith("1") ? 0 : 1];
  if (!solid[index]) {
    const isReference = mention.kind === "reference" && mention.field !== "year";
    const isLevelAtEnd =
      mention.kind === "ordinary" && mention.field === "level" && isLast(tokens, mention);
    return isReference ||
      isLevelAtEnd ||
      (mention.field === "year" && vocabulary.vocabulary.years !== null)
      ? CONFIDENCE_SOFT
      : CONFIDENCE_MENTION;
  }
  return mention.kind === "plain" ? CONFIDENCE_NAME : CONFIDENCE_SUPPORTED;
}

function isSolidAlone(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const mention = mentions[index]!;
  if (mention.kind === "reference") return mention.isExplicit && mention.field === "paper";
  if (mention.kind !== "plain" || mention.field === "language") return false;
  return mention.field !== "subject" || !isHeadOfPhrase(tokens, mentions, index);
}

/** "chemistry of life", but not "chimie du probatoire": what follows is scope itself. */
function isHeadOfPhrase(
  tokens: readonly QueryToken[],
  mentions: readonly Mention[],
  index: number,
): boolean {
  const { to } = mentions[index]!;
  const next = tokens[to];
  if (next === undefined || !OF_WORDS.has(next.folded) || !/^[\s'’]+$/u.test(next.gap))
    return false;
  const following = mentions[index + 1];
  return following === undefined || following.from > to + 2 || !LEVEL_FIELDS.has(following.field);
}

function isSupported(context: Context, index: number, mention: Mention): boolean {
  const { tokens } = context;
  if (mention.kind === "typo") return false;
  if (mention.field === "language") return isLanguageAsked(context, index, mention);
  if (mention.kind === "plain") return hasNeighbour(context, index, -1, LEVEL_FIELDS);
  if (mention.field === "year") return isExamYear(context, index, mention);
  if (mention.kind === "reference") return hasAnyNeighbour(context, index);
  if (mention.kind === "cased" && !isCaseKept(context, index, mention)) return false;
  switch (mention.field) {
    case "subject":
      return isSubjectPosition(context, index, mention);
    case "level":
      return (
        hasCue(tokens, mention, LEVEL_CUES, LEVEL_CUES) ||
        isAcronymInText(tokens, mention) ||
        isNumberedAtEdge(tokens, mention) ||
        isLastBesideScope(context, index) ||
        isWholeQuery(tokens, mention) ||
        hasAnyNeighbour(context, index)
      );
    case "content_type":
      return (
        hasNeighbour(context, index, -1, REFERENCE_FIELDS) ||
        hasNeighbour(context, index, 1, REFERENCE_FIELDS)
      );
    default:
      return hasAnyNeighbour(context, index) || isWholeQuery(tokens, mention);
  }
}

const LEVEL_FIELDS: ReadonlySet<ScopeField> = new Set(["level", "exam", "board", "year", "paper"]);

/** What a document kind that is also an ordinary word ("solution") must stand beside. */
const REFERENCE_FIELDS: ReadonlySet<ScopeField> = new Set([
  "exam",
  "board",
  "paper",
  "year",
  "session",
  "question_number",
]);

/** The nearest mention on one side, if only fillers stand between; null otherwise. */
function neighbour({ tokens, mentions }: Context, index: number, side: -1 | 1): number | null {
  const other = mentions[index + side];
  if (other === undefined) return null;
  const [left, right] = side < 0 ? [other, mentions[index]!] : [mentions[index]!, other];
  if (right.from - left.to > FILLERS_MAX || !isTight(tokens, left.to, right.from + 1)) return null;
  for (let at = left.to; at < right.from; at += 1)
    if (!FILLERS.has(tokens[at]!.folded)) return null;
  return index + side;
}

function hasNeighbour(
  context: Context,
  index: number,
  side: -1 | 1,
  fields?: ReadonlySet<ScopeField>,
): boolean {
  const other = neighbour(context, index, side);
  if (other === null) return false;
  const { field, kind } = context.mentions[other]!;
  if (!context.solid[other] && kind !== "typo") return false;
  return field !== context.mentions[index]!.field && (fields?.has(field) ?? true);
}

/** A solid mention of another field next to it, or an equally weak one that completes it. */
function hasAnyNeighbour(context: Context, index: number): boolean {
  return (
    hasNeighbour(context, index, -1) ||
    hasNeighbour(context, index, 1) ||
    isCompleted(context, index)
  );
}

/** Pairs that are scope together though neither is alone: "May 2017", "professional law". */
const COMPLETING: ReadonlySet<string> = new Set([
  "level subject",
  "subject level",
  "session year",
  "year session",
  "paper question_number",
  "question_number paper",
  "paper year",
  "year paper",
  "exam year",
  "year exam",
]);

/** "la vie en mai 2016": a date of the topic, in a query that names no other scope. */
function isMereDate({ tokens, mentions, solid }: Context, index: number): boolean {
  if (
    mentions.some(({ field }, other) => solid[other] && field !== "year" && field !== "session")
  ) {
    return false;
  }
  const { field, from } = mentions[index]!;
  const previous = mentions[index - 1];
  const start = field === "year" && previous?.to === from ? previous.from : from;
  return DATE_LEADS.has(tokens[start - 1]?.folded ?? "");
}

function isCompleted(context: Context, index: number): boolean {
  const { tokens, mentions } = context;
  const mention = mentions[index]!;
  if (isMereDate(context, index)) return false;
  return [mentions[index - 1], mentions[index + 1]].some((other) => {
    if (other === undefined || other.kind === "typo") return false;
    const isTouching = other.to === mention.from || other.from === mention.to;
    if (
      !isTouching ||
      !isTight(tokens, Math.max(other.from, mention.from), Math.max(other.from, mention.from) + 1)
    ) {
      return false;
    }
    if (!COMPLETING.has(`${mention.field} ${other.field}`)) return false;
    return other.kind !== "cased" || other.field === "session" || isExactCase(tokens, other);
  });
}

const CONTEXT_FIELDS: ReadonlySet<ScopeField> = new Set([
  "level",
  "exam",
  "board",
  "session",
  "paper",
  "question_number",
  "content_type",
]);

function isExamYear(context: Context, index: number, mention: Mention): boolean {
  const { tokens, vocabulary } = context;
  if (isCompleted(context, index)) return true;
  if (hasNeighbour(context, index, -1, CONTEXT_FIELDS)) return true;
  if (hasNeighbour(context, index, 1, CONTEXT_FIELDS)) return true;
  if (hasPaperWord(tokens, mention)) return true;
  const { years } = vocabulary.vocabulary;
  const isInCorpus =
    years !== null &&
    mention.values.some((year) => +year >= years.first && +year <= years.last + 2);
  if (!isInCorpus) return false;
  if (hasNeighbour(context, index, -1) || hasNeighbour(context, index, 1)) return true;
  const isDated =
    DATE_LEADS.has(tokens[mention.from - 1]?.folded ?? "") || isMereDate(context, index);
  return !isDated && (mention.from === 0 || mention.to === tokens.length);
}

const PAPER_CUES: ReadonlySet<string> = new Set(
  "paper papers past exam exams examination examen annale annales sujet sujets session epreuve epreuves questions".split(
    " ",
  ),
);

/** "the 2018 exam", "annales 2019", "past questions 2015". */
function hasPaperWord(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  const isCue = (at: number): boolean => PAPER_CUES.has(tokens[at]?.folded ?? "");
  return (
    isCue(to) || isCue(from - 1) || (FILLERS.has(tokens[from - 1]?.folded ?? "") && isCue(from - 2))
  );
}

function hasCue(
  tokens: readonly QueryToken[],
  { from, to }: Mention,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): boolean {
  const next = tokens[to];
  if (next !== undefined && after.has(next.folded) && /^[\s-]+$/u.test(next.gap)) return true;
  const lead = tokens[from - 1];
  if (lead !== undefined && before.has(lead.folded)) return true;
  return (
    lead !== undefined && /^d[eu]$/u.test(lead.folded) && before.has(tokens[from - 2]?.folded ?? "")
  );
}

/** Left of an ordinary subject word there may be nothing but the query's edge or scope words. */
function isSubjectPosition(context: Context, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  if (isHeadOfPhrase(tokens, mentions, index) && !hasNeighbour(context, index, -1, LEVEL_FIELDS))
    return false;
  const isCut = (at: number): boolean =>
    at <= 0 || at >= tokens.length || /[,;:()|]|\s[-–—]\s/u.test(tokens[at]!.gap);
  const isLeftClear =
    isCut(from) || FILLERS.has(tokens[from - 1]!.folded) || mentions[index - 1]?.to === from;
  if (!isLeftClear) return false;
  if (isCut(from) && (isCut(to) || CLAUSE_OPENERS.has(tokens[to]!.folded))) return true;
  return hasAnyNeighbour(context, index) || hasCue(tokens, mention, SUBJECT_LEADS, SUBJECT_CUES);
}

/** "histoire la guerre froide", "law how is a contract made": a new clause, so a heading before. */
const CLAUSE_OPENERS: ReadonlySet<string> = new Set(
  "the la le les l how what why when which comment pourquoi quand quel quelle quels quelles".split(
    " ",
  ),
);

/** "AS", "AP", "A level" in capitals inside a query that is not all capitals. */
function isAcronymInText(tokens: readonly QueryToken[], mention: Mention): boolean {
  const isAllCaps = tokens.every((token) => token.raw === token.raw.toUpperCase());
  return mention.from > 0 && !isAllCaps && hasCapitalWord(tokens, mention);
}

function hasCapitalWord(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  return tokens
    .slice(from, to)
    .some(({ raw }) => /^\p{Lu}+$/u.test(raw) && /^(?:a|as|ap|o|ol|al)$/iu.test(raw));
}

function isExactCase(tokens: readonly QueryToken[], mention: Mention): boolean {
  const text = tokens
    .slice(mention.from, mention.to)
    .map((token) => token.raw)
    .join(" ");
  return mention.entries.some((entry) => entry.cased?.includes(text));
}

/** A cased name in its capitalisation; a month in any, where a year follows it directly. */
function isCaseKept(context: Context, index: number, mention: Mention): boolean {
  if (isExactCase(context.tokens, mention)) return true;
  const other = context.mentions[index + 1];
  return mention.field === "session" && other?.field === "year" && other.from === mention.to;
}

/**
 * "quadratic equations form 4", "3ème théorème de Thalès": a numbered level opens or ends the query,
 * unless a verb stands before it ("can form 4") or an ordinal's noun after it ("3e loi").
 */
function isNumberedAtEdge(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (!tokens.slice(from, to).some((token) => token.isNumber)) return false;
  if (to === tokens.length) return !VERB_LEADS.has(tokens[from - 1]?.folded ?? "");
  const next = tokens[to]!.folded;
  return from === 0 && !UNITS.has(next) && !ORDINAL_NOUNS.has(next);
}

/** "organic chemistry alkenes a level": a level ends a query that names other scope. */
function isLastBesideScope({ tokens, mentions, solid }: Context, index: number): boolean {
  const mention = mentions[index]!;
  if (!isLast(tokens, mention)) return false;
  return mentions.some(({ field }, other) => field !== "level" && solid[other]);
}

/** Ends the query behind a content word, so that it is not part of a phrase. */
function isLast(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  if (to !== tokens.length || from === 0) return false;
  const lead = tokens[from - 1]!.folded;
  return !VERB_LEADS.has(lead) && !LINKING_LEADS.has(lead);
}

/** "what is a level", "la première", "on a level": the words are a phrase, not a level. */
const LINKING_LEADS: ReadonlySet<string> = new Set(
  "is are was on what the a an this per par la le les une un cette of de du en".split(" "),
);

function isWholeQuery(tokens: readonly QueryToken[], { from, to }: Mention): boolean {
  return from === 0 && to === tokens.length;
}

const LANGUAGE_LEADS: ReadonlySet<string> = new Set(["in", "en", "auf", "em"]);
const VERSION_WORDS: ReadonlySet<string> = new Set([
  "version",
  "language",
  "langue",
  "translation",
]);

/** "in French", "en anglais", "version anglaise"; not "in French history". */
function isLanguageAsked(context: Context, index: number, mention: Mention): boolean {
  const { tokens, mentions } = context;
  const { from, to } = mention;
  const lead = tokens[from - 1]?.folded ?? "";
  const next = tokens[to];
  if (VERSION_WORDS.has(lead) || VERSION_WORDS.has(next?.folded ?? "")) return true;
  if (!LANGUAGE_LEADS.has(lead)) return false;
  // In French the adjective follows its noun, so "en anglais" is never "in English <noun>".
  if (lead === "en" || next === undefined) return true;
  if (/[,;:.()?!]/u.test(next.gap) || FILLERS.has(next.folded)) return true;
  const following = mentions[index + 1];
  return following?.from === to && following.field !== "subject";
}
