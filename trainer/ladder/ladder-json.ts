/** The stable result file of a run (contract: ladder.json). */
import { resourceUsage } from "node:process";
import type { LadderResult } from "./run-ladder.ts";
import { type Difference, type Stage, stageDifference } from "./stage.ts";

/** A run scores its finished test runs once. */
const TEST_USES = 1;
const KILOBYTES_PER_MEGABYTE = 1024;

export interface LadderRun {
  readonly dataset: string;
  readonly seed: number;
  readonly seconds: number;
}

export interface StageJson {
  readonly name: string;
  readonly ndcg10: number;
  readonly recall100: number;
  readonly unseenNdcg10: number | null;
  readonly cvNdcg10: number | null;
  readonly disjointCvNdcg10: number | null;
  readonly vsRrf: Difference;
  /** Against the stage before it in the list. */
  readonly vsBelow: Difference | null;
  readonly cost: number | null;
  readonly weights: Readonly<Record<string, number>> | null;
  readonly gapRelMax: number | null;
}

export interface LadderJson extends LadderRun {
  readonly memoryMb: number;
  readonly testUses: number;
  readonly tieRule: string;
  /** Largest difference of a feature served over HTTP and recomputed; null without a referee. */
  readonly servingGap: number | null;
  readonly notes: readonly string[];
  readonly stages: readonly StageJson[];
}

export function ladderJson(
  { stages, notes, servingGap }: LadderResult,
  { dataset, seed, seconds }: LadderRun,
): LadderJson {
  const rrf = stages.find(({ name }) => name === "rrf")!;
  return {
    dataset,
    seed,
    seconds: Math.round(seconds * 10) / 10,
    memoryMb: Math.round(resourceUsage().maxRSS / KILOBYTES_PER_MEGABYTE),
    testUses: TEST_USES,
    tieRule: "score descending, then id ascending (product)",
    servingGap,
    notes,
    stages: stages.map((stage, at): StageJson => stageJson(stage, rrf, stages[at - 1], seed)),
  };
}

function stageJson(stage: Stage, rrf: Stage, below: Stage | undefined, seed: number): StageJson {
  const { referee } = stage;
  return {
    name: stage.name,
    ndcg10: stage.ndcg10,
    recall100: stage.recall100,
    unseenNdcg10: stage.unseenNdcg10,
    cvNdcg10: stage.cvNdcg10,
    disjointCvNdcg10: stage.disjointCvNdcg10,
    vsRrf: stageDifference(rrf, stage, seed),
    vsBelow: below === undefined ? null : stageDifference(below, stage, seed),
    cost: referee?.cost ?? null,
    weights:
      referee === null
        ? null
        : Object.fromEntries(
            referee.model.features.map((feature, j) => [feature, referee.model.weights[j]!]),
          ),
    gapRelMax:
      referee === null
        ? null
        : Math.max(...referee.path.map(({ certificate }) => Math.abs(certificate.gapRel))),
  };
}
