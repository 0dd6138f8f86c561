/**
 * What a feature is to the extractor: a function that prepares once for a pool and then gives the
 * value of each row. Everything is a pure function of the query and the pool.
 */
import type { Candidate, QueryStatistics } from "./candidate.ts";
import { type LanguageTerms, languageTerms } from "./language-terms.ts";

export interface FeatureContext {
  readonly query: QueryStatistics;
  readonly pool: readonly Candidate[];
  /** The query under the language of each row. */
  readonly languages: readonly LanguageTerms[];
}

export type FeatureFunction = (context: FeatureContext) => (row: number) => number;

export function featureContext(query: QueryStatistics, pool: readonly Candidate[]): FeatureContext {
  const known = new Map<string, LanguageTerms>();
  const languages = pool.map(({ language }) => {
    const terms = known.get(language) ?? languageTerms(query, language);
    known.set(language, terms);
    return terms;
  });
  return { query, pool, languages };
}

/** A feature that looks at one candidate at a time. */
export function perCandidate(
  value: (candidate: Candidate, language: LanguageTerms, context: FeatureContext) => number,
): FeatureFunction {
  return (context) => (row) => value(context.pool[row]!, context.languages[row]!, context);
}
