/**
 * The features once more, from the formulas of the registry and nothing else: slow, one candidate
 * at a time, sets and full enumeration where the product slides and skips.
 */
import type { Candidate, QueryStatistics, QueryTerm, TermMatch } from "#core/features/candidate.ts";

type Oracle = (query: QueryStatistics, pool: readonly Candidate[], candidate: Candidate) => number;

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function scopeOf(query: QueryStatistics, { language }: Candidate) {
  const empty = { language, chunks: 0, stemLength: 0, titleLength: 0, exactLength: 0 };
  return query.scopes.find((scope) => scope.language === language) ?? empty;
}

function idf(chunks: number, df: number): number {
  const bounded = Math.min(df, chunks);
  return bounded === 0 ? 0 : Math.log(1 + (chunks - bounded + 0.5) / (bounded + 0.5));
}

function own(terms: readonly QueryTerm[], { language }: Candidate): QueryTerm[] {
  return terms.filter((term) => term.language === language);
}

function positionsOf(
  terms: readonly QueryTerm[],
  matches: readonly TermMatch[],
  term: QueryTerm,
): readonly number[] {
  return matches.find((match) => terms[match.term] === term)?.positions ?? [];
}

interface Bm25Field {
  readonly terms: readonly QueryTerm[];
  readonly df: (term: QueryTerm) => number;
  readonly tf: (term: QueryTerm) => number;
  readonly length: number;
  readonly total: number;
  readonly chunks: number;
  readonly weight?: (term: QueryTerm) => number;
}

function bm25({ terms, df, tf, length, total, chunks, weight }: Bm25Field): number {
  const idfs = terms.map((term) => idf(chunks, df(term)));
  if (sum(idfs) === 0) return 0;
  const relative = total > 0 ? length / (total / chunks) : 1;
  const parts = terms.map((term, index) => {
    const saturated = (tf(term) * 2.5) / (tf(term) + 1.5 * (0.25 + 0.75 * relative));
    return tf(term) === 0 ? 0 : (weight?.(term) ?? 1) * idfs[index]! * saturated;
  });
  return sum(parts) / sum(idfs);
}

function stemBm25(
  query: QueryStatistics,
  candidate: Candidate,
  weight?: (term: QueryTerm) => number,
): number {
  const { chunks, stemLength } = scopeOf(query, candidate);
  return bm25({
    terms: own(query.stems, candidate),
    df: (term) => term.documentFrequency,
    tf: (term) => positionsOf(query.stems, candidate.stems, term).length,
    length: candidate.stemLength,
    total: stemLength,
    chunks,
    ...(weight ? { weight } : {}),
  });
}

/** idf-weighted share of the terms that satisfy `isPresent`. */
function idfShare(
  terms: readonly QueryTerm[],
  chunks: number,
  isPresent: (term: QueryTerm) => boolean,
): number {
  const weight = (term: QueryTerm): number => idf(chunks, term.documentFrequency);
  const all = sum(terms.map(weight));
  return all === 0 ? 0 : sum(terms.filter(isPresent).map(weight)) / all;
}

function sequenceOf(query: QueryStatistics, candidate: Candidate) {
  return own(query.stems, candidate)
    .flatMap((term) => term.positions.map((position) => ({ term, position })))
    .toSorted(
      (a, b) =>
        a.position - b.position || query.stems.indexOf(a.term) - query.stems.indexOf(b.term),
    );
}

/** Longest chain from query place `at`, standing at document position `from`. */
function chainFrom(
  query: QueryStatistics,
  candidate: Candidate,
  sequence: ReturnType<typeof sequenceOf>,
  at: number,
  from: number,
): number {
  const here = sequence[at]!;
  const next = sequence[at + 1];
  if (!next) return 1;
  const gap = next.position - here.position;
  const lengths = positionsOf(query.stems, candidate.stems, next.term)
    .filter((to) => to - from <= gap + 1 && to - from >= (gap === 0 ? 0 : 1))
    .map((to) => 1 + chainFrom(query, candidate, sequence, at + 1, to));
  return Math.max(1, ...lengths);
}

