/**
 * One division of the folds into train, validation and test, and what is learned on it: pairs,
 * standardisation, the certified path, C by validation. The night's model is the first rotation.
 * The others only measure: over all of them every query is ranked once by weights that never saw
 * it.
 */
import { type CandidateGroup, TRAINED_FEATURES } from "../data/candidate-group.ts";
import { drawPairs, pairProblem } from "../data/preference-pairs.ts";
import { fitStandardization, type Standardization } from "../data/standardization.ts";
import type { TrainingSettings } from "../settings.ts";
import { type PathSolution, solvePath } from "../solver/regularization-path.ts";
import { chooseCost, type CostChoice } from "./choose-cost.ts";
import type { LinearModel } from "./rank-candidates.ts";

export const SIDES = ["train", "validation", "test"] as const;

export type Side = (typeof SIDES)[number];

export type Division = Readonly<Record<Side, readonly CandidateGroup[]>>;

/** Rotation r, from 0, tests on the r-th fold from the end and validates on the one before. */
export function divide(
  groups: readonly CandidateGroup[],
  foldOf: readonly number[],
  { folds }: Pick<TrainingSettings, "folds">,
  rotation: number,
): Division {
  const testFold = folds - 1 - rotation;
  const validationFold = (testFold + folds - 1) % folds;
  const sideOf = (index: number): Side => {
    if (foldOf[index] === testFold) return "test";
    return foldOf[index] === validationFold ? "validation" : "train";
  };
  const side = (name: Side) => groups.filter((_, index) => sideOf(index) === name);
  return { train: side("train"), validation: side("validation"), test: side("test") };
}

export interface Learned {
  readonly pairCount: number;
  readonly standardization: Standardization;
  readonly path: readonly PathSolution[];
  readonly choice: CostChoice;
  /** The model of the chosen C. */
  readonly model: LinearModel;
}

/** Null: the training side has no relevant candidate beside a non-relevant one. */
export function learn({ train, validation }: Division, settings: TrainingSettings): Learned | null {
  const pairs = drawPairs(train, settings);
  if (pairs.length === 0) return null;
  const standardization = fitStandardization(train);
  const path = solvePath(pairProblem(pairs, standardization), settings.costs);
  const trials = path.map(({ cost, weights }) => ({
    cost,
    model: { features: TRAINED_FEATURES, weights: [...weights], ...standardization },
  }));
  const choice = chooseCost(trials, validation, settings.cutoff);
  const { model } = trials[choice.chosen]!;
  return { pairCount: pairs.length, standardization, path, choice, model };
}
