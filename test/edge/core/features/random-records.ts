/** Random queries and pools for property tests of features: two languages, hostile numbers. */
import fc from "fast-check";
import type { Candidate, QueryStatistics, QueryTerm, TermMatch } from "#core/features/candidate.ts";

const LANGUAGES = ["en", "fr"] as const;
const count = fc.integer({ min: 0, max: 400 });
const cosines = fc.oneof(
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(null, Number.NaN),
);
const rank = fc.option(fc.integer({ min: 1, max: 250 }));

function ascending(max: number, maxLength: number): fc.Arbitrary<number[]> {
  return fc
    .uniqueArray(fc.integer({ min: 1, max }), { minLength: 1, maxLength })
    .map((positions) => positions.toSorted((a, b) => a - b));
}

function terms(prefix: string): fc.Arbitrary<QueryTerm[]> {
  const term = fc.record({
    language: fc.constantFrom(...LANGUAGES),
    documentFrequency: count,
    collectionFrequency: count,
    titleDocumentFrequency: count,
    positions: ascending(9, 3),
  });
  return fc
    .array(term, { maxLength: 8 })
    .map((list) => list.map((fields, index) => ({ lexeme: `${prefix}${index}`, ...fields })));
}

const queries: fc.Arbitrary<QueryStatistics> = fc.record({
  stems: terms("s"),
  exact: terms("x"),
  scopes: fc.subarray([...LANGUAGES]).chain((languages) =>
    fc.tuple(
      ...languages.map((language) =>
        fc.record({
          language: fc.constant(language as string),
          chunks: count,
          stemLength: fc.nat(40_000),
          titleLength: fc.nat(4_000),
          exactLength: fc.nat(40_000),
        }),
      ),
    ),
  ),
});

/** Matches of terms of this language only, as the index gives them. */
function matches(queryTerms: readonly QueryTerm[], language: string): fc.Arbitrary<TermMatch[]> {
  const own = queryTerms.flatMap((term, index) => (term.language === language ? [index] : []));
  return fc
    .subarray(own)
    .chain((held) =>
      fc.tuple(...held.map((term) => ascending(40, 6).map((positions) => ({ term, positions })))),
    );
}

function candidates(query: QueryStatistics, language: string): fc.Arbitrary<Candidate> {
  return fc.record({
    id: fc.uuid(),
    language: fc.constant(language),
    lexicalRank: rank,
    denseRank: rank,
    expansionRank: rank,
    cosine: cosines,
    adaptedScore: cosines,
    historyCosine: cosines,
    neighbourCosine: cosines,
    stems: matches(query.stems, language),
    exact: matches(query.exact, language),
    stemLength: count,
    titleLength: count,
    exactLength: count,
    titlePositionLast: fc.nat(20),
    lncNorm: fc.double({ min: 1, max: 40, noNaN: true }),
  });
}

export const searches: fc.Arbitrary<{ query: QueryStatistics; pool: Candidate[] }> = queries.chain(
  (query) =>
    fc
      .uniqueArray(
        fc.constantFrom(...LANGUAGES, "zh").chain((language) => candidates(query, language)),
        { selector: ({ id }) => id, maxLength: 7 },
      )
      .map((pool) => ({ query, pool })),
);
