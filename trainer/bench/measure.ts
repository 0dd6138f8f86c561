/**
 * Timing of rivals in one run: they take turns, so that a busy moment of the machine hits all of
 * them, and the median of the turns counts.
 */

/** Runs each contender once per repetition, in turn; returns its milliseconds per repetition. */
export async function takeTurns<Name extends string>(
  contenders: Readonly<Record<Name, () => Promise<number>>>,
  repetitions: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let k = 0; k < repetitions; k++) {
    for (const name of names) times[name].push(await contenders[name]());
  }
  return times;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Milliseconds that the call takes, and what it returns. */
export function timed<T>(call: () => T): { result: T; ms: number } {
  const started = performance.now();
  const result = call();
  return { result, ms: performance.now() - started };
}
