/**
 * A rotation's groups with learned values: cross-fitted by query on the training side, on validation
 * and test those of parts that were fitted on the whole training side, in their published form.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import type { CandidateGroup } from "../data/candidate-group.ts";
import { groupOf } from "../data/feature-set.ts";
import { type Folds, foldsByQuery } from "../data/folds.ts";
import type { JudgedPool } from "../data/judged-pool.ts";
import { divide, type Division, type Side, sideOf } from "../select/rotation.ts";
import type { TrainingSettings } from "../settings.ts";
import {
  type FittedParts,
  type LearnedTrainer,
  type ServedParts,
  servedParts,
} from "./learned-features.ts";

export interface LearnedDivision {
  readonly division: Division;
  /** By query, of the training side; parallel to its groups. */
  readonly queryFolds: Folds;
  /** The training queries as they would be asked again, once all of them are judged. */
  readonly again: readonly CandidateGroup[];
  readonly fitted: FittedParts;
  readonly served: ServedParts;
}

export interface DivisionInput {
  readonly pools: readonly JudgedPool[];
  readonly foldOf: readonly number[];
  readonly trainer: LearnedTrainer;
  readonly settings: TrainingSettings;
}

export function learnedDivision(
  { pools, foldOf, trainer, settings }: DivisionInput,
  rotation: number,
  features: readonly FeatureId[],
): LearnedDivision {
  const side = (query: number): Side => sideOf(foldOf[query]!, settings, rotation);
  const isTraining = (query: number) => side(query) === "train";
  const fitted = trainer.fit(isTraining);
  const served = servedParts(fitted);
  const folds = foldsByQuery(pools.length, settings.seed);
  const crossFitted = trainer.crossFit(folds, "byQuery", isTraining);
  const groups = pools.map((_, query) =>
    groupOf(isTraining(query) ? crossFitted[query]! : trainer.served(served, query), features),
  );
  const training = [...pools.keys()].filter(isTraining);
  return {
    again: training.map((query) => groupOf(trainer.served(served, query, "again"), features)),
    division: divide(groups, foldOf, settings, rotation),
    queryFolds: folds.filter((_, query) => isTraining(query)),
    fitted,
    served,
  };
}
