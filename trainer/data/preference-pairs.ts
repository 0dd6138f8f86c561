/**
 * Preference pairs: each relevant candidate against a few non-relevant ones of the same query,
 * drawn without replacement with probability proportional to 1 / rank^e, rank of the fused order.
 * High ranks teach most, but drawing only them would trust the labels too much: an unjudged
 * document at the top may be relevant (lab figures in ARCHITECTURE.md).
 *
 * Draw: the n largest keys ln(u) · rank^e (Efraimidis and Spirakis, 2006, in logarithms).
 * Weights: the pairs of one query sum to the same as those of any other, w_t = T / (Q · pairs of
 * the query), so that a query with thirty answers does not outvote thirty queries with one.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { PairMatrix } from "../solver/problem.ts";
import type { TrainingSettings } from "../settings.ts";
import { type CandidateGroup, isRelevantRow } from "./candidate-group.ts";
import type { Standardization } from "./standardization.ts";

export interface Pair {
  readonly group: CandidateGroup;
  /** Rows of the group. */
  readonly better: number;
  readonly worse: number;
}

type PairSettings = Pick<
  TrainingSettings,
  "seed" | "negativesPerRelevant" | "negativeRankExponent"
>;

export function drawPairs(groups: readonly CandidateGroup[], settings: PairSettings): Pair[] {
  const next = mulberry32(settings.seed);
  return groups.flatMap((group) => {
    const rows = [...group.ids.keys()];
    const worse = rows.filter((row) => !isRelevantRow(group, row));
    return rows
      .filter((row) => isRelevantRow(group, row))
      .flatMap((better) =>
        drawRows(group, worse, settings, next).map((row) => ({ group, better, worse: row })),
      );
  });
}

function drawRows(
  { fusedRanks }: CandidateGroup,
  rows: readonly number[],
  { negativesPerRelevant, negativeRankExponent }: PairSettings,
  next: () => number,
): number[] {
  return rows
    .map((row) => ({
      row,
      key: Math.log(1 - next()) * fusedRanks[row]! ** negativeRankExponent,
    }))
    .toSorted((a, b) => b.key - a.key || a.row - b.row)
    .slice(0, negativesPerRelevant)
    .map(({ row }) => row);
}

export interface PairProblem {
  /** x⁺ − x⁻ in standard units. */
  readonly differences: PairMatrix;
  readonly weights: Float64Array;
}

export function pairProblem(pairs: readonly Pair[], { scales }: Standardization): PairProblem {
  const columns = scales.length;
  const data = new Float64Array(pairs.length * columns);
  for (const [index, { group, better, worse }] of pairs.entries()) {
    for (let column = 0; column < columns; column += 1) {
      const difference =
        group.values[better * columns + column]! - group.values[worse * columns + column]!;
      data[index * columns + column] = difference / scales[column]!;
    }
  }
  const countOf = new Map<CandidateGroup, number>();
  for (const { group } of pairs) countOf.set(group, (countOf.get(group) ?? 0) + 1);
  const perQuery = pairs.length / Math.max(1, countOf.size);
  const weights = Float64Array.from(pairs, ({ group }) => perQuery / countOf.get(group)!);
  return { differences: { rows: pairs.length, columns, data }, weights };
}
