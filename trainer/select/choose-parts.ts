/**
 * Which learned parts a night takes, decided inside training and validation alone. Parts are tried one
 * after the other, each beside those that were taken before. A part is taken if it gains somewhere and
 * loses nowhere: neither on the validation queries, whose answers were never learned, nor on returning
 * queries (training queries by folds, whose answers other training queries may share).
 */
import { columnsOf } from "../data/feature-set.ts";
import { featuresWith, type LearnedPart } from "../learned/parts.ts";
import type { LearnedDivision } from "../learned/learned-divisions.ts";
import type { TrainingSettings } from "../settings.ts";
import { crossValidate } from "./cross-validate.ts";
import { divisionWith, type Learned, learn, learnAt } from "./rotation.ts";

/** Mean nDCG without and with the part. */
export interface Change {
  readonly without: number;
  readonly with: number;
}

export interface PartTrial {
  readonly part: LearnedPart;
  /** Validation queries: their answers were never learned. */
  readonly unseen: Change;
  /** Training queries, cross-validated by query. */
  readonly returning: Change;
  readonly isTaken: boolean;
}

/** Means closer than this are equal: sums of the same values in another order. */
const EQUAL_MAX = 1e-12;

interface Figures {
  readonly unseen: number;
  readonly returning: number;
}

/** `learned` has the columns of all offered parts. Empty where there is too little to judge by. */
export function chooseParts(
  learned: LearnedDivision,
  offered: readonly LearnedPart[],
  settings: TrainingSettings,
): PartTrial[] {
  if (learned.division.validation.length < settings.validationQueriesMin) return [];
  const trials: PartTrial[] = [];
  let taken: LearnedPart[] = [];
  let current = figuresOf(learned, taken, settings);
  for (const part of offered) {
    const candidate = figuresOf(learned, [...taken, part], settings);
    if (current === null || candidate === null) return trials;
    const isTaken = isBetter(candidate, current);
    trials.push({
      part,
      unseen: { without: current.unseen, with: candidate.unseen },
      returning: { without: current.returning, with: candidate.returning },
      isTaken,
    });
    if (isTaken) [taken, current] = [[...taken, part], candidate];
  }
  return trials;
}

function isBetter(candidate: Figures, current: Figures): boolean {
  const changes = [candidate.unseen - current.unseen, candidate.returning - current.returning];
  return changes.every((change) => change >= -EQUAL_MAX) && changes.some((c) => c > EQUAL_MAX);
}

function figuresOf(
  { division, queryFolds }: LearnedDivision,
  parts: readonly LearnedPart[],
  settings: TrainingSettings,
): Figures | null {
  const ids = featuresWith(parts);
  const learned: Learned | null = learn(divisionWith(division, ids), settings);
  if (learned === null) return null;
  const { path, choice } = learned;
  const { features } = division.train[0]!;
  const training = columnsOf({ ids: features, groups: division.train }, ids);
  const [returning] = crossValidate(training, queryFolds, 1, ({ groups }) => {
    const model = learnAt(groups, path[choice.chosen]!.cost, settings);
    return model === null ? [] : [model];
  });
  return { unseen: choice.validation[choice.chosen]!, returning: returning! };
}
