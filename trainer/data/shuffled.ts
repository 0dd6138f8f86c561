/** A new array in random order (Fisher and Yates, 1938), decided by the generator alone. */
export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const at = Math.floor(next() * (last + 1));
    [result[last], result[at]] = [result[at]!, result[last]!];
  }
  return result;
}