function chains(query: QueryStatistics, candidate: Candidate, length = Infinity): number[] {
  const sequence = sequenceOf(query, candidate);
  return sequence.map(({ term }, at) =>
    Math.max(
      0,
      ...positionsOf(query.stems, candidate.stems, term).map((from) =>
        chainFrom(query, candidate, sequence.slice(0, at + length), at, from),
      ),
    ),
  );
}

function fusedScore({ lexicalRank, denseRank, expansionRank }: Candidate): number {
  const ranks = [lexicalRank, denseRank, expansionRank];
  return sum(ranks.map((rank) => (rank === null ? 0 : 1 / (60 + rank))));
}

type Known = "cosine" | "neighbourCosine";

/** The candidate's own value, or the mean of the known ones of the pool. */
const orMeanOf = (name: Known, pool: readonly Candidate[], candidate: Candidate): number => {
  const value = candidate[name] ?? null;
  if (value !== null && !Number.isNaN(value)) return value;
  const known = pool.flatMap((other) => other[name] ?? []).filter((c) => !Number.isNaN(c));
  return known.length === 0 ? 0 : sum(known) / known.length;
};

const cosineOf: Oracle = (_query, pool, candidate) => orMeanOf("cosine", pool, candidate);

const historyOver =
  (threshold: number): Oracle =>
  (_query, _pool, { historyCosine }) =>
    historyCosine === null ||
    historyCosine === undefined ||
    Number.isNaN(historyCosine) ||
    historyCosine < threshold
      ? 0
      : historyCosine - threshold;

