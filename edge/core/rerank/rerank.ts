/**
 * Second stage: learned score (or the fused one, without a model), then the policy factors, then a
 * total order: score descending, fused score descending, id ascending. Pure and deterministic; the
 * score of every document is the sum of the contributions that `explainRanking` lists for it.
 */
import type { FusedDocument } from "../fusion/reciprocal-rank-fusion.ts";
import type { RankingModel } from "../model/ranking-model.ts";
import {
  type Contribution,
  type FeatureMatrix,
  linearContributions,
  linearScores,
} from "../model/linear-score.ts";
import { findTwins, TEXTS_COMPARED_MAX } from "./near-duplicate.ts";
import {
  type PolicyFactors,
  policyContributions,
  REDUNDANCY_FACTOR,
  type ScoreScale,
  withPolicy,
} from "./policy.ts";

/** Only so many of the best documents are searched for near-duplicates of one another. */
export const REDUNDANCY_WINDOW = TEXTS_COMPARED_MAX;

export interface RerankDocument {
  readonly id: string;
  /** Body without the title, which may name the paper that the body was set in. */
  readonly text: string;
  /** From curriculumAlignment and sourceReliability. */
  readonly alignment: number;
  readonly reliability: number;
}

export interface RerankInput {
  /** Rows of `features`, in any order; ids are distinct. */
  readonly documents: readonly RerankDocument[];
  /** Holds every document. */
  readonly fused: readonly FusedDocument[];
  /** Needed when there is a model. */
  readonly features: FeatureMatrix | null;
  /** Without a model the fused score ranks. */
  readonly model: RankingModel | null;
}

export interface RankedDocument {
  readonly id: string;
  /** Row in documents and features. */
  readonly row: number;
  /** 1-based. */
  readonly rank: number;
  readonly score: number;
  /** Before the policy factors. */
  readonly baseScore: number;
  readonly fused: FusedDocument;
  readonly factors: PolicyFactors;
  /** Id of the better-placed document that this one nearly repeats. */
  readonly nearDuplicateOf: string | null;
  /** Id of the best-placed document with the same words in the same order. */
  readonly sameContentAs: string | null;
}

type Placed = Omit<RankedDocument, "rank">;

function inOrder(placed: readonly Placed[]): Placed[] {
  for (const { id, score } of placed) {
    if (!Number.isFinite(score)) throw new RangeError(`the score of ${id} is ${score}`);
  }
  return placed.toSorted((a, b) => b.score - a.score || a.fused.rank - b.fused.rank);
}

function scaleOf(model: RankingModel | null): ScoreScale {
  return model === null ? "fused" : "learned";
}

function baseScores({ documents, features, model }: RerankInput): Float64Array | null {
  if (model === null) return null;
  if (features === null || features.values.length !== documents.length * features.ids.length) {
    throw new RangeError(`a model needs the features of ${documents.length} documents`);
  }
  return linearScores(model, features);
}

function place(input: RerankInput): Placed[] {
  const fusedOf = new Map(input.fused.map((fused) => [fused.id, fused]));
  const scores = baseScores(input);
  return input.documents.map(({ id, alignment, reliability }, row) => {
    const fused = fusedOf.get(id);
    if (!fused) throw new RangeError(`document ${id} was not fused`);
    const baseScore = scores === null ? fused.score : scores[row]!;
    const factors = {
      curriculum_alignment: alignment,
      source_reliability: reliability,
      redundancy: 1,
    };
    const score = withPolicy(baseScore, factors, scaleOf(input.model));
    const twins = { nearDuplicateOf: null, sameContentAs: null };
    return { id, row, score, baseScore, fused, factors, ...twins };
  });
}

/** Lowers the later-placed of near-duplicates; `placed` is in order. */
function withRedundancy(placed: readonly Placed[], input: RerankInput): Placed[] {
  const window = placed.slice(0, REDUNDANCY_WINDOW);
  const twins = findTwins(window.map(({ row }) => input.documents[row]!.text));
  return placed.map((document, index) => {
    const { nearDuplicateOf = null, sameContentAs = null } = twins[index] ?? {};
    if (nearDuplicateOf === null) return document;
    const factors = { ...document.factors, redundancy: REDUNDANCY_FACTOR };
    return {
      ...document,
      factors,
      score: withPolicy(document.baseScore, factors, scaleOf(input.model)),
      nearDuplicateOf: window[nearDuplicateOf]!.id,
      sameContentAs: sameContentAs === null ? null : window[sameContentAs]!.id,
    };
  });
}

/** Every document once, best first. */
export function rerank(input: RerankInput): RankedDocument[] {
  const placed = withRedundancy(inOrder(place(input)), input);
  return inOrder(placed).map((document, index) => ({ ...document, rank: index + 1 }));
}

/** Contributions of one ranked document; added from the first to the last they give its score. */
export function explainRanking(document: RankedDocument, input: RerankInput): Contribution[] {
  const { model, features } = input;
  const { score } = document.fused;
  const base =
    model === null
      ? [{ feature: "reciprocal_rank_fusion", value: score, weight: 1, product: score }]
      : linearContributions(model, features!, document.row);
  return [...base, ...policyContributions(document.baseScore, document.factors, scaleOf(model))];
}
