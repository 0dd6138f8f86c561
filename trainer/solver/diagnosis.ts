/**
 * What a report says about the pairs themselves: rows that carry no information, and judgments that
 * contradict each other. The solver needs none of it; a reader of the report does.
 */
import type { PairMatrix } from "./problem.ts";

export interface PairDiagnosis {
  /** Rows of zeros: two documents that no feature tells apart. */
  readonly zeroRowCount: number;
  /** Rows that repeat an earlier row. */
  readonly duplicateCount: number;
  /** Couples d and −d; each row counts in at most one couple. */
  readonly contradictoryCoupleCount: number;
  /** 0-based columns that are 0 in every row; their weight is v₀. */
  readonly zeroColumns: readonly number[];
}

/** O(T·d) time and, for the row keys, O(T·d) memory. */
export function diagnosePairs({ rows, columns, data }: PairMatrix): PairDiagnosis {
  const unmatched = new Map<string, number>();
  const seen = new Set<string>();
  const isUsed = new Uint8Array(columns);
  const counts = { zeroRowCount: 0, duplicateCount: 0, contradictoryCoupleCount: 0 };
  for (let t = 0; t < rows; t++) {
    const row = data.subarray(t * columns, (t + 1) * columns);
    row.forEach((value, j) => {
      if (value !== 0) isUsed[j] = 1;
    });
    const key = rowKey(row, 1);
    const opposite = rowKey(row, -1);
    if (key === opposite) {
      counts.zeroRowCount++;
      continue;
    }
    if (seen.has(key)) counts.duplicateCount++;
    seen.add(key);
    const waiting = unmatched.get(opposite) ?? 0;
    if (waiting > 0) {
      counts.contradictoryCoupleCount++;
      unmatched.set(opposite, waiting - 1);
    } else {
      unmatched.set(key, (unmatched.get(key) ?? 0) + 1);
    }
  }
  const zeroColumns = [...isUsed.keys()].filter((j) => isUsed[j] === 0);
  return { ...counts, zeroColumns };
}

/** Exact text of a row times ±1; adding 0 makes −0 equal to 0. */
function rowKey(row: Float64Array, sign: 1 | -1): string {
  return row.map((value) => sign * value + 0).join(" ");
}
