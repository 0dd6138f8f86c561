/**
 * From folded candidates to one model: what the first rotation learned, judged on its validation
 * and test, and, over all rotations, on every query by weights that never saw it. Pure.
 */
import type { CandidateGroup } from "../data/candidate-group.ts";
import type { TrainingSettings } from "../settings.ts";
import { compare, type Comparison, rankBoth, type RankedQueries } from "./compare-with-fusion.ts";
import { type Decision, decide } from "./decide.ts";
import { type Division, type Learned, learn } from "./rotation.ts";

export interface Selection extends Learned {
  readonly validation: Comparison;
  readonly test: Comparison;
  /** Component-disjoint cross-validation: the test of every rotation, pooled. */
  readonly crossValidation: Comparison;
  readonly crossValidationByOrigin: Readonly<Record<string, Comparison>>;
  readonly decision: Decision;
}

/** Groups of a rotation, from 0; the first is the night's, the others only measure. */
export type DivisionOf = (rotation: number) => Division;

/** Null: the first rotation has no pairs to learn from. */
export function selectModel(divisionOf: DivisionOf, settings: TrainingSettings): Selection | null {
  const first = divisionOf(0);
  const learned = learn(first, settings);
  if (learned === null) return null;
  const onValidation = rankBoth(first.validation, learned.model, settings.cutoff);
  const onTest = rankBoth(first.test, learned.model, settings.cutoff);
  const others = otherRotations(divisionOf, settings);
  const all = merged([onTest, ...others.map(({ onTest: ranked }) => ranked)]);
  const groups = [...first.test, ...others.flatMap(({ test }) => test)];
  const validation = compare(onValidation, settings);
  return {
    ...learned,
    validation,
    test: compare(onTest, settings),
    crossValidation: compare(all, settings),
    crossValidationByOrigin: byOrigin(groups, all, settings),
    decision: decide(learned.path, validation, settings),
  };
}

function otherRotations(divisionOf: DivisionOf, settings: TrainingSettings) {
  const rotations = Array.from({ length: settings.folds - 1 }, (_, index) => index + 1);
  return rotations.flatMap((rotation) => {
    const division = divisionOf(rotation);
    const { test } = division;
    const learned = learn(division, settings);
    if (learned === null) return [];
    return [{ test, onTest: rankBoth(test, learned.model, settings.cutoff) }];
  });
}

function merged(parts: readonly RankedQueries[]): RankedQueries {
  return {
    fusion: new Map(parts.flatMap(({ fusion }) => [...fusion])),
    learned: new Map(parts.flatMap(({ learned }) => [...learned])),
  };
}

function byOrigin(
  groups: readonly CandidateGroup[],
  all: RankedQueries,
  settings: TrainingSettings,
): Record<string, Comparison> {
  const originOf = new Map(groups.map(({ judged }) => [judged.queryId, judged.origin]));
  const origins = [...new Set(originOf.values())].toSorted();
  const only = (values: ReadonlyMap<string, number>, origin: string) =>
    new Map([...values].filter(([queryId]) => originOf.get(queryId) === origin));
  return Object.fromEntries(
    origins.map((origin) => {
      const part = { fusion: only(all.fusion, origin), learned: only(all.learned, origin) };
      return [origin, compare(part, settings)];
    }),
  );
}
