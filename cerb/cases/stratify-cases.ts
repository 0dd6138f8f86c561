/**
 * Draws the pilot and the two halves from the cases, stratified by slice and task type. Cases are
 * laid out stratum after stratum, shuffled inside each; equal steps through that row give every
 * stratum its share to within one case. Pure and seeded: the shipped lists can be drawn again.
 */
import { mulberry32 } from "#significance/mulberry32.ts";
import type { CerbCase } from "./case-schema.ts";

export const STRATIFY_SEED = 42;

/** Cases of the pilot, as in the paper behind CHSR-RRF. */
export const PILOT_COUNT = 61;

type Stratified = Pick<CerbCase, "id" | "slice" | "task_type">;

/** Ids stratum by stratum (ascending by slice, then task type), shuffled inside each. */
function layOut(cases: readonly Stratified[], seed: number): string[] {
  const random = mulberry32(seed);
  const strata = new Map<string, string[]>();
  for (const { id, slice, task_type } of cases) {
    const key = `${slice} ${task_type}`;
    strata.set(key, [...(strata.get(key) ?? []), id]);
  }
  return [...strata.keys()].toSorted().flatMap((key) => {
    const ids = (strata.get(key) ?? []).toSorted();
    for (let last = ids.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [ids[last], ids[other]] = [ids[other] as string, ids[last] as string];
    }
    return ids;
  });
}

/** Every second case tunes, the others are only measured; both ascending by id. */
export function drawSplit(
  cases: readonly Stratified[],
  seed = STRATIFY_SEED,
): { tuning: string[]; measured: string[] } {
  const row = layOut(cases, seed);
  return {
    tuning: row.filter((_, index) => index % 2 === 0).toSorted(),
    measured: row.filter((_, index) => index % 2 === 1).toSorted(),
  };
}

/** `count` cases in equal steps through the strata, ascending by id. */
export function drawPilot(
  cases: readonly Stratified[],
  count = PILOT_COUNT,
  seed = STRATIFY_SEED,
): string[] {
  const share = count / cases.length;
  return layOut(cases, seed)
    .filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
    .toSorted();
}
