/**
 * Reads the curriculum scope that the words of a query name: deterministic, no model, no network,
 * linear in the query. Each value carries its span, the rule that fired and a confidence; only
 * values at or above HARD_CONFIDENCE may gate. Text can name scope, never lift a lock: precedence is
 * decided in resolve-scope.ts.
 */
import { detectFields } from "./detect/field-detector.ts";
import { readTokens } from "./detect/read-tokens.ts";
import { shippedDetector } from "./detect/shipped-detector.ts";
import type { CompiledVocabulary } from "./vocabulary/compile-vocabulary.ts";
import { normalForm, SCOPE_FIELDS, type ScopeField } from "./curriculum-scope.ts";
import { judgeNegations } from "./weigh/exclusions.ts";
import { isListed } from "./weigh/list-evidence.ts";
import type { Mention } from "./read/mention.ts";
import { type QueryToken, queryTokens } from "./query-tokens.ts";
import {
  capQuestions,
  examPapers,
  CONFIDENCE_NOT_IN_CORPUS,
  type NamedValue,
  queryLanguage,
  withImplied,
  withoutContradicted,
  withoutGroups,
} from "./inferred-scope.ts";
import { isAllowedLanguage, isBeforeLanguage, isOnlyLanguage } from "./weigh/language-choice.ts";
import { isAdverbAtEnd, isLanguageCued } from "./weigh/language-cues.ts";
import { VERSION_WORDS } from "./words/language-words.ts";
import { readLanguageCode } from "./read/read-language-codes.ts";
import { lookalikeEnd, readCompound, readNames, readTypo } from "./read/read-names.ts";
import { readReference } from "./read/read-references.ts";
import { readLedYear, readShortYears } from "./read/read-short-years.ts";
import { type ExtractedValue, READ_CONFIDENCE, type ScopeExtraction } from "./scope-extraction.ts";
import { topicText } from "./topic-text.ts";
import { type Weighed, weighEvidence } from "./weigh/weigh-evidence.ts";

export { type CompiledVocabulary, compileVocabulary } from "./vocabulary/compile-vocabulary.ts";

/**
 * Where even a mere mention is recorded: hits that it may speak against are marked. A level needs none,
 * since hits are marked as long as no level is known; a question number points at one document.
 */
const isRecordedMention = ({ field, kind }: Mention, negation: number | null): boolean => {
  if (field === "subject") return kind !== "people";
  if (field === "level" || field === "question_number") return false;
  return field === "year" || negation === null;
};

export function extractScope(query: string, vocabulary: CompiledVocabulary): ScopeExtraction {
  const tokens = queryTokens(query);
  const mentions = findMentions(tokens, vocabulary);
  const named: NamedValue[] = [];
  const excluded: ExtractedValue[] = [];
  const used = new Uint8Array(tokens.length);
  const weighed = judgeNegations(tokens, weighEvidence(tokens, mentions, vocabulary));
  const exams = weighed
    .filter(({ mention, confidence }) => mention.field === "exam" && confidence >= READ_CONFIDENCE)
    .map(({ mention }) => mention);
  for (const item of weighed) {
    const { mention, confidence, negation } = item;
    if (confidence < READ_CONFIDENCE && !isRecordedMention(mention, negation)) continue;
    if (confidence >= READ_CONFIDENCE) used.fill(1, negation ?? mention.from, mention.to);
    const value = toExtracted(item, tokens, vocabulary, exams);
    if (negation === null) named.push({ value, mention });
    else excluded.push(value);
  }
  const kept = withImplied(
    capQuestions(
      withoutContradicted(withoutGroups(withoutExcluded(named, excluded, vocabulary)), vocabulary),
    ),
    vocabulary,
  );
  const read = {
    extracted: order([...kept, ...queryLanguage(tokens, vocabulary, kept)]),
    excluded: order(excluded),
  };
  const detected = detectFields(readTokens(tokens, read), shippedDetector());
  return {
    ...read,
    detected: detected.filter((field) => vocabulary.fieldsInCorpus.has(field)),
    topicText: topicText(query, tokens, used),
  };
}

/** Non-overlapping mentions from left to right; at one place the longest reading wins. */
function findMentions(tokens: readonly QueryToken[], vocabulary: CompiledVocabulary): Mention[] {
  const mentions: Mention[] = [];
  let at = 0;
  while (at < tokens.length) {
    const found = mentionAt(tokens, at, mentions, vocabulary);
    const lookalike = lookalikeEnd(tokens, at, vocabulary);
    if (found === null || lookalike > found.to) {
      at = Math.max(at + 1, lookalike);
      continue;
    }
    // "since 2015" and "between 2015 and 2018" begin before the number.
    const from = Math.max(found.from, mentions.at(-1)?.to ?? 0);
    const to = seriesEnd(tokens, found);
    const rule = to > found.to ? `${found.rule}_with_series` : found.rule;
    mentions.push({ ...found, from, to, rule });
    at = to;
  }
  return mentions;
}

/** At one place and length: what is most specific in an exam system comes first. */
const FIELD_ORDER: readonly ScopeField[] = [
  "level",
  "board",
  "exam",
  "session",
  "content_type",
  "paper",
  "subject",
  "language",
];

