/**
 * What follows from the scope that a query names without being named itself: the level of an exam,
 * the reach of a lone question number, the language that the query is written in.
 */
import { admittedByWords } from "./admitted-values.ts";
import type { CompiledVocabulary } from "./vocabulary/compile-vocabulary.ts";
import { normalForm, SCOPE_FIELDS, type ScopeField } from "./curriculum-scope.ts";
import type { Mention } from "./read/mention.ts";
import type { QueryToken } from "./query-tokens.ts";
import { type ExtractedValue, READ_CONFIDENCE } from "./scope-extraction.ts";
import { FRENCH_WORDS } from "./words/scope-words.ts";

/** The confidence of a value in a field that no document of the corpus carries. */
export const CONFIDENCE_NOT_IN_CORPUS = 0.8;
/** A question number is a reference to one document only beside a paper, a year or an exam. */
const CONFIDENCE_LONE_QUESTION = 0.8;
/** The language that a query is written in says little about the documents it asks for. */
const CONFIDENCE_QUERY_LANGUAGE = 0.2;

/** A value that the query names, with the mention that names it. */
export interface NamedValue {
  readonly value: ExtractedValue;
  readonly mention: Mention;
}

/** What a question is numbered in. */
const NUMBERED_FIELDS: ReadonlySet<ScopeField> = new Set(["paper", "year", "exam", "session"]);

/** Without a paper, a year or an exam beside it, "question 7" points at no one document. */
export function capQuestions(named: readonly NamedValue[]): NamedValue[] {
  const hasReference = named.some(
    ({ value }) => NUMBERED_FIELDS.has(value.field) && value.confidence >= READ_CONFIDENCE,
  );
  if (hasReference) return [...named];
  return named.map(({ value, mention }) => {
    if (value.field !== "question_number") return { value, mention };
    const confidence = Math.min(value.confidence, CONFIDENCE_LONE_QUESTION);
    return { value: { ...value, confidence }, mention };
  });
}

/** "理综 物理": a name of several values gives way to one of them that is named, too. */
export function withoutGroups(named: readonly NamedValue[]): NamedValue[] {
  return named.filter(({ value, mention }) => {
    if (mention.entries.length < 2) return true;
    return !named.some(
      ({ value: other, mention: { entries } }) =>
        entries.length === 1 &&
        other.field === value.field &&
        other.confidence >= value.confidence &&
        mention.entries.includes(entries[0]!),
    );
  });
}

/**
 * "science track physics": a level that is taught in one subject only gives way where the query names
 * others, for no document has both.
 */
export function withoutContradicted(
  named: readonly NamedValue[],
  vocabulary: CompiledVocabulary,
): NamedValue[] {
  const subjects = named
    .filter(({ value }) => value.field === "subject" && value.confidence >= READ_CONFIDENCE)
    .flatMap(({ value }) => value.values.map(normalForm));
  if (subjects.length === 0) return [...named];
  return named.filter(({ value, mention }) => {
    if (value.field !== "level") return true;
    return mention.entries.some(({ implies }) => {
      if (implies?.subject === undefined) return true;
      const taught = implies.subject.flatMap((one) => admittedByWords("subject", one, vocabulary));
      return subjects.some((subject) => taught.includes(subject));
    });
  });
}

/**
 * "gaokao biology paper 2": a number that no paper of the corpus carries stands for the paper that
 * the vocabulary knows by the exam and that number.
 */
export function examPapers(
  { field, kind, values }: Mention,
  exams: readonly Mention[],
  vocabulary: CompiledVocabulary,
): readonly (string | number)[] {
  if (field !== "paper" || kind !== "reference") return values;
  const names = exams.flatMap(({ entries }) => entries.map(({ value }) => normalForm(value)));
  const papers = values.flatMap((value) => {
    if (vocabulary.papers.has(String(value))) return [value];
    const entries = names.flatMap(
      (name) => vocabulary.named.get("paper")?.get(`${name} paper ${value}`) ?? [],
    );
    return entries.length === 0 ? [value] : entries.map((entry) => entry.value);
  });
  return [...new Set(papers)];
}

/** Named scope, and what follows from it in fields that the query does not name itself. */
export function withImplied(
  named: readonly NamedValue[],
  { fieldsInCorpus }: CompiledVocabulary,
): ExtractedValue[] {
  const read = named.filter(({ value }) => value.confidence >= READ_CONFIDENCE);
  const namedFields = new Set(read.map(({ value }) => value.field));
  const implied: ExtractedValue[] = [];
  for (const { value, mention } of read) {
    for (const { implies } of mention.entries) {
      for (const field of SCOPE_FIELDS) {
        const values = implies?.[field];
        if (values === undefined || namedFields.has(field)) continue;
        const confidence = fieldsInCorpus.has(field)
          ? value.confidence
          : Math.min(value.confidence, CONFIDENCE_NOT_IN_CORPUS);
        const rule = `implied_by_${mention.field}`;
        implied.push({ field, values, span: value.span, rule, confidence });
      }
    }
  }
  return [...named.map(({ value }) => value), ...implied];
}

/** French function words say that the query is French; recorded, never a condition. */
export function queryLanguage(
  tokens: readonly QueryToken[],
  { vocabulary }: CompiledVocabulary,
  extracted: readonly ExtractedValue[],
): ExtractedValue[] {
  if (!vocabulary.languages.includes("fr")) return [];
  if (extracted.some(({ field }) => field === "language")) return [];
  const seen = new Set<string>();
  for (const token of tokens) {
    if (!FRENCH_WORDS.has(token.folded)) continue;
    seen.add(token.folded);
    if (seen.size < 2 && token.plain === token.folded) continue;
    const span: [number, number] = [token.start, token.end];
    const confidence = CONFIDENCE_QUERY_LANGUAGE;
    return [{ field: "language", values: ["fr"], span, rule: "query_language", confidence }];
  }
  return [];
}
