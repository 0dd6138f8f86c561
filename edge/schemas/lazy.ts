/**
 * What is built when it is first asked for, and then kept: schemas cost CPU time, and those that only
 * the description or a rare route needs must not be paid for when the Worker starts.
 */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}
