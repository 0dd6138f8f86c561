/**
 * Coverage features: how much of the query a candidate holds, and how close together. Formulas and
 * ranges are in feature-registry.ts, adjacency in adjacency.ts.
 */
import { adjacentPairs, longestRun, type StemPositions } from "./adjacency.ts";
import type { Candidate, TermMatch } from "./candidate.ts";
import { type FeatureFunction, perCandidate } from "./feature-function.ts";
import type { FieldTerms, LanguageTerms } from "./language-terms.ts";

/** Width of the best window, in positions of the analysed text: about two sentences. */
export const WINDOW_POSITIONS = 25;

function share(part: number, whole: number): number {
  // A sum of the same numbers in another order may exceed the whole by its last bit.
  return whole > 0 ? Math.min(1, part / whole) : 0;
}

function idfShare(
  matches: readonly TermMatch[],
  { idf, idfSum }: FieldTerms,
  isPresent: (match: TermMatch) => boolean = () => true,
): number {
  let present = 0;
  for (const match of matches) if (isPresent(match)) present += idf[match.term]!;
  return share(present, idfSum);
}

function coverage({ stems }: Candidate, { isStem, stemCount }: LanguageTerms): number {
  let present = 0;
  for (const { term } of stems) if (isStem[term]) present += 1;
  return share(present, stemCount);
}

function stemPositions({ stems }: Candidate): StemPositions {
  const at: (readonly number[] | undefined)[] = [];
  for (const { term, positions } of stems) at[term] = positions;
  return at;
}

function run(candidate: Candidate, { sequence }: LanguageTerms): number {
  return share(longestRun(sequence, stemPositions(candidate)), sequence.length);
}

function bigramCoverage(candidate: Candidate, { sequence }: LanguageTerms): number {
  return share(adjacentPairs(sequence, stemPositions(candidate)), sequence.length - 1);
}

/** Slides a window over all positions of matched stems and keeps the best sum of distinct idfs. */
function bestWindow(candidate: Candidate, { stems }: LanguageTerms): number {
  const occurrences = candidate.stems.flatMap(({ term, positions }) =>
    stems.idf[term]! > 0 ? positions.map((position) => ({ term, position })) : [],
  );
  occurrences.sort((a, b) => a.position - b.position);
  const inside = new Map<number, number>();
  let best = 0;
  let start = 0;
  for (const { term, position } of occurrences) {
    inside.set(term, (inside.get(term) ?? 0) + 1);
    while (position - occurrences[start]!.position >= WINDOW_POSITIONS) {
      const left = occurrences[start]!.term;
      const count = inside.get(left)! - 1;
      if (count > 0) inside.set(left, count);
      else inside.delete(left);
      start += 1;
    }
    let sum = 0;
    for (const held of inside.keys()) sum += stems.idf[held]!;
    best = Math.max(best, sum);
  }
  return share(best, stems.idfSum);
}

export const COVERAGE_FEATURES = {
  coverage: perCandidate(coverage),
  idf_coverage: perCandidate(({ stems }, language) => idfShare(stems, language.stems)),
  title_idf_coverage: perCandidate(({ stems, titlePositionLast }, language) =>
    idfShare(stems, language.stems, ({ positions }) => positions[0]! <= titlePositionLast),
  ),
  exact_coverage: perCandidate(({ exact }, language) => idfShare(exact, language.exact)),
  run: perCandidate(run),
  bigram_coverage: perCandidate(bigramCoverage),
  window: perCandidate(bestWindow),
} as const satisfies Readonly<Record<string, FeatureFunction>>;