function mentionAt(
  tokens: readonly QueryToken[],
  at: number,
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention | null {
  const previous = mentions.at(-1);
  const code = readLanguageCode(tokens, at, vocabulary);
  if (code !== null) return code;
  const reference =
    readReference(tokens, at, vocabulary) ??
    readShortYears(tokens, at, mentions, vocabulary) ??
    readLedYear(tokens, at, previous, vocabulary);
  const names = readNames(tokens, at, vocabulary);
  if (reference !== null && reference.to >= (names[0]?.to ?? 0)) return reference;
  if (names.length > 0) return chooseField(tokens, names, mentions, vocabulary);
  return reference ?? readCompound(tokens, at, vocabulary) ?? readTypo(tokens, at, vocabulary);
}

/** "French" is a language beside its cues, and where the corpus has no such subject. */
function chooseField(
  tokens: readonly QueryToken[],
  names: readonly Mention[],
  mentions: readonly Mention[],
  vocabulary: CompiledVocabulary,
): Mention {
  const { occurring } = vocabulary;
  const previous = mentions.at(-1);
  const language = names.find((name) => name.field === "language");
  if (language !== undefined) {
    const isInCorpus = ({ entries }: Mention) =>
      entries.some((entry) => occurring.get(entry)!.length > 0);
    if (
      language.kind === "plain" ||
      isLanguageCued(tokens, language) ||
      isAdverbAtEnd(tokens, language) ||
      isOnlyLanguage(tokens, language, mentions) ||
      isAllowedLanguage(tokens, language) ||
      isBeforeSubject(tokens, language, vocabulary) ||
      // "in German or English".
      (previous?.field === "language" && isListed(tokens, previous, language)) ||
      isBeforeLanguage(tokens, language, vocabulary) ||
      (isInCorpus(language) && !names.some((name) => name !== language && isInCorpus(name)))
    )
      return language;
  }
  return names.toSorted((a, b) => FIELD_ORDER.indexOf(a.field) - FIELD_ORDER.indexOf(b.field))[0]!;
}

/** "english language physics questions": the subject is the other one. */
function isBeforeSubject(
  tokens: readonly QueryToken[],
  { from, to }: Mention,
  vocabulary: CompiledVocabulary,
): boolean {
  if (to === tokens.length || to - from < 2) return false;
  if (!VERSION_WORDS.has(tokens[to - 1]!.folded) || !/^\s$/u.test(tokens[to]!.gap)) return false;
  return readNames(tokens, to, vocabulary).some(({ field }) => field === "subject");
}

function toExtracted(
  { mention, confidence }: Weighed,
  tokens: readonly QueryToken[],
  vocabulary: CompiledVocabulary,
  exams: readonly Mention[],
): ExtractedValue {
  const isInCorpus = vocabulary.fieldsInCorpus.has(mention.field);
  return {
    field: mention.field,
    values: examPapers(mention, exams, vocabulary),
    span: [tokens[mention.from]!.start, tokens[mention.to - 1]!.end],
    rule: mention.rule,
    confidence: isInCorpus ? confidence : Math.min(confidence, CONFIDENCE_NOT_IN_CORPUS),
  };
}

const SERIES_WORDS: ReadonlySet<string> = new Set(["serie", "series", "stream", "option"]);

/** "terminale série D", "Terminale C": the stream belongs to the level and is no topic word. */
function seriesEnd(tokens: readonly QueryToken[], { field, to }: Mention): number {
  if (field !== "level") return to;
  const hasWord = SERIES_WORDS.has(tokens[to]?.folded ?? "");
  const letter = tokens[hasWord ? to + 1 : to];
  if (letter === undefined || letter.folded.length > 1 || letter.isNumber) return to;
  if (hasWord) return to + 2;
  const isStream = /^[B-HLS]$/u.test(letter.raw) && /^\s$/u.test(letter.gap);
  return isStream ? to + 1 : to;
}

function order(values: readonly ExtractedValue[]): ExtractedValue[] {
  return values.toSorted(
    (a, b) =>
      a.span[0] - b.span[0] ||
      SCOPE_FIELDS.indexOf(a.field) - SCOPE_FIELDS.indexOf(b.field) ||
      a.span[1] - b.span[1],
  );
}

function withoutExcluded(
  named: readonly NamedValue[],
  excluded: readonly ExtractedValue[],
  { entries }: CompiledVocabulary,
): NamedValue[] {
  if (excluded.length === 0) return [...named];
  const out = new Set(
    excluded.flatMap(({ field, values }) => values.map((one) => `${field}\n${one}`)),
  );
  // "micro, not econ": a short name is that of something else.
  const covered = new Set(
    excluded.flatMap(({ field, values }) =>
      values.flatMap((one) => entries.get(field)?.get(normalForm(one))?.covers.map(normalForm)),
    ),
  );
  return named.flatMap(({ value, mention }) => {
    const isOther = (one: string | number): boolean =>
      mention.kind === "ordinary" && value.field === "subject" && covered.has(normalForm(one));
    const values = value.values.filter(
      (one) => !out.has(`${value.field}\n${one}`) && !isOther(one),
    );
    return values.length === 0 ? [] : [{ value: { ...value, values }, mention }];
  });
}
