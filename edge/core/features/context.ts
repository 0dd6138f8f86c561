/**
 * Context features: lengths, and where the first stage placed the candidate.
 */
import { fuseCandidates } from "../fusion/reciprocal-rank-fusion.ts";
import { type FeatureFunction, perCandidate } from "./feature-function.ts";
import { LEXICAL_RANK_MAX } from "./feature-registry.ts";

/** Damping of the reciprocal lexical rank. */
export const RECIPROCAL_LEXICAL_CONSTANT = 10;

function boundedRank(lexicalRank: number | null): number {
  return Math.min(lexicalRank ?? LEXICAL_RANK_MAX, LEXICAL_RANK_MAX);
}

export const CONTEXT_FEATURES = {
  log_length: perCandidate(({ stemLength }) => Math.log1p(stemLength)),
  log_title_length: perCandidate(({ titleLength }) => Math.log1p(titleLength)),
  log_fused_rank: ({ pool }) => {
    const rankOf = new Map(fuseCandidates(pool).map(({ id, rank }) => [id, rank]));
    return (row) => 0 - Math.log(rankOf.get(pool[row]!.id)!);
  },
  log_lexical_rank: perCandidate(({ lexicalRank }) => 0 - Math.log(boundedRank(lexicalRank))),
  reciprocal_lexical_rank: perCandidate(
    ({ lexicalRank }) => 1 / (RECIPROCAL_LEXICAL_CONSTANT + boundedRank(lexicalRank)),
  ),
} as const satisfies Readonly<Record<string, FeatureFunction>>;
