/** Judged cases to means, with the counts behind them; undefined values are left out. Pure. */
import { aggregate, nearestRank } from "#measures/aggregate.ts";
import { CASE_MEASURES, type CaseMeasureId } from "#measures/case-measures.ts";
import { OUTCOMES } from "#measures/outcome.ts";
import { meanInterval } from "#significance/paired-bootstrap.ts";
import { ROOT_CAUSES } from "../root-cause/root-cause.ts";
import type { Variant } from "../systems/variants.ts";
import type { AblationResult, MeasureMeans, Summary, VariantResult } from "./ablation-result.ts";
import type { EvaluatedCase } from "./evaluate-runs.ts";

/** Named lists of case ids. */
export type Subsets = ReadonlyMap<string, readonly string[]>;

const IDS = CASE_MEASURES.map(({ id }) => id);

export function summarize(cases: readonly EvaluatedCase[]): Summary {
  const aggregates = new Map(
    IDS.map((id) => [id, aggregate(cases.map(({ values }) => values[id]))] as const),
  );
  const latencies = cases.map(({ record }) => record.latency_ms);
  const of = (id: CaseMeasureId) => aggregates.get(id)!;
  return {
    ...(Object.fromEntries(IDS.map((id) => [id, of(id).mean])) as MeasureMeans),
    cases: cases.length,
    counts: Object.fromEntries(IDS.map((id) => [id, of(id).count])) as Summary["counts"],
    lowerBound: {
      ndcg8: of("ndcg8").lowerBound,
      recall8: of("recall8").lowerBound,
      precision8: of("precision8").lowerBound,
    },
    errors: cases.filter(({ record }) => record.error !== null).length,
    latencyMeanMs: aggregate(latencies).mean,
    latencyP50Ms: nearestRank(latencies, 0.5),
    latencyP95Ms: nearestRank(latencies, 0.95),
  };
}

export function summarizeVariant(
  { what }: Variant,
  cases: readonly EvaluatedCase[],
  { subsets, seed }: { readonly subsets: Subsets; readonly seed: number },
): VariantResult {
  const slices = bySlice(cases, summarize);
  const inSubsets = [...subsets].map(([name, ids]) => {
    const members = new Set(ids);
    return [name, summarize(cases.filter(({ item }) => members.has(item.id)))] as const;
  });
  return {
    what,
    overall: summarize(cases),
    macro: Object.fromEntries(
      IDS.map((id) => [id, aggregate(Object.values(slices).map((one) => one[id])).mean]),
    ) as MeasureMeans,
    slices,
    subsets: Object.fromEntries(inSubsets),
    intervals: intervalsOf(cases, seed),
  };
}

/** In ascending order of the slice's name. */
export function bySlice<T>(
  cases: readonly EvaluatedCase[],
  of: (cases: readonly EvaluatedCase[]) => T,
): Record<string, T> {
  const names = [...new Set(cases.map(({ item }) => item.slice))].toSorted();
  return Object.fromEntries(
    names.map((name) => [name, of(cases.filter(({ item }) => item.slice === name))]),
  );
}

function intervalsOf(cases: readonly EvaluatedCase[], seed: number): VariantResult["intervals"] {
  return Object.fromEntries(
    IDS.flatMap((id) => {
      const values = cases.map(({ values: one }) => one[id]).filter((value) => value !== null);
      const interval = meanInterval(values, { seed });
      return interval === null ? [] : [[id, { low: interval.low, high: interval.high }]];
    }),
  );
}

function countsOf<T extends string>(names: readonly T[], values: readonly (T | null)[]) {
  return Object.fromEntries(
    names.map((name) => [name, values.filter((value) => value === name).length]),
  ) as Record<T, number>;
}

export function countOutcomes(cases: readonly EvaluatedCase[]): AblationResult["outcomes"][string] {
  return countsOf(
    OUTCOMES,
    cases.map(({ outcome }) => outcome),
  );
}

export function countRootCauses(
  cases: readonly EvaluatedCase[],
): AblationResult["rootCauses"][string] {
  return { overall: causesOf(cases), slices: bySlice(cases, causesOf) };
}

function causesOf(cases: readonly EvaluatedCase[]) {
  return countsOf(
    ROOT_CAUSES,
    cases.map(({ rootCause }) => rootCause),
  );
}
