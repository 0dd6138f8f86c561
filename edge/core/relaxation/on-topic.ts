/**
 * Tells a hit that is about the query from one that only shares a gate with it. Relaxation needs the
 * difference: a few hits on the topic are a sparse corpus, hits off the topic are a miss.
 *
 * Rule: coverage(d) = Σ w(t), t in d / Σ w(t) over the topic's stems in the language of d (words that
 * only named the scope do not count), with
 *   w(t) = ln(1 + (N − df + 0.5) / (df + 0.5))   (the IDF of BM25, Robertson and Zaragoza 2009)
 * inside the scope; a word that the scope does not know weighs as the mean of the known ones, so
 * that one misspelt word neither decides nor vanishes. Names are alternatives: a word of a term that
 * the expansion names otherwise is in d, too, where d holds half of the weight of those names (Pirkola,
 * SIGIR 1998, counts synonyms as one word). A hit is on topic when its coverage is at least
 * ON_TOPIC_COVERAGE, or that of the other names alone times the part of the query that they stand for,
 * or when its cosine reaches the limit of the embedding model.
 */
import type { Candidate, QueryStatistics } from "../features/candidate.ts";

/** Half of the query's weight. */
export const ON_TOPIC_COVERAGE = 0.5;

export interface OnTopicLimits {
  /** Cosine that only related texts reach under the tenant's model; null: words alone decide. */
  readonly cosineMin: number | null;
  /** Positions of the query's words that are its topic; null: all. */
  readonly topicPositions: ReadonlySet<number> | null;
  /** The part of the query that its expanded terms are. */
  readonly expansionShare: number;
  /** Positions of the query's words in those terms. */
  readonly expandedPositions: ReadonlySet<number>;
}

/** On-topic candidates, in the given order. */
export function onTopicCandidates<C extends Candidate>(
  statistics: QueryStatistics,
  candidates: readonly C[],
  { cosineMin, expansionShare, expandedPositions, topicPositions }: OnTopicLimits,
): C[] {
  const weights = termWeights(statistics);
  const isTopic = statistics.stems.map(
    ({ positions }) =>
      topicPositions === null || positions.some((position) => topicPositions.has(position)),
  );
  const isExpanded = statistics.stems.map(({ positions }) =>
    positions.some((position) => expandedPositions.has(position)),
  );
  return candidates.filter((candidate) => {
    if (cosineMin !== null && candidate.cosine !== null && candidate.cosine >= cosineMin)
      return true;
    const names = candidate.expansionCoverage ?? 0;
    if (names * expansionShare >= ON_TOPIC_COVERAGE) return true;
    const isNamed = names >= ON_TOPIC_COVERAGE ? isExpanded : null;
    return coverage(statistics, { weights, isTopic, isNamed }, candidate) >= ON_TOPIC_COVERAGE;
  });
}

/** By stem: its weight, whether it is of the topic, whether the candidate holds another name of it. */
interface StemRoles {
  readonly weights: readonly number[];
  readonly isTopic: readonly boolean[];
  readonly isNamed: readonly boolean[] | null;
}

/** 1 for a topic without any stem in the candidate's language: words cannot speak against it. */
function coverage(
  { stems }: QueryStatistics,
  { weights, isTopic, isNamed }: StemRoles,
  candidate: Candidate,
): number {
  const held = new Set(candidate.stems.map(({ term }) => term));
  let [total, matched, count] = [0, 0, 0];
  for (const [index, term] of stems.entries()) {
    if (term.language !== candidate.language || !isTopic[index]) continue;
    total += weights[index]!;
    count += 1;
    if (held.has(index) || isNamed?.[index] === true) matched += weights[index]!;
  }
  if (total === 0) return count === 0 ? 1 : 0;
  return matched / total;
}

/** Weight of each stem; 0 for all stems of a language whose scope knows none of them. */
function termWeights({ stems, scopes }: QueryStatistics): number[] {
  const chunks = new Map(scopes.map((scope) => [scope.language, scope.chunks]));
  const known = stems.map(({ language, documentFrequency: df }) => {
    const count = chunks.get(language) ?? 0;
    return df === 0 ? 0 : Math.log(1 + Math.max(0, count - df + 0.5) / (df + 0.5));
  });
  return stems.map(({ language, documentFrequency }, index) => {
    if (documentFrequency > 0) return known[index]!;
    const same = known.filter((weight, other) => weight > 0 && stems[other]!.language === language);
    return same.length === 0 ? 0 : same.reduce((sum, weight) => sum + weight, 0) / same.length;
  });
}
