/**
 * Differences second − first of two systems on the same cases, in ascending order of the case id by
 * code units. A case where either value is undefined is dropped.
 */

export type CaseValues = ReadonlyMap<string, number | null>;

export function pairedDifferences(first: CaseValues, second: CaseValues): number[] {
  return [...first.keys()].toSorted().flatMap((id) => {
    const before = first.get(id) ?? null;
    const after = second.get(id) ?? null;
    return before === null || after === null ? [] : [after - before];
  });
}
