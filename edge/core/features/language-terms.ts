/**
 * The query under one language, made once for all candidates of that language: which terms belong
 * to it, their idf in each field, average lengths, and the order in which the query says them.
 * It must not let terms of one language count for candidates of another.
 */
import type { QueryStatistics, QueryTerm, ScopeStatistics } from "./candidate.ts";

/** One field (stems, titles or exact forms). Arrays are indexed like the terms of the query. */
export interface FieldTerms {
  /** 0 for terms that the index does not know and for terms of other languages. */
  readonly idf: Float64Array;
  readonly idfSum: number;
  /** Average length of the field in the scope; 0 when the scope is empty. */
  readonly averageLength: number;
}

export interface QueryOccurrence {
  /** Index into QueryStatistics.stems. */
  readonly term: number;
  readonly position: number;
}

export interface LanguageTerms {
  readonly stems: FieldTerms;
  readonly titles: FieldTerms;
  readonly exact: FieldTerms;
  /** Whether a stem of the query, by index, is of this language. */
  readonly isStem: readonly boolean[];
  readonly stemCount: number;
  /** Stems in the order of the query, by position, then term. */
  readonly sequence: readonly QueryOccurrence[];
  /** Analysed length of all chunks of the scope, in stems. */
  readonly collectionLength: number;
}

/** ln(1 + (N − df + 0.5) / (df + 0.5)); 0 for a term that no chunk holds. */
export function inverseDocumentFrequency(chunks: number, documentFrequency: number): number {
  if (documentFrequency <= 0 || chunks <= 0) return 0;
  // Statistics are refreshed while documents arrive: a frequency can be ahead of the count.
  const frequency = Math.min(documentFrequency, chunks);
  return Math.log(1 + (chunks - frequency + 0.5) / (frequency + 0.5));
}

function fieldTerms(
  terms: readonly QueryTerm[],
  scope: ScopeStatistics,
  totalLength: number,
  frequencyOf: (term: QueryTerm) => number,
): FieldTerms {
  const idf = new Float64Array(terms.length);
  let idfSum = 0;
  for (const [index, term] of terms.entries()) {
    if (term.language !== scope.language) continue;
    idf[index] = inverseDocumentFrequency(scope.chunks, frequencyOf(term));
    idfSum += idf[index]!;
  }
  return { idf, idfSum, averageLength: scope.chunks > 0 ? totalLength / scope.chunks : 0 };
}

function sequenceOf(stems: readonly QueryTerm[], language: string): QueryOccurrence[] {
  const sequence: QueryOccurrence[] = [];
  for (const [term, stem] of stems.entries()) {
    if (stem.language !== language) continue;
    for (const position of stem.positions) sequence.push({ term, position });
  }
  return sequence.toSorted((a, b) => a.position - b.position || a.term - b.term);
}

/** The terms of one language; without statistics for it every idf is 0. */
export function languageTerms(query: QueryStatistics, language: string): LanguageTerms {
  const scope = query.scopes.find((candidate) => candidate.language === language) ?? {
    language,
    chunks: 0,
    stemLength: 0,
    titleLength: 0,
    exactLength: 0,
  };
  const isStem = query.stems.map((stem) => stem.language === language);
  return {
    stems: fieldTerms(query.stems, scope, scope.stemLength, (term) => term.documentFrequency),
    titles: fieldTerms(
      query.stems,
      scope,
      scope.titleLength,
      (term) => term.titleDocumentFrequency,
    ),
    exact: fieldTerms(query.exact, scope, scope.exactLength, (term) => term.documentFrequency),
    isStem,
    stemCount: isStem.filter(Boolean).length,
    sequence: sequenceOf(query.stems, language),
    collectionLength: scope.stemLength,
  };
}
