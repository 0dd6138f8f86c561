/**
 * One judged query with its candidates as the Worker would have them: ids, fused ranks and raw
 * features, row-major. Pure.
 */
import type { FeatureId } from "#core/features/feature-registry.ts";
import { isRelevantGrade, type JudgedQuery } from "./judgment.ts";

export interface CandidateGroup {
  readonly judged: JudgedQuery;
  /** Columns of the values. */
  readonly features: readonly FeatureId[];
  readonly ids: readonly string[];
  /** 1-based places in the reciprocal rank fusion, parallel to ids. */
  readonly fusedRanks: readonly number[];
  /** Entry (row, column) is values[row · features.length + column]. */
  readonly values: Float64Array;
}

export const isRelevantRow = ({ judged, ids }: CandidateGroup, row: number): boolean =>
  isRelevantGrade(judged.grades.get(ids[row]!));

/** Where a feature value is NaN or infinite. */
export interface BadValue {
  readonly queryId: string;
  readonly documentId: string;
  readonly feature: FeatureId;
  readonly value: string;
}

/**
 * The group without the candidates that hold a value which is not a number: one such value would
 * turn every weight into NaN. What was left out is named.
 */
export function withoutBadRows(group: CandidateGroup): {
  readonly group: CandidateGroup;
  readonly bad: readonly BadValue[];
} {
  const columns = group.features.length;
  const bad = [...group.values.entries()].flatMap(([at, value]): BadValue[] =>
    Number.isFinite(value)
      ? []
      : [
          {
            queryId: group.judged.queryId,
            documentId: group.ids[Math.floor(at / columns)]!,
            feature: group.features[at % columns]!,
            value: String(value),
          },
        ],
  );
  if (bad.length === 0) return { group, bad };
  const badIds = new Set(bad.map(({ documentId }) => documentId));
  const rows = [...group.ids.keys()].filter((row) => !badIds.has(group.ids[row]!));
  const values = new Float64Array(rows.length * columns);
  for (const [kept, row] of rows.entries()) {
    values.set(group.values.subarray(row * columns, (row + 1) * columns), kept * columns);
  }
  const kept = {
    judged: group.judged,
    features: group.features,
    ids: rows.map((row) => group.ids[row]!),
    fusedRanks: rows.map((row) => group.fusedRanks[row]!),
    values,
  };
  return { group: kept, bad };
}
