/** Candidates for tests: everything absent unless a test names it. */
import type { Candidate } from "#core/features/candidate.ts";

export function candidate(fields: Partial<Candidate> & { id: string }): Candidate {
  return {
    language: "en",
    lexicalRank: null,
    denseRank: null,
    expansionRank: null,
    cosine: null,
    stems: [],
    exact: [],
    stemLength: 0,
    titleLength: 0,
    exactLength: 0,
    titlePositionLast: 0,
    lncNorm: 1,
    ...fields,
  };
}