export const ORACLES: Readonly<Record<string, Oracle>> = {
  bm25: (query, _pool, candidate) => stemBm25(query, candidate),
  title_bm25: (query, _pool, candidate) => {
    const { chunks, titleLength } = scopeOf(query, candidate);
    return bm25({
      terms: own(query.stems, candidate),
      df: (term) => term.titleDocumentFrequency,
      tf: (term) =>
        positionsOf(query.stems, candidate.stems, term).filter(
          (position) => position <= candidate.titlePositionLast,
        ).length,
      length: candidate.titleLength,
      total: titleLength,
      chunks,
    });
  },
  exact_bm25: (query, _pool, candidate) => {
    const { chunks, exactLength } = scopeOf(query, candidate);
    return bm25({
      terms: own(query.exact, candidate),
      df: (term) => term.documentFrequency,
      tf: (term) => positionsOf(query.exact, candidate.exact, term).length,
      length: candidate.exactLength,
      total: exactLength,
      chunks,
    });
  },
  bm25_z: (query, pool, candidate) => {
    const scores = pool.map((other) => stemBm25(query, other));
    const mean = sum(scores) / scores.length;
    const deviation = Math.sqrt(sum(scores.map((s) => (s - mean) ** 2)) / scores.length);
    if (new Set(scores).size === 1) return 0;
    return (stemBm25(query, candidate) - mean) / deviation;
  },
  tfidf: (query, _pool, candidate) => {
    const { chunks } = scopeOf(query, candidate);
    const terms = own(query.stems, candidate);
    const ltc = terms.map(
      (t) => (1 + Math.log(t.positions.length)) * idf(chunks, t.documentFrequency),
    );
    const lnc = terms.map((t) => {
      const tf = positionsOf(query.stems, candidate.stems, t).length;
      return tf === 0 ? 0 : (1 + Math.log(tf)) / candidate.lncNorm;
    });
    const norm = Math.hypot(...ltc);
    return norm === 0 ? 0 : sum(ltc.map((weight, at) => (weight / norm) * lnc[at]!));
  },
  query_likelihood: (query, _pool, candidate) => {
    const terms = own(query.stems, candidate);
    const { stemLength } = scopeOf(query, candidate);
    if (terms.length === 0 || stemLength === 0) return 0;
    const parts = terms.map((term) => {
      const tf = positionsOf(query.stems, candidate.stems, term).length;
      const share = term.collectionFrequency / stemLength;
      const smoothed = share === 0 ? 0 : Math.log(1 + tf / (1000 * share));
      return smoothed - Math.log((candidate.stemLength + 1000) / 1000);
    });
    return sum(parts) / parts.length;
  },
  term_weight: (query, _pool, candidate) =>
    stemBm25(query, candidate, (term) => Math.max(0, term.multiplier ?? 1)),
  coverage: (query, _pool, candidate) => {
    const terms = own(query.stems, candidate);
    const present = terms.filter((t) => positionsOf(query.stems, candidate.stems, t).length > 0);
    return terms.length === 0 ? 0 : present.length / terms.length;
  },
  idf_coverage: (query, _pool, candidate) =>
    idfShare(
      own(query.stems, candidate),
      scopeOf(query, candidate).chunks,
      (t) => positionsOf(query.stems, candidate.stems, t).length > 0,
    ),
  title_idf_coverage: (query, _pool, candidate) =>
    idfShare(own(query.stems, candidate), scopeOf(query, candidate).chunks, (t) =>
      positionsOf(query.stems, candidate.stems, t).some((p) => p <= candidate.titlePositionLast),
    ),
  exact_coverage: (query, _pool, candidate) =>
    idfShare(
      own(query.exact, candidate),
      scopeOf(query, candidate).chunks,
      (t) => positionsOf(query.exact, candidate.exact, t).length > 0,
    ),
  run: (query, _pool, candidate) => {
    const found = chains(query, candidate);
    return found.length === 0 ? 0 : Math.max(...found) / found.length;
  },
  bigram_coverage: (query, _pool, candidate) => {
    const pairs = chains(query, candidate, 2);
    if (pairs.length < 2) return 0;
    return pairs.filter((length) => length === 2).length / (pairs.length - 1);
  },
  window: (query, _pool, candidate) => {
    const { chunks } = scopeOf(query, candidate);
    const starts = candidate.stems.flatMap(({ positions }) => positions);
    const shares = starts.map((start) =>
      idfShare(own(query.stems, candidate), chunks, (t) =>
        positionsOf(query.stems, candidate.stems, t).some((p) => p >= start && p < start + 25),
      ),
    );
    return Math.max(0, ...shares);
  },
  cosine: cosineOf,
  neighbour_cosine: (_query, pool, candidate) => orMeanOf("neighbourCosine", pool, candidate),
  adapter_cosine: (query, pool, candidate) =>
    Number.isFinite(candidate.adaptedScore ?? Number.NaN)
      ? candidate.adaptedScore!
      : cosineOf(query, pool, candidate),
  history_75: historyOver(0.75),
  history_80: historyOver(0.8),
  history_85: historyOver(0.85),
  cosine_curved: (query, pool, candidate) => {
    const distance = cosineOf(query, pool, candidate) - 0.6;
    return distance * Math.abs(distance);
  },
  log_length: (_query, _pool, { stemLength }) => Math.log(1 + stemLength),
  log_title_length: (_query, _pool, { titleLength }) => Math.log(1 + titleLength),
  log_fused_rank: (_query, pool, candidate) => {
    const before = pool.filter((other) => {
      const lead = fusedScore(other) - fusedScore(candidate);
      return lead > 1e-12 || (lead > -1e-12 && other.id < candidate.id);
    });
    return 0 - Math.log(before.length + 1);
  },
  log_lexical_rank: (_query, _pool, { lexicalRank }) =>
    0 - Math.log(Math.min(lexicalRank ?? 200, 200)),
  reciprocal_lexical_rank: (_query, _pool, { lexicalRank }) =>
    1 / (10 + Math.min(lexicalRank ?? 200, 200)),
};
