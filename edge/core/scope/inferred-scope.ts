/**
 * What follows from the scope that a query names without being named itself: the level of an exam,
 * the reach of a lone question number, the language that the query is written in.
 */
import type { CompiledVocabulary } from "./compile-vocabulary.ts";
import { SCOPE_FIELDS } from "./curriculum-scope.ts";
import type { QueryToken } from "./query-tokens.ts";
import { type ExtractedValue, READ_CONFIDENCE } from "./scope-extraction.ts";
import { FRENCH_WORDS } from "./scope-words.ts";
import type { Weighed } from "./weigh-evidence.ts";

/** The confidence of a value in a field that no document of the corpus carries. */
export const CONFIDENCE_NOT_IN_CORPUS = 0.8;
/** A question number is a reference to one document only beside a paper, a year or an exam. */
const CONFIDENCE_LONE_QUESTION = 0.8;
/** The language that a query is written in says little about the documents it asks for. */
const CONFIDENCE_QUERY_LANGUAGE = 0.4;

/** Without a paper, a year or an exam beside it, "question 7" points at no one document. */
export function capQuestions(extracted: readonly ExtractedValue[]): ExtractedValue[] {
  const hasReference = extracted.some(
    ({ field, confidence }) =>
      ["paper", "year", "exam", "session"].includes(field) && confidence >= READ_CONFIDENCE,
  );
  return extracted.map((value) =>
    value.field === "question_number" && !hasReference
      ? { ...value, confidence: Math.min(value.confidence, CONFIDENCE_LONE_QUESTION) }
      : value,
  );
}

/** Scope that follows from a named value, for fields that the query does not name itself. */
export function withImplied(
  extracted: readonly ExtractedValue[],
  weighed: readonly Weighed[],
  { fieldsInCorpus }: CompiledVocabulary,
): ExtractedValue[] {
  const named = new Set(
    extracted.filter(({ confidence }) => confidence >= READ_CONFIDENCE).map(({ field }) => field),
  );
  const implied: ExtractedValue[] = [];
  for (const { mention } of weighed) {
    const parent = extracted.find(
      ({ field, values }) => field === mention.field && values.includes(mention.values[0]!),
    );
    if (parent === undefined || parent.confidence < READ_CONFIDENCE) continue;
    for (const { implies } of mention.entries) {
      for (const field of SCOPE_FIELDS) {
        const values = implies?.[field];
        if (values === undefined || named.has(field)) continue;
        const confidence = fieldsInCorpus.has(field)
          ? parent.confidence
          : Math.min(parent.confidence, CONFIDENCE_NOT_IN_CORPUS);
        const rule = `implied_by_${mention.field}`;
        implied.push({ field, values, span: parent.span, rule, confidence });
      }
    }
  }
  return [...extracted, ...implied];
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
