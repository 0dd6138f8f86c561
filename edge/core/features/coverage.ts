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

/** All positions of the known stems in ascending order, as position · termCount + term. */
function orderedOccurrences(
  { stems }: Candidate,
  idf: Float64Array,
  termCount: number,
): Float64Array {
  const known = stems.filter(({ term }) => idf[term]! > 0);
  let count = 0;
  for (const { positions } of known) count += positions.length;
  const occurrences = new Float64Array(count);
  let at = 0;
  for (const { term, positions } of known) {
    for (const position of positions) {
      occurrences[at] = position * termCount + term;
      at += 1;
    }
  }
  return occurrences.toSorted();
}

function idfOfHeld(held: Uint32Array, idf: Float64Array): number {
  let sum = 0;
  for (let term = 0; term < held.length; term += 1) if (held[term]! > 0) sum += idf[term]!;
  return sum;
}

/** Slides a window over the positions and keeps the best idf sum of the distinct stems inside. */
function bestWindow(candidate: Candidate, { stems: { idf, idfSum } }: LanguageTerms): number {
  const termCount = idf.length;
  const occurrences = orderedOccurrences(candidate, idf, termCount);
  const held = new Uint32Array(termCount);
  let best = 0;
  let start = 0;
  for (const occurrence of occurrences) {
    const term = occurrence % termCount;
    const position = Math.floor(occurrence / termCount);
    while (position - Math.floor(occurrences[start]! / termCount) >= WINDOW_POSITIONS) {
      held[occurrences[start]! % termCount]! -= 1;
      start += 1;
    }
    held[term]! += 1;
    if (held[term] === 1) best = Math.max(best, idfOfHeld(held, idf));
  }
  return share(best, idfSum);
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
