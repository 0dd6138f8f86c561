/**
 * Which learned parts a night takes, decided inside training and validation alone. Parts are tried one
 * after the other, each beside those that were taken before. A part is taken if it gains somewhere and
 * loses nowhere: neither on the validation queries, whose answers were never learned, nor on returning
 * queries (training queries by folds, whose answers other training queries may share), nor on judged
 * queries that are asked again (a memory must not turn against what it remembers).
 */
import { columnsOf } from "../data/feature-set.ts";
import { featuresWith, type LearnedPart } from "../learned/parts.ts";
import type { LearnedDivision } from "../learned/learned-divisions.ts";
import type { TrainingSettings } from "../settings.ts";
import { crossValidate } from "./cross-validate.ts";
import { evaluateOrder, meanOf } from "./evaluate-order.ts";
import { learnedOrder } from "./rank-candidates.ts";
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
  /** Training queries asked once more, their own judgments learned. */
  readonly again: Change;
  readonly isTaken: boolean;
}

/** Means closer than this are equal: sums of the same values in another order. */
const EQUAL_MAX = 1e-12;

type Figures = Readonly<Record<"unseen" | "returning" | "again", number>>;

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
    const without = current;
    const change = (figure: keyof Figures): Change => ({
      without: without[figure],
      with: candidate[figure],
    });
    const [unseen, returning, again] = [change("unseen"), change("returning"), change("again")];
    const isTaken = isBetter([unseen, returning, again]);
    trials.push({ part, unseen, returning, again, isTaken });
    if (isTaken) [taken, current] = [[...taken, part], candidate];
  }
  return trials;
}

function isBetter(changes: readonly Change[]): boolean {
  const gains = changes.map((change) => change.with - change.without);
  return gains.every((gain) => gain >= -EQUAL_MAX) && gains.some((gain) => gain > EQUAL_MAX);
}

function figuresOf(
  { division, queryFolds, again }: LearnedDivision,
  parts: readonly LearnedPart[],
  settings: TrainingSettings,
): Figures | null {
  const ids = featuresWith(parts);
  const learned: Learned | null = learn(divisionWith(division, ids), settings);
  if (learned === null) return null;
  const { path, choice, model } = learned;
  const { features } = division.train[0]!;
  const training = columnsOf({ ids: features, groups: division.train }, ids);
  const [returning] = crossValidate(training, queryFolds, 1, ({ groups }) => {
    const foldModel = learnAt(groups, path[choice.chosen]!.cost, settings);
    return foldModel === null ? [] : [foldModel];
  });
  const repeated = columnsOf({ ids: features, groups: again }, ids).groups;
  return {
    unseen: choice.validation[choice.chosen]!,
    returning: returning!,
    again: meanOf(evaluateOrder(repeated, (group) => learnedOrder(group, model), settings.cutoff)),
  };
}
