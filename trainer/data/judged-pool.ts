/**
 * One judged query of the collection with its candidates as the first stage of the product returned
 * them. What is learned on the way to the referee (term weights, adapter, history) and the referee
 * itself start from these records.
 */
import type { Candidate, QueryStatistics } from "#core/features/candidate.ts";
import { fuseCandidates } from "#core/fusion/reciprocal-rank-fusion.ts";
import { isRelevantGrade, type JudgedQuery } from "./judgment.ts";

export interface JudgedPool {
  readonly judged: JudgedQuery;
  readonly statistics: QueryStatistics;
  readonly candidates: readonly Candidate[];
  /** 1-based places in the reciprocal rank fusion of the legs that ran, parallel to candidates. */
  readonly fusedRanks: readonly number[];
}

export function judgedPool(
  judged: JudgedQuery,
  { statistics, candidates }: Pick<JudgedPool, "statistics" | "candidates">,
): JudgedPool {
  const rankOf = new Map(fuseCandidates(candidates).map(({ id, rank }) => [id, rank]));
  const fusedRanks = candidates.map(({ id }) => rankOf.get(id)!);
  return { judged, statistics, candidates, fusedRanks };
}

export const isRelevant = ({ judged, candidates }: JudgedPool, row: number): boolean =>
  isRelevantGrade(judged.grades.get(candidates[row]!.id));

/** Rows of the pool, best fused rank first. */
export function rowsByFusedRank({ candidates, fusedRanks }: JudgedPool): number[] {
  return [...candidates.keys()].toSorted((a, b) => fusedRanks[a]! - fusedRanks[b]!);
}

/** The part of a fused pool that the lexical leg returned, in that leg's order. */
export function lexicalPool({ judged, statistics, candidates }: JudgedPool): JudgedPool {
  const kept = candidates
    .filter(({ lexicalRank }) => lexicalRank !== null)
    .toSorted((a, b) => a.lexicalRank! - b.lexicalRank!);
  return { judged, statistics, candidates: kept, fusedRanks: kept.map((_, at) => at + 1) };
}
