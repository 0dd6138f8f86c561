/**
 * Paired bootstrap between variants on the same cases, and the ratio of their leakages with a
 * percentile interval over the same kind of resamples. No correction for several tests. Pure.
 */
import type { CaseMeasureId } from "#measures/case-measures.ts";
import { mulberry32 } from "#significance/mulberry32.ts";
import { pairedBootstrap, RESAMPLES_DEFAULT } from "#significance/paired-bootstrap.ts";
import { pairedDifferences } from "#significance/paired-differences.ts";
import type { VariantName } from "../systems/variants.ts";
import type { LeakageRatio, PairResult } from "./ablation-result.ts";
import type { EvaluatedCase } from "./evaluate-runs.ts";

export const COMPARED_MEASURES = [
  "ndcg8",
  "recall8",
  "gateLeakage",
  "fullLeakage",
  "ess",
  "essPlus",
] as const satisfies readonly CaseMeasureId[];

const BINARY: ReadonlySet<CaseMeasureId> = new Set(["ess", "essPlus"]);
/** With fewer successes (or failures) on either side a difference can hardly be shown. */
const FEW = 10;

/** Evaluated cases of each variant. */
export type Evaluated = ReadonlyMap<VariantName, readonly EvaluatedCase[]>;

export function comparePairs(
  evaluated: Evaluated,
  pairs: readonly (readonly [VariantName, VariantName])[],
  seed: number,
): PairResult[] {
  return pairs.flatMap(([from, to]) =>
    COMPARED_MEASURES.flatMap((measure): PairResult[] => {
      const before = valuesOf(evaluated, from, measure);
      const after = valuesOf(evaluated, to, measure);
      const test = pairedBootstrap(pairedDifferences(before, after), { seed });
      if (test === null) return [];
      const successes = BINARY.has(measure) ? { from: ones(before), to: ones(after) } : null;
      return [
        {
          from,
          to,
          measure,
          count: test.count,
          delta: test.mean,
          low: test.low,
          high: test.high,
          p: test.p,
          pShift: test.pShift,
          successes,
          note: successes === null ? null : powerNote(successes, test.count),
        },
      ];
    }),
  );
}

function valuesOf(evaluated: Evaluated, variant: VariantName, measure: CaseMeasureId) {
  const cases = evaluated.get(variant) ?? [];
  return new Map(cases.map(({ item, values }) => [item.id, values[measure]] as const));
}

const ones = (values: ReadonlyMap<string, number | null>) =>
  [...values.values()].filter((value) => value === 1).length;

function powerNote({ from, to }: { from: number; to: number }, count: number): string | null {
  const fewest = Math.min(from, to, count - from, count - to);
  return fewest < FEW ? `${from} and ${to} successes of ${count}: limited power` : null;
}

/** mean(from) / mean(to), resampled over the cases in which both are defined. */
export function leakageRatio(
  evaluated: Evaluated,
  from: VariantName,
  to: VariantName,
  { measure, seed }: { readonly measure: LeakageRatio["measure"]; readonly seed: number },
): LeakageRatio {
  const before = valuesOf(evaluated, from, measure);
  const after = valuesOf(evaluated, to, measure);
  const rows = [...before.keys()].toSorted().flatMap((id): [number, number][] => {
    const first = before.get(id) ?? null;
    const second = after.get(id) ?? null;
    return first === null || second === null ? [] : [[first, second]];
  });
  const next = mulberry32(seed);
  const ratios = Array.from({ length: RESAMPLES_DEFAULT }, () =>
    ratioOf(rows.map(() => rows[Math.floor(next() * rows.length)]!)),
  ).toSorted((a, b) => a - b);
  return {
    from,
    to,
    measure,
    ratio: finite(ratioOf(rows)),
    low: finite(ratios[Math.ceil(0.025 * RESAMPLES_DEFAULT) - 1]),
    high: finite(ratios[Math.ceil(0.975 * RESAMPLES_DEFAULT) - 1]),
  };
}

const finite = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? null : value;

/** Infinite where nothing leaks in the second. */
function ratioOf(rows: readonly (readonly [number, number])[]): number {
  let first = 0;
  let second = 0;
  for (const [before, after] of rows) {
    first += before;
    second += after;
  }
  if (second === 0) return first === 0 ? 1 : Number.POSITIVE_INFINITY;
  return first / second;
}
