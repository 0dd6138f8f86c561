/**
 * Candidate groups without a database: every feature of a candidate is noise, except that
 * `title_idf_coverage` of the relevant one is high while fusion puts it in the middle. So a learner
 * that works beats fusion, and one that does not, does not.
 */
import { DEFAULT_FEATURES } from "#core/features/feature-registry.ts";
import type { CandidateGroup } from "#trainer/data/candidate-group.ts";
import type { JudgedQuery } from "#trainer/data/judgment.ts";
import { mulberry32 } from "#significance/mulberry32.ts";

export const INFORMATIVE = DEFAULT_FEATURES.indexOf("title_idf_coverage");

export function judgedQuery(index: number, changes: Partial<JudgedQuery> = {}): JudgedQuery {
  const queryId = `q${String(index).padStart(4, "0")}`;
  return {
    queryId,
    query: `question number${index} about thing${index * 7} and matter${index * 13}`,
    scope: {},
    origin: "teacher",
    grades: new Map([[`${queryId}-answer`, 1]]),
    ...changes,
  };
}

export function sampleGroup(index: number, next: () => number, candidates = 12): CandidateGroup {
  const judged = judgedQuery(index);
  const answerRow = Math.floor(next() * candidates);
  const ids = Array.from({ length: candidates }, (_, row) =>
    row === answerRow ? `${judged.queryId}-answer` : `${judged.queryId}-other${row}`,
  );
  const columns = DEFAULT_FEATURES.length;
  const values = Float64Array.from({ length: candidates * columns }, () => next());
  values[answerRow * columns + INFORMATIVE]! += 1.5;
  const ranks = Array.from({ length: candidates }, (_, row) => row + 1);
  const fusedRanks = ranks.toSorted(() => next() - 0.5);
  return { judged, features: DEFAULT_FEATURES, ids, fusedRanks, values };
}

export function sampleGroups(count: number, seed: number): CandidateGroup[] {
  const next = mulberry32(seed);
  return Array.from({ length: count }, (_, index) => sampleGroup(index, next));
}
