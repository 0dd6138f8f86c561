/**
 * Keyword features: how strongly the words of the query occur. Formulas, ranges and notation are in
 * feature-registry.ts. The query counts as a set of terms, except in the query side of `tfidf`.
 */
import { standardScores } from "../fusion/standard-score.ts";
import type { Candidate, QueryTerm, TermMatch } from "./candidate.ts";
import { type FeatureFunction, perCandidate } from "./feature-function.ts";
import type { FieldTerms, LanguageTerms } from "./language-terms.ts";

/** Saturation and length normalisation, chosen on SciFact's training queries. */
export const BM25_K1 = 1.5;
export const BM25_B = 0.75;
/** Dirichlet prior in stems, about six chunks (Zhai and Lafferty, 2004, use 500 to 2000). */
export const DIRICHLET_MU = 1000;

function impact(tf: number, length: number, averageLength: number): number {
  const relativeLength = averageLength > 0 ? length / averageLength : 1;
  return (tf * (BM25_K1 + 1)) / (tf + BM25_K1 * (1 - BM25_B + BM25_B * relativeLength));
}

interface FieldOfCandidate {
  readonly matches: readonly TermMatch[];
  readonly terms: FieldTerms;
  readonly length: number;
}

const positionCount = ({ positions }: TermMatch): number => positions.length;
const factorOne = (): number => 1;

function normalisedBm25(
  { matches, terms, length }: FieldOfCandidate,
  frequencyOf: (match: TermMatch) => number = positionCount,
  factorOf: (term: number) => number = factorOne,
): number {
  if (terms.idfSum <= 0) return 0;
  let score = 0;
  for (const match of matches) {
    const idf = terms.idf[match.term]!;
    const tf = idf > 0 ? frequencyOf(match) : 0;
    if (tf > 0) score += factorOf(match.term) * idf * impact(tf, length, terms.averageLength);
  }
  return score / terms.idfSum;
}

function stemField(candidate: Candidate, language: LanguageTerms): FieldOfCandidate {
  return { matches: candidate.stems, terms: language.stems, length: candidate.stemLength };
}

/** What one stem of the query adds to `bm25`, by its index: the parts that term weights multiply. */
export interface StemContribution {
  readonly term: number;
  readonly value: number;
}

export function stemContributions(
  candidate: Candidate,
  language: LanguageTerms,
): StemContribution[] {
  const { terms, length } = stemField(candidate, language);
  return candidate.stems
    .filter(({ term }) => terms.idf[term]! > 0)
    .map(({ term, positions }) => ({
      term,
      value:
        (terms.idf[term]! * impact(positions.length, length, terms.averageLength)) / terms.idfSum,
    }));
}

function bm25(candidate: Candidate, language: LanguageTerms): number {
  return normalisedBm25(stemField(candidate, language));
}

function titleBm25(candidate: Candidate, language: LanguageTerms): number {
  const field = {
    matches: candidate.stems,
    terms: language.titles,
    length: candidate.titleLength,
  };
  return normalisedBm25(field, (match) => titleFrequency(match, candidate.titlePositionLast));
}

/** Occurrences in the title; positions are ascending. */
function titleFrequency({ positions }: TermMatch, titlePositionLast: number): number {
  let count = 0;
  while (count < positions.length && positions[count]! <= titlePositionLast) count += 1;
  return count;
}

function exactBm25(candidate: Candidate, language: LanguageTerms): number {
  return normalisedBm25({
    matches: candidate.exact,
    terms: language.exact,
    length: candidate.exactLength,
  });
}

function queryWeight(term: QueryTerm, idf: number): number {
  return term.positions.length > 0 ? (1 + Math.log(term.positions.length)) * idf : 0;
}

function tfidf(
  candidate: Candidate,
  { stems }: LanguageTerms,
  terms: readonly QueryTerm[],
): number {
  let squares = 0;
  for (const [index, term] of terms.entries()) squares += queryWeight(term, stems.idf[index]!) ** 2;
  if (squares <= 0 || candidate.lncNorm <= 0) return 0;
  let product = 0;
  for (const { term, positions } of candidate.stems) {
    const weight = queryWeight(terms[term]!, stems.idf[term]!);
    product += ((1 + Math.log(positions.length)) / candidate.lncNorm) * weight;
  }
  return product / Math.sqrt(squares);
}

function queryLikelihood(
  candidate: Candidate,
  { isStem, stemCount, collectionLength }: LanguageTerms,
  terms: readonly QueryTerm[],
): number {
  if (stemCount === 0 || collectionLength <= 0) return 0;
  let sum = 0;
  for (const { term, positions } of candidate.stems) {
    const { collectionFrequency } = terms[term]!;
    if (!isStem[term] || collectionFrequency <= 0) continue;
    const share = collectionFrequency / collectionLength;
    sum += Math.log(1 + positions.length / (DIRICHLET_MU * share));
  }
  return sum / stemCount - Math.log((candidate.stemLength + DIRICHLET_MU) / DIRICHLET_MU);
}

function termWeight(
  candidate: Candidate,
  language: LanguageTerms,
  terms: readonly QueryTerm[],
): number {
  const multiplierOf = (term: number): number => Math.max(0, terms[term]!.multiplier ?? 1);
  return normalisedBm25(stemField(candidate, language), positionCount, multiplierOf);
}

export const KEYWORD_FEATURES = {
  bm25: perCandidate(bm25),
  title_bm25: perCandidate(titleBm25),
  exact_bm25: perCandidate(exactBm25),
  bm25_z: ({ pool, languages }) => {
    const scores = standardScores(pool.map((candidate, row) => bm25(candidate, languages[row]!)));
    return (row) => scores[row]!;
  },
  tfidf: perCandidate((candidate, language, { query }) => tfidf(candidate, language, query.stems)),
  query_likelihood: perCandidate((candidate, language, { query }) =>
    queryLikelihood(candidate, language, query.stems),
  ),
  term_weight: perCandidate((candidate, language, { query }) =>
    termWeight(candidate, language, query.stems),
  ),
} as const satisfies Readonly<Record<string, FeatureFunction>>;
