/**
 * What the reranker applies after the learned score: three factors in (0, 1].
 *
 *   curriculum_alignment  1 − 0.5 · (violated fields / fields asked for)
 *   source_reliability    reliability of the source, between 0.1 and 1; 1 where nobody stated it
 *   redundancy            0.75 for the later-placed of two near-duplicates, else 1
 *
 * A factor needs a positive scale. Fused scores are positive: the score is multiplied. A learned
 * score may be negative: the factor acts on exp(score), which keeps the order of scores, so
 * ln(factor) is added to the score. In both cases what a factor adds is one contribution.
 */
import type { Contribution } from "../model/linear-score.ts";

export const ALIGNMENT_PENALTY = 0.5;
export const RELIABILITY_MIN = 0.1;
/** From the CHSR-RRF paper. */
export const REDUNDANCY_FACTOR = 0.75;

export interface PolicyFactors {
  readonly curriculum_alignment: number;
  readonly source_reliability: number;
  readonly redundancy: number;
}

/** In the order in which they are applied. */
const FACTOR_NAMES = ["curriculum_alignment", "source_reliability", "redundancy"] as const;

export type ScoreScale = "fused" | "learned";

/** 1 when nothing was asked for or nothing is violated. */
export function curriculumAlignment(violatedCount: number, askedCount: number): number {
  if (askedCount === 0) return 1;
  return 1 - ALIGNMENT_PENALTY * Math.min(1, violatedCount / askedCount);
}

export function sourceReliability(reliability: number | null): number {
  if (reliability === null) return 1;
  return Math.min(1, Math.max(RELIABILITY_MIN, reliability));
}

function productOf(score: number, factor: number, scale: ScoreScale): number {
  return scale === "learned" ? Math.log(factor) : score * (factor - 1);
}

/** What each factor other than 1 adds, in the order in which it is added. */
export function policyContributions(
  score: number,
  factors: PolicyFactors,
  scale: ScoreScale,
): Contribution[] {
  const contributions: Contribution[] = [];
  let sum = score;
  for (const feature of FACTOR_NAMES) {
    const value = factors[feature];
    if (value === 1) continue;
    const product = productOf(sum, value, scale);
    sum += product;
    contributions.push({ feature, value, weight: 1, product });
  }
  return contributions;
}

/** The score after the factors. */
export function withPolicy(score: number, factors: PolicyFactors, scale: ScoreScale): number {
  let sum = score;
  for (const { product } of policyContributions(score, factors, scale)) sum += product;
  return sum;
}
