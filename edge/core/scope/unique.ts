/** The values in their order, each once. */
export const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
