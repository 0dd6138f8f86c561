/** Fusion, features, rerank and policy over the candidates of one first stage. Pure. */
import { extractFeatures } from "#core/features/extract-features.ts";
import { DEFAULT_FEATURES, type FeatureId } from "#core/features/feature-registry.ts";
import { type FusedDocument, fuseCandidates } from "#core/fusion/reciprocal-rank-fusion.ts";
import type { RankingModel } from "#core/model/ranking-model.ts";
import { canRank } from "#core/model/ranks-by-meaning.ts";
import type { Contribution, FeatureMatrix } from "#core/model/linear-score.ts";
import type { RankedDocument } from "#core/rerank/rerank.ts";
import { explainRanking, rerank } from "#core/rerank/rerank.ts";
import { curriculumAlignment, sourceReliability } from "#core/rerank/policy.ts";
import { contentLeakage, type Leakage } from "#core/scope/leakage.ts";
import type { GateValues } from "#core/scope/resolve-scope.ts";
import type { CandidateDocument, FirstStageResult } from "../store/first-stage.ts";
import { mergePlaces } from "./merge-places.ts";

export interface RankedHit {
  readonly ranked: RankedDocument;
  readonly document: CandidateDocument;
  readonly leakage: Leakage;
  readonly alsoIn: readonly CandidateDocument[];
  /** Raw features as they were served, in the order of `SecondStage.featureIds`. */
  readonly features: readonly number[];
}

export interface SecondStage {
  readonly featureIds: readonly FeatureId[];
  /** That ranked; null: the fused order did. */
  readonly model: RankingModel | null;
  /** Every candidate once (same content in two papers merged), best first. */
  readonly hits: readonly RankedHit[];
  explain(hit: RankedHit): Contribution[];
}

export interface SecondStageOptions {
  readonly model: RankingModel | null;
  /** False: fusion order alone, without policy or merging. */
  readonly rerank: boolean;
  /** The scope that the caller asked for; leakage is counted against it. */
  readonly asked: GateValues;
}

export function runSecondStage(
  first: FirstStageResult,
  { model, rerank: useReranker, asked }: SecondStageOptions,
): SecondStage {
  const usedModel =
    useReranker && model !== null && canRank(model, first.candidates) ? model : null;
  const featureIds = usedModel?.features ?? DEFAULT_FEATURES;
  const fused = fuseCandidates(first.candidates);
  const leakages = first.documents.map((document) => contentLeakage(document, asked));
  const askedCount = Object.keys(asked).length;
  const features = featureMatrix(first, featureIds);
  const input = {
    documents: first.documents.map(({ id, text, reliability }, row) => ({
      id,
      text,
      alignment: useReranker ? curriculumAlignment(leakages[row]!.tuple.length, askedCount) : 1,
      reliability: useReranker ? sourceReliability(reliability) : 1,
    })),
    fused,
    features,
    model: usedModel,
  };
  const ranked = useReranker ? rerank(input) : inFusedOrder(fused, first);
  const toHit = (entry: RankedDocument, alsoIn: readonly RankedDocument[]): RankedHit => ({
    ranked: entry,
    document: first.documents[entry.row]!,
    leakage: leakages[entry.row]!,
    alsoIn: alsoIn.map(({ row }) => first.documents[row]!),
    features: [
      ...features.values.subarray(
        entry.row * featureIds.length,
        (entry.row + 1) * featureIds.length,
      ),
    ],
  });
  return {
    featureIds,
    model: usedModel,
    hits: useReranker
      ? mergePlaces(ranked, first.documents).map(({ kept, alsoIn }) => toHit(kept, alsoIn))
      : ranked.map((entry) => toHit(entry, [])),
    explain: ({ ranked: entry }) => explainRanking(entry, input),
  };
}

function featureMatrix(first: FirstStageResult, ids: readonly FeatureId[]): FeatureMatrix {
  const values = new Float64Array(first.candidates.length * ids.length);
  extractFeatures(first.statistics, first.candidates, ids, values);
  return { ids, values };
}

function inFusedOrder(fused: readonly FusedDocument[], first: FirstStageResult): RankedDocument[] {
  const rowOf = new Map(first.candidates.map(({ id }, row) => [id, row]));
  return fused.map((document) => ({
    id: document.id,
    row: rowOf.get(document.id)!,
    rank: document.rank,
    score: document.score,
    baseScore: document.score,
    fused: document,
    factors: { curriculum_alignment: 1, source_reliability: 1, redundancy: 1 },
    nearDuplicateOf: null,
    sameContentAs: null,
  }));
}
