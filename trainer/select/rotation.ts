/**
 * One division of the folds into train, validation and test, and what is learned on it: pairs,
 * standardisation, the certified path, C by validation. The night's model is the first rotation.
 * The others only measure: over all of them every query is ranked once by weights that never saw
 * it.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";
import { columnsOf } from "../data/feature-set.ts";
import { drawPairs, pairProblem } from "../data/preference-pairs.ts";
import { fitStandardization, type Standardization } from "../data/standardization.ts";
import type { TrainingSettings } from "../settings.ts";
import { diagnosePairs, type PairDiagnosis } from "../solver/diagnosis.ts";
import { type PathSolution, solvePath } from "../solver/regularization-path.ts";
import { chooseCost, type CostChoice } from "./choose-cost.ts";
import type { LinearModel } from "./rank-candidates.ts";

export const SIDES = ["train", "validation", "test"] as const;

export type Side = (typeof SIDES)[number];

export type Division = Readonly<Record<Side, readonly CandidateGroup[]>>;

/** Rotation r, from 0, tests on the r-th fold from the end and validates on the one before. */
export function sideOf(
  fold: number,
  { folds }: Pick<TrainingSettings, "folds">,
  rotation: number,
): Side {
  const testFold = folds - 1 - rotation;
  if (fold === testFold) return "test";
  return fold === (testFold + folds - 1) % folds ? "validation" : "train";
}

export function divide(
  groups: readonly CandidateGroup[],
  foldOf: readonly number[],
  settings: Pick<TrainingSettings, "folds">,
  rotation: number,
): Division {
  const side = (name: Side) =>
    groups.filter((_, index) => sideOf(foldOf[index]!, settings, rotation) === name);
  return { train: side("train"), validation: side("validation"), test: side("test") };
}

/** The division with these columns only. */
export function divisionWith(division: Division, ids: readonly FeatureId[]): Division {
  const features = division.train[0]?.features ?? [];
  const side = (name: Side) => columnsOf({ ids: features, groups: division[name] }, ids).groups;
  return { train: side("train"), validation: side("validation"), test: side("test") };
}

export interface Learned {
  readonly pairCount: number;
  readonly diagnosis: PairDiagnosis;
  readonly standardization: Standardization;
  readonly path: readonly PathSolution[];
  readonly choice: CostChoice;
  /** The model of the chosen C. */
  readonly model: LinearModel;
}

/** Null: the training side has no relevant candidate beside a non-relevant one. */
export function learn({ train, validation }: Division, settings: TrainingSettings): Learned | null {
  const solved = solve(train, settings.costs, settings);
  if (solved === null) return null;
  const { path, models } = solved;
  const trials = path.map(({ cost }, index) => ({ cost, model: models[index]! }));
  const choice = chooseCost(trials, validation, settings.cutoff);
  return { ...solved, choice, model: models[choice.chosen]! };
}

/** The model of one C, where nothing is left to choose; null as in `learn`. */
export function learnAt(
  train: readonly CandidateGroup[],
  cost: number,
  settings: TrainingSettings,
): LinearModel | null {
  return solve(train, [cost], settings)?.models[0] ?? null;
}

function solve(
  train: readonly CandidateGroup[],
  costs: readonly number[],
  settings: TrainingSettings,
) {
  const pairs = drawPairs(train, settings);
  if (pairs.length === 0) return null;
  const { features } = train[0]!;
  const standardization = fitStandardization(train, features.length);
  const problem = pairProblem(pairs, standardization);
  const path = solvePath(problem, costs);
  const models = path.map(
    ({ weights }): LinearModel => ({ features, weights: [...weights], ...standardization }),
  );
  const diagnosis = diagnosePairs(problem.differences);
  return { pairCount: pairs.length, diagnosis, standardization, path, models };
}
