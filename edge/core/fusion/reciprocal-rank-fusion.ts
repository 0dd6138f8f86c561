/**
 * Reciprocal rank fusion: score(d) = Σ over the lists that hold d of weight / (κ + rank), rank
 * counted from 1, κ = 60 (Cormack, Clarke, Büttcher, SIGIR 2009). A list that lacks a document adds
 * nothing to it, an empty list adds nothing to anyone. The parts of a document are added in
 * descending order, so the score does not depend on the order of the lists. Weights are used as
 * they are sent: 0 stays 0.
 */
import type { Candidate } from "../features/candidate.ts";
import { inTotalOrder } from "./total-order.ts";

export const RECIPROCAL_RANK_CONSTANT = 60;

/** Ids, best first; a repeated id counts where it stands first. */
export interface RankedList {
  readonly name: string;
  readonly ids: readonly string[];
  /** Finite and not negative; absent means 1. */
  readonly weight?: number;
}

export interface FusedDocument {
  readonly id: string;
  /** 1-based place in the fused order. */
  readonly rank: number;
  readonly score: number;
  /** 1-based rank in each list, null where the list does not hold the document. */
  readonly ranks: Readonly<Record<string, number | null>>;
}

function checkedWeight(name: string, weight: number | undefined): number {
  if (weight === undefined) return 1;
  if (Number.isFinite(weight) && weight >= 0) return weight;
  throw new RangeError(`the weight of list ${name} must be finite and not negative: ${weight}`);
}

/** What a list of this weight adds to the document that it holds at this rank. */
export function reciprocalRankPart(rank: number | null, weight = 1): number {
  return rank === null ? 0 : weight / (RECIPROCAL_RANK_CONSTANT + rank);
}

/** Adds in descending order; sorts `parts` in place. */
export function sumInFixedOrder(parts: number[]): number {
  parts.sort((a, b) => b - a);
  let sum = 0;
  for (const part of parts) sum += part;
  return sum;
}

function ranked(documents: readonly Omit<FusedDocument, "rank">[]): FusedDocument[] {
  return inTotalOrder(documents).map((document, index) => ({ ...document, rank: index + 1 }));
}

/** Every document of the lists, in the total order. List names must be distinct. */
export function reciprocalRankFusion(lists: readonly RankedList[]): FusedDocument[] {
  const absent: Record<string, number | null> = {};
  for (const { name } of lists) {
    if (Object.hasOwn(absent, name)) throw new RangeError(`two lists are named ${name}`);
    absent[name] = null;
  }
  const ranksOf = new Map<string, Record<string, number | null>>();
  for (const { name, ids } of lists) {
    let rank = 0;
    for (const id of new Set(ids)) {
      rank += 1;
      const ranks = ranksOf.get(id) ?? { ...absent };
      ranks[name] = rank;
      ranksOf.set(id, ranks);
    }
  }
  const weights = lists.map(({ name, weight }) => checkedWeight(name, weight));
  const documents = [...ranksOf].map(([id, ranks]) => {
    const parts = lists.map(({ name }, index) => reciprocalRankPart(ranks[name]!, weights[index]));
    return { id, ranks, score: sumInFixedOrder(parts) };
  });
  return ranked(documents);
}

export type LegName = "lexical" | "dense" | "expansion";

export type LegWeights = Readonly<Partial<Record<LegName, number>>>;

/** Fuses a pool by the ranks that its candidates carry; ids must be distinct. */
export function fuseCandidates(
  pool: readonly Candidate[],
  weights: LegWeights = {},
): FusedDocument[] {
  const lexical = checkedWeight("lexical", weights.lexical);
  const dense = checkedWeight("dense", weights.dense);
  const expansion = checkedWeight("expansion", weights.expansion);
  const documents = pool.map(({ id, lexicalRank, denseRank, expansionRank }) => {
    const parts = [
      reciprocalRankPart(lexicalRank, lexical),
      reciprocalRankPart(denseRank, dense),
      reciprocalRankPart(expansionRank, expansion),
    ];
    const ranks = { lexical: lexicalRank, dense: denseRank, expansion: expansionRank };
    return { id, ranks, score: sumInFixedOrder(parts) };
  });
  return ranked(documents);
}
